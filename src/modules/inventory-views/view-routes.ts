import type { Transaction } from '../../kernel/db/database.ts'
import { readFlag, readPage } from '../../kernel/http/parameters.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { JsonText, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { answerList, listStatement, readListQuery, selectPage } from '../../kernel/lists/index.ts'
import { holdingsSource, instanceSource } from '../inventory/index.ts'
import { readSets, setParts } from './instance-sets.ts'
import { readViews } from './instance-views.ts'

// A view holds all holdings and items of an instance; so many are in memory together.
const VIEWS_AT_ONCE = 50
const IDS_AT_ONCE = 5000
const MAX_INT = 2_147_483_647
const MAX_SETS = 10

/** `/inventory-view` and `/record-bulk/ids`. */
export function viewRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: '/inventory-view/instances',
      permissions: ['inventory-storage.inventory-view.instances.collection.get'],
      handler: listViews,
    },
    {
      method: 'GET',
      path: '/inventory-view/instance-set',
      permissions: ['inventory-storage.inventory-view.instance-set.get'],
      handler: listSets,
    },
    {
      method: 'GET',
      path: '/record-bulk/ids',
      permissions: ['inventory-storage.record-bulk.ids.get'],
      handler: listIds,
    },
  ]
}

function listViews(request: ApiRequest): Promise<Answer> {
  const withBound = readFlag(request.query, 'withBoundedItems', false)
  const page = readListQuery(request.query)
  return answerList(
    request,
    {
      listKey: 'instances',
      statement: listStatement({ ...instanceSource, document: instanceSource.idColumn }, page),
      write: (tx: Transaction, rows: readonly { doc: string }[]) =>
        readViews(
          tx,
          rows.map(({ doc }) => doc),
          withBound,
        ),
      batch: VIEWS_AT_ONCE,
    },
    page,
  )
}

/** Answers the parts of a few instances that are asked for. @throws Problem 400 for more than ten at once. */
async function listSets(request: ApiRequest): Promise<Answer> {
  const page = readPage(request.query, 1)
  if (page.limit < 1 || page.limit > MAX_SETS) {
    throw textProblem(
      400,
      `'limit' parameter is incorrect. parameter value {${page.limit}} is not valid: must be between 1 and ${MAX_SETS}`,
    )
  }
  const parts = setParts((name) => readFlag(request.query, name, false))
  const source = { ...instanceSource, document: instanceSource.idColumn }
  const statement = listStatement(source, { query: request.query.get('query'), ...page })
  const sets = await request.transaction(async (tx) => {
    const { rows } = await selectPage<{ doc: string }>(tx, statement, page)
    return readSets(
      tx,
      rows.map(({ doc }) => doc),
      parts,
    )
  })
  return ok(new JsonText(`{"instanceSets":[${sets.join(',')}]}`))
}

/** The ids of all instances or holdings that a query finds: FOLIO's clients read a million of them at once. */
function listIds(request: ApiRequest): Promise<Answer> {
  const recordType = request.query.get('recordType') || 'INSTANCE'
  if (recordType !== 'INSTANCE' && recordType !== 'HOLDING') {
    throw textProblem(
      400,
      `'recordType' parameter is incorrect. parameter value {${recordType}} is not valid: must be INSTANCE or HOLDING`,
    )
  }
  const source = recordType === 'HOLDING' ? holdingsSource : instanceSource
  const asked = readListQuery(request.query, MAX_INT)
  // Clients of mod-search write `items.`, as its index does (folio-org/mod-inventory-storage: RecordBulkApi).
  const page = {
    ...asked,
    query: asked.query.replaceAll('items.effectiveLocationId', 'item.effectiveLocationId'),
  }
  return answerList(
    request,
    {
      listKey: 'ids',
      statement: listStatement({ ...source, document: source.idColumn }, page),
      write: (_tx: Transaction, rows: readonly { doc: string }[]) => rows.map(({ doc }) => `{"id":"${doc}"}`),
      batch: IDS_AT_ONCE,
    },
    page,
  )
}
