import { BOOLEANS, at, column, jsonAt, readName } from './build-columns.ts'
import type { ColumnOptions } from './build-columns.ts'
import type { Column, DataTypeName, Field, Match, NamedList, Property, Sql, ValueSource } from './column.ts'

// Columns that are lists are declared with these.

/** The two types of documents; records of the inventory are `json`. */
type Json = 'json' | 'jsonb'

/** The elements of an array in a document, as a from-item; none where there is no array. */
function elementsOf(array: Sql, as: Json, isText: boolean): Sql {
  const elements = `${as}_array_elements${isText ? '_text' : ''}`
  return (row) => `${elements}(case when ${as}_typeof(${array(row)}) = 'array' then ${array(row)} end)`
}

const elementText: Sql = (element) => `${element}.value`

type ListOptions = ColumnOptions & { as?: Json; type?: 'arrayType' | 'jsonbArrayType' }

function listColumn(
  name: string,
  label: string,
  itemType: DataTypeName,
  shown: Sql,
  match: Match,
  { type = 'arrayType', ...options }: ListOptions,
): Column {
  return { ...column(name, label, type, shown, match, options), itemType }
}

/** A list of texts; `property` where the texts stand in objects. */
export function texts(
  name: string,
  label: string,
  path: string,
  { property, ...options }: ListOptions & { property?: string } = {},
): Column {
  const { as = 'json' } = options
  const sql = property === undefined ? elementText : at(property, 'value')
  const elements = elementsOf(jsonAt(path), as, property === undefined)
  const match: Match = { kind: 'list', elements, item: { kind: 'text', form: 'lowered', sql } }
  const shown: Sql = (row) =>
    property === undefined
      ? jsonAt(path)(row)
      : `(select json_agg(${sql('e')}) from ${elements(row)} as e (value))`
  return listColumn(name, label, 'stringType', shown, match, options)
}

/** A list of ids. */
export function uuids(name: string, label: string, path: string, options: ListOptions = {}): Column {
  const elements = elementsOf(jsonAt(path), options.as ?? 'json', true)
  const match: Match = { kind: 'list', elements, item: { kind: 'uuid', sql: elementText, isText: true } }
  return listColumn(name, label, 'rangedUUIDType', jsonAt(path), match, options)
}

/** The names of the rows that a list of ids stands for. */
export function namesOf(
  name: string,
  label: string,
  names: NamedList,
  path: string,
  options: ListOptions & { idColumn: string },
): Column {
  const elements = elementsOf(jsonAt(path), options.as ?? 'json', true)
  const item: Match = { kind: 'reference', list: names, id: elementText, isText: true }
  const shown: Sql = (row) =>
    `(select json_agg(${readName(names, elementText('e'), true)}) from ${elements(row)} as e (value))`
  const source: ValueSource = { kind: 'list', list: names, value: 'id' }
  return listColumn(
    name,
    label,
    'stringType',
    shown,
    { kind: 'list', elements, item },
    {
      type: 'jsonbArrayType',
      source,
      ...options,
    },
  )
}

/** A property of the objects in a list. `stored` is its place in them, `property` its name in what is shown. */
export type PropertyDraft = Omit<Property, 'qualifiedLabel'> & {
  stored: string
  named: NamedList | null
  qualified?: string
}

type PropertyOptions = { property?: string; isShownOnly?: true; qualified?: string }

function draft(
  field: Pick<Field, 'name' | 'label' | 'type' | 'source'> & { match: Match },
  stored: string,
  named: NamedList | null,
  { property = stored, isShownOnly, qualified }: PropertyOptions,
): PropertyDraft {
  return {
    ...field,
    match: isShownOnly ? null : field.match,
    isHidden: false,
    property,
    stored,
    named,
    ...(qualified === undefined ? {} : { qualified }),
  }
}

/** A text of an object. */
export function part(
  name: string,
  label: string,
  stored: string,
  options: PropertyOptions & { source?: ValueSource } = {},
) {
  const match: Match = { kind: 'text', form: 'lowered', sql: at(stored, 'value') }
  return draft(
    { name, label, type: 'stringType', match, source: options.source ?? null },
    stored,
    null,
    options,
  )
}

/** True or false in an object. */
export function flagPart(name: string, label: string, stored: string): PropertyDraft {
  const match: Match = { kind: 'boolean', sql: at(stored, 'value') }
  return draft({ name, label, type: 'booleanType', match, source: BOOLEANS }, stored, null, {})
}

/** The name of what an id of an object stands for. */
export function namePart(
  name: string,
  label: string,
  stored: string,
  names: NamedList,
  options: PropertyOptions & { value?: 'id' | 'name' } & { property: string },
): PropertyDraft {
  const match: Match = { kind: 'reference', list: names, id: at(stored, 'value'), isText: true }
  const source: ValueSource = { kind: 'list', list: names, value: options.value ?? 'id' }
  return draft({ name, label, type: 'stringType', match, source }, stored, names, options)
}

/** A list of objects, shown as the text of a JSON array with the names that their ids stand for. */
export function objects(
  name: string,
  label: string,
  path: string,
  parts: readonly PropertyDraft[],
  {
    where,
    as = 'json',
    type = 'arrayType',
  }: { where?: Sql; as?: Json; type?: 'arrayType' | 'jsonbArrayType' } = {},
): Column {
  const all = elementsOf(jsonAt(path), as, false)
  const elements: Sql =
    where === undefined
      ? all
      : (row) => `(select each.value from ${all(row)} as each (value) where ${where('each')})`
  const names = parts.filter((one) => one.named !== null)
  const shownNames = names.map(
    (one) => `'${one.property}', ${readName(one.named!, at(one.stored, 'value')('e'), true)}`,
  )
  const object =
    names.length === 0 ? 'e.value' : `e.value::jsonb || jsonb_build_object(${shownNames.join(', ')})`
  return {
    ...column(
      name,
      label,
      type,
      (row) => `to_json((select json_agg(${object})::text from ${elements(row)} as e (value)))`,
      null,
    ),
    itemType: 'objectType',
    properties: parts.map(({ stored: _stored, named: _named, qualified, ...one }) => ({
      ...one,
      match: one.match === null ? null : { kind: 'list', elements, item: one.match },
      qualifiedLabel: qualified ?? `${label} — ${one.label}`,
    })),
  }
}
