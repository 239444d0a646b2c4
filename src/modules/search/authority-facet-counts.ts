import type { CqlQuery } from '../../formats/cql/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { NO_SOURCE_FILE, authoritySearchSource } from './authority-fields.ts'
import { compileSearch } from './compile-search.ts'
import { inForm } from './search-field.ts'
import type { KeywordField } from './search-field.ts'

/** The facets of authorities (folio-org/mod-search: model/authority.json). */
export const AUTHORITY_FACETS: ReadonlySet<string> = new Set([
  'sourceFileId',
  'headingType',
  'subjectHeadings',
  'tenantId',
  'shared',
])

/** Authorities that agree in their facets: how many records, and how many headings of each kind each of them has. */
type FacetGroup = {
  sourceFileId: string
  subjectHeadings: string | null
  kinds: ReadonlyMap<string, number>
  records: number
}

/** The found authorities by their facets, for a query that asks for nothing that headings of one record differ in. */
export async function countFacetGroups(tx: Transaction, query: CqlQuery): Promise<FacetGroup[]> {
  const { where, parameters } = compileSearch(query, authoritySearchSource)
  const rows = await tx.query<{ facets: string; total: number }>(
    `select facets, count(*) as total from authority where ${where} group by facets`,
    parameters.values,
  )
  return rows.map(({ facets, total }) => {
    const lines = facets.split('\n')
    const after = (start: string) => lines.find((line) => line.startsWith(start))?.slice(start.length)
    const kinds = lines
      .filter((line) => line.startsWith('k:'))
      .map((line): [string, number] => {
        const colon = line.indexOf(':', 2)
        return [line.slice(colon + 1), Number(line.slice(2, colon))]
      })
    return {
      sourceFileId: after('f:') ?? NO_SOURCE_FILE,
      subjectHeadings: after('s:') ?? null,
      kinds: new Map(kinds),
      records: total,
    }
  })
}

/** How many headings of a query have each value of some facets, in the order of their names. */
export async function countAuthorityFacets(
  tx: Transaction,
  query: CqlQuery,
  names: readonly string[],
): Promise<Map<string, number>[]> {
  const { isFiltersOnly } = compileSearch(query, authoritySearchSource)
  if (!isFiltersOnly) return countHeadingFacets(tx, query, names)
  const groups = await countFacetGroups(tx, query)
  return names.map((name) => {
    const counts = new Map<string, number>()
    const add = (value: string, total: number) => counts.set(value, (counts.get(value) ?? 0) + total)
    for (const { sourceFileId, subjectHeadings, kinds, records } of groups) {
      let headings = 0
      for (const count of kinds.values()) headings += count
      if (name === 'headingType') kinds.forEach((count, kind) => add(kind, count * records))
      else if (name === 'sourceFileId') add(sourceFileId, headings * records)
      else if (name === 'tenantId') add(tx.tenant!, headings * records)
      else if (name === 'shared') add('false', headings * records)
      else if (subjectHeadings !== null) add(subjectHeadings, headings * records)
    }
    return counts
  })
}

async function countHeadingFacets(
  tx: Transaction,
  query: CqlQuery,
  names: readonly string[],
): Promise<Map<string, number>[]> {
  const { where, parameters } = compileSearch(query, authoritySearchSource)
  const columns = names.map((name, no) => `${valueOf(name)} as value_${no}`)
  const parts = names.map(
    (_name, no) =>
      `select ${no} as no, value_${no} as value, count(*) as total from found group by value_${no}`,
  )
  const rows = await tx.query<{ no: number; value: string | null; total: number }>(
    `with found as materialized (select ${columns.join(', ')} from ${authoritySearchSource.from} where ${where})
     ${parts.join(' union all ')}`,
    parameters.values,
  )
  return names.map(
    (_name, no) =>
      new Map(
        rows
          .filter((row) => row.no === no && row.value !== null)
          .map(({ value, total }): [string, number] => [value!, total]),
      ),
  )
}

function valueOf(name: string): string {
  if (name === 'shared') return `'false'`
  const { values, form } = authoritySearchSource.fields.get(name)![0] as KeywordField
  return inForm(form, values.value)
}
