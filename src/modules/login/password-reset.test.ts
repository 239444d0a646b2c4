import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { setClockOffset } from '../../kernel/clock.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterEach(() => setClockOffset(0))
afterAll(() => app.close())

const HEADERS = { 'x-okapi-tenant': 'diku', 'content-type': 'application/json' }
const GOOD = 'Rainy-Day-42'

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return app.raw('POST', path, { ...HEADERS, ...headers }, JSON.stringify(body))
}

async function addUser(part: Record<string, unknown> = {}) {
  const id = randomUUID()
  const username = `reader-${id.slice(0, 8)}`
  const user = { id, username, active: true, personal: { lastName: 'R', email: `${username}@example.org` } }
  expect((await app.post('/users', { ...user, ...part })).status).toBe(201)
  return user
}

/** The token of a link that an administrator makes. */
async function linkToken(userId: string): Promise<string> {
  const reply = await app.post('/bl-users/password-reset/link', { userId })
  expect(reply.status).toBe(200)
  return /\/reset-password\/(.+)\?tenant=diku$/.exec(reply.json.link)![1]!
}

const codes = (reply: { json: { errors: { code: string }[] } }) => reply.json.errors.map(({ code }) => code)

async function notices(): Promise<Record<string, unknown>[]> {
  return app.octavo.app.db.tenant('diku', (tx) =>
    tx.query('select * from notice_to_send order by id desc limit 2'),
  )
}

describe('a link to set a password', () => {
  test('is checked, sets the password, and works once', async () => {
    const { id, username } = await addUser()
    const token = await linkToken(id)
    const checked = await post('/bl-users/password-reset/validate', {}, { 'x-okapi-token': token })
    const set = await post(
      '/bl-users/password-reset/reset',
      { newPassword: GOOD },
      { 'x-okapi-token': token },
    )
    const logIn = await post('/authn/login', { username, password: GOOD })
    const again = await post('/bl-users/password-reset/validate', {}, { 'x-okapi-token': token })
    expect([checked.status, set.status, logIn.status, again.status]).toEqual([204, 204, 201, 422])
    expect(codes(again)).toEqual(['link.used'])
  })

  test('does not set a password that breaks a rule, and can be used again', async () => {
    const { id } = await addUser()
    const token = await linkToken(id)
    const weak = await post(
      '/bl-users/password-reset/reset',
      { newPassword: 'short' },
      { 'x-okapi-token': token },
    )
    expect([weak.status, codes(weak)]).toEqual([422, ['password.length.invalid']])
    const set = await post(
      '/bl-users/password-reset/reset',
      { newPassword: GOOD },
      { 'x-okapi-token': token },
    )
    expect(set.status).toBe(204)
  })

  test('is over after a day', async () => {
    const { id } = await addUser()
    const token = await linkToken(id)
    setClockOffset(86_401_000)
    const late = await post('/bl-users/password-reset/validate', {}, { 'x-okapi-token': token })
    expect([late.status, codes(late)]).toEqual([422, ['link.expired']])
  })

  test('opens nothing else, and no other token does what it does', async () => {
    const { id } = await addUser()
    const token = await linkToken(id)
    const users = await app.raw('GET', '/users', { ...HEADERS, 'x-okapi-token': token })
    const own = await post('/bl-users/password-reset/validate', {}, { 'x-okapi-token': app.token })
    const none = await post('/bl-users/password-reset/validate', {})
    expect([users.status, own.status, none.status]).toEqual([401, 422, 400])
    expect(codes(own)).toEqual(['link.invalid'])
    expect(none.text).toBe('Token missing, access requires permission: users-bl.password-reset-link.validate')
  })

  test('is refused for an unknown user and for one without a user name', async () => {
    const unknown = await app.post('/bl-users/password-reset/link', { userId: randomUUID() })
    const { id } = await addUser({ username: undefined })
    const nameless = await app.post('/bl-users/password-reset/link', { userId: id })
    const wrong = await app.post('/bl-users/password-reset/link', {})
    expect([codes(unknown), codes(nameless)]).toEqual([['user.not-found'], ['user.absent-username']])
    expect([unknown.status, nameless.status, wrong.status]).toEqual([422, 422, 422])
  })

  test('leads to the page that the settings name', async () => {
    await app.put('/base-url', { baseUrl: 'https://folio.example.org' })
    await app.post('/settings/entries', {
      id: randomUUID(),
      scope: 'mod-users-bl.config.manage',
      key: 'resetPasswordPath',
      value: '/set-it',
    })
    const { id } = await addUser()
    const { link } = (await app.post('/bl-users/password-reset/link', { userId: id })).json
    expect(link).toMatch(/^https:\/\/folio\.example\.org\/set-it\/eyJ[^?]+\?tenant=diku$/)
  })
})

describe('forgotten', () => {
  test('a password is asked for by name or mail; a notice is kept, without the link', async () => {
    const user = await addUser()
    for (const id of [user.username.toUpperCase(), user.personal.email]) {
      const reply = await post('/bl-users/forgotten/password', { id })
      expect([reply.status, reply.text]).toEqual([204, ''])
      const [notice] = await notices()
      expect(notice).toMatchObject({ user_id: user.id, event: 'CREATE_PASSWORD_EVENT' })
      expect(JSON.stringify(notice)).not.toContain('eyJ')
    }
  })

  test('a user name is asked for by mail, not by name', async () => {
    const user = await addUser()
    const reply = await post('/bl-users/forgotten/username', { id: user.personal.email })
    expect(reply.status).toBe(204)
    expect((await notices())[0]).toMatchObject({ user_id: user.id, event: 'USERNAME_LOCATED_EVENT' })
  })

  test('tells of nobody, of somebody inactive, and nothing where several are meant', async () => {
    const { personal } = await addUser()
    await addUser({ personal })
    const inactive = await addUser({ active: false })
    const before = await notices()
    const replies = await Promise.all(
      ['nobody at all', '*', inactive.username, personal.email].map((id) =>
        post('/bl-users/forgotten/password', { id }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 422, 204])
    expect(codes(replies[2]!)).toEqual(['forgotten.password.found.inactive'])
    expect(await notices()).toEqual(before)
  })
})

describe('the storage of links', () => {
  test('keeps an action, tells whether there is a password, and sets one', async () => {
    const { id: userId, username } = await addUser()
    const action = { id: randomUUID(), userId, expirationTime: '2199-01-01T00:00:00.000+00:00' }
    const kept = await app.post('/authn/password-reset-action', action)
    const read = await app.get(`/authn/password-reset-action/${action.id}`)
    const reset = { passwordResetActionId: action.id, newPassword: GOOD }
    const set = await app.post('/authn/reset-password', reset)
    const again = await app.post('/authn/reset-password', reset)
    expect([kept.status, kept.json]).toEqual([201, { passwordExists: false }])
    expect(read.json).toEqual(action)
    expect([set.status, set.json]).toEqual([201, { isNewPassword: true }])
    expect([again.status, again.text]).toEqual([
      400,
      `Password action with ID: \`${action.id}\` was not found in the db`,
    ])
    expect((await post('/authn/login', { username, password: GOOD })).status).toBe(201)
    expect((await app.get(`/authn/password-reset-action/${action.id}`)).status).toBe(404)
    expect((await app.post('/authn/password-reset-action', { id: 'x' })).status).toBe(422)
  })
})
