import type { Transaction } from '../../../kernel/db/database.ts'
import type { EntityType } from '../contracts.ts'
import { INVENTORY_KIND } from '../entity-kinds.ts'
import type { RecordRange } from '../edit/edit-records.ts'
import type { OperationRow } from '../operation/operation.ts'
import { readyRulesOfJob } from '../operation/operation-rules.ts'
import { STAGE } from '../operation/problem-stage.ts'
import { LIST_WORDS, NOT_FOUND, OTHER_WORDS } from '../tables/index.ts'
import type { Labels, NamedList } from '../tables/index.ts'

/** A list of which records name values. */
type List = NamedList | keyof typeof OTHER_WORDS

/** Where records name values of a list: an id, a list of ids, or objects in which `key` is one. */
type Place = { list: List; property: string; holds: 'id' | 'ids' | 'objects'; key?: string }

const CODES: Place = { list: 'statisticalCodes', property: 'statisticalCodeIds', holds: 'ids' }
const ACCESS: Place = {
  list: 'relationships',
  property: 'electronicAccess',
  holds: 'objects',
  key: 'relationshipId',
}

function notes(key: string): Place {
  return { list: 'noteTypes', property: 'notes', holds: 'objects', key }
}

const OF_INSTANCES: readonly Place[] = [
  { list: 'instanceStatuses', property: 'statusId', holds: 'id' },
  { list: 'natureOfContentTerms', property: 'natureOfContentTermIds', holds: 'ids' },
  { list: 'instanceFormats', property: 'instanceFormatIds', holds: 'ids' },
  { list: 'classificationTypes', property: 'classifications', holds: 'objects', key: 'classificationTypeId' },
  notes('instanceNoteTypeId'),
  ACCESS,
  CODES,
]

/**
 * The references that tables show and that inventory lets go to nothing: it does not look at these when a record is
 * written, or when a value is deleted. All others it refuses to break (`record-spec.ts`, `usedBy` of its lists).
 */
const PLACES: Readonly<Record<Exclude<EntityType, 'USER'>, readonly Place[]>> = {
  ITEM: [
    { list: 'damagedStatuses', property: 'itemDamagedStatusId', holds: 'id' },
    notes('itemNoteTypeId'),
    ACCESS,
    CODES,
  ],
  HOLDINGS_RECORD: [notes('holdingsNoteTypeId'), ACCESS, CODES],
  INSTANCE: OF_INSTANCES,
  INSTANCE_MARC: OF_INSTANCES,
}

/**
 * Keeps a warning for each reference of matched records that leads to nothing, in the words that their cells in tables
 * have: once for an identifier. One statement beside the tenant's lists; no document leaves the database.
 * @returns how many warnings
 */
export async function warnOfUnknownReferences(
  tx: Transaction,
  operation: OperationRow,
  { after, last }: RecordRange,
): Promise<number> {
  const { labels } = await readyRulesOfJob(tx, operation)
  const { hr_id: no, entity_type: entity } = operation
  const named = entity === 'USER' ? NAMED_BY_USERS : namedByRecords(entity)
  return tx.execute(
    `with ${named}, unknown as (
       select distinct line, identifier, list, shown from named
       where not exists (select from unnest($4::text[]) as known (key) where known.key = list || ' ' || id)
     ), numbered as (
       select *, row_number() over (partition by line order by list, shown) - 1 as ordinal from unknown
     )
     insert into bulk_problem (operation_no, stage, is_warning, place, ordinal, identifier, message)
     select $1, ${STAGE.matching}, true, line, ordinal, identifier, $5::jsonb ->> list || ' ${NOT_FOUND}' || shown
     from numbered where ordinal <= ${MOST_OF_A_LINE}`,
    [no, after, last, knownKeys(entity, labels), JSON.stringify({ ...LIST_WORDS, ...OTHER_WORDS })],
  )
}

// What the column `ordinal` takes; a line may name holdings with any number of items.
const MOST_OF_A_LINE = 32_767

