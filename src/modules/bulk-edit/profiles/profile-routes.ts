import { uuidParameter } from '../../../kernel/http/parameters.ts'
import { created, noContent, ok } from '../../../kernel/http/route.ts'
import type { Route } from '../../../kernel/http/route.ts'
import { answerProfiles, createProfile, deleteProfile, replaceProfile } from './profiles.ts'

const PATH = '/bulk-operations/profiles'
const PERMISSION = 'bulk-operations.profiles'

/** Profiles: rules that are kept to be used again. */
export function profileRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: PATH,
      permissions: [`${PERMISSION}.collection.get`],
      handler: answerProfiles,
    },
    {
      method: 'POST',
      path: PATH,
      permissions: [`${PERMISSION}.item.post`],
      handler: async (request) => created(await request.transaction((tx) => createProfile(tx, request))),
    },
    {
      method: 'PUT',
      path: `${PATH}/:id`,
      permissions: [`${PERMISSION}.item.put`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        return ok(await request.transaction((tx) => replaceProfile(tx, request, id)))
      },
    },
    {
      method: 'DELETE',
      path: `${PATH}/:id`,
      permissions: [`${PERMISSION}.item.delete`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        await request.transaction((tx) => deleteProfile(tx, request, id))
        return noContent()
      },
    },
  ]
}
