import { objectBody, uuidParameter } from '../../kernel/http/parameters.ts'
import { created, noContent, ok } from '../../kernel/http/route.ts'
import type { ApiRequest, Route } from '../../kernel/http/route.ts'
import { compileValidator } from '../../kernel/http/validation.ts'
import { readBeside } from '../../kernel/module.ts'
import type { App, Module } from '../../kernel/module.ts'
import { accessLookUp } from '../permissions/index.ts'
import { apiKeyLookUp, endApiKey, listApiKeys, makeApiKey } from './api-keys.ts'
import type { NewApiKey } from './api-keys.ts'

const PATH = '/octavo/api-keys'
const PERMISSION = 'octavo.api-keys'

const checkNew = compileValidator({
  type: 'object',
  additionalProperties: false,
  properties: {
    userId: { type: 'string', format: 'uuid' },
    username: { type: 'string' },
    description: { type: 'string' },
    apiKey: { type: 'string' },
  },
})

function apiKeyRoutes(app: App): Route[] {
  const lookUp = accessLookUp(app)
  const mayLend = async ({ tenant, permissions }: ApiRequest, userId: string): Promise<boolean> => {
    const access = await lookUp(tenant, userId)
    return access !== null && [...access.permissions].every((name) => permissions.has(name))
  }
  return [
    {
      method: 'GET',
      path: PATH,
      permissions: [`${PERMISSION}.collection.get`],
      handler: async (request) => {
        const apiKeys = await request.transaction(listApiKeys)
        return ok({ apiKeys, totalRecords: apiKeys.length })
      },
    },
    {
      method: 'POST',
      path: PATH,
      permissions: [`${PERMISSION}.item.post`],
      handler: async (request) => {
        const body = objectBody(request.body)
        checkNew(body)
        const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
        const key = await request.transaction((tx) =>
          makeApiKey(tx, {
            actor: request.actor!,
            wanted: sent as NewApiKey,
            mayLend: (userId) => mayLend(request, userId),
          }),
        )
        return created(key, key.id)
      },
    },
    {
      method: 'DELETE',
      path: `${PATH}/:id`,
      permissions: [`${PERMISSION}.item.delete`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        await request.transaction((tx) => endApiKey(tx, id))
        return noContent()
      },
    },
  ]
}

/** Keys with which outside services, such as a discovery system, call without a log-in. */
export const apiKeysModule: Module = {
  name: 'api-keys',
  schema: { tenant: readBeside(import.meta.dirname, 'schema.sql') },
  routes: apiKeyRoutes,
  apiKeyLookUp,
}
