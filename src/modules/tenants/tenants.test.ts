import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { databaseUrl, testDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { assemble } from '../../app.ts'
import type { Octavo } from '../../app.ts'
import { readConfig } from '../../config.ts'
import type { App } from '../../kernel/module.ts'
import { createTenant, deleteTenant, ensureSampleTenant, listTenants } from './index.ts'
import { newRoleName } from './tenant-roles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await createTenant(app.octavo.app, {
    id: 'north-1',
    name: 'North',
    description: 'A second library',
    reference: true,
    sample: false,
    admin: { username: 'north_admin', password: 'north pass' },
  })
})
afterAll(() => app.close())

async function logIn(tenant: string, username: string, password: string): Promise<string> {
  const headers = { 'x-okapi-tenant': tenant, 'content-type': 'application/json' }
  const reply = await app.raw('POST', '/authn/login', headers, JSON.stringify({ username, password }))
  expect(reply.status).toBe(201)
  return String(reply.headers['x-okapi-token'])
}

function tenantRow(octavo: App, id: string) {
  return octavo.db.system((tx) =>
    tx.query<{ state: string; schema: string; role: string }>(
      'select state, schema, role from octavo.tenant where id = $1',
      [id],
    ),
  )
}

function makePlain(id: string) {
  return createTenant(app.octavo.app, { id, name: id, reference: false, sample: false })
}

/** The same app with a module whose start values cannot be loaded. */
function failing(octavo: App): App {
  const module = { name: 'failing', seedTenant: () => Promise.reject(new Error('no such luck')) }
  return { ...octavo, modules: [...octavo.modules, module] }
}

describe('a new tenant', () => {
  test('has reference data and an administrator who may do everything', async () => {
    const token = await logIn('north-1', 'north_admin', 'north pass')
    const groups = await app.raw('GET', '/groups', { 'x-okapi-token': token })
    const added = await app.raw(
      'POST',
      '/departments',
      { 'x-okapi-token': token, 'content-type': 'application/json' },
      JSON.stringify({ name: 'Maps', code: 'MAP' }),
    )
    expect(groups.json.totalRecords).toBe(4)
    expect(added.status).toBe(201)
  })

  test('is told about without a token', async () => {
    const one = await app.raw('GET', '/_/proxy/tenants/north-1', {})
    const all = await app.raw('GET', '/_/proxy/tenants', {})
    const none = await app.raw('GET', '/_/proxy/tenants/atlantis', {})
    expect(one.json).toEqual({ id: 'north-1', name: 'North', description: 'A second library' })
    expect(all.json).toContainEqual({ id: 'diku', name: 'Test library' })
    expect([none.status, none.text]).toEqual([404, 'atlantis'])
  })

  test('needs an id that is a safe name, and a new one', async () => {
    for (const id of ['', 'North', '1st', '-x', 'a b', 'a"; drop schema octavo', 'x'.repeat(32), '../etc']) {
      await expect(makePlain(id)).rejects.toMatchObject({ status: 400 })
    }
    await expect(makePlain('diku')).rejects.toMatchObject({ status: 400 })
  })

  test('is made once when it is asked for twice at the same time', async () => {
    const make = () =>
      createTenant(app.octavo.app, { id: 'twice', name: 'x', reference: false, sample: false })
    const outcomes = await Promise.allSettled([make(), make(), make()])
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect((await listTenants(app.octavo.app)).filter(({ id }) => id === 'twice')).toHaveLength(1)
  })
})

