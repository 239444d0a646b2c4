import type { CqlQuery } from '../../formats/cql/index.ts'
import { printCql } from '../../formats/cql/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { facetAnswer, readFacets, withoutOwnFilter } from './facet-request.ts'
import type { FacetAnswer, FacetQuery } from './facet-request.ts'
import { prepareSearch } from './find-records.ts'
import type { SearchSource } from './search-field.ts'
import { readSearchQuery } from './search-parameters.ts'

/** How many records of a query have each value of some facets, in the order of their names. */
export type CountFacets = (
  tx: Transaction,
  query: CqlQuery,
  names: readonly string[],
) => Promise<Map<string, number>[]>

/** Answers the facets of one kind of record. Facets that count the same records are counted together. */
export function answerFacets(
  source: SearchSource,
  known: ReadonlySet<string>,
  countFacets: CountFacets,
): (request: ApiRequest) => Promise<Answer> {
  return async ({ query: parameters, transaction }) => {
    const query = readSearchQuery(parameters, source)
    const wanted = readFacets(parameters, known).map((facet) => withoutOwnFilter(facet, query, source))
    const groups = new Map<string, FacetQuery[]>()
    for (const facet of wanted) {
      const key = printCql(facet.query)
      groups.set(key, [...(groups.get(key) ?? []), facet])
    }
    return transaction(async (tx) => {
      await prepareSearch(tx)
      const answers = new Map<string, FacetAnswer>()
      for (const group of groups.values()) {
        const names = group.map(({ name }) => name)
        const counts = await countFacets(tx, group[0]!.query, names)
        group.forEach((facet, i) => answers.set(facet.name, facetAnswer(facet, counts[i]!)))
      }
      // In the order in which they were asked for.
      const facets = Object.fromEntries(wanted.map(({ name }) => [name, answers.get(name)!]))
      return ok({ facets, totalRecords: Object.keys(facets).length })
    })
  }
}
