import { answerDocuments } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import { describeRoutes } from '../../kernel/http/describe-routes.ts'
import { objectBody, readPage } from '../../kernel/http/parameters.ts'
import type { Page } from '../../kernel/http/parameters.ts'
import { notFound, textProblem } from '../../kernel/http/problems.ts'
import { JsonText, created, noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, QueryParameters, Route } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { App } from '../../kernel/module.ts'
import { expandNames } from './access.ts'
import { permissionCatalog } from './catalog.ts'
import { permissionUsers } from './collections.ts'
import { descriptions } from './descriptions.ts'
import { explainPermission, namePermissions } from './explain-permission.ts'
import type { Granter } from './grant.ts'
import { describePermissions, findPermission, listPermissions } from './list-permissions.ts'
import { deleteSet, insertSet, updateSet } from './own-sets.ts'
import {
  addPermission,
  deletePermissionUser,
  findPermissionUser,
  insertPermissionUser,
  readIndexField,
  removePermission,
  updatePermissionUser,
} from './permission-users.ts'
import { purgeDeprecated } from './purge-deprecated.ts'

/** A screen asks for the few that it found missing. */
const MAX_NAMES = 100

/** Endpoints below `/perms`, and what the screens ask beside them. */
export function permissionRoutes(app: App): Route[] {
  return describeRoutes(
    [...setRoutes(app), ...userRoutes(app), ...heldRoutes(app), ...screenRoutes(app)],
    descriptions,
  )
}

function granterOf({ actor, permissions }: ApiRequest): Granter {
  return { actor: actor!, permissions }
}

/** `limit` and `offset`, or their older names `length` and `start`, which counts from 1. */
function readEitherPage(query: QueryParameters): Page {
  const page = readPage(query)
  const length = positive(query, 'length')
  const start = positive(query, 'start')
  return {
    limit: length === null || length === 10 ? page.limit : length,
    offset: start === null || start === 1 ? page.offset : start - 1,
  }
}

function positive(query: QueryParameters, name: string): number | null {
  const text = query.get(name)
  if (text === undefined || text === '') return null
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647) return Number(text)
  throw textProblem(
    400,
    `'${name}' parameter is incorrect. parameter value {${text}} is not valid: must be at least 1`,
  )
}

function setRoutes(app: App): Route[] {
  const catalog = () => permissionCatalog(app)

  async function list({ query, transaction }: ApiRequest): Promise<Answer> {
    const isExpanded = query.get('expanded') === 'true'
    const view = query.get('expandSubs') === 'true' ? 'objects' : isExpanded ? 'expanded' : 'names'
    const request = { ...readEitherPage(query), query: query.get('query'), view } as const
    const { permissions, total } = await transaction((tx) => listPermissions(tx, catalog(), request))
    return ok({ permissions, totalRecords: total })
  }

  async function get({ params, transaction }: ApiRequest): Promise<Answer> {
    const found = await transaction((tx) => findPermission(tx, catalog(), params.id!))
    if (found === null) throw notFound()
    return ok(found)
  }

  async function post(request: ApiRequest): Promise<Answer> {
    const body = objectBody(request.body)
    const text = await request.transaction((tx) => insertSet(tx, catalog(), granterOf(request), body))
    return created(new JsonText(text))
  }

  async function put(request: ApiRequest): Promise<Answer> {
    const body = objectBody(request.body)
    const { id } = request.params
    return ok(
      new JsonText(
        await request.transaction((tx) => updateSet(tx, catalog(), granterOf(request), id!, body)),
      ),
    )
  }

  async function deleteOne({ params, transaction }: ApiRequest): Promise<Answer> {
    await transaction((tx) => deleteSet(tx, catalog(), params.id!))
    return noContent()
  }

  async function postPurge({ transaction }: ApiRequest): Promise<Answer> {
    const permissionNames = await transaction((tx) => purgeDeprecated(tx, catalog()))
    return ok({ permissionNames, totalRecords: permissionNames.length })
  }

  return [
    {
      method: 'POST',
      path: '/perms/purge-deprecated',
      permissions: ['perms.permissions.purge-deprecated.post'],
      handler: postPurge,
    },
    { method: 'GET', path: '/perms/permissions', permissions: ['perms.permissions.get'], handler: list },
    { method: 'GET', path: '/perms/permissions/:id', permissions: ['perms.permissions.get'], handler: get },
    {
      method: 'POST',
      path: '/perms/permissions',
      permissions: ['perms.permissions.item.post'],
      handler: post,
    },
    {
      method: 'PUT',
      path: '/perms/permissions/:id',
      permissions: ['perms.permissions.item.put'],
      handler: put,
    },
    {
      method: 'DELETE',
      path: '/perms/permissions/:id',
      permissions: ['perms.permissions.item.delete'],
      handler: deleteOne,
    },
  ]
}

