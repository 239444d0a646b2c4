import type { Transaction } from '../../kernel/db/database.ts'
import { cqlSource } from '../../kernel/collections/index.ts'
import type { Collection } from '../../kernel/collections/index.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { JsonText, ok } from '../../kernel/http/route.ts'
import type { Route } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import { answerList, listStatement, readListQuery } from '../../kernel/lists/index.ts'
import { viewLoans } from './loan-views.ts'
import { loans } from './loans.ts'
import { viewRequests } from './request-views.ts'
import { requests } from './requests.ts'

type View = {
  path: string
  permission: string
  stored: Collection
  noun: string
  view: (tx: Transaction, ids: readonly string[]) => Promise<string[]>
}

/** Rows whose records are in memory together. */
const BATCH = 200

function viewRoutes({ path, permission, stored, noun, view }: View): Route[] {
  const { listKey } = stored
  const source = cqlSource(stored)
  return [
    {
      method: 'GET',
      path,
      permissions: [`${permission}.collection.get`],
      description: { summary: `Lists ${listKey} with what they name (CQL)` },
      handler: (request) => {
        const page = readListQuery(request.query)
        const statement = listStatement(source, { ...page, shown: source.idColumn })
        const write = (tx: Transaction, rows: readonly { doc: string }[]) =>
          view(
            tx,
            rows.map(({ doc }) => doc),
          )
        return answerList(request, { listKey, statement, write, batch: BATCH }, page)
      },
    },
    {
      method: 'GET',
      path: `${path}/:id`,
      permissions: [`${permission}.item.get`],
      description: { summary: `One of the ${listKey} with what it names` },
      handler: async (request) => {
        const id = request.params.id!
        const [found] = isUuid(id) ? await request.transaction((tx) => view(tx, [id])) : []
        if (found === undefined) throw textProblem(404, `${noun} with ID "${id}" cannot be found`)
        return ok(new JsonText(found))
      },
    },
  ]
}

/** Loans and requests as staff read them. */
export const circulationViewRoutes: Route[] = [
  ...viewRoutes({
    path: '/circulation/loans',
    permission: 'circulation.loans',
    stored: loans,
    noun: 'loan',
    view: viewLoans,
  }),
  ...viewRoutes({
    path: '/circulation/requests',
    permission: 'circulation.requests',
    stored: requests,
    noun: 'request',
    view: viewRequests,
  }),
]
