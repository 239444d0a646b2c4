import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { withoutApiKey } from '../../kernel/auth/api-key.ts'
import { keyText, readKey } from './key-text.ts'

const PATH = '/octavo/api-keys'

let app: TestApp
let userId: string

beforeAll(async () => {
  app = await testApp()
  userId = await addUser('finder', ['rtac.all'])
})
afterAll(() => app.close())

async function addUser(username: string, permissions: string[]): Promise<string> {
  const user = (await app.post('/users', { username, active: true, personal: { lastName: username } })).json
  await app.post('/perms/users', { userId: user.id, permissions })
  return user.id
}

const ask = async (key: string) =>
  (await app.raw('GET', `/rtac/11111111-1111-4111-8111-111111111111?apikey=${key}`, {})).status

describe('API keys', () => {
  it('are shown once, listed without their text, and end when they are deleted', async () => {
    const made = await app.post(PATH, { userId, description: 'catalogue on the web' })
    expect(made.status).toBe(201)
    const { apiKey, ...listed } = made.json
    expect(JSON.parse(Buffer.from(apiKey, 'base64').toString())).toEqual({
      s: expect.stringMatching(/^[\w-]{32}$/),
      t: 'diku',
      u: 'finder',
    })
    expect(listed).toMatchObject({ userId, username: 'finder', description: 'catalogue on the web' })
    const list = await app.get(PATH)
    expect(list.json).toEqual({ apiKeys: [listed], totalRecords: 1 })
    expect(await ask(apiKey)).toBe(200)
    expect((await app.del(`${PATH}/${listed.id}`)).status).toBe(204)
    expect(await ask(apiKey)).toBe(401)
    expect((await app.del(`${PATH}/${listed.id}`)).status).toBe(404)
  })

  it('that another system gave out can go on, if they name the user and cannot be guessed', async () => {
    const key = keyText({ secret: 'nZ56F3LeAa', tenant: 'diku', username: 'finder' })
    expect((await app.post(PATH, { userId, apiKey: key })).status).toBe(201)
    // FOLIO's own keys end with the padding of base64.
    expect(await ask(`${key}==`)).toBe(200)
    const again = await app.post(PATH, { userId, apiKey: key })
    expect(again.json.errors[0]).toMatchObject({
      message: 'The key is known already',
      parameters: [{ key: 'apiKey' }],
    })
    expect(again.text).not.toContain(key)
    for (const parts of [
      { secret: 'short', tenant: 'diku', username: 'finder' },
      { secret: 'nZ56F3LeAa', tenant: 'other', username: 'finder' },
      { secret: 'nZ56F3LeAa', tenant: 'diku', username: 'diku_admin' },
    ]) {
      expect((await app.post(PATH, { userId, apiKey: keyText(parts) })).status).toBe(422)
    }
  })

  it('are refused for unknown users and unreadable requests', async () => {
    const refused = async (body: object) => (await app.post(PATH, body)).json.errors[0].parameters[0].key
    expect(await refused({ username: 'nobody' })).toBe('username')
    expect(await refused({ userId: '11111111-1111-4111-8111-111111111111' })).toBe('userId')
    expect(await refused({})).toBe('userId')
    expect((await app.post(PATH, { userId, colour: 'red' })).status).toBe(422)
  })

  it('lend no rights: who makes one holds all that its user may do', async () => {
    await addUser('keeper', ['octavo.api-keys.item.post', 'rtac.all'])
    const keeper = (await app.get('/users?query=username==keeper')).json.users[0].id
    await app.post('/authn/credentials', { userId: keeper, password: 'a long enough pass phrase' })
    const login = await app.raw(
      'POST',
      '/authn/login',
      { 'x-okapi-tenant': 'diku', 'content-type': 'application/json' },
      JSON.stringify({ username: 'keeper', password: 'a long enough pass phrase' }),
    )
    const token = { 'x-okapi-token': String(login.headers['x-okapi-token']) }
    expect((await app.post(PATH, { userId }, token)).status).toBe(201)
    const admin = await app.post(PATH, { username: 'diku_admin' }, token)
    expect([admin.status, admin.json.errors[0].parameters[0].key]).toEqual([422, 'userId'])
  })

  it('act for an active user only, with that user’s permissions', async () => {
    const idle = await addUser('idle', [])
    const key = (await app.post(PATH, { userId: idle })).json.apiKey
    expect(await ask(key)).toBe(403)
    const user = (await app.get(`/users/${idle}`)).json
    await app.put(`/users/${idle}`, { ...user, active: false })
    expect(await ask(key)).toBe(401)
  })

  it('are not kept: the table holds a digest', async () => {
    const { apiKey } = (await app.post(PATH, { userId })).json
    const { s: secret } = JSON.parse(Buffer.from(apiKey, 'base64').toString())
    const rows = await app.octavo.app.db.tenant('diku', (tx) =>
      tx.query<{ row: string }>('select k::text as row from api_key k'),
    )
    expect(rows.some(({ row }) => row.includes(secret) || row.includes(apiKey))).toBe(false)
  })
})

describe('the text of a key', () => {
  it('is read with either alphabet of base64; anything else is no key', () => {
    const parts = { secret: '??>>??>>??', tenant: 'diku', username: 'finder' }
    const json = JSON.stringify({ s: parts.secret, t: parts.tenant, u: parts.username })
    expect(readKey(Buffer.from(json).toString('base64'))).toEqual(parts)
    expect(readKey(keyText(parts))).toEqual(parts)
    for (const text of ['', 'x', 'e30=', Buffer.from('[1]').toString('base64'), '%%%']) {
      expect(readKey(text)).toBeNull()
    }
  })

  it('does not come into logs', () => {
    expect(withoutApiKey('/rtac?instanceIds=a&apiKey=abc&lang=en')).toBe(
      '/rtac?instanceIds=a&apiKey=…&lang=en',
    )
  })
})
