import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const put = (name: string, value: unknown, headers?: Record<string, string>) =>
  app.put(`/octavo/preferences/${name}`, { value }, headers)
const all = async (headers?: Record<string, string>) =>
  (await app.get('/octavo/preferences', headers)).json.preferences

async function tokenOfNewUser(): Promise<Record<string, string>> {
  const id = randomUUID()
  await app.post('/users', { id, username: 'desk-one', active: true })
  await app.post('/authn/credentials', { userId: id, password: 'secret' })
  const reply = await app.raw(
    'POST',
    '/authn/login',
    { 'x-okapi-tenant': 'diku', 'content-type': 'application/json' },
    JSON.stringify({ username: 'desk-one', password: 'secret' }),
  )
  return { 'x-okapi-token': String(reply.headers['x-okapi-token']) }
}

test('a preference is kept as it was sent, changed, and forgotten', async () => {
  expect(await all()).toEqual({})
  const odd = { columns: ['title', 'id'], text: 'a\u0000b \ud800', n: 1.5, none: null }
  expect((await put('table.instances', odd)).status).toBe(204)
  expect((await put('density', 'compact')).status).toBe(204)
  expect(await all()).toEqual({ 'table.instances': odd, density: 'compact' })
  await put('density', 'comfortable')
  await put('table.instances', null)
  expect(await all()).toEqual({ density: 'comfortable' })
})

test('everybody has their own, without any permission', async () => {
  const other = await tokenOfNewUser()
  expect(await all(other)).toEqual({})
  expect((await put('density', 'compact', other)).status).toBe(204)
  expect(await all(other)).toEqual({ density: 'compact' })
  expect((await all()).density).toBe('comfortable')
})

test('names and sizes are bounded', async () => {
  const refused = async (name: string, value: unknown) => {
    const { status, json } = await put(name, value)
    return [status, json.errors[0].parameters[0].key]
  }
  expect(await refused(encodeURIComponent('a/b c'), 1)).toEqual([422, 'name'])
  expect(await refused('n'.repeat(101), 1)).toEqual([422, 'name'])
  expect(await refused('big', 'x'.repeat(64_000))).toEqual([422, 'value'])
  for (let n = 0; n < 8; n++) expect((await put(`big${n}`, 'x'.repeat(63_900))).status).toBe(204)
  expect(await refused('big8', 'x'.repeat(63_900))).toEqual([422, 'value'])
  expect((await put('big7', 'y'.repeat(63_900))).status).toBe(204)
  expect((await app.put('/octavo/preferences/density', 'x')).status).toBe(400)
})
