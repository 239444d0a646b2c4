import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { expireUsers, removeUnusedPictures } from './expire-users.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function addUser(part: Record<string, unknown> = {}): Promise<string> {
  const reply = await app.post('/users', { username: randomUUID(), active: true, ...part })
  expect(reply.status).toBe(201)
  return reply.json.id
}

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('users whose time is over become inactive', async () => {
  const ids = {
    over: await addUser({ expirationDate: hoursFromNow(-1) }),
    // An hour ago in Tokyo's time, which as text is later than now.
    overInTokyo: await addUser({
      expirationDate: hoursFromNow(9 - 1).replace('Z', '+09:00'),
    }),
    later: await addUser({ expirationDate: hoursFromNow(1) }),
    never: await addUser(),
    impossible: await addUser({ expirationDate: '2020-02-31' }),
  }
  await app.octavo.app.db.tenant('diku', expireUsers)
  const active = await Promise.all(
    Object.values(ids).map(async (id) => (await app.get(`/users/${id}`)).json.active),
  )
  expect(active).toEqual([false, false, true, true, true])
})

test('a PIN is set, compared and removed', async () => {
  const id = await addUser()
  const statuses = [
    await app.post('/patron-pin/verify', { id, pin: '1234' }),
    await app.post('/patron-pin', { id, pin: '1234' }),
    await app.post('/patron-pin/verify', { id, pin: '1234' }),
    await app.post('/patron-pin/verify', { id, pin: '4321' }),
    await app.post('/patron-pin', { id, pin: '4321' }),
    await app.post('/patron-pin/verify', { id, pin: '4321' }),
    await app.del('/patron-pin', { id }),
    await app.post('/patron-pin/verify', { id, pin: '4321' }),
    await app.post('/patron-pin', { id: 'x', pin: '1' }),
    await app.post('/patron-pin', { id }),
    await app.post('/patron-pin', { id: randomUUID(), pin: '1' }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([422, 201, 200, 422, 201, 200, 200, 422, 422, 422, 422])
})

describe('settings of the users app', () => {
  test('are versioned, and their keys unique', async () => {
    const added = await app.post('/user/settings', { scope: 'mod-users', key: 'a', value: [1, null] })
    expect(added.status).toBe(201)
    expect(added.json).toMatchObject({ value: [1, null], _version: 1 })
    const { id } = added.json
    const changed = await app.put(`/user/settings/${id}`, { ...added.json, value: 2 })
    const stale = await app.put(`/user/settings/${id}`, { ...added.json, value: 3 })
    const twice = await app.post('/user/settings', { scope: 'mod-users', key: 'A', value: 1 })
    const otherId = await app.put(`/user/settings/${id}`, { ...added.json, id: randomUUID() })
    expect([changed, stale, twice, otherId].map(({ status }) => status)).toEqual([204, 409, 422, 400])
    expect((await app.get('/user/settings?query=key==a')).json.settings[0].value).toBe(2)
  })

  test('hold the key of pictures fast, and show the older form of the same setting', async () => {
    const entry = (await app.get('/users/configurations/entry')).json
    expect(entry).toMatchObject({ configName: 'PROFILE_PICTURE_CONFIG', enabled: false, maxFileSize: 4 })
    const put = (part: Record<string, unknown>) =>
      app.put(`/users/configurations/entry/${entry.id}`, { ...entry, ...part })
    const otherKey = await put({ encryptionKey: 'x' })
    const huge = await put({ maxFileSize: 11 })
    const right = await put({ maxFileSize: 1 })
    expect([otherKey.status, huge.status, right.status]).toEqual([400, 400, 204])
    expect((await app.get('/users/configurations/entry')).json.maxFileSize).toBe(1)
  })
})

describe('pictures', () => {
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(200, 7)])
  const send = (method: string, path: string, body: Buffer) =>
    app.raw(
      method,
      path,
      {
        'x-okapi-tenant': 'diku',
        'x-okapi-token': app.token,
        'content-type': 'application/octet-stream',
      },
      body,
    )

  test('are refused while they are switched off', async () => {
    const off = await send('POST', '/users/profile-picture', png)
    expect([off.status, off.text]).toEqual([400, 'Profile picture feature is not enabled for tenant diku'])
  })

  test('are kept, shown, replaced and deleted', async () => {
    const entry = (await app.get('/users/configurations/entry')).json
    await app.put(`/users/configurations/entry/${entry.id}`, { ...entry, enabled: true })
    const added = await send('POST', '/users/profile-picture', png)
    expect(added.status).toBe(201)
    const path = `/users/profile-picture/${added.json.id}`
    expect((await app.get(path)).json).toEqual({
      id: added.json.id,
      profile_picture_blob: png.toString('base64'),
    })
    const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100, 1)])
    expect((await send('PUT', path, jpeg)).status).toBe(200)
    expect((await app.get(path)).json.profile_picture_blob).toBe(jpeg.toString('base64'))
    const refused = [
      await send('POST', '/users/profile-picture', Buffer.from('GIF89a and more bytes')),
      await send('POST', '/users/profile-picture', Buffer.concat([png, Buffer.alloc(1024 * 1024)])),
      await send('PUT', `/users/profile-picture/${randomUUID()}`, png),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 404])
    expect([(await app.del(path)).status, (await app.get(path)).status]).toEqual([204, 404])
  })

  test('that nobody has go after a day', async () => {
    const [used, unused] = [
      (await send('POST', '/users/profile-picture', png)).json.id,
      (await send('POST', '/users/profile-picture', png)).json.id,
    ]
    await addUser({ personal: { lastName: 'Seen', profilePictureLink: used } })
    await app.octavo.app.db.tenant('diku', async (tx) => {
      await tx.query("update profile_picture set kept_at = now() - interval '25 hours'")
      await removeUnusedPictures(tx)
    })
    const statuses = [used, unused].map(async (id) => (await app.get(`/users/profile-picture/${id}`)).status)
    expect(await Promise.all(statuses)).toEqual([200, 404])
  })
})

