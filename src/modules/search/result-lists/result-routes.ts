import type { CqlQuery } from '../../../formats/cql/index.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import type { Page } from '../../../kernel/http/parameters.ts'
import { ok } from '../../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route, RouteDescription } from '../../../kernel/http/route.ts'
import { findRecords, prepareSearch } from '../find-records.ts'
import { constraintProblem } from '../search-problems.ts'
import { readCount, readSearchQuery } from '../search-parameters.ts'
import { idsAt } from './kept-order.ts'
import { RESULT_KINDS, resultKinds } from './result-kinds.ts'
import type { ResultKind } from './result-kinds.ts'
import { readRows } from './result-rows.ts'

const MAX_LIMIT = 200
/** As many rows as PostgreSQL counts; the screens' tables hold about a million. */
const MAX_OFFSET = 1_000_000_000
/** Up to here each page is a search of its own; after it an order is kept. */
const UNKEPT = 1_000
const LONGEST_LIST_NAME = 100

/** Results as the staff screens show them: rows for tables, at any place of a list of any length. */
export function resultRoutes(): Route[] {
  return RESULT_KINDS.map((name) => ({
    method: 'GET' as const,
    path: `/octavo/search/${name}`,
    permissions: ['search.instances.collection.get'],
    handler: (request: ApiRequest) => answerRows(request, resultKinds[name]),
    description: DESCRIPTION,
  }))
}

const DESCRIPTION: RouteDescription = {
  summary:
    'Rows of a search for tables, at any place of its result, beyond the 10,000 of /search/instances too.',
  parameters: [
    { name: 'query', description: 'CQL, as in /search/instances', schema: { type: 'string' } },
    { name: 'offset', description: 'the place of the first row', schema: { type: 'integer', minimum: 0 } },
    { name: 'limit', description: 'rows', schema: { type: 'integer', minimum: 0, maximum: MAX_LIMIT } },
    {
      name: 'list',
      description:
        'a name of your own, such as a UUID: pages under one name show the result as it was at first',
      schema: { type: 'string', maxLength: LONGEST_LIST_NAME },
    },
  ],
}

async function answerRows(request: ApiRequest, kind: ResultKind): Promise<Answer> {
  const { query: parameters, transaction } = request
  const page = {
    limit: readCount(parameters, 'limit', { fallback: 100, max: MAX_LIMIT }),
    offset: readCount(parameters, 'offset', { fallback: 0, max: MAX_OFFSET }),
  }
  const list = parameters.get('list') ?? ''
  if (list.length > LONGEST_LIST_NAME) {
    throw constraintProblem(`list must not be longer than ${LONGEST_LIST_NAME} characters`)
  }
  const query = readSearchQuery(parameters, kind.source)
  return transaction(async (tx) => {
    await prepareSearch(tx)
    const { ids, total } = await findIds(tx, kind, query, list, page)
    return ok({ totalRecords: total, rows: await readRows(tx, kind.name, ids) })
  })
}

async function findIds(
  tx: Transaction,
  kind: ResultKind,
  query: CqlQuery,
  list: string,
  page: Page,
): Promise<{ ids: string[]; total: number }> {
  if (page.limit > 0 && page.offset + page.limit > UNKEPT) return idsAt(tx, kind, query, list, page)
  const { rows, total } = await findRecords<{ id: string }>(tx, kind.source, query, page, {
    ...kind,
    columns: { id: kind.source.idColumn },
    late: {},
  })
  return { ids: rows.map(({ id }) => id), total }
}
