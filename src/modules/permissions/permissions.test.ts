import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { isUuid } from '../../kernel/ids.ts'
import { createCatalog } from './catalog.ts'
import { accessLookUp, findAdministrator } from './index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Adds a user with these permissions and answers with what they need to call. */
async function addCaller(permissions: string[]) {
  const id = randomUUID()
  const username = `caller-${id.slice(0, 8)}`
  await app.post('/users', { id, username, active: true })
  expect((await app.post('/perms/users', { userId: id, permissions })).status).toBe(201)
  const token = await app.octavo.app.tokens.sign(
    { username, userId: id, tenant: 'diku', type: 'access', tokenId: null },
    600,
  )
  return { id, headers: { 'x-okapi-token': token } }
}

async function access(userId: string) {
  return accessLookUp(app.octavo.app)('diku', userId)
}

describe('the catalog', () => {
  const catalog = createCatalog([
    'users.item.get',
    'users.item.put',
    'usergroups.item.get',
    'perms.users.get',
  ])

  test('fills the well-known sets by prefix, and opens sets within sets', () => {
    expect([...catalog.expand('usergroups.all')]).toEqual(['usergroups.item.get'])
    expect(catalog.expand('ui-users.editperms')).toContain('perms.users.get')
    expect(catalog.expand('ui-users.editperms')).toContain('module.users.enabled')
    expect(catalog.expand('users.item.get').size).toBe(0)
    expect(catalog.expand('no such set').size).toBe(0)
  })

  test('grants all route permissions by octavo.all', () => {
    expect(catalog.expand('octavo.all')).toContain('usergroups.item.get')
    expect(catalog.expand('octavo.all').size).toBe(4)
  })

  test('gives each name an id that stays the same and is a uuid', () => {
    const again = createCatalog(['users.item.get'])
    const { id } = catalog.find('users.item.get')!
    expect(isUuid(id)).toBe(true)
    expect(again.find('users.item.get')!.id).toBe(id)
    expect(catalog.findById(id)!.name).toBe('users.item.get')
  })

  test.each([
    ['mod-settings.global.read.ui-a.manage', true],
    ['mod-settings.owner.write.ui-a', true],
    ['mod-settings.users.ui-a.read', true],
    ['mod-settings.global.read.', false],
    ['mod-settings.everybody.read.ui-a', false],
    ['mod-settings.owner.delete.ui-a', false],
  ])('knows the rights to settings of any scope: %s %s', (name, isKnown) => {
    expect(catalog.find(name) !== null).toBe(isKnown)
  })

  test('knows in which sets a permission is', () => {
    expect(catalog.parents('usergroups.item.get')).toEqual(
      expect.arrayContaining(['usergroups.all', 'octavo.all']),
    )
  })
})

describe('who may do what', () => {
  test('an administrator holds whatever any version asks for', async () => {
    const admin = await app.octavo.app.db.tenant('diku', (tx) => findAdministrator(tx))
    const found = await access(admin!.id)
    expect(admin!.username).toBe('diku_admin')
    expect(found!.permissions.has('a.permission.of.next.year')).toBe(true)
    expect(found!.permissions).toContain('users.item.post')
  })

  test('sets of the tenant grant what is in them at any depth, also when they contain each other', async () => {
    const set = (permissionName: string, subPermissions: string[]) =>
      app.post('/perms/permissions', { permissionName, subPermissions })
    const inner = await set('desk.inner', ['usergroups.all'])
    await set('desk.outer', ['desk.inner', 'users.item.get'])
    await app.put(`/perms/permissions/${inner.json.id}`, {
      ...inner.json,
      subPermissions: ['usergroups.all', 'desk.outer'],
    })
    const { id } = await addCaller(['desk.outer'])
    const { permissions } = (await access(id))!
    expect(permissions).toContain('users.item.get')
    expect(permissions).toContain('usergroups.item.delete')
    expect(permissions).not.toContain('users.item.put')
  })

  test('nobody is known by an id that no user has', async () => {
    expect(await access(randomUUID())).toBeNull()
  })

  test('a user without a row of permissions may do nothing', async () => {
    const id = randomUUID()
    await app.post('/users', { id, username: `bare-${id.slice(0, 8)}`, active: true })
    const found = await access(id)
    expect(found).toMatchObject({ isActive: true })
    expect(found!.permissions.size).toBe(0)
  })
})

