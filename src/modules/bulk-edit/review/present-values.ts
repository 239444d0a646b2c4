import type { Transaction } from '../../../kernel/db/database.ts'
import { limitTime } from '../../../kernel/lists/index.ts'
import { textProblem } from '../../../kernel/http/problems.ts'
import type { EntityType } from '../contracts.ts'
import { INVENTORY_KIND } from '../entity-kinds.ts'
import { getOperation } from '../operation/operation.ts'
import { loadLabels } from '../tables/index.ts'
import type { Labels, NamedList } from '../tables/index.ts'
import { statusesAfter } from '../rules/status-transitions.ts'

/** Where the values of an option stand in a document `t.doc`: SQL that yields them as texts, one or several a record. */
type Source = { values: string; names?: NamedList | 'statisticalCodes'; hasType?: true }

const own = (property: string): string => `values (t.doc ->> '${property}')`
const flag = (property: string): string => `values (coalesce(t.doc ->> '${property}', 'false'))`

/** The elements of a list of a document; none where it is no list. */
const elements = (property: string): string =>
  `json_array_elements(case when json_typeof(t.doc -> '${property}') = 'array' then t.doc -> '${property}' else '[]' end)`
const texts = (property: string): string => `select e #>> '{}' from ${elements(property)} e`
const members = (property: string, member: string, condition = 'true'): string =>
  `select e ->> '${member}' from ${elements(property)} e where ${condition}`

const location = (property: string): Source => ({ values: own(property), names: 'locations' })
const circulation = (type: string): Source => ({
  values: members('circulationNotes', 'note', `e ->> 'noteType' = '${type}'`),
})
const notes = (member: string): Source => ({
  values: members('notes', 'note', `lower(e ->> '${member}') = $2`),
  hasType: true,
})

const ADMINISTRATIVE_NOTE: Source = { values: texts('administrativeNotes') }
const SUPPRESS_FROM_DISCOVERY: Source = { values: flag('discoverySuppress') }
const INSTANCE: Readonly<Record<string, Source>> = {
  STAFF_SUPPRESS: { values: flag('staffSuppress') },
  SUPPRESS_FROM_DISCOVERY,
  SET_RECORDS_FOR_DELETE: { values: flag('deleted') },
  STATISTICAL_CODE: { values: texts('statisticalCodeIds'), names: 'statisticalCodes' },
  ADMINISTRATIVE_NOTE,
  INSTANCE_NOTE: notes('instanceNoteTypeId'),
}

const SOURCES: Readonly<Record<EntityType, Readonly<Record<string, Source>>>> = {
  ITEM: {
    PERMANENT_LOCATION: location('permanentLocationId'),
    TEMPORARY_LOCATION: location('temporaryLocationId'),
    PERMANENT_LOAN_TYPE: { values: own('permanentLoanTypeId'), names: 'loanTypes' },
    TEMPORARY_LOAN_TYPE: { values: own('temporaryLoanTypeId'), names: 'loanTypes' },
    MATERIAL_TYPE: { values: own('materialTypeId'), names: 'materialTypes' },
    STATUS: { values: 'values (t.status)' },
    SUPPRESS_FROM_DISCOVERY,
    ADMINISTRATIVE_NOTE,
    CHECK_IN_NOTE: circulation('Check in'),
    CHECK_OUT_NOTE: circulation('Check out'),
    ITEM_NOTE: notes('itemNoteTypeId'),
  },
  HOLDINGS_RECORD: {
    PERMANENT_LOCATION: location('permanentLocationId'),
    TEMPORARY_LOCATION: location('temporaryLocationId'),
    SUPPRESS_FROM_DISCOVERY,
    ADMINISTRATIVE_NOTE,
    HOLDINGS_NOTE: notes('holdingsNoteTypeId'),
    ELECTRONIC_ACCESS_URI: { values: members('electronicAccess', 'uri') },
    ELECTRONIC_ACCESS_LINK_TEXT: { values: members('electronicAccess', 'linkText') },
    ELECTRONIC_ACCESS_MATERIALS_SPECIFIED: { values: members('electronicAccess', 'materialsSpecification') },
    ELECTRONIC_ACCESS_URL_PUBLIC_NOTE: { values: members('electronicAccess', 'publicNote') },
    ELECTRONIC_ACCESS_URL_RELATIONSHIP: {
      values: members('electronicAccess', 'relationshipId'),
      names: 'relationships',
    },
  },
  INSTANCE,
  INSTANCE_MARC: INSTANCE,
  USER: {
    EMAIL_ADDRESS: { values: `values (t.doc #>> '{personal,email}')` },
    EXPIRATION_DATE: { values: `values (left(t.doc ->> 'expirationDate', 10))` },
    PATRON_GROUP: { values: own('patronGroup'), names: 'patronGroups' },
  },
}

