import { collectionRoutes } from '../../kernel/collections/index.ts'
import { objectBody, uuidParameter } from '../../kernel/http/parameters.ts'
import { created, noContent, ok } from '../../kernel/http/route.ts'
import type { Route } from '../../kernel/http/route.ts'
import { inEntityForm } from './entity-problems.ts'
import {
  authoritySourceFiles,
  createSourceFile,
  deleteSourceFile,
  nextSourceFileHrid,
  patchSourceFile,
} from './source-files.ts'

const { path, permissions } = authoritySourceFiles

/** `/authority-source-files`. */
export function sourceFileRoutes(): Route[] {
  return inEntityForm([
    ...collectionRoutes(authoritySourceFiles),
    {
      method: 'POST',
      path,
      permissions: [permissions.post],
      handler: async (request) => {
        const body = objectBody(request.body)
        return created(await request.transaction((tx) => createSourceFile(tx, request.actor, body)))
      },
    },
    {
      method: 'PATCH',
      path: `${path}/:id`,
      permissions: [permissions.patch!],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        const body = objectBody(request.body)
        await request.transaction((tx) => patchSourceFile(tx, request.actor, id, body))
        return noContent()
      },
    },
    {
      method: 'DELETE',
      path: `${path}/:id`,
      permissions: [permissions.delete],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        await request.transaction((tx) => deleteSourceFile(tx, id))
        return noContent()
      },
    },
    {
      method: 'POST',
      path: `${path}/:id/hrid`,
      permissions: ['inventory-storage.authority-source-files.hrid.post'],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        return ok({ id, hrid: await request.transaction((tx) => nextSourceFileHrid(tx, id)) })
      },
    },
  ])
}
