import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../src/kernel/http/route.ts'
import { createTenant } from '../src/modules/tenants/index.ts'
import { testApp } from './support/app.ts'
import type { TestApp } from './support/app.ts'
import { sharedAvailable, sharedPath } from './support/shared.ts'

let app: TestApp
let routes: Route[]
let nobody: string
let viewer: string
let stranger: string

beforeAll(async () => {
  app = await testApp()
  const { octavo } = app
  routes = octavo.app.modules.flatMap((module) => module.routes?.(octavo.app) ?? [])
  await createTenant(octavo.app, {
    id: 'other',
    name: 'Other library',
    reference: false,
    sample: false,
    admin: { username: 'other_admin', password: 'other-secret' },
  })
  stranger = await tokenOf('other', 'other_admin', 'other-secret')
  nobody = await addUser('nobody', [])
  viewer = await addUser('viewer', [...viewRights()])
})
afterAll(() => app.close())

const named = ({ method, path }: Route) => `${method} ${path}`
const restricted = () => routes.filter(({ permissions }) => permissions !== 'public')

/** What the screens of somebody who may look at everything ask for. */
function viewRights(): Set<string> {
  return new Set(
    routes.flatMap(({ method, permissions }) =>
      method === 'GET' && permissions !== 'public' ? permissions : [],
    ),
  )
}

async function addUser(username: string, permissions: string[]): Promise<string> {
  const id = randomUUID()
  await app.post('/users', { id, username, active: true })
  await app.post('/authn/credentials', { userId: id, password: 'secret' })
  expect((await app.post('/perms/users', { userId: id, permissions })).status).toBe(201)
  return tokenOf('diku', username, 'secret')
}

async function tokenOf(tenant: string, username: string, password: string): Promise<string> {
  const reply = await app.raw(
    'POST',
    '/authn/login',
    { 'x-okapi-tenant': tenant, 'content-type': 'application/json' },
    JSON.stringify({ username, password }),
  )
  return String(reply.headers['x-okapi-token'])
}

/** Calls each route; parameters are ids that nothing has. @returns `status text` by route */
async function callAll(some: readonly Route[], headers: Record<string, string>): Promise<[string, string][]> {
  const answers: [string, string][] = []
  for (const route of some) {
    const url = route.path.replaceAll(/:\w+/g, () => randomUUID())
    const { status, text } = await app.raw(route.method, url, headers)
    answers.push([named(route), `${status} ${text.slice(0, 80)}`])
  }
  return answers
}

function others(answers: readonly [string, string][], expected: RegExp): [string, string][] {
  return answers.filter(([, answer]) => !expected.test(answer))
}

describe('every route that is not public', () => {
  test('asks for a token, and for a tenant when there is none', async () => {
    const without = await callAll(restricted(), { 'x-okapi-tenant': 'diku' })
    const tenantless = await callAll(restricted(), {})
    const forged = await callAll(restricted(), { 'x-okapi-tenant': 'diku', 'x-okapi-token': 'a.b.c' })
    expect(others(without, /^400 Token missing, access requires permission/)).toEqual([])
    expect(others(tenantless, /^400 Missing header: X-Okapi-Tenant/)).toEqual([])
    expect(others(forged, /^401 Invalid token/)).toEqual([])
  })

  test('refuses whoever lacks its permission', async () => {
    const guarded = restricted().filter(({ permissions }) => permissions.length > 0)
    const answers = await callAll(guarded, { 'x-okapi-tenant': 'diku', 'x-okapi-token': nobody })
    expect(others(answers, /^403 Access for user 'nobody'/)).toEqual([])
  })

  test('refuses the token of another tenant', async () => {
    const answers = await callAll(restricted(), { 'x-okapi-tenant': 'diku', 'x-okapi-token': stranger })
    expect(others(answers, /^403 The token was issued for another tenant/)).toEqual([])
  })

  test('that changes something is closed to whoever may only look', async () => {
    const changing = restricted().filter(({ method }) => method !== 'GET')
    const answers = await callAll(changing, { 'x-okapi-tenant': 'diku', 'x-okapi-token': viewer })
    const open = others(answers, /^403 Access for user 'viewer'/).map(([name]) => name)
    expect(open.sort()).toEqual(OPEN_TO_VIEWERS)
  })
})

// What concerns nobody but the caller, and a question whose ids stand in the body.
const OPEN_TO_VIEWERS = [
  'POST /authn/logout-all',
  'POST /bl-users/settings/myprofile/password',
  'POST /octavo/import/profiles/try',
  'POST /octavo/mapping-rules/:recordType/try',
  'POST /octavo/search/instances/export',
  'POST /octavo/search/instances/export-marc',
  'POST /rtac-batch',
  'POST /source-storage/source-records',
  'PUT /octavo/preferences/:name',
]

// A route that is new here must be looked at: it answers anybody, or has a proof of its own (a password, a refresh
// token, the token of a link, a signed address).
const PUBLIC = [
  'GET /_/proxy/health',
  'GET /_/proxy/modules',
  'GET /_/proxy/tenants',
  'GET /_/proxy/tenants/:id',
  'GET /_/proxy/tenants/:id/interfaces',
  'GET /_/proxy/tenants/:id/interfaces/:name',
  'GET /_/proxy/tenants/:id/modules',
  'GET /_/version',
  'GET /docs',
  'GET /docs/:file',
  'GET /octavo/only-tenant',
  'GET /openapi.json',
  'GET /saml/check',
  'GET /tenant/rules',
  'POST /authn/login',
  'POST /authn/login-with-expiry',
  'POST /authn/logout',
  'POST /authn/refresh',
  'POST /authn/update',
  'POST /bl-users/forgotten/password',
  'POST /bl-users/forgotten/username',
  'POST /bl-users/login',
  'POST /bl-users/login-with-expiry',
  'POST /bl-users/password-reset/reset',
  'POST /bl-users/password-reset/validate',
  'PUT /octavo/upload-parts/:uploadId/:partNumber',
]

test('the routes that are public are these', () => {
  expect(
    routes
      .filter(({ permissions }) => permissions === 'public')
      .map(named)
      .sort(),
  ).toEqual(PUBLIC)
})

test('no two routes are the same', () => {
  const shapes = routes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
  expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([])
})

type FolioEndpoint = { methods: string[]; path: string; perm: string[] }

test.skipIf(!sharedAvailable)('permissions are those that FOLIO’s descriptors name', () => {
  const endpoints = JSON.parse(
    readFileSync(sharedPath('data/inventory/endpoints.json'), 'utf8'),
  ) as FolioEndpoint[]
  const shape = (path: string) => path.replaceAll(/\{[^}]+\}|:\w+/g, '*').replace(/([^/])\*$/, '$1')
  const ours = new Map(routes.map((route) => [`${route.method} ${shape(route.path)}`, route]))
  const different = endpoints.flatMap(({ methods, path, perm }) =>
    methods.flatMap((method) => {
      const route = ours.get(`${method} ${shape(path)}`)
      if (!route || perm.length === 0 || perm.join() === [...route.permissions].join()) return []
      return [[named(route), perm, route.permissions]]
    }),
  )
  // The token of a link is the permission for these two (src/modules/login/reset-routes.ts).
  expect(different).toEqual([
    ['POST /bl-users/password-reset/reset', ['users-bl.password-reset-link.reset'], 'public'],
    ['POST /bl-users/password-reset/validate', ['users-bl.password-reset-link.validate'], 'public'],
  ])
})
