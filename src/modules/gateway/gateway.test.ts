import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import type { App } from '../../kernel/module.ts'
import { moduleDescriptors } from './descriptors.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const get = (path: string) => app.raw('GET', path, {})

test('modules are put together from the interfaces of all parts, each interface once', () => {
  const parts = [
    { name: 'a', interfaces: [{ module: 'mod-x-1.2.0', id: 'x', version: '1.0' }] },
    {
      name: 'b',
      interfaces: [
        { module: 'mod-x-1.2.0', id: 'y', version: '2.1' },
        { module: 'mod-x-1.2.0', id: 'x', version: '1.0' },
        { module: 'mod-a-b-3.0.0-SNAPSHOT.7', id: 'z', version: '3.0' },
      ],
    },
  ]
  expect(moduleDescriptors({ modules: parts } as unknown as App)).toEqual([
    { id: 'mod-a-b-3.0.0-SNAPSHOT.7', name: 'mod-a-b', provides: [{ id: 'z', version: '3.0' }] },
    {
      id: 'mod-x-1.2.0',
      name: 'mod-x',
      provides: [
        { id: 'x', version: '1.0' },
        { id: 'y', version: '2.1' },
      ],
    },
  ])
})

test('the gateway tells its version as text and its health as a list, without a tenant', async () => {
  const version = await get('/_/version')
  const health = await get('/_/proxy/health')
  expect(version.text).toMatch(/^\d+\.\d+\.\d+$/)
  expect(version.headers['content-type']).toMatch(/^text\/plain/)
  expect(health.json).toEqual([])
})

test('a tenant’s modules are ids, or descriptors with full=true', async () => {
  const ids = await get('/_/proxy/tenants/diku/modules')
  const full = await get('/_/proxy/tenants/diku/modules?full=true')
  const users = full.json.find((module: { name: string }) => module.name === 'mod-users')
  expect(ids.json).toContainEqual({ id: users.id })
  expect(users.provides).toContainEqual({ id: 'users', version: '16.5' })
})

test('a client finds an interface, its version and who provides it', async () => {
  const interfaces = await get('/_/proxy/tenants/diku/interfaces?full=true')
  const providers = await get('/_/proxy/tenants/diku/interfaces/login')
  const nobody = await get('/_/proxy/tenants/diku/interfaces/no-such-interface')
  expect(interfaces.json).toContainEqual({ id: 'permissions', version: '5.6' })
  expect(providers.json).toEqual([{ id: expect.stringMatching(/^mod-login-/) }])
  expect(nobody.json).toEqual([])
})

test('an unknown tenant has no modules', async () => {
  const reply = await get('/_/proxy/tenants/atlantis/modules')
  expect([reply.status, reply.text]).toEqual([404, 'atlantis'])
})

test('there is no consortium and no single sign-on, and clients are told so', async () => {
  expect((await app.get('/consortia')).json).toEqual({ consortia: [], totalRecords: 0 })
  expect((await get('/saml/check')).json).toEqual({ active: false })
})

test('an unknown path is answered as FOLIO’s gateway does', async () => {
  const reply = await app.get('/no/such/path?x=1')
  expect([reply.status, reply.text]).toEqual([
    404,
    'No suitable module found for path /no/such/path for tenant diku',
  ])
})
