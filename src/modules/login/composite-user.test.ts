import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'

let app: TestApp
const STAFF = '3684a786-6671-4268-8ed0-9db82ebca60b'
const user = { id: randomUUID(), username: 'composite', active: true, patronGroup: STAFF, barcode: '4711' }
beforeAll(async () => {
  app = await testApp()
  await app.post('/users', user)
  await app.post('/authn/credentials', { userId: user.id, password: 'right' })
  await app.post('/perms/users', { userId: user.id, permissions: ['usergroups.all'] })
})
afterAll(() => app.close())

function post(path: string, body: unknown) {
  const headers = { 'x-okapi-tenant': 'diku', 'content-type': 'application/json' }
  return app.raw('POST', path, headers, JSON.stringify(body))
}

test('POST /bl-users/login answers the token and the user with group and permissions', async () => {
  const reply = await post('/bl-users/login', { username: 'composite', password: 'right' })
  expect(reply.status).toBe(201)
  expect(String(reply.headers['x-okapi-token'])).toMatch(/^ey/)
  expect(reply.json).toMatchObject({
    user: { id: user.id, username: 'composite' },
    patronGroup: { id: STAFF, group: 'staff' },
    permissions: { userId: user.id, permissions: ['usergroups.all'] },
    tenant: 'diku',
  })
})

test('expandPermissions answers descriptions of all that a set grants', async () => {
  const reply = await post('/bl-users/login?expandPermissions=true&fullPermissions=true', {
    username: 'composite',
    password: 'right',
  })
  const names = reply.json.permissions.permissions.map(
    (one: { permissionName: string }) => one.permissionName,
  )
  expect(names.sort()).toEqual([
    'usergroups.all',
    'usergroups.collection.get',
    'usergroups.item.delete',
    'usergroups.item.get',
    'usergroups.item.post',
    'usergroups.item.put',
  ])
})

test('POST /bl-users/login-with-expiry sets the cookies and tells when they end', async () => {
  const reply = await post('/bl-users/login-with-expiry?include=groups', {
    username: 'composite',
    password: 'right',
  })
  expect(reply.status).toBe(201)
  expect([reply.headers['set-cookie']].flat()).toHaveLength(2)
  expect(reply.json.tokenExpiration).toEqual({
    accessTokenExpiration: expect.stringMatching(/\+00:00$/),
    refreshTokenExpiration: expect.stringMatching(/\+00:00$/),
  })
  expect(reply.json.permissions).toBeUndefined()
})

test('log-in through /bl-users needs name and password', async () => {
  const reply = await post('/bl-users/login', { userId: user.id, password: 'right' })
  expect([reply.status, reply.text]).toEqual([400, 'Improperly formatted request'])
})

test('GET /bl-users/_self answers the signed-in user', async () => {
  const reply = await app.get('/bl-users/_self')
  expect(reply.json.user.username).toBe('diku_admin')
  expect(reply.json.permissions.permissions).toEqual(['octavo.all'])
})

test('users are found by name in any letter case, and by id', async () => {
  const byName = await app.get('/bl-users/by-username/COMPOSITE')
  const byId = await app.get(`/bl-users/by-id/${user.id}?include=perms`)
  expect(byName.json.user.id).toBe(user.id)
  expect(byId.json).toMatchObject({ user: { id: user.id }, permissions: { permissions: ['usergroups.all'] } })
  expect(byId.json.patronGroup).toBeUndefined()
})

test('unknown users are answered with 404', async () => {
  const byName = await app.get("/bl-users/by-username/x'%20or%20true")
  const byId = await app.get(`/bl-users/by-id/no-uuid`)
  expect([byName.status, byId.status]).toEqual([404, 404])
})

test('GET /bl-users lists users with groups and permissions', async () => {
  const reply = await app.get('/bl-users?query=username==composite')
  expect(reply.json.totalRecords).toBe(1)
  expect(reply.json.compositeUsers[0]).toMatchObject({
    users: { id: user.id },
    groups: { group: 'staff' },
    permissions: { permissions: ['usergroups.all'] },
  })
})

test('a user with an open proxy cannot be deleted; without, all that belongs to them goes too', async () => {
  const id = randomUUID()
  await app.post('/users', { id, username: 'leaving', active: true })
  await app.post('/authn/credentials', { userId: id, password: 'right' })
  await app.post('/perms/users', { userId: id, permissions: [] })
  const proxy = await app.post('/proxiesfor', { userId: user.id, proxyUserId: id, status: 'Active' })
  const open = await app.get('/bl-users/by-username/leaving/open-transactions')
  const refused = await app.del(`/bl-users/by-id/${id}`)
  await app.del(`/proxiesfor/${proxy.json.id}`)
  const deleted = await app.del(`/bl-users/by-id/${id}`)
  expect(open.json).toEqual({
    userId: id,
    hasOpenTransactions: true,
    loans: 0,
    requests: 0,
    feesFines: 0,
    proxies: 1,
    blocks: 0,
  })
  expect([refused.status, refused.json.proxies, deleted.status]).toEqual([409, 1, 204])
  expect((await app.get(`/users/${id}`)).status).toBe(404)
  expect((await app.get(`/perms/users/${id}?indexField=userId`)).status).toBe(404)
  expect((await app.get(`/authn/credentials-existence?userId=${id}`)).json).toEqual({
    credentialsExist: false,
  })
})

test('POST and PUT /bl-users write a user together with permissions', async () => {
  const id = randomUUID()
  const person = { id, username: 'both', active: true, patronGroup: STAFF }
  const added = await app.post('/bl-users', { user: person, permissions: { permissions: ['tags.all'] } })
  expect(added.status).toBe(201)
  expect(added.json).toMatchObject({
    user: person,
    patronGroup: { group: 'staff' },
    permissions: { userId: id, permissions: ['tags.all'] },
  })
  const changed = await app.put(`/bl-users/${id}`, { user: { ...person, barcode: '0815' } })
  const read = await app.get(`/bl-users/by-id/${id}`)
  expect([changed.status, read.json.user.barcode]).toEqual([204, '0815'])
  expect(read.json.permissions.permissions).toEqual(['tags.all'])
  const refused = await Promise.all([
    app.post('/bl-users', {}),
    app.post('/bl-users', { user: person }),
    app.post('/bl-users', { user: { username: 'x' }, permissions: { permissions: ['no.such'] } }),
    app.put(`/bl-users/${randomUUID()}`, { user: person }),
    app.put(`/bl-users/${id}`, { user: { ...person, id: randomUUID() } }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 404, 400])
  expect((await app.get('/users?query=username==x')).json.totalRecords).toBe(0)
})