describe('tenants do not see each other', () => {
  test('a token of one is refused under the name of another', async () => {
    const reply = await app.get('/users', { 'x-okapi-tenant': 'north-1' })
    expect(reply.status).toBe(403)
  })

  test('the same name is another user in each', async () => {
    await app.post('/users', { username: 'only-in-diku', active: true })
    const token = await logIn('north-1', 'north_admin', 'north pass')
    const reply = await app.raw('GET', '/users?query=username==only-in-diku', { 'x-okapi-token': token })
    expect(reply.json.totalRecords).toBe(0)
  })

  test('a password of one does not open the other', async () => {
    const headers = { 'x-okapi-tenant': 'north-1', 'content-type': 'application/json' }
    const body = JSON.stringify({ username: 'diku_admin', password: 'admin' })
    expect((await app.raw('POST', '/authn/login', headers, body)).status).toBe(422)
  })

  test('the role of a tenant reads neither the other’s tables nor the system’s', async () => {
    const { db } = app.octavo.app
    for (const table of [
      't_diku.users',
      't_diku.auth_credentials',
      'octavo.tenant',
      'octavo.shared_value',
      'octavo.job',
    ]) {
      const attempt = db.tenant('north-1', (tx) => tx.query(`select from ${table}`))
      await expect(attempt).rejects.toThrow(/permission denied/)
    }
    for (const statement of [
      'create table mine (id int)',
      'drop table users',
      'create role x',
      'truncate users',
    ]) {
      await expect(db.tenant('north-1', (tx) => tx.query(statement))).rejects.toThrow(
        /permission denied|must be owner/,
      )
    }
  })
})

describe('operators', () => {
  const headers = { 'content-type': 'application/json' }

  test('are users of the tenant supertenant; an administrator of another tenant is none', async () => {
    const create = await app.post('/_/proxy/tenants', { id: 'wish', name: 'Wish' })
    const remove = await app.del('/_/proxy/tenants/north-1')
    const anonymous = await app.raw('POST', '/_/proxy/tenants', headers, JSON.stringify({ id: 'wish' }))
    expect([create.status, remove.status, anonymous.status]).toEqual([403, 403, 400])
    expect((await app.raw('GET', '/_/proxy/tenants/north-1', {})).status).toBe(200)
  })

  test('make and delete tenants', async () => {
    await createTenant(app.octavo.app, {
      id: 'supertenant',
      name: 'Operators',
      reference: false,
      sample: false,
      admin: { username: 'root', password: 'operators only' },
    })
    const own = { ...headers, 'x-okapi-token': await logIn('supertenant', 'root', 'operators only') }
    const body = { id: 'south', name: 'South', admin: { username: 'south_admin', password: 'south pass' } }
    const created = await app.raw('POST', '/_/proxy/tenants', own, JSON.stringify(body))
    expect([created.status, created.json]).toEqual([201, { id: 'south', name: 'South' }])
    expect(created.headers.location).toBe('/_/proxy/tenants/south')
    expect(await logIn('south', 'south_admin', 'south pass')).toMatch(/^ey/)
    const again = await app.raw('POST', '/_/proxy/tenants', own, JSON.stringify(body))
    const deleted = await app.raw('DELETE', '/_/proxy/tenants/south', own)
    const deletedAgain = await app.raw('DELETE', '/_/proxy/tenants/south', own)
    const itself = await app.raw('DELETE', '/_/proxy/tenants/supertenant', own)
    expect([again.status, deleted.status, deletedAgain.status, itself.status]).toEqual([400, 204, 404, 400])
  })
})

describe('POST /_/tenant', () => {
  test('adds the start values that are missing and keeps changed ones', async () => {
    const token = await logIn('north-1', 'north_admin', 'north pass')
    const headers = { 'x-okapi-token': token, 'content-type': 'application/json' }
    const groups = (await app.raw('GET', '/groups?query=cql.allRecords=1 sortby group', headers)).json
      .usergroups
    await app.raw('DELETE', `/groups/${groups[0].id}`, headers)
    await app.raw(
      'PUT',
      `/groups/${groups[1].id}`,
      headers,
      JSON.stringify({ ...groups[1], desc: 'Changed here' }),
    )
    const body = { module_to: 'mod-users-19.6.0', parameters: [{ key: 'loadReference', value: 'true' }] }
    const reply = await app.raw('POST', '/_/tenant', headers, JSON.stringify(body))
    const after = (await app.raw('GET', '/groups?query=cql.allRecords=1 sortby group', headers)).json
      .usergroups
    expect(reply.status).toBe(204)
    expect(after.map((group: { group: string }) => group.group)).toEqual([
      'faculty',
      'graduate',
      'staff',
      'undergrad',
    ])
    expect(after[1].desc).toBe('Changed here')
  })
})

