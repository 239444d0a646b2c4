import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp, TestReply } from '../../../test/support/app.ts'
import { newId } from '../../kernel/ids.ts'
import { grantPermissions } from '../permissions/index.ts'
import { insertUsers } from '../users/index.ts'

const path = '/settings/entries'
const ROUTES = ['collection.get', 'item.get', 'item.post', 'item.put', 'item.delete', 'put'].map((name) =>
  name === 'put' ? 'mod-settings.entries.put' : `mod-settings.entries.${name}`,
)

let app: TestApp
let someone: Person
let other: Person
beforeAll(async () => {
  app = await testApp()
  someone = await newPerson(['global.read.ui-a', 'owner.read.ui-a', 'owner.write.ui-a', 'global.write.ui-b'])
  other = await newPerson(['owner.read.ui-a', 'owner.write.ui-a', 'users.ui-a.read'])
})
afterAll(() => app.close())

type Person = { id: string; headers: Record<string, string> }

/** A user who may call the endpoints, and holds these permissions for scopes. */
async function newPerson(scopes: string[]): Promise<Person> {
  const id = newId()
  const username = `person-${id}`
  const { db, tokens } = app.octavo.app
  await db.tenant('diku', async (tx) => {
    await insertUsers(tx, [{ id, username, active: true, personal: { lastName: 'Person' } }])
    await grantPermissions(tx, id, [...ROUTES, ...scopes.map((scope) => `mod-settings.${scope}`)])
  })
  const claims = { username, userId: id, tenant: 'diku', type: 'access', tokenId: null } as const
  return { id, headers: { 'x-okapi-token': await tokens.sign(claims, 600) } }
}

function entry(part: object): Record<string, unknown> {
  return { id: newId(), scope: 'ui-a', key: newId(), value: 1, ...part }
}

async function stored(part: object): Promise<Record<string, unknown>> {
  const sent = entry(part)
  const reply = await app.post(path, sent)
  expect([reply.status, reply.text]).toEqual([204, ''])
  return sent
}

function statusAndText({ status, text }: TestReply): [number, string] {
  return [status, text]
}

async function keys(query: string, person: Person): Promise<string[]> {
  const reply = await app.get(`${path}?limit=100&query=${encodeURIComponent(query)}`, person.headers)
  expect(reply.status).toBe(200)
  expect(reply.json.resultInfo.totalRecords).toBe(reply.json.items.length)
  return reply.json.items.map(({ key }: { key: string }) => key).sort()
}

async function readStatus({ id }: Record<string, unknown>, person: Person): Promise<number> {
  return (await app.get(`${path}/${String(id)}`, person.headers)).status
}

describe('a setting', () => {
  it('keeps any value as it was sent, nulls too', async () => {
    const value = { a: null, list: [1, null], text: 'x', empty: {} }
    const sent = await stored({ value })
    expect((await app.get(`${path}/${sent.id}`)).json).toEqual(sent)
    const plain = await stored({ value: 'text' })
    expect((await app.get(`${path}/${plain.id}`)).json).toEqual(plain)
  })

  it('needs an id, a scope and a key', async () => {
    const { id: _left, ...rest } = entry({})
    expect(statusAndText(await app.post(path, rest))).toEqual([400, 'Entry must have an id'])
    expect(statusAndText(await app.post(path, entry({ key: null })))).toEqual([400, 'Entry must have a key'])
  })

  it('exists once for a scope, a key and a user', async () => {
    const { key } = await stored({})
    expect(statusAndText(await app.post(path, entry({ key })))).toEqual([403, 'Forbidden'])
    expect((await app.post(path, entry({ key, userId: someone.id }))).status).toBe(204)
    expect((await app.post(path, entry({ key, userId: someone.id.toUpperCase() }))).status).toBe(403)
    expect((await app.post(path, entry({ key: String(key).toUpperCase() }))).status).toBe(204)
  })

  it('can be replaced under its id only', async () => {
    const sent = await stored({})
    expect(statusAndText(await app.put(`${path}/${newId()}`, sent))).toEqual([400, 'id mismatch'])
    expect((await app.put(`${path}/${sent.id}`, { ...sent, value: 2 })).status).toBe(204)
    expect((await app.get(`${path}/${sent.id}`)).json.value).toBe(2)
    expect((await app.del(`${path}/${sent.id}`)).status).toBe(204)
    expect(statusAndText(await app.get(`${path}/${sent.id}`))).toEqual([404, 'Not Found'])
  })
})

