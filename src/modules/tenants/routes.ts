import { objectBody } from '../../kernel/http/parameters.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import type { App } from '../../kernel/module.ts'
import { createTenant } from './create-tenant.ts'
import type { NewTenant } from './create-tenant.ts'
import { deleteTenant } from './delete-tenant.ts'
import { findTenant, selectTenants } from './registry.ts'
import { readSeedOptions, seedAgain } from './seed-again.ts'

/** The tenant whose users may make and delete tenants, as in FOLIO's gateway. */
export const OPERATORS_TENANT = 'supertenant'

/** Endpoints of the registry of tenants. */
export function tenantRoutes(app: App): Route[] {
  async function list(): Promise<Answer> {
    return ok(await app.db.system(selectTenants))
  }

  async function get({ params }: ApiRequest): Promise<Answer> {
    const tenant = await app.db.system((tx) => findTenant(tx, params.id!))
    if (tenant === null) throw textProblem(404, params.id!)
    return ok(tenant)
  }

  async function only(): Promise<Answer> {
    const tenants = await app.db.system(selectTenants)
    const [tenant] = tenants
    return ok({ tenant: tenants.length === 1 ? { id: tenant!.id, name: tenant!.name } : null })
  }

  async function post(request: ApiRequest): Promise<Answer> {
    requireOperator(request)
    const tenant = await createTenant(app, readNewTenant(request))
    return { status: 201, body: tenant, headers: { location: `/_/proxy/tenants/${tenant.id}` } }
  }

  async function deleteOne(request: ApiRequest): Promise<Answer> {
    requireOperator(request)
    if (request.params.id === OPERATORS_TENANT)
      throw textProblem(400, `Can not delete the superTenant ${OPERATORS_TENANT}`)
    await deleteTenant(app, request.params.id!)
    return noContent()
  }

  async function postSeed(request: ApiRequest): Promise<Answer> {
    const { parameters } = objectBody(request.body)
    const options = readSeedOptions(parameters, { reference: false, sample: false })
    await request.transaction((tx) => seedAgain(tx, app, options))
    return noContent()
  }

  return [
    { method: 'GET', path: '/_/proxy/tenants', permissions: 'public', tenantless: true, handler: list },
    { method: 'GET', path: '/_/proxy/tenants/:id', permissions: 'public', tenantless: true, handler: get },
    {
      method: 'GET',
      path: '/octavo/only-tenant',
      permissions: 'public',
      tenantless: true,
      description: {
        summary:
          'The one tenant of this server, so that its log-in page need not ask; null where there are several',
      },
      handler: only,
    },
    { method: 'POST', path: '/_/proxy/tenants', permissions: ['okapi.proxy.tenants.post'], handler: post },
    {
      method: 'DELETE',
      path: '/_/proxy/tenants/:id',
      permissions: ['okapi.proxy.tenants.delete'],
      handler: deleteOne,
    },
    {
      method: 'POST',
      path: '/_/tenant',
      permissions: ['okapi.proxy.tenants.install.post'],
      handler: postSeed,
    },
  ]
}

function requireOperator({ tenant, actor }: ApiRequest): void {
  if (tenant === OPERATORS_TENANT) return
  throw textProblem(
    403,
    `Access for user '${actor!.username}' (${actor!.userId}) requires a token of the tenant ${OPERATORS_TENANT}`,
  )
}

/**
 * The body `{id, name, description?}` with two additions of Octavo: `admin: {username, password}`, the first
 * user, and `parameters` as in FOLIO's tenant interface.
 */
function readNewTenant({ body }: ApiRequest): NewTenant {
  const { id, name, description, admin, parameters } = objectBody(body)
  if (typeof id !== 'string') throw textProblem(400, 'The tenant needs an id.')
  const tenant = {
    id,
    name: typeof name === 'string' && name !== '' ? name : id,
    ...(typeof description === 'string' ? { description } : {}),
    ...readSeedOptions(parameters, { reference: true, sample: false }),
  }
  if (admin === undefined || admin === null) return tenant
  const { username, password } = objectBody(admin)
  if (typeof username !== 'string' || username === '' || typeof password !== 'string' || password === '') {
    throw textProblem(400, 'admin needs a username and a password')
  }
  return { ...tenant, admin: { username, password } }
}