describe('people who register themselves', () => {
  const person = {
    generalInfo: { firstName: 'Ida', lastName: 'Reader' },
    contactInfo: { email: 'ida@example.org', phone: '1' },
    addressInfo: { addressLine0: 'Main St 1', city: 'Vigo', country: 'ES' },
  }

  test('are kept, changed by their external id, and become users', async () => {
    const added = await app.post('/staging-users', person)
    expect(added.json).toMatchObject({ ...person, status: 'TIER-1', isEmailVerified: false })
    const { id, externalSystemId } = added.json
    const changed = await app.put(`/staging-users/${externalSystemId}`, {
      ...person,
      contactInfo: { email: 'other@example.org', phone: '2' },
      isEmailVerified: true,
    })
    expect(changed.json).toMatchObject({
      externalSystemId,
      isEmailVerified: true,
      contactInfo: { email: 'ida@example.org', phone: '2' },
    })
    const noGroup = await app.put(`/staging-users/${id}/mergeOrCreateUser`)
    expect([noGroup.status, noGroup.text]).toEqual([
      400,
      'unable to find patron group with Remote Non-circulating as group',
    ])
    const group = await app.post('/groups', { group: 'Remote Non-circulating', expirationOffsetInDays: 10 })
    const made = await app.put(`/staging-users/${id}/mergeOrCreateUser`)
    expect(made.status).toBe(200)
    const user = (await app.get(`/users/${made.json.userId}`)).json
    expect(user).toMatchObject({
      active: true,
      type: 'patron',
      externalSystemId,
      patronGroup: group.json.id,
      personal: { lastName: 'Reader', email: 'ida@example.org', preferredContactTypeIds: ['002'] },
    })
    expect(user.personal.addresses).toMatchObject([
      { addressLine1: 'Main St 1', city: 'Vigo', countryId: 'ES', primaryAddress: true },
    ])
    expect(Date.parse(user.expirationDate) - Date.parse(user.enrollmentDate)).toBe(10 * 86_400_000)
    expect((await app.get('/staging-users')).json).toEqual({ staging_users: [], totalRecords: 0 })
  })

  test('complete a user that is there', async () => {
    const userId = await addUser({ personal: { lastName: 'Old', middleName: 'M' } })
    const added = await app.post('/staging-users', person)
    const merged = await app.put(`/staging-users/${added.json.id}/mergeOrCreateUser?userId=${userId}`)
    expect(merged.json).toEqual({ userId })
    expect((await app.get(`/users/${userId}`)).json.personal).toMatchObject({
      lastName: 'Reader',
      middleName: 'M',
      phone: '1',
    })
    const again = await app.put(`/staging-users/${added.json.id}/mergeOrCreateUser?userId=${userId}`)
    const unknown = await app.put(`/staging-users/${randomUUID()}`, person)
    expect([again.status, unknown.status]).toEqual([404, 404])
  })
})
