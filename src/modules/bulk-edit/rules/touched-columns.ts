/**
 * A property of a stored document that a rule can change, by its name in the document. The two kinds of circulation
 * notes are one property of the document and two columns of the table, therefore two names.
 */
export type TouchedProperty =
  | 'permanentLocationId'
  | 'temporaryLocationId'
  | 'permanentLoanTypeId'
  | 'temporaryLoanTypeId'
  | 'materialTypeId'
  | 'status'
  | 'discoverySuppress'
  | 'staffSuppress'
  | 'deleted'
  | 'statisticalCodeIds'
  | 'administrativeNotes'
  | 'circulationNotes.Check in'
  | 'circulationNotes.Check out'
  | 'electronicAccess'
  | 'patronGroup'
  | 'expirationDate'
  | 'active'
  | 'personal.email'
  | (typeof MARC_PROPERTIES)[number]

/** Properties of an instance that have a column each and come from its MARC record. */
export const MARC_PROPERTIES = [
  'title',
  'series',
  'contributors',
  'publication',
  'editions',
  'physicalDescriptions',
  'instanceTypeId',
  'instanceFormatIds',
  'languages',
  'publicationFrequency',
  'publicationRange',
  'electronicAccess',
  'subjects',
  'classifications',
] as const

/** What the rules of an operation touch: the columns that a preview shows whatever the defaults say. */
export type TouchedColumns = {
  properties: ReadonlySet<TouchedProperty>
  /** Ids of the note types (of items, holdings or instances) whose notes change, come or go. */
  noteTypeIds: ReadonlySet<string>
}