/** What is asked about the records of an operation: a property, and what a rule would look for or write. */
export type ValueQuestion = {
  option: string
  /** Of typed notes. */
  noteTypeId: string | null
  /** Counted where it stands within values, letter case included. */
  find: string | null
  /** Counted where it is a value. */
  chosen: string | null
}

/** So many different values are told one by one; the rest is a number. */
const MOST_VALUES = 20
/** Notes can be long: their beginning tells them apart on a screen. */
const MOST_TEXT = 300

/**
 * `GET /octavo/bulk-operations/{id}/values`: which values the matched records have now in a property, and how many have none.
 * One pass over the records in the database; no record leaves it.
 * @throws Problem 400 for an option that such records have not
 */
export async function readPresentValues(
  tx: Transaction,
  id: string,
  { option, noteTypeId, find, chosen }: ValueQuestion,
): Promise<Record<string, unknown>> {
  const { hr_id: no, entity_type: entity, matched } = await getOperation(tx, id)
  const sources = SOURCES[entity]
  if (!Object.hasOwn(sources, option))
    throw textProblem(
      400,
      `'option' parameter is incorrect. For ${entity} it must be one of ${Object.keys(sources).join(', ')}`,
    )
  const source = sources[option]!
  if (source.hasType && noteTypeId === null)
    throw textProblem(400, "'noteTypeId' parameter is incorrect. It must be the id of a note type")
  await limitTime(tx)
  const found = `found as materialized (
    select r.no, v.value from bulk_record r join ${INVENTORY_KIND[entity]?.table ?? 'users'} t on t.id = r.record_id
    cross join lateral (${source.values}) v (value)
    where r.operation_no = $1 and $2::text is not distinct from $2::text and v.value is not null and v.value <> '')`
  const [row] = await tx.query<{
    with_value: number
    different: number
    chosen: number
    found: number
    places: number
    values: string
  }>(
    `with ${found},
       counted as (select value, count(distinct no)::int as count from found group by value),
       most as (select * from counted order by count desc, value limit ${MOST_VALUES})
     select (select count(distinct no)::int from found) as with_value,
       (select count(*)::int from counted) as different,
       coalesce((select count from counted where value = $4), 0) as chosen,
       (select count(distinct no)::int from found where $3::text <> '' and position($3::text in value) > 0) as found,
       coalesce((select sum((length(value) - length(replace(value, $3::text, ''))) / length($3::text))
         from found where $3::text <> '' and position($3::text in value) > 0), 0)::int as places,
       coalesce((select json_agg(most order by count desc, value) from most), '[]') as values`,
    [no, noteTypeId?.toLowerCase() ?? null, find ?? '', chosen ?? ''],
  )
  const labels = source.names === undefined ? null : await loadLabels(tx)
  const values = (JSON.parse(row!.values) as { value: string; count: number }[]).map(({ value, count }) => ({
    value: value.slice(0, MOST_TEXT),
    name: labels === null ? value.slice(0, MOST_TEXT) : nameOf(labels, source.names!, value),
    count,
    ...(option === 'STATUS' ? { mayBecome: statusesAfter(value) } : {}),
  }))
  return {
    totalRecords: matched,
    none: Math.max(0, matched - row!.with_value),
    values,
    otherValues: Math.max(0, row!.different - values.length),
    ...(find === null ? {} : { found: { records: row!.found, places: row!.places } }),
    ...(chosen === null ? {} : { chosen: row!.chosen }),
  }
}

function nameOf(labels: Labels, list: NamedList | 'statisticalCodes', id: string): string {
  if (list !== 'statisticalCodes') return labels.names[list].get(id) ?? id
  const code = labels.statisticalCodes.get(id)
  return code === undefined ? id : `${code.code} – ${code.name}`
}
