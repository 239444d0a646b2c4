import type { EntityType } from '../contracts.ts'

/** What a cell shows where a reference leads to nothing. */
export const UNKNOWN = 'UNKNOWN'

/** The lists of which a record holds ids and a table shows names, with the word that a warning has for a value. */
export const LIST_WORDS = {
  locations: 'Location',
  loanTypes: 'Loan type',
  materialTypes: 'Material type',
  callNumberTypes: 'Call number type',
  damagedStatuses: 'Damaged status',
  relationships: 'Electronic access relationship',
  holdingsSources: 'Holdings record source',
  holdingsTypes: 'Holdings type',
  illPolicies: 'Ill policy',
  instanceStatuses: 'Instance status',
  modesOfIssuance: 'Mode of issuance',
  instanceTypes: 'Instance type',
  natureOfContentTerms: 'Nature of content term',
  instanceFormats: 'Instance format',
  subjectSources: 'Subject source',
  subjectTypes: 'Subject type',
  classificationTypes: 'Classification type',
  patronGroups: 'Patron group',
  departments: 'Department',
  addressTypes: 'Address type',
} as const

export type NamedList = keyof typeof LIST_WORDS

/** The same for what is more than a name by an id. */
export const OTHER_WORDS = {
  noteTypes: 'Note type',
  statisticalCodes: 'Statistical code',
  customFields: 'Custom field',
  options: 'Option of a custom field',
} as const

/** What a warning says of a value: its word is before, its id behind. */
export const NOT_FOUND = 'was not found by id='

/** The types of notes of one kind of record: a column each, in the order of their names. */
export type NoteTypes = {
  names: readonly string[]
  /** The column of a type, by its id. */
  places: ReadonlyMap<string, number>
}

export type StatisticalCode = { type: string | null; code: string; name: string }

/** A custom field of users: its name, and the values of its options by their ids. */
export type CustomFieldLabel = {
  name: string
  type: string
  isRepeatable: boolean
  options: ReadonlyMap<string, string>
}

export type NotedEntity = Extract<EntityType, 'ITEM' | 'HOLDINGS_RECORD' | 'INSTANCE'>

/** The words of a tenant for the ids in its records. Plain data, so that a worker thread can have it. */
export type Labels = {
  /** Where the tenant is: the day on which a user expires is a day there. */
  timeZone: string
  names: Readonly<Record<NamedList, ReadonlyMap<string, string>>>
  inactiveLocationIds: ReadonlySet<string>
  statisticalCodes: ReadonlyMap<string, StatisticalCode>
  noteTypes: Readonly<Record<NotedEntity, NoteTypes>>
  /** By the names under which values stand in users. */
  customFields: ReadonlyMap<string, CustomFieldLabel>
}

/** The columns of note types: sorted by code units as FOLIO sorts them; types of one name share a column. */
export function noteTypesOf(types: readonly { id: string; name: string }[]): NoteTypes {
  const names = [...new Set(types.map(({ name }) => name))].sort()
  return { names, places: new Map(types.map(({ id, name }) => [id, names.indexOf(name)])) }
}
