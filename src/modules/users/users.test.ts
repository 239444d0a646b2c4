import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  for (const name of ['Shelf', 'Empty', 'Locker']) {
    await app.post('/custom-fields', { name, type: 'TEXTBOX_SHORT', entityType: 'user' })
  }
})
afterAll(() => app.close())

const STAFF = '3684a786-6671-4268-8ed0-9db82ebca60b'
const HOME = '93d3d88d-499b-45d0-9bc7-ac73c3a19880'
const WORK = '1c4b225f-f669-4e9b-afcd-ebc0e273a34e'

async function addUser(user: Record<string, unknown>) {
  const reply = await app.post('/users', user)
  expect(reply.text).toContain('"id"')
  return reply.json
}

function address(...types: string[]) {
  return { personal: { lastName: 'X', addresses: types.map((addressTypeId) => ({ addressTypeId })) } }
}

async function find(query: string): Promise<string[]> {
  const reply = await app.get(`/users?query=${encodeURIComponent(query)}&limit=100`)
  expect(reply.status).toBe(200)
  return reply.json.users.map((user: { username: string }) => user.username)
}

describe('/users', () => {
  test('keeps the whole record and gives it back', async () => {
    const user = {
      id: randomUUID(),
      username: ' whole ',
      externalSystemId: 'ext-1',
      barcode: 'b-1',
      active: true,
      type: 'patron',
      patronGroup: STAFF,
      departments: [],
      proxyFor: [],
      personal: {
        pronouns: 'they',
        lastName: 'Muñoz',
        firstName: 'Åsa',
        middleName: 'M.',
        preferredFirstName: 'Aša',
        email: 'asa@example.org',
        phone: '1',
        mobilePhone: '2',
        dateOfBirth: '1990-01-31T00:00:00.000+00:00',
        addresses: [{ id: 'a1', countryId: 'ES', city: 'Vigo', addressTypeId: HOME, primaryAddress: true }],
        preferredContactTypeId: '002',
        preferredContactTypeIds: ['002'],
        profilePictureLink: 'https://example.org/a.png',
      },
      enrollmentDate: '2020-01-01T00:00:00.000+00:00',
      expirationDate: '2030-01-01T00:00:00.000+00:00',
      tags: { tagList: ['important'] },
      customFields: { shelf: 'A', empty: '' },
      preferredEmailCommunication: ['Support', 'Programs'],
    }
    const added = await app.post('/users', user)
    expect(added.status).toBe(201)
    expect(added.headers.location).toBe(user.id)
    const stored = await app.get(`/users/${user.id}`)
    expect(stored.json).toMatchObject({ ...user, username: 'whole', customFields: { shelf: 'A' } })
    expect(stored.json.customFields.empty).toBeUndefined()
    expect(stored.json.metadata.createdByUserId).toMatch(/^[0-9a-f-]{36}$/)
    expect(stored.json.createdDate).toMatch(/\+00:00$/)
  })

  test('is changed by PUT and deleted by DELETE', async () => {
    const user = await addUser({ username: 'changing', active: true })
    const changed = await app.put(`/users/${user.id}`, { ...user, active: false })
    const stored = (await app.get(`/users/${user.id}`)).json
    expect([changed.status, stored.active, stored.createdDate]).toEqual([204, false, user.createdDate])
    expect((await app.del(`/users/${user.id}`)).status).toBe(204)
    expect((await app.get(`/users/${user.id}`)).status).toBe(404)
    expect((await app.put(`/users/${user.id}`, user)).status).toBe(404)
  })

  test('refuses an id, user name, barcode or external id that another user has, case aside', async () => {
    const first = await addUser({ username: 'unique', barcode: 'B1', externalSystemId: 'E1' })
    const clash = async (user: Record<string, unknown>) => {
      const reply = await app.post('/users', user)
      const [error] = reply.json.errors
      return [reply.status, error.message, error.parameters[0].key]
    }
    expect(await clash({ id: first.id })).toEqual([422, 'User with this id already exists', 'id'])
    expect(await clash({ username: 'UNIQUE' })).toEqual([
      422,
      'User with this username already exists',
      'username',
    ])
    expect(await clash({ barcode: 'b1' })).toEqual([422, 'This barcode has already been taken', 'barcode'])
    expect((await clash({ externalSystemId: 'e1' }))[0]).toBe(422)
    expect((await app.put(`/users/${first.id}`, { ...first, barcode: 'b1' })).status).toBe(204)
  })

  test('allows any number of users without names and numbers', async () => {
    await addUser({ personal: { lastName: 'First' } })
    await addUser({ personal: { lastName: 'Second' } })
  })

  test('refuses unknown groups, unknown or repeated address types, and impossible birthdays', async () => {
    const group = randomUUID()
    const replies = [
      await app.post('/users', { patronGroup: group }),
      await app.post('/users', address(randomUUID())),
      await app.post('/users', address(HOME, WORK, HOME)),
      await app.post('/users', { personal: { lastName: 'X', dateOfBirth: '0000-12-31' } }),
    ]
    expect(replies.map(({ status, text }) => [status, text])).toEqual([
      [400, `Cannot add ${group}. Patron group not found`],
      [400, 'You cannot add addresses with non-existent address types'],
      [400, 'Users are limited to one address per addresstype'],
      [400, 'dateOfBirth must be at least 0001-01-01'],
    ])
  })

  test('names each fault of a record', async () => {
    const reply = await app.post('/users', {
      patronGroup: 'staff',
      shoeSize: 44,
      personal: { firstName: 'Only' },
    })
    expect(reply.status).toBe(422)
    const messages = reply.json.errors.map((error: { message: string }) => error.message)
    expect(messages[0]).toMatch(/^Unrecognized field "shoeSize"/)
    expect(reply.json.errors).toContainEqual(
      expect.objectContaining({
        message: 'must not be null',
        parameters: [{ key: 'personal.lastName', value: 'null' }],
      }),
    )
  })

  test('refuses a user name that is too long for an index', async () => {
    const username = Array.from({ length: 601 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('')
    const tooLong = await app.post('/users', { username })
    expect([tooLong.status, tooLong.json.errors[0].message]).toEqual([422, 'size must be between 0 and 600'])
    expect((await app.post('/users', { username: username.slice(1) })).status).toBe(201)
  })

  test('refuses a change of the id', async () => {
    const user = await addUser({ username: 'fixed' })
    const reply = await app.put(`/users/${user.id}`, { ...user, id: randomUUID() })
    expect([reply.status, reply.text]).toEqual([400, 'You cannot change the value of the id field'])
  })

  test('is deleted by query only when there is one', async () => {
    await addUser({ username: 'doomed-1', type: 'doomed' })
    await addUser({ username: 'doomed-2', type: 'doomed' })
    const none = await app.del('/users')
    const some = await app.del('/users?query=type==doomed')
    expect([none.status, some.status, await find('type==doomed')]).toEqual([400, 204, []])
  })
})

describe('searching users', () => {
  beforeAll(async () => {
    const people = [
      ['anna', 'Novák', 'Anna', 'anna@example.org', true],
      ['bela', 'Novák', 'Béla', 'bela@example.com', true],
      ['cyril', 'Smith Jones', 'Cyril', 'cyril@example.org', false],
    ] as const
    for (const [username, lastName, firstName, email, active] of people) {
      await addUser({
        username,
        active,
        barcode: `90210-${username}`,
        type: 'search',
        personal: { lastName, firstName, email },
        customFields: { locker: `locker ${username}` },
      })
    }
  })

  test('finds words and beginnings of words in names, numbers and custom fields', async () => {
    expect(await find('personal.lastName=novak sortby username')).toEqual(['anna', 'bela'])
    expect(await find('personal.firstName="bel*"')).toEqual(['bela'])
    expect(await find('personal.lastName="smith jon*"')).toEqual(['cyril'])
    expect(await find('barcode="90210-cy*"')).toEqual(['cyril'])
    expect(await find('customFields="locker anna*"')).toEqual(['anna'])
    expect(await find('personal.email="bela*"')).toEqual(['bela'])
  })

  test('finds keywords over all fields', async () => {
    expect(await find('keywords="cyril*"')).toEqual(['cyril'])
    expect(await find('keywords="bela novak"')).toEqual(['bela'])
    expect(await find('keywords="jones smith"')).toEqual([])
  })

  test('answers the query of the search field of the staff screens', async () => {
    const fields = [
      'username',
      'personal.firstName',
      'personal.lastName',
      'personal.email',
      'barcode',
      'id',
      'customFields',
    ]
    const query = fields.map((field) => `${field}="novak*"`).join(' or ')
    expect(await find(`((${query})) sortby personal.lastName personal.firstName`)).toEqual(['anna', 'bela'])
  })

  test('sorts by name and filters by activity', async () => {
    const inOrder = await find(
      'type==search and (active="true" or active="false") sortby personal.lastName personal.firstName',
    )
    expect(inOrder).toEqual(['anna', 'bela', 'cyril'])
    expect(await find('type==search and active="true" sortby personal.firstName/sort.descending')).toEqual([
      'bela',
      'anna',
    ])
    expect(await find('type==search and active==false')).toEqual(['cyril'])
  })

  test('finds nothing by text that is SQL', async () => {
    expect(await find(`username=="x' or '1'='1"`)).toEqual([])
    expect(await find(`username=="'; drop table users; --"`)).toEqual([])
    expect((await app.get('/users?query=username==%22anna%22')).json.totalRecords).toBe(1)
  })
})

describe('what belongs to users', () => {
  test('groups and address types come with FOLIO’s ids', async () => {
    const groups = await app.get('/groups?query=cql.allRecords=1%20sortby%20group&limit=200')
    const types = await app.get(`/addresstypes/${HOME}`)
    expect(groups.json.usergroups.map((group: { group: string }) => group.group)).toEqual([
      'faculty',
      'graduate',
      'staff',
      'undergrad',
    ])
    expect(types.json.addressType).toBe('Home')
  })

  test('a group, address type or department in use is not deleted', async () => {
    const department = await app.post('/departments', { name: 'Maps', code: 'MAP' })
    const group = await app.post('/groups', { group: 'visitors' })
    const type = await app.post('/addresstypes', { addressType: 'Boat' })
    await addUser({
      patronGroup: group.json.id,
      departments: [department.json.id],
      personal: { lastName: 'Sailor', addresses: [{ addressTypeId: type.json.id }] },
    })
    const statuses = []
    for (const path of [
      `groups/${group.json.id}`,
      `addresstypes/${type.json.id}`,
      `departments/${department.json.id}`,
    ]) {
      statuses.push((await app.del(`/${path}`)).status)
    }
    expect(statuses.every((status) => status === 400 || status === 422)).toBe(true)
  })

  test('a department says how many users it has, and a user is found and sorted by group', async () => {
    const maps = await app.post('/departments', { name: 'Prints', code: 'PRI' })
    await addUser({ username: 'printer', departments: [maps.json.id], patronGroup: STAFF })
    const one = await app.get(`/departments/${maps.json.id}`)
    const list = await app.get('/departments?query=code==PRI')
    expect([one.json.usageNumber, list.json.departments[0].usageNumber]).toEqual([1, 1])
    expect(await find('patronGroup.group==staff and username==printer sortby patronGroup.group')).toEqual([
      'printer',
    ])
  })

  test('a proxy relation is unique and found from both sides', async () => {
    const [userId, proxyUserId] = [randomUUID(), randomUUID()]
    const proxy = { userId, proxyUserId, status: 'Active', requestForSponsor: 'Yes' }
    expect((await app.post('/proxiesfor', proxy)).status).toBe(201)
    const twice = await app.post('/proxiesfor', proxy)
    expect([twice.status, twice.json.errors[0].message]).toEqual([422, 'Proxy relationship already exists'])
    for (const query of [`(userId=="${userId}")`, `(proxyUserId=="${proxyUserId}")`]) {
      expect((await app.get(`/proxiesfor?query=${query}&limit=50`)).json.totalRecords).toBe(1)
    }
    expect((await app.get('/proxiesfor?query=(userId=="undefined")')).json.totalRecords).toBe(0)
  })

  test('there are no users of other tenants', async () => {
    expect((await app.get('/user-tenants')).json).toEqual({ userTenants: [], totalRecords: 0 })
  })
})
