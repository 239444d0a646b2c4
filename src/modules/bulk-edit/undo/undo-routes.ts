import { readPage, uuidParameter } from '../../../kernel/http/parameters.ts'
import { ok } from '../../../kernel/http/route.ts'
import type { Route } from '../../../kernel/http/route.ts'
import { planBulkUndo } from './undo-plan.ts'
import { answerBulkLeft, readBulkUndo, startBulkUndo } from './undo-operation.ts'

/** Undo of bulk edits, an offer of Octavo's own. */
export function bulkUndoRoutes(): Route[] {
  const path = '/octavo/bulk-operations/:id/undo'
  return [
    {
      method: 'GET',
      path: '/octavo/bulk-operations/:id/undo-plan',
      permissions: ['bulk-operations.item.undo.get'],
      handler: ({ params, transaction }) =>
        transaction(async (tx) => ok(await planBulkUndo(tx, uuidParameter(params)))),
    },
    {
      method: 'POST',
      path,
      permissions: ['bulk-operations.item.undo.post'],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        return request.transaction(async (tx) => {
          await startBulkUndo(tx, request, id)
          return { status: 202, body: await readBulkUndo(tx, id) }
        })
      },
    },
    {
      method: 'GET',
      path,
      permissions: ['bulk-operations.item.undo.get'],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        return ok(await request.transaction((tx) => readBulkUndo(tx, id)))
      },
    },
    {
      method: 'GET',
      path: `${path}/left`,
      permissions: ['bulk-operations.item.undo.left.collection.get'],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        return answerBulkLeft(request, id, readPage(request.query))
      },
    },
  ]
}