describe('deleting a tenant', () => {
  test('removes its schema, files, token validity and registry row', async () => {
    const octavo = app.octavo.app
    const admin = { username: 'gone_admin', password: 'gone pass' }
    await createTenant(octavo, { id: 'gone', name: 'Gone', reference: false, sample: false, admin })
    const token = await logIn('gone', admin.username, admin.password)
    const [row] = await tenantRow(octavo, 'gone')
    await octavo.files.write('gone', 'folder/file', Readable.from([Buffer.from('x')]), { maxBytes: 10 })
    await deleteTenant(octavo, 'gone')
    const left = await octavo.db.system((tx) =>
      tx.query(
        `select nspname from pg_namespace where nspname = $1 union all select rolname from pg_roles where rolname = $2
         union all select module from octavo.schema_version where tenant = 'gone'`,
        [row!.schema, row!.role],
      ),
    )
    expect(left).toEqual([])
    expect(await tenantRow(octavo, 'gone')).toEqual([])
    expect(await octavo.files.size('gone', 'folder/file')).toBeNull()
    expect((await app.raw('GET', '/_/proxy/tenants/gone', {})).status).toBe(404)
    await expect(deleteTenant(octavo, 'gone')).rejects.toMatchObject({ status: 404 })
    expect(token).toMatch(/^ey/)
  })

  test('leaves room for a new one of the same name', async () => {
    const octavo = app.octavo.app
    const make = () =>
      createTenant(octavo, { id: 'phoenix', name: 'Phoenix', reference: false, sample: false })
    await make()
    await octavo.db.tenant('phoenix', (tx) => tx.query('select from users'))
    await deleteTenant(octavo, 'phoenix')
    await make()
    const first = octavo.db.tenant('phoenix', (tx) => tx.query('select from users'))
    await first.catch(() => undefined)
    expect(await octavo.db.tenant('phoenix', (tx) => tx.query('select from users'))).toEqual([])
  })

  test('of a copied database leaves the role that the original still uses', async () => {
    // The test database is a copy of the template, and so shares the role of the tenant diku with it.
    const other = await testApp()
    const [row] = await tenantRow(other.octavo.app, 'diku')
    await deleteTenant(other.octavo.app, 'diku')
    expect(await tenantRow(other.octavo.app, 'diku')).toEqual([])
    const roles = await other.octavo.app.db.system((tx) =>
      tx.query('select rolname from pg_roles where rolname = $1', [row!.role]),
    )
    expect(roles).toHaveLength(1)
    await other.close()
    expect((await app.get('/users?limit=0')).status).toBe(200)
  })
})

describe('a creation that failed', () => {
  test('leaves nothing behind', async () => {
    const octavo = app.octavo.app
    const tenant = { id: 'unlucky', name: 'Unlucky', reference: true, sample: false }
    await expect(createTenant(failing(octavo), tenant)).rejects.toThrow('no such luck')
    expect(await tenantRow(octavo, 'unlucky')).toEqual([])
    await createTenant(octavo, tenant)
    expect(await tenantRow(octavo, 'unlucky')).toMatchObject([{ state: 'ready' }])
  })

  test('by a crash is cleaned up by the next one', async () => {
    const octavo = app.octavo.app
    await octavo.db.system(async (tx) => {
      await tx.query(
        "insert into octavo.tenant (id, name, schema, role) values ('crashed', 'x', 't_crashed', 'r_none')",
      )
      await tx.query('create schema t_crashed')
    })
    expect((await app.raw('GET', '/_/proxy/tenants/crashed', {})).status).toBe(404)
    await createTenant(octavo, { id: 'crashed', name: 'Now', reference: false, sample: false })
    expect((await app.raw('GET', '/_/proxy/tenants/crashed', {})).json).toEqual({
      id: 'crashed',
      name: 'Now',
    })
  })
})

test('role names fit, are readable and differ', () => {
  expect(newRoleName('Lib-1', 'diku', 'abcd')).toBe('octavo_lib_1_diku_abcd')
  const long = newRoleName('d'.repeat(60), 'x'.repeat(31), 'abcd1234')
  expect([long.length, long.endsWith('_abcd1234')]).toEqual([63, true])
  expect(newRoleName('a', 'b')).not.toBe(newRoleName('a', 'b'))
})

