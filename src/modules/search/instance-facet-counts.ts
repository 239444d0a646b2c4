import type { CqlQuery } from '../../formats/cql/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { FACET_SEPARATOR, longId } from '../inventory/index.ts'
import { compileSearch } from './compile-search.ts'
import { FACET_GROUPS } from './facet-rows.ts'
import { instanceSource } from './instance-fields.ts'
import { inForm } from './search-field.ts'
import type { FlagField, KeywordField, Scope, SearchField } from './search-field.ts'

/** The facets of instances (folio-org/mod-search: model/instance.json, `facet` among the search types). */
export const INSTANCE_FACETS: ReadonlySet<string> = new Set([
  'tenantId',
  'source',
  'instanceTypeId',
  'statisticalCodeIds',
  'statusId',
  'instanceFormatIds',
  'languages',
  'modeOfIssuanceId',
  'natureOfContentTermIds',
  'tags.tagList',
  'staffSuppress',
  'discoverySuppress',
  'isBoundWith',
  'shared',
  'items.effectiveLocationId',
  'items.statisticalCodeIds',
  'items.status.name',
  'items.materialTypeId',
  'items.discoverySuppress',
  'holdings.tenantId',
  'holdings.sourceId',
  'holdings.holdingsTypeId',
  'holdings.permanentLocationId',
  'holdings.statisticalCodeIds',
  'holdings.discoverySuppress',
  'instanceTags',
  'itemTags',
  'holdingsTags',
  'holdingsTypeId',
  'statisticalCodes',
])

type CountRow = { no: number; value: string | null; total: number }

const COUNT_OWN = 'select -1 as no, facets as value, count(*) as total from found group by facets'

/** How many instances of a query have each value of some facets, in the order of their names. */
export async function countInstanceFacets(
  tx: Transaction,
  query: CqlQuery,
  names: readonly string[],
): Promise<Map<string, number>[]> {
  const isOwn = (name: string) => fieldsOfFacet(name).every(isInFacets)
  const { isFiltersOnly } = compileSearch(query, instanceSource)
  // The index on the facets answers by itself what asks for nothing else.
  const filters = isFiltersOnly && names.every(isOwn) ? 'facets' : 'words'
  const { where, parameters } = compileSearch(query, instanceSource, { filters })
  const rows =
    filters === 'facets'
      ? await tx.query<CountRow>(
          `select -1 as no, instance.facets as value, instance.total from ${FACET_GROUPS} where ${where}`,
          parameters.values,
        )
      : await tx.query<CountRow>(
          `with found as materialized (select instance.id, instance.facets from instance where ${where})
           ${names
             .flatMap((name, no) => (isOwn(name) ? [] : [countBelow(name, no)]))
             .concat(names.some(isOwn) ? [COUNT_OWN] : [])
             .join(' union all ')}`,
          parameters.values,
        )
  return names.map((name, no) => {
    const counts = new Map<string, number>()
    const add = (value: string, total: number) => counts.set(value, (counts.get(value) ?? 0) + total)
    const read = isOwn(name) ? entryReader(fieldsOfFacet(name)[0]!) : null
    for (const row of rows) {
      if (row.no === -1 && read !== null) for (const value of read(row.value!)) add(value, row.total)
      else if (row.no === no && row.value !== null) add(row.value, row.total)
    }
    return counts
  })
}

function fieldsOfFacet(name: string): readonly SearchField[] {
  return instanceSource.fields.get(name)!
}

function isInFacets(field: SearchField): boolean {
  if (field.scope !== 'record') return false
  return field.kind === 'keyword'
    ? field.facet !== undefined
    : field.kind === 'flag' && field.entry !== undefined
}

/** Reads the values of a facet in a text of `instance.facets`. */
function entryReader(field: SearchField): (facets: string) => string[] {
  if (field.kind === 'flag') {
    const line = FACET_SEPARATOR + field.entry! + FACET_SEPARATOR
    return (facets) => [String(facets.includes(line))]
  }
  const { letter, isId } = (field as KeywordField).facet!
  return (facets) =>
    facets
      .split(FACET_SEPARATOR)
      .filter((entry) => entry.startsWith(`${letter}:`))
      .map((entry) => (isId ? longId(entry.slice(2)) : entry.slice(2)))
}

/** Counts the found instances by values that lie in them or below them. */
function countBelow(name: string, no: number): string {
  const pairs = fieldsOfFacet(name).map((field) => `select found.id, ${valueFrom(field)}`)
  // Union leaves one row of those with the same instance and value.
  const distinct = pairs.length === 1 ? pairs[0]!.replace('select', 'select distinct') : pairs.join(' union ')
  return `select ${no} as no, pairs.value, count(*) as total from (${distinct}) pairs group by pairs.value`
}

const JOINS: Readonly<Record<Scope, string>> = {
  record: 'join instance on instance.id = found.id',
  holdings: 'join holdings_record on holdings_record.instance_id = found.id',
  item: `join holdings_record on holdings_record.instance_id = found.id
    join item on item.holdings_record_id = holdings_record.id`,
}

function valueFrom(field: SearchField): string {
  const from = `from found ${JOINS[field.scope]}`
  if (field.kind === 'flag') return `(${flagCondition(field)})::text as value ${from}`
  const { values, form, column, uuidColumn } = field as KeywordField
  if (uuidColumn !== undefined) return `${uuidColumn}::text as value ${from}`
  if (column !== undefined) return `${column} as value ${from}`
  const value = `${inForm(form, values.value)} as value`
  if (values.list === undefined) return `${value} ${from}`
  return `${value} ${from} cross join lateral json_array_elements(${values.list}) as entry (value)`
}

function flagCondition({ condition }: FlagField): string {
  return `coalesce(${condition}, false)`
}