function userRoutes(app: App): Route[] {
  const catalog = () => permissionCatalog(app)

  async function post(request: ApiRequest): Promise<Answer> {
    const body = objectBody(request.body)
    const text = await request.transaction((tx) =>
      insertPermissionUser(tx, catalog(), granterOf(request), body),
    )
    return created(new JsonText(text))
  }

  async function put(request: ApiRequest): Promise<Answer> {
    const body: Document = objectBody(request.body)
    const text = await request.transaction((tx) =>
      updatePermissionUser(tx, catalog(), granterOf(request), request.params.id!, body),
    )
    return ok(new JsonText(text))
  }

  return [
    { method: 'GET', path: '/perms/users', permissions: ['perms.users.get'], handler: listUsers },
    { method: 'GET', path: '/perms/users/:id', permissions: ['perms.users.get'], handler: getUser },
    { method: 'POST', path: '/perms/users', permissions: ['perms.users.item.post'], handler: post },
    { method: 'PUT', path: '/perms/users/:id', permissions: ['perms.users.item.put'], handler: put },
    {
      method: 'DELETE',
      path: '/perms/users/:id',
      permissions: ['perms.users.item.delete'],
      handler: deleteUser,
    },
  ]
}

function heldRoutes(app: App): Route[] {
  const catalog = () => permissionCatalog(app)

  async function list({ params, query, transaction }: ApiRequest): Promise<Answer> {
    const field = readIndexField(query.get('indexField'))
    const isExpanded = query.get('expanded') === 'true'
    const isFull = query.get('full') === 'true'
    return transaction(async (tx) => {
      const user = await findPermissionUser(tx, field, params.id!)
      if (user === null) throw textProblem(404, `No user found by ${field} ${params.id}`)
      const names = isExpanded ? [...(await expandNames(tx, catalog(), user.permissions))] : user.permissions
      const permissionNames = isFull ? await describePermissions(tx, catalog(), names) : names
      return ok({ permissionNames, totalRecords: permissionNames.length })
    })
  }

  async function post(request: ApiRequest): Promise<Answer> {
    const body = objectBody(request.body)
    const { permissionName } = body
    if (typeof permissionName !== 'string') throw textProblem(400, "Permission by name 'null' does not exist")
    const wanted = {
      field: readIndexField(request.query.get('indexField')),
      id: request.params.id!,
      name: permissionName,
    }
    await request.transaction((tx) => addPermission(tx, catalog(), granterOf(request), wanted))
    return ok(body)
  }

  return [
    { method: 'GET', path: '/perms/users/:id/permissions', permissions: ['perms.users.get'], handler: list },
    {
      method: 'POST',
      path: '/perms/users/:id/permissions',
      permissions: ['perms.users.item.post'],
      handler: post,
    },
    {
      method: 'DELETE',
      path: '/perms/users/:id/permissions/:name',
      permissions: ['perms.users.item.delete'],
      handler: deleteHeld,
    },
  ]
}

/** What the screens ask beside FOLIO's endpoints. */
function screenRoutes(app: App): Route[] {
  const catalog = () => permissionCatalog(app)

  async function names({ query, transaction }: ApiRequest): Promise<Answer> {
    const asked = query.all('name')
    if (asked.length === 0 || asked.length > MAX_NAMES) {
      throw textProblem(400, `'name' must be given, at most ${MAX_NAMES} times`)
    }
    return ok({ permissions: await transaction((tx) => namePermissions(tx, catalog(), asked)) })
  }

  async function explain({ query, transaction }: ApiRequest): Promise<Answer> {
    const userId = query.get('userId')
    if (!isUuid(userId)) throw textProblem(400, "'userId' must be the id of a user")
    const permission = query.get('permission') ?? ''
    if (permission === '') throw textProblem(400, "'permission' must be the name of a permission")
    return ok(await transaction((tx) => explainPermission(tx, catalog(), userId, permission)))
  }

  return [
    { method: 'GET', path: '/octavo/permissions/names', permissions: [], handler: names },
    {
      method: 'GET',
      path: '/octavo/permissions/explain',
      permissions: ['perms.users.get'],
      handler: explain,
    },
  ]
}

async function listUsers(request: ApiRequest): Promise<Answer> {
  return answerDocuments(request, permissionUsers, { asked: readEitherPage(request.query) })
}

async function getUser({ params, query, transaction }: ApiRequest): Promise<Answer> {
  const field = readIndexField(query.get('indexField'))
  const found = await transaction((tx) => findPermissionUser(tx, field, params.id!))
  if (found === null) throw textProblem(404, `No user with ${field} ${params.id}`)
  return ok(found)
}

async function deleteUser({ params, transaction }: ApiRequest): Promise<Answer> {
  await transaction((tx) => deletePermissionUser(tx, params.id!))
  return noContent()
}

async function deleteHeld(request: ApiRequest): Promise<Answer> {
  const { id, name } = request.params
  const wanted = { field: readIndexField(request.query.get('indexField')), id: id!, name: name! }
  await request.transaction((tx) => removePermission(tx, granterOf(request), wanted))
  return noContent()
}