/** SQL of `named`: what records name, by the lines that they were found by. */
function namedByRecords(entity: Exclude<EntityType, 'USER'>): string {
  const { table } = INVENTORY_KIND[entity]!
  const places = PLACES[entity]
  const columns = places.map(({ property, holds }) => `"${property}" ${holds === 'id' ? 'text' : 'json'}`)
  // Most records name nothing, or what there is: cutting their texts at the words is cheaper than reading the documents.
  const words = places.map(({ list, key, property, holds }) => {
    const word = `"${key ?? property}"`
    if (holds === 'ids') return `(strpos(text, '${word}') > 0 and strpos(text, '${word}:[]') = 0)`
    return `exists (select from string_to_table(text, '${word}') with ordinality as p (piece, n)
       where n > 1 and '${list} ' || split_part(piece, '"', 2) <> all ($4::text[]))`
  })
  // `offset 0`: each document is turned into text once, and those without the words are not read.
  return `texts as not materialized (
       select r.line, r.identifier, t.doc, t.doc::text as text
       from bulk_record r join ${table} t on t.id = r.record_id and t.version = r.version
       where r.operation_no = $1 and r.no > $2 and r.no <= $3 order by r.no offset 0
     ), naming as not materialized (
       select line, identifier, doc from texts where ${words.join(' or ')} offset 0
     ), records as materialized (
       select line, identifier, f.*
       from naming cross join lateral json_to_record(doc) as f (${columns.join(', ')})
     ), found as (
       ${places.map((place) => `select line, identifier, '${place.list}' as list, ${idsOf(place)}`).join('\n       union all ')}
     ), named as (
       select line, identifier, list, id, id as shown from found where id <> ''
     )`
}

/** The end of a select from `records`. What is no list holds nothing, as for the cells. */
function idsOf({ property, holds, key }: Place): string {
  if (holds === 'id') return `"${property}" as id from records`
  const list = `case json_typeof("${property}") when 'array' then "${property}" end`
  return holds === 'ids'
    ? `e.id from records cross join json_array_elements_text(${list}) as e (id)`
    : `e.value ->> '${key}' as id from records cross join json_array_elements(${list}) as e (value)`
}

/** The same for users: their departments, the fields that the library added, and the chosen options of these. */
const NAMED_BY_USERS = `records as materialized (
       select line, identifier, doc -> 'departments' as departments, doc -> 'customFields' as fields
       from bulk_record where operation_no = $1 and no > $2 and no <= $3
     ), fields as materialized (
       select line, identifier, field.name, field.value
       from records cross join jsonb_each(case jsonb_typeof(fields) when 'object' then fields end) as field (name, value)
     ), named as (
       select line, identifier, 'departments' as list, e.id, e.id as shown
       from records cross join
         jsonb_array_elements_text(case jsonb_typeof(departments) when 'array' then departments end) as e (id)
       where e.id <> ''
       union all
       select line, identifier, 'customFields', name, name from fields
       union all
       select line, identifier, 'options', name || ' ' || coalesce(e.id, ''), coalesce(e.id, '')
       from fields cross join
         jsonb_array_elements_text(case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end)
           as e (id)
       where 'options ' || name = any($4::text[])
     )`

/** What there is, as `list id`. A field with options stands there by itself too, so that others can be told from it. */
function knownKeys(
  entity: EntityType,
  { names, statisticalCodes, noteTypes, customFields }: Labels,
): string[] {
  const keys = (list: List, ids: Iterable<string>) => Array.from(ids, (id) => `${list} ${id}`)
  if (entity === 'USER') {
    const chosen = [...customFields].filter(([, { options }]) => options.size > 0)
    return [
      ...keys('departments', names.departments.keys()),
      ...keys('customFields', customFields.keys()),
      ...chosen.flatMap(([refId, { options }]) =>
        keys('options', [refId, ...Array.from(options.keys(), (id) => `${refId} ${id}`)]),
      ),
    ]
  }
  const noted = entity === 'INSTANCE_MARC' ? 'INSTANCE' : entity
  return PLACES[entity].flatMap(({ list }) => {
    if (list === 'noteTypes') return keys(list, noteTypes[noted].places.keys())
    if (list === 'statisticalCodes') return keys(list, statisticalCodes.keys())
    return keys(list, names[list as NamedList].keys())
  })
}