describe('what the gateway remembers of a user', () => {
  test('holds no more once a permission was given or taken', async () => {
    const { id, headers } = await addCaller([])
    expect((await app.get('/groups', headers)).status).toBe(403)
    const url = `/perms/users/${id}/permissions`
    await app.post(`${url}?indexField=userId`, { permissionName: 'usergroups.collection.get' })
    expect((await app.get('/groups', headers)).status).toBe(200)
    await app.del(`${url}/usergroups.collection.get?indexField=userId`)
    expect((await app.get('/groups', headers)).status).toBe(403)
  })

  test('holds no more once a set has changed or is gone', async () => {
    const set = await app.post('/perms/permissions', {
      permissionName: 'desk.groups',
      subPermissions: ['usergroups.collection.get'],
    })
    const { headers } = await addCaller(['desk.groups'])
    expect((await app.get('/groups', headers)).status).toBe(200)
    const url = `/perms/permissions/${set.json.id}`
    await app.put(url, { ...set.json, subPermissions: [] })
    expect((await app.get('/groups', headers)).status).toBe(403)
    await app.put(url, { ...set.json, subPermissions: ['usergroups.collection.get'] })
    expect((await app.get('/groups', headers)).status).toBe(200)
    await app.del(url)
    expect((await app.get('/groups', headers)).status).toBe(403)
  })

  test('holds no more once the user is inactive or deleted', async () => {
    const { id, headers } = await addCaller(['usergroups.collection.get'])
    expect((await app.get('/groups', headers)).status).toBe(200)
    const user = (await app.get(`/users/${id}`)).json
    await app.put(`/users/${id}`, { ...user, active: false })
    expect((await app.get('/groups', headers)).status).toBe(401)
    await app.put(`/users/${id}`, { ...user, active: true })
    expect((await app.get('/groups', headers)).status).toBe(200)
    await app.del(`/users/${id}`)
    expect((await app.get('/groups', headers)).status).toBe(401)
  })

  test('is what another process has changed after five seconds', async () => {
    const { id, headers } = await addCaller(['usergroups.collection.get'])
    expect((await app.get('/groups', headers)).status).toBe(200)
    // Another process is a connection of its own.
    await app.octavo.app.db.pool.query(
      "update t_diku.permissions_users set doc = jsonb_set(doc, '{permissions}', '[]') where user_id = $1",
      [id],
    )
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4900 })
    expect((await app.get('/groups', headers)).status).toBe(200)
    vi.setSystemTime(Date.now() + 200)
    expect((await app.get('/groups', headers)).status).toBe(403)
    vi.useRealTimers()
  })
})

