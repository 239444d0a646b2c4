import type { Choice, Column, DataTypeName, Match, NamedList, Sql, TextMatch, ValueSource } from './column.ts'

// Columns are declared with these; a path such as `status.date` leads through a document.

export type ColumnOptions = {
  isHidden?: true
  isVisible?: true
  isShownOnly?: true
  source?: ValueSource
  idColumn?: string
}

/** The values of what is true or false. */
export const BOOLEANS: ValueSource = {
  kind: 'values',
  values: [
    { value: 'true', label: 'True' },
    { value: 'false', label: 'False' },
  ],
}

/** The text at a path of a row's document. */
export function at(path: string, root = 'doc'): Sql {
  const steps = path.split('.').map((step) => `'${step}'`)
  const last = steps.pop()
  return (row) => `${[`${row}.${root}`, ...steps].join(' -> ')} ->> ${last}`
}

/** The JSON value at a path of a row's document. */
export function jsonAt(path: string): Sql {
  const steps = path.split('.').map((step) => `'${step}'`)
  return (row) => [`${row}.doc`, ...steps].join(' -> ')
}

/** A column of one value. */
export function column(
  name: string,
  label: string,
  type: DataTypeName,
  shown: Sql,
  match: Match | null,
  options: ColumnOptions = {},
): Column {
  return {
    name,
    label,
    type,
    shown,
    match: options.isShownOnly ? null : match,
    isHidden: options.isHidden ?? false,
    isVisible: options.isVisible ?? false,
    source: options.source ?? null,
    itemType: null,
    properties: [],
    idColumn: options.idColumn ?? null,
  }
}

const json =
  (sql: Sql): Sql =>
  (row) =>
    `to_json(${sql(row)})`

type TextOptions = ColumnOptions & {
  folded?: true
  /** The text has a column of its own as well. */
  column?: string
  /** The text in the form in which it is compared has a column of its own. */
  key?: Omit<TextMatch, 'kind' | 'isKey'>
}

/** Text at a path; accents count unless it is folded or has a key. */
export function text(
  name: string,
  label: string,
  path: string,
  { folded, column: sqlColumn, key, ...options }: TextOptions = {},
): Column {
  const sql: Sql = sqlColumn === undefined ? at(path) : (row) => `${row}.${sqlColumn}`
  const match: Match =
    key === undefined
      ? { kind: 'text', form: folded ? 'folded' : 'lowered', sql }
      : { kind: 'text', isKey: true, ...key }
  return column(name, label, 'stringType', json(at(path)), match, options)
}

/** Text that is made of several values. */
export function madeText(name: string, label: string, sql: Sql, options?: ColumnOptions): Column {
  return column(name, label, 'stringType', json(sql), { kind: 'text', form: 'lowered', sql }, options)
}

/** The name of a row that is joined; its id is a value too. */
export function ownName(
  name: string,
  label: string,
  list: NamedList,
  value: 'id' | 'name',
  options?: ColumnOptions,
) {
  const match: Match = { kind: 'text', form: 'folded', sql: list.name, id: (row) => `${row}.id` }
  const source: ValueSource = { kind: 'list', list, value }
  return column(name, label, 'stringType', json(list.name), match, { source, ...options })
}

/** The name of the row that an id stands for. */
export function nameOf(
  name: string,
  label: string,
  list: NamedList,
  id: Sql,
  {
    isText = true,
    value = 'id',
    ...options
  }: ColumnOptions & { isText?: boolean; value?: 'id' | 'name' } = {},
): Column {
  const match: Match = { kind: 'reference', list, id, isText }
  const source: ValueSource = { kind: 'list', list, value }
  return column(
    name,
    label,
    'stringType',
    json((row) => readName(list, id(row), isText)),
    match,
    {
      source,
      ...options,
    },
  )
}

/** SQL of the name of the row that an id stands for. */
export function readName(list: NamedList, id: string, isText: boolean): string {
  const row = `${list.table}_named`
  return `(select ${list.name(row)} from ${list.table} ${row} where ${row}.id = ${isText ? `octavo.uuid_of(${id})` : id})`
}

/** An id at a path. */
export function uuidAt(name: string, label: string, path: string, options?: ColumnOptions): Column {
  return column(
    name,
    label,
    'rangedUUIDType',
    json(at(path)),
    { kind: 'uuid', sql: at(path), isText: true },
    options,
  )
}

/** An id with a column of its own. */
export function uuidColumn(name: string, label: string, sqlColumn: string, options?: ColumnOptions): Column {
  const sql: Sql = (row) => `${row}.${sqlColumn}`
  return column(name, label, 'rangedUUIDType', json(sql), { kind: 'uuid', sql, isText: false }, options)
}

/** A whole number with a column of its own. */
export function integer(name: string, label: string, sqlColumn: string): Column {
  const sql: Sql = (row) => `${row}.${sqlColumn}`
  return column(name, label, 'integerType', json(sql), { kind: 'number', sql })
}

/** A number at a path. */
export function number(name: string, label: string, path: string): Column {
  const sql: Sql = (row) => `octavo.number_of(${at(path)(row)})`
  return column(name, label, 'numberType', json(sql), { kind: 'number', sql })
}

/** True or false at a path; `byDefault` is what it is where the document does not say. */
export function flag(
  name: string,
  label: string,
  path: string,
  { byDefault, ...options }: ColumnOptions & { byDefault?: boolean } = {},
): Column {
  const sql: Sql =
    byDefault === undefined ? at(path) : (row) => `coalesce(${at(path)(row)}, '${String(byDefault)}')`
  return column(
    name,
    label,
    'booleanType',
    json(sql),
    { kind: 'boolean', sql },
    { source: BOOLEANS, ...options },
  )
}

/** An instant at a path, which may also be in a column. */
export function instant(
  name: string,
  label: string,
  path: string,
  { column: sqlColumn, ...options }: ColumnOptions & { column?: string } = {},
): Column {
  const sql: Sql = (row) =>
    sqlColumn === undefined ? `octavo.instant_of(${at(path)(row)})` : `${row}.${sqlColumn}`
  return column(name, label, 'dateTimeType', json(at(path)), { kind: 'instant', sql }, options)
}

/** A date at a path; what follows the day is cut off, and text that does not begin with one is no date. */
export function day(name: string, label: string, path: string, options?: ColumnOptions): Column {
  const sql: Sql = (row) => `substring(${at(path)(row)} from '^\\d{4}-\\d\\d-\\d\\d')`
  return column(name, label, 'dateType', json(at(path)), { kind: 'day', sql }, options)
}

/** The whole document, as text. */
export function wholeDocument(): Column {
  return column('jsonb', 'JSONB', 'stringType', (row) => `to_json(${row}.doc::text)`, null, {
    isHidden: true,
    isShownOnly: true,
  })
}

/** Text of a few known values. */
export function oneOf(values: readonly (string | Choice)[]): ValueSource {
  return {
    kind: 'values',
    values: values.map((value) => (typeof value === 'string' ? { value, label: value } : value)),
  }
}
