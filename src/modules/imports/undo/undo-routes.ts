import { readPage, uuidParameter } from '../../../kernel/http/parameters.ts'
import { ok } from '../../../kernel/http/route.ts'
import type { Route } from '../../../kernel/http/route.ts'
import { requireActor } from '../job-execution.ts'
import { planUndo } from './plan-undo.ts'
import { answerImportLeft, readUndo, startUndo } from './undo-execution.ts'

/** Undo of imports, an offer of Octavo's own. */
export function undoRoutes(): Route[] {
  const path = '/octavo/imports/:id/undo'
  return [
    {
      method: 'POST',
      path,
      permissions: ['change-manager.jobExecutions.undo.item.post'],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        return request.transaction(async (tx) => {
          await startUndo(tx, requireActor(request.actor), id)
          return { status: 202, body: await readUndo(tx, id) }
        })
      },
    },
    {
      method: 'GET',
      path,
      permissions: ['metadata-provider.jobExecutions.undo.item.get'],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        return ok(await request.transaction((tx) => readUndo(tx, id)))
      },
    },
    {
      method: 'GET',
      path: `${path}/plan`,
      permissions: ['metadata-provider.jobExecutions.undo.item.get'],
      description: {
        summary: 'Tells what an undo of an import would delete, restore and leave, without doing it',
      },
      handler: async (request) => ok(await planUndo(request, uuidParameter(request.params))),
    },
    {
      method: 'GET',
      path: `${path}/left`,
      permissions: ['metadata-provider.jobExecutions.undo.left.collection.get'],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        return answerImportLeft(request, id, readPage(request.query))
      },
    },
  ]
}