describe('/perms/permissions', () => {
  test('lists permissions of routes and sets, by CQL', async () => {
    const one = await app.get('/perms/permissions?query=permissionName==users.item.get')
    expect(one.json.totalRecords).toBe(1)
    expect(one.json.permissions[0]).toMatchObject({
      permissionName: 'users.item.get',
      mutable: false,
      dummy: false,
    })
    const visible = await app.get('/perms/permissions?query=(visible==true)&length=10000')
    const names = visible.json.permissions.map((entry: { permissionName: string }) => entry.permissionName)
    expect(names).toEqual(expect.arrayContaining(['users.all', 'perms.all', 'octavo.all']))
    expect(names).not.toContain('users.item.get')
  })

  test('reads pages by length and start as by limit and offset', async () => {
    const sorted = 'query=cql.allRecords=1%20sortby%20permissionName'
    const newer = await app.get(`/perms/permissions?${sorted}&limit=2&offset=3`)
    const older = await app.get(`/perms/permissions?${sorted}&length=2&start=4`)
    expect(older.json).toEqual(newer.json)
    expect(newer.json.permissions).toHaveLength(2)
    expect((await app.get('/perms/permissions?start=0')).status).toBe(400)
  })

  test('shows sub-permissions as names, as objects or expanded', async () => {
    const query = 'query=permissionName==ui-users.editperms'
    const names = (await app.get(`/perms/permissions?${query}`)).json.permissions[0].subPermissions
    const objects = (await app.get(`/perms/permissions?${query}&expandSubs=true`)).json.permissions[0]
      .subPermissions
    const all = (await app.get(`/perms/permissions?${query}&expanded=true`)).json.permissions[0]
      .subPermissions
    expect(names).toEqual(['ui-users.view', 'perms.all'])
    expect(objects.map((entry: { permissionName: string }) => entry.permissionName)).toEqual(names)
    expect(all).toContain('perms.users.item.post')
  })

  test('adds, changes and deletes a set, and takes a deleted one from everyone', async () => {
    const added = await app.post('/perms/permissions', {
      permissionName: 'desk.loans',
      displayName: 'Desk',
      subPermissions: ['users.item.get'],
    })
    expect(added.status).toBe(201)
    expect(added.json).toMatchObject({ permissionName: 'desk.loans', mutable: true, visible: true })
    const { id, headers } = await addCaller(['desk.loans'])
    const seen = await app.get(`/perms/permissions/${added.json.id}`)
    expect(seen.json.grantedTo).toHaveLength(1)
    expect((await app.get('/users/' + id, headers)).status).toBe(200)
    const changed = await app.put(`/perms/permissions/${added.json.id}`, {
      ...added.json,
      displayName: 'Front desk',
    })
    expect([changed.status, changed.json.displayName]).toEqual([200, 'Front desk'])
    expect((await app.del(`/perms/permissions/${added.json.id}`)).status).toBe(204)
    expect((await app.get(`/perms/users/${id}?indexField=userId`)).json.permissions).toEqual([])
  })

  test('refuses a name that is taken, contents that do not exist, and changes of the system', async () => {
    const taken = await app.post('/perms/permissions', { permissionName: 'users.all' })
    const unknown = await app.post('/perms/permissions', {
      permissionName: 'x.y',
      subPermissions: ['no.such'],
    })
    const system = (await app.get('/perms/permissions?query=permissionName==users.all')).json.permissions[0]
    const changed = await app.put(`/perms/permissions/${system.id}`, {
      id: system.id,
      permissionName: 'users.all',
    })
    const deleted = await app.del(`/perms/permissions/${system.id}`)
    expect([taken.status, taken.json.errors[0].message]).toEqual([
      422,
      'Permission with name users.all already exists',
    ])
    expect(unknown.json.errors[0].message).toBe(
      'Attempting to add non-existent permissions no.such as sub-permissions to permission x.y',
    )
    expect([changed.status, changed.text]).toEqual([400, 'cannot change an immutable permission'])
    expect([deleted.status, deleted.text]).toEqual([400, 'cannot delete an immutable permission'])
  })

  test('answers 404 for an unknown id, and 400 for a query that cannot be read', async () => {
    const unknown = await app.get(`/perms/permissions/${randomUUID()}`)
    const deleted = await app.del(`/perms/permissions/${randomUUID()}`)
    const query = await app.get('/perms/permissions?query=((')
    expect([unknown.status, deleted.status, query.status]).toEqual([404, 404, 400])
  })
})

