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

/** What the rules of an operation touch: the columns that a preview shows whatever the defaults say. */
export type TouchedColumns = {
  properties: ReadonlySet<TouchedProperty>
  /** Ids of the note types (of items, holdings or instances) whose notes change, come or go. */
  noteTypeIds: ReadonlySet<string>
}
