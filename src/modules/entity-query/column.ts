/** SQL over a row, or over an element of a list, by its alias. */
export type Sql = (alias: string) => string

/**
 * How a text is compared: `folded` disregards letter case and accents, `lowered` letter case alone. With `isKey` the SQL
 * is in that form already; it holds the first `length` characters only, where that is given. A value may also be the
 * `id` of the row whose text it is, because FOLIO's screens send that for many lists.
 */
export type TextMatch = {
  kind: 'text'
  form: 'folded' | 'lowered'
  sql: Sql
  isKey?: true
  length?: number
  id?: Sql
}

/** How a field is compared with the values of a query; `present` in `compile-match.ts` says when it has one. */
export type Match =
  | TextMatch
  /** `isText`: the id is read from a document. */
  | { kind: 'uuid'; sql: Sql; isText: boolean }
  /** SQL of the type `numeric`. */
  | { kind: 'number'; sql: Sql }
  /** SQL of the texts `true` and `false`. */
  | { kind: 'boolean'; sql: Sql }
  /** SQL of the type `timestamptz`. */
  | { kind: 'instant'; sql: Sql }
  /** SQL of a date as text. */
  | { kind: 'day'; sql: Sql }
  /** SQL of an id that stands for the name of a row of a list; the id itself is a value as well. */
  | { kind: 'reference'; id: Sql; isText: boolean; list: NamedList }
  /** Any element; `elements` is a from-item whose rows have one column, `value`. */
  | { kind: 'list'; elements: Sql; item: Match }

/** A reference list whose rows have names. */
export type NamedList = {
  table: string
  /** Where FOLIO lists it, and under which key. */
  path: string
  listKey: string
  /** The property of its name, for the description; `name` is what is read. */
  property: string
  name: Sql
}

export type Choice = { value: string; label: string }

/** Where the values come from that a screen offers for a field. */
export type ValueSource =
  | { kind: 'list'; list: NamedList; value: 'id' | 'name' }
  | { kind: 'values'; values: readonly Choice[] }
  | { kind: 'known'; name: 'languages' | 'countries' | 'sources' | 'tags' }

export type DataTypeName =
  | 'stringType'
  | 'rangedUUIDType'
  | 'integerType'
  | 'numberType'
  | 'booleanType'
  | 'dateType'
  | 'dateTimeType'
  | 'arrayType'
  | 'jsonbArrayType'

/** What a query may name: a column, or a property of the objects in one. */
export type Field = {
  name: string
  label: string
  type: DataTypeName
  /** Null for what can be shown only. */
  match: Match | null
  isHidden: boolean
  source: ValueSource | null
}

/** A property of the objects in a list; `property` is its name in what is shown. */
export type Property = Field & { property: string; qualifiedLabel: string }

/** A column of an entity type's source. */
export type Column = Field & {
  isVisible: boolean
  /** Of lists: what they hold. */
  itemType: DataTypeName | 'objectType' | null
  properties: readonly Property[]
  /** SQL of what is shown, as JSON. */
  shown: Sql
  /** The column with the id of what this one names. */
  idColumn: string | null
}