describe('/perms/users', () => {
  test('adds, reads, changes and deletes what a user holds', async () => {
    const userId = randomUUID()
    const added = await app.post('/perms/users?full=true&indexField=userId', {
      id: randomUUID(),
      userId,
      permissions: ['users.item.get', 'users.item.get'],
    })
    expect([added.status, added.json.permissions]).toEqual([201, ['users.item.get']])
    const byUser = await app.get(`/perms/users/${userId}?indexField=userId`)
    const listed = await app.get(`/perms/users?query=userId==${userId}`)
    expect(byUser.json.id).toBe(added.json.id)
    expect(listed.json).toMatchObject({ totalRecords: 1, permissionUsers: [{ userId }] })
    const changed = await app.put(`/perms/users/${added.json.id}`, { userId, permissions: ['users.all'] })
    expect([changed.status, changed.json.permissions]).toEqual([200, ['users.all']])
    expect((await app.del(`/perms/users/${added.json.id}`)).status).toBe(204)
    const gone = await app.get(`/perms/users/${userId}?indexField=userId`)
    expect([gone.status, gone.text]).toEqual([404, `No user with userId ${userId}`])
  })

  test('adds and takes single permissions', async () => {
    const { id } = await addCaller([])
    const path = `/perms/users/${id}/permissions`
    const added = await app.post(`${path}?indexField=userId`, { permissionName: 'users.all' })
    const again = await app.post(`${path}?indexField=userId`, { permissionName: 'users.all' })
    const names = await app.get(`${path}?indexField=userId`)
    const expanded = await app.get(`${path}?indexField=userId&expanded=true&full=true`)
    const removed = await app.del(`${path}/users.all?indexField=userId`)
    const removedAgain = await app.del(`${path}/users.all?indexField=userId`)
    expect([added.status, added.json]).toEqual([200, { permissionName: 'users.all' }])
    expect([again.status, again.json.errors[0].message]).toEqual([
      422,
      `User with userId ${id} already has permission users.all`,
    ])
    expect(names.json).toEqual({ permissionNames: ['users.all'], totalRecords: 1 })
    expect(expanded.json.permissionNames).toContainEqual(
      expect.objectContaining({ permissionName: 'users.item.get', mutable: false }),
    )
    expect([removed.status, removedAgain.status]).toEqual([204, 400])
  })

  test('gives rights to settings of any scope, and holds them as the system’s own', async () => {
    const right = 'mod-settings.global.read.ui-of-next-year'
    const set = await app.post('/perms/permissions', {
      permissionName: 'desk.settings',
      subPermissions: [right],
    })
    const { id, headers } = await addCaller(['desk.settings', 'perms.users.item.post'])
    const target = await addCaller([right])
    const held = await app.get(`/perms/users/${target.id}/permissions?indexField=userId&full=true`)
    const foreign = await app.post(
      `/perms/users/${target.id}/permissions?indexField=userId`,
      { permissionName: 'mod-settings.global.write.ui-of-next-year' },
      headers,
    )
    expect(set.status).toBe(201)
    expect((await access(id))!.permissions).toContain(right)
    expect(held.json.permissionNames).toEqual([
      expect.objectContaining({ permissionName: right, mutable: false }),
    ])
    expect([foreign.status, foreign.text]).toEqual([
      403,
      `Cannot add immutable permission mod-settings.global.write.ui-of-next-year not owned by operating user ${id}`,
    ])
  })

  test('refuses unknown permissions, users and index fields', async () => {
    const { id } = await addCaller([])
    const nonexistent = await app.post('/perms/users', { userId: randomUUID(), permissions: ['no.such'] })
    const single = await app.post(`/perms/users/${id}/permissions?indexField=userId`, {
      permissionName: 'no.such',
    })
    const field = await app.get(`/perms/users/${id}?indexField=name`)
    const nobody = await app.get('/perms/users/no-uuid/permissions')
    expect(nonexistent.json.errors[0].message).toMatch(
      /^Unable to update derived fields: Attempting to add non-existent permissions no\.such to permission user/,
    )
    expect([single.status, single.text]).toEqual([400, "Permission by name 'no.such' does not exist"])
    expect([field.status, field.text]).toEqual([400, "Invalid value 'name' for indexField"])
    expect(nobody.status).toBe(404)
  })

  test('lets nobody hand out what they do not hold themselves', async () => {
    const target = await addCaller([])
    const { headers, id } = await addCaller([
      'perms.users.item.post',
      'perms.permissions.item.post',
      'users.item.get',
    ])
    const give = (permissionName: string) =>
      app.post(`/perms/users/${target.id}/permissions?indexField=userId`, { permissionName }, headers)
    const own = await give('users.item.get')
    const foreign = await give('users.item.put')
    const everything = await give('octavo.all')
    const set = await app.post(
      '/perms/permissions',
      { permissionName: 'my.set', subPermissions: ['octavo.all'] },
      headers,
    )
    expect(own.status).toBe(200)
    expect([foreign.status, foreign.text]).toEqual([
      403,
      `Cannot add immutable permission users.item.put not owned by operating user ${id}`,
    ])
    expect([everything.status, set.status]).toEqual([403, 403])
  })

  test('does not let a row of permissions move to a user whom the mover could not give them', async () => {
    const rich = await addCaller(['users.all'])
    const mover = await addCaller(['perms.users.item.put'])
    const row = (await app.get(`/perms/users/${rich.id}?indexField=userId`)).json
    const moved = await app.put(`/perms/users/${row.id}`, { ...row, userId: mover.id }, mover.headers)
    expect(moved.status).toBe(403)
  })

  test('lets whoever may assign system permissions hand them out, but not those of operators', async () => {
    const target = await addCaller([])
    const { headers } = await addCaller(['perms.users.item.post', 'perms.users.assign.immutable'])
    const give = (permissionName: string) =>
      app.post(`/perms/users/${target.id}/permissions?indexField=userId`, { permissionName }, headers)
    const statuses = []
    for (const name of ['users.item.put', 'okapi.proxy.tenants.post', 'octavo.all']) {
      statuses.push((await give(name)).status)
    }
    expect(statuses).toEqual([200, 403, 403])
  })
})

