import type { Transaction } from '../../kernel/db/database.ts'
import type { CqlQuery } from '../../formats/cql/index.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { compileSearch } from './compile-search.ts'
import { FACET_GROUPS } from './facet-rows.ts'
import { findRecords, prepareSearch } from './find-records.ts'
import type { RowOrder, Shown } from './find-records.ts'
import { readInclude, representFound } from './instance-answer.ts'
import { SORT_TITLE, instanceSource } from './instance-fields.ts'
import { readSearchFlag, readSearchQuery, readWindow } from './search-parameters.ts'

/** Instances by title. */
export const INSTANCE_ORDER: RowOrder = {
  usualOrder: [SORT_TITLE, 'instance.id'],
  rankTexts: [SORT_TITLE, 'instance.title_key'],
}

const shown: Shown = {
  ...INSTANCE_ORDER,
  columns: { id: 'instance.id' },
  late: { doc: 'instance.doc' },
  countByFacets: countInstances,
}

/** `GET /search/instances` */
export async function searchInstances({ query: parameters, transaction }: ApiRequest): Promise<Answer> {
  const page = readWindow(parameters)
  const form = {
    expandsAll: readSearchFlag(parameters, 'expandAll', false),
    include: readInclude(parameters.get('include')),
  }
  const query = readSearchQuery(parameters, instanceSource)
  return transaction(async (tx) => {
    await prepareSearch(tx)
    const { rows, total } = await findRecords<{ doc: string }>(tx, instanceSource, query, page, shown)
    const instances = await representFound(
      tx,
      rows.map(({ doc }) => doc),
      form,
    )
    return ok({ totalRecords: total, instances })
  })
}

/** Counts instances by their facets alone, without reading them. */
export async function countInstances(tx: Transaction, query: CqlQuery): Promise<number> {
  const { where, parameters } = compileSearch(query, instanceSource, { filters: 'facets' })
  const [row] = await tx.query<{ total: number | null }>(
    `select sum(instance.total)::int8 as total from ${FACET_GROUPS} where ${where}`,
    parameters.values,
  )
  return row!.total ?? 0
}