describe('permissions for scopes', () => {
  it('let someone read what they may, and hide the rest as "Not Found"', async () => {
    const ours = await stored({})
    const theirs = await stored({ userId: someone.id })
    const secret = await stored({ scope: 'ui-b' })
    expect(await Promise.all([ours, theirs, secret].map((each) => readStatus(each, someone)))).toEqual([
      200, 200, 404,
    ])
    expect(await Promise.all([ours, theirs, secret].map((each) => readStatus(each, other)))).toEqual([
      404, 200, 404,
    ])
  })

  it('let someone write where they may, for themselves or for the tenant', async () => {
    const write = async (part: object) => (await app.post(path, entry(part), someone.headers)).status
    expect(await write({})).toBe(403)
    expect(await write({ userId: someone.id })).toBe(204)
    expect(await write({ userId: other.id })).toBe(403)
    expect(await write({ scope: 'ui-b' })).toBe(204)
  })

  it('keep a setting of one user from being taken over or deleted by another', async () => {
    const theirs = await stored({ userId: someone.id })
    const taken = { ...theirs, userId: other.id }
    expect(statusAndText(await app.put(`${path}/${theirs.id}`, taken, other.headers))).toEqual([
      404,
      'Not Found',
    ])
    expect((await app.del(`${path}/${theirs.id}`, undefined, other.headers)).status).toBe(404)
    expect((await app.del(`${path}/${theirs.id}`, undefined, someone.headers)).status).toBe(204)
  })

  it('narrow lists, and refuse who may read no scope at all', async () => {
    const mark = newId()
    await stored({ key: `${mark}-1` })
    await stored({ key: `${mark}-2`, userId: someone.id })
    await stored({ key: `${mark}-3`, userId: other.id })
    await stored({ key: `${mark}-4`, scope: 'ui-b' })
    const query = `key=${mark}*`
    expect(await keys(query, someone)).toEqual([`${mark}-1`, `${mark}-2`])
    expect(await keys(query, other)).toEqual([`${mark}-2`, `${mark}-3`])
    expect(await keys(query, { id: '', headers: {} })).toHaveLength(4)
    const nobody = await newPerson([])
    expect(statusAndText(await app.get(path, nobody.headers))).toEqual([403, 'Forbidden'])
    const elsewhere = await newPerson(['global.read.ui-none'])
    expect(await keys(query, elsewhere)).toEqual([])
  })
})

describe('queries', () => {
  it('compare scope and key whole and as they are; a key may be cut off at its end', async () => {
    const scope = newId()
    for (const key of ['tab', 'tab.one', 'Tab']) await stored({ scope, key })
    await stored({ scope: `${scope}.more`, key: 'tab' })
    const everyone: Person = { id: '', headers: {} }
    expect(await keys(`scope=${scope} and key=tab`, everyone)).toEqual(['tab'])
    expect(await keys(`scope==${scope} and key=="tab*"`, everyone)).toEqual(['tab', 'tab.one'])
    expect(await keys(`scope=${scope}`, everyone)).toHaveLength(3)
    await stored({ scope, key: 'mine', userId: someone.id })
    expect(await keys(`scope=${scope} and userId=="${someone.id}"`, everyone)).toEqual(['mine'])
    expect(await keys(`scope=${scope} not userId=""`, everyone)).toHaveLength(3)
  })
})

describe('an upload', () => {
  it('adds what is new and replaces the values of the rest', async () => {
    const known = await stored({ scope: 'ui-b' })
    const { key } = known
    const rows = [
      { scope: 'ui-b', key, value: 'new' },
      { scope: 'ui-b', key: newId(), value: 1 },
    ]
    const reply = await app.put('/settings/upload', rows, someone.headers)
    expect([reply.status, reply.json]).toEqual([200, { inserted: 1, updated: 1 }])
    expect((await app.get(`${path}/${known.id}`)).json).toEqual({ ...known, value: 'new' })
  })

  it('adds nothing at all when one row may not be written, or names an id', async () => {
    const key = newId()
    const rows = [
      { scope: 'ui-b', key, value: 1 },
      { scope: 'ui-a', key, value: 1 },
    ]
    expect((await app.put('/settings/upload', rows, someone.headers)).status).toBe(403)
    expect((await app.put('/settings/upload', [entry({})])).status).toBe(400)
    expect(await keys(`key==${key}`, { id: '', headers: {} })).toEqual([])
  })
})