test('POST /perms/purge-deprecated takes names that no longer exist from users and sets', async () => {
  const userId = randomUUID()
  const row = (await app.post('/perms/users', { userId, permissions: ['tags.all'] })).json
  await app.octavo.app.db.tenant('diku', (tx) =>
    tx.query(`update permissions_users set doc = jsonb_set(doc, '{permissions}', '["tags.all", "gone.get"]')
      where id = '${row.id}'`),
  )
  const purged = await app.post('/perms/purge-deprecated')
  const again = await app.post('/perms/purge-deprecated')
  expect([purged.status, purged.json]).toEqual([200, { permissionNames: ['gone.get'], totalRecords: 1 }])
  expect(again.json).toEqual({ permissionNames: [], totalRecords: 0 })
  expect((await app.get(`/perms/users/${row.id}`)).json.permissions).toEqual(['tags.all'])
})

describe('permissions on screen', () => {
  const names = async (query: string) =>
    (await app.get(`/octavo/permissions/names?${query}`)).json.permissions

  test('are called by words', async () => {
    expect(await names('name=inventory-storage.material-types.item.post&name=nothing.at.all')).toEqual([
      {
        permissionName: 'inventory-storage.material-types.item.post',
        displayName: 'Inventory: material types, create',
      },
    ])
    expect(await names('name=change-manager.records.delete&name=ui-users.view')).toEqual([
      { permissionName: 'change-manager.records.delete', displayName: 'Import jobs: stop a job' },
      { permissionName: 'ui-users.view', displayName: 'Users: can view user profile' },
    ])
    expect((await app.get('/octavo/permissions/names')).status).toBe(400)
  })

  test('of a user are explained by the sets that give them', async () => {
    const set = await app.post('/perms/permissions', {
      permissionName: 'desk',
      displayName: 'Desk work',
      subPermissions: ['ui-users.view', 'users.item.get'],
    })
    expect(set.status).toBe(201)
    const { id } = await addCaller(['desk'])
    const explain = async (permission: string) =>
      (await app.get(`/octavo/permissions/explain?userId=${id}&permission=${permission}`)).json
    const item = await explain('users.item.get')
    expect(item).toMatchObject({ userId: id, displayName: 'Users: view', isHeld: true })
    expect(
      item.ways.map((way: { permissionName: string }[]) => way.map((step) => step.permissionName)),
    ).toEqual([
      ['desk', 'users.item.get'],
      ['desk', 'ui-users.view', 'users.item.get'],
    ])
    expect(item.ways[0][0].displayName).toBe('Desk work')
    expect(await explain('users.item.put')).toMatchObject({ isHeld: false, ways: [] })
    expect((await app.get('/octavo/permissions/explain?userId=x&permission=y')).status).toBe(400)
    expect((await app.get(`/octavo/permissions/explain?userId=${id}`)).status).toBe(400)
  })

  test('of the administrator come from the one set that grants everything', async () => {
    const admin = (await app.get('/users?query=username==diku_admin')).json.users[0].id
    const { ways } = (await app.get(`/octavo/permissions/explain?userId=${admin}&permission=users.item.get`))
      .json
    expect(ways).toEqual([
      [
        { permissionName: 'octavo.all', displayName: 'Everything: all permissions' },
        { permissionName: 'users.item.get', displayName: 'Users: view' },
      ],
    ])
  })
})
