import type { CustomField } from '../users/index.ts'
import { BOOLEANS } from './build-columns.ts'
import type { Choice, Column, Match, Sql } from './column.ts'

// Names, types and values: folio-org/mod-fqm-manager: EntityTypeRepository.

/** The columns of the fields that a library has added to its users. Labels that several share are numbered. */
export function customColumns(fields: readonly CustomField[]): Column[] {
  const seen = new Map<string, number>()
  return fields
    .filter(({ entityType }) => entityType === 'user')
    .map((field) => {
      const times = (seen.get(field.name) ?? 0) + 1
      seen.set(field.name, times)
      return customColumn(field, times === 1 ? field.name : `${field.name} (${times})`)
    })
}

function customColumn(field: CustomField, label: string): Column {
  const { id, type, isRepeatable } = field
  // The library's own words are looked up by the field's UUID, so that none of them stands in a statement.
  const refId = `(select f.doc ->> 'refId' from custom_fields f where f.id = '${id}')`
  const value: Sql = (user) => `${user}.doc -> 'customFields' -> ${refId}`
  const common = {
    name: `_custom_field_${id}`,
    label,
    isHidden: false,
    isVisible: false,
    properties: [],
    idColumn: null,
    source: null,
    itemType: null,
  }
  if (type === 'SINGLE_CHECKBOX') {
    const sql: Sql = (user) => `${user}.doc -> 'customFields' ->> ${refId}`
    return {
      ...common,
      type: 'booleanType',
      source: BOOLEANS,
      match: { kind: 'boolean', sql },
      shown: (user) => `to_json(${sql(user)})`,
    }
  }
  const choices = (field.selectField?.options.values ?? []).flatMap((option): Choice[] =>
    option.id === undefined ? [] : [{ value: option.id, label: option.value }],
  )
  const isList = isRepeatable || type === 'MULTI_SELECT_DROPDOWN'
  const text = choices.length === 0 ? 'e.value' : labelOr(id, 'e.value')
  const elements = elementsOf(value)
  return {
    ...common,
    ...(isList ? { type: 'jsonbArrayType', itemType: 'stringType' } : { type: singleType(field) }),
    source: choices.length === 0 ? null : { kind: 'values', values: choices },
    match: { kind: 'list', elements, item: itemMatch(field) },
    shown: (user) =>
      isList
        ? `(select json_agg(${text}) from ${elements(user)} as e (value))`
        : `to_json((select ${text} from ${elements(user)} as e (value) limit 1))`,
  }
}

function singleType({ type }: CustomField): 'dateType' | 'stringType' {
  return type === 'DATE_PICKER' ? 'dateType' : 'stringType'
}

/** Options are compared by their ids, which are what is stored and what screens send. */
function itemMatch({ type }: CustomField): Match {
  const sql: Sql = (element) => `${element}.value`
  return type === 'DATE_PICKER' ? { kind: 'day', sql } : { kind: 'text', form: 'lowered', sql }
}

/** Fields that became repeatable have single values beside lists. */
function elementsOf(value: Sql): Sql {
  return (user) =>
    `jsonb_array_elements_text(case jsonb_typeof(${value(user)}) when 'array' then ${value(user)} when 'string' then jsonb_build_array(${value(user)}) end)`
}

/** SQL of the label of a field's option by its id; the value itself where no option has it. */
function labelOr(fieldId: string, value: string): string {
  return `coalesce((
    select o.value ->> 'value'
    from custom_fields f cross join jsonb_array_elements(f.doc #> '{selectField,options,values}') as o (value)
    where f.id = '${fieldId}' and o.value ->> 'id' = ${value} limit 1
  ), ${value})`
}