describe('in an empty database', () => {
  let database: TestDatabase
  let folder: string
  const owner = `owner_${randomBytes(6).toString('hex')}`
  beforeAll(async () => {
    database = await testDatabase()
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-tenants-'))
    await database.pool.query(`create role ${owner} login createrole password 'owner'`)
    await database.pool.query(`create database ${owner} owner ${owner}`)
  })
  afterAll(async () => {
    await database.pool.query(`drop database ${owner} with (force)`)
    await database.pool.query(`reassign owned by ${owner} to current_user`)
    await database.pool.query(`drop owned by ${owner}`)
    await database.pool.query(`drop role ${owner}`)
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  function start(env: Record<string, string> = {}): Promise<Octavo> {
    const url = databaseUrl(database.url, owner).replace(/\/\/[^@]*@/, `//${owner}:owner@`)
    const config = { DATABASE_URL: url, OCTAVO_DATA_DIR: folder, OCTAVO_LOG_LEVEL: 'error', ...env }
    return assemble(readConfig(config), 'visitor')
  }

  test('an owner who is no superuser makes and deletes tenants', async () => {
    const octavo = await start()
    await createTenant(octavo.app, { id: 'modest', name: 'Modest', reference: true, sample: false })
    const groups = await octavo.app.db.tenant('modest', (tx) => tx.query('select id from groups'))
    expect(groups).toHaveLength(4)
    await deleteTenant(octavo.app, 'modest')
    expect(await listTenants(octavo.app)).toEqual([])
    await octavo.stop()
  })

  test('no sample tenant is made where settings or the address forbid it', async () => {
    for (const env of [{ OCTAVO_SAMPLE: 'off' }, { OCTAVO_HOST: '0.0.0.0' }]) {
      const octavo = await start(env)
      expect(await ensureSampleTenant(octavo.app)).toBeNull()
      await octavo.stop()
    }
  })

  test('the sample tenant is made once, and its published password opens it from this machine only', async () => {
    const octavo = await start()
    expect(await ensureSampleTenant(octavo.app)).toEqual({
      tenant: 'diku',
      username: 'diku_admin',
      password: 'admin',
    })
    expect(await ensureSampleTenant(octavo.app)).toBeNull()
    const server = await octavo.http()
    const logInFrom = (remoteAddress: string, headers: Record<string, string> = {}) =>
      server.inject({
        method: 'POST',
        url: '/authn/login',
        remoteAddress,
        headers: { 'x-okapi-tenant': 'diku', 'content-type': 'application/json', ...headers },
        payload: JSON.stringify({ username: 'diku_admin', password: 'admin' }),
      })
    expect((await logInFrom('127.0.0.1')).statusCode).toBe(201)
    const elsewhere = await logInFrom('192.0.2.7')
    expect(elsewhere.statusCode).toBe(422)
    expect(elsewhere.json().errors[0].code).toBe('sample.password.not.on.loopback')
    expect((await logInFrom('127.0.0.1', { 'x-forwarded-for': '192.0.2.7' })).statusCode).toBe(422)
    await octavo.stop()
    const open = await start({ OCTAVO_HOST: '0.0.0.0' })
    const reply = await (
      await open.http()
    ).inject({
      method: 'POST',
      url: '/authn/login-with-expiry',
      remoteAddress: '127.0.0.1',
      headers: { 'x-okapi-tenant': 'diku', 'content-type': 'application/json' },
      payload: JSON.stringify({ username: 'diku_admin', password: 'admin' }),
    })
    expect(reply.statusCode).toBe(422)
    await open.stop()
  })

  test('a changed sample password is accepted from anywhere', async () => {
    const octavo = await start()
    const server = await octavo.http()
    const post = (url: string, remoteAddress: string, body: unknown) =>
      server.inject({
        method: 'POST',
        url,
        remoteAddress,
        headers: { 'x-okapi-tenant': 'diku', 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
    const change = { username: 'diku_admin', password: 'admin', newPassword: randomUUID() }
    expect((await post('/authn/update', '192.0.2.7', change)).statusCode).toBe(422)
    expect((await post('/authn/update', '127.0.0.1', change)).statusCode).toBe(204)
    const login = { username: 'diku_admin', password: change.newPassword }
    expect((await post('/authn/login', '192.0.2.7', login)).statusCode).toBe(201)
    await octavo.stop()
  })
})
