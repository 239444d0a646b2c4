import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { setClockOffset } from '../../kernel/clock.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { OCTAVO_LOGIN_ATTEMPTS: '3' } })
})
afterAll(async () => {
  setClockOffset(0)
  await app.close()
})

const HEADERS = { 'x-okapi-tenant': 'diku', 'content-type': 'application/json' }
const REFUSED = {
  message: 'Wrong username or wrong password or account blocked',
  type: 'error',
  code: 'wrong.username.or.wrong.password.or.account.blocked',
}

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return app.raw('POST', path, { ...HEADERS, ...headers }, JSON.stringify(body))
}

function cookies(reply: { headers: Record<string, unknown> }): string[] {
  return [reply.headers['set-cookie']].flat().map(String)
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Adds a user with a password and permissions, as an administrator does. */
async function addUser(password: string, permissions: string[] = [], active = true) {
  const id = randomUUID()
  const username = `user-${id.slice(0, 8)}`
  const user = await app.post('/users', { id, username, active, personal: { lastName: 'Tester' } })
  expect(user.status).toBe(201)
  expect((await app.post('/authn/credentials', { userId: id, password })).status).toBe(201)
  expect((await app.post('/perms/users', { userId: id, permissions })).status).toBe(201)
  return { id, username, password }
}

describe('POST /authn/login', () => {
  test('answers 201 with the token in header and body', async () => {
    const reply = await post('/authn/login', { username: 'diku_admin', password: 'admin' })
    expect(reply.status).toBe(201)
    expect(reply.json.okapiToken).toBe(reply.headers['x-okapi-token'])
  })

  test('takes the user name in any letter case, and a user id instead of it', async () => {
    const user = await addUser('secret word')
    const upper = await post('/authn/login', {
      username: user.username.toUpperCase(),
      password: 'secret word',
    })
    const byId = await post('/authn/login', { userId: user.id, password: 'secret word' })
    expect([upper.status, byId.status]).toEqual([201, 201])
  })

  test('refuses a wrong password and an unknown user with the same answer', async () => {
    const user = await addUser('right')
    for (const body of [
      { username: user.username, password: 'wrong' },
      { username: 'nobody', password: 'right' },
      { userId: randomUUID(), password: 'right' },
      { userId: 'no uuid', password: 'right' },
    ]) {
      const reply = await post('/authn/login', body)
      expect(reply.status).toBe(422)
      expect(reply.json.errors).toEqual([REFUSED])
    }
  })

  test('refuses an inactive user, and one without a password', async () => {
    const inactive = await addUser('right', [], false)
    const id = randomUUID()
    await app.post('/users', { id, username: `bare-${id}`, active: true })
    const replies = [
      await post('/authn/login', { username: inactive.username, password: 'right' }),
      await post('/authn/login', { username: `bare-${id}`, password: '' }),
    ]
    expect(replies.map((reply) => reply.status)).toEqual([422, 422])
  })

  test('names what is missing in plain text', async () => {
    const noUser = await post('/authn/login', { password: 'x' })
    const noPassword = await post('/authn/login', { username: 'diku_admin' })
    expect([noUser.status, noUser.text]).toEqual([400, 'You must provide a username or userId'])
    expect([noPassword.status, noPassword.text]).toEqual([400, 'You must provide a password'])
  })

  test('needs a tenant that exists', async () => {
    const body = JSON.stringify({ username: 'diku_admin', password: 'admin' })
    const none = await app.raw('POST', '/authn/login', { 'content-type': 'application/json' }, body)
    const unknown = await post('/authn/login', JSON.parse(body), { 'x-okapi-tenant': 'atlantis' })
    expect([none.status, none.text]).toEqual([400, 'Missing header: X-Okapi-Tenant'])
    expect([unknown.status, unknown.text]).toEqual([400, 'No such Tenant atlantis'])
  })

  test('finds nobody by a user name that is SQL, a mask or broken text', async () => {
    for (const username of ["' or '1'='1", "diku_admin'--", 'diku_%', '*', '$1', 'a\u0000b', '\ud800']) {
      const reply = await post('/authn/login', { username, password: 'admin' })
      expect([400, 422]).toContain(reply.status)
    }
  })

  test('blocks a user after the allowed tries, even for the right password, and no other user', async () => {
    const user = await addUser('right')
    const other = await addUser('right')
    for (let tries = 0; tries < 3; tries += 1) {
      await post('/authn/login', { username: user.username, password: 'wrong' })
    }
    const blocked = await post('/authn/login', { username: user.username, password: 'right' })
    const free = await post('/authn/login', { username: other.username, password: 'right' })
    const attempts = await app.get(`/authn/loginAttempts/${user.id}`)
    expect(blocked.status).toBe(422)
    expect(blocked.json.errors).toEqual([REFUSED])
    expect(free.status).toBe(201)
    expect(attempts.json).toMatchObject({ userId: user.id, attemptCount: 3 })
  })

  test('forgets failures after a good try', async () => {
    const user = await addUser('right')
    for (const password of ['wrong', 'wrong', 'right', 'wrong', 'wrong', 'right']) {
      const reply = await post('/authn/login', { username: user.username, password })
      expect(reply.status).toBe(password === 'right' ? 201 : 422)
    }
  })
})

describe('POST /authn/login-with-expiry', () => {
  test('sets two cookies and tells when they end, with a numeric offset', async () => {
    const reply = await post('/authn/login-with-expiry', { username: 'diku_admin', password: 'admin' })
    expect(reply.status).toBe(201)
    const [access, refresh] = cookies(reply)
    expect(access).toMatch(/^folioAccessToken=ey[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(refresh).toMatch(
      /^folioRefreshToken=ey[^;]+; Max-Age=604800; Path=\/authn; HttpOnly; SameSite=Lax$/,
    )
    expect(reply.json.accessTokenExpiration).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
    const seconds = (Date.parse(reply.json.refreshTokenExpiration) - Date.now()) / 1000
    expect(seconds).toBeGreaterThan(604_790)
    expect(seconds).toBeLessThanOrEqual(604_800)
  })

  test('marks the cookies Secure when TLS stands in front', async () => {
    const reply = await post(
      '/authn/login-with-expiry',
      { username: 'diku_admin', password: 'admin' },
      { 'x-forwarded-proto': 'https' },
    )
    expect(cookies(reply).every((cookie) => cookie.includes('; Secure; HttpOnly'))).toBe(true)
  })

  test('gives an access token that opens protected calls in each of its places', async () => {
    const login = await post('/authn/login-with-expiry', { username: 'diku_admin', password: 'admin' })
    const token = /folioAccessToken=([^;]+)/.exec(cookies(login)[0]!)![1]!
    for (const headers of [
      { 'x-okapi-token': token },
      { authorization: `Bearer ${token}` },
      { cookie: `folioAccessToken=${token}` },
    ]) {
      const reply = await app.raw('GET', '/users?limit=1', { ...headers } as Record<string, string>)
      expect(reply.status).toBe(200)
    }
  })

  test('gives a refresh token that opens nothing but the refresh', async () => {
    const login = await post('/authn/login-with-expiry', { username: 'diku_admin', password: 'admin' })
    const token = /folioRefreshToken=([^;]+)/.exec(cookies(login)[1]!)![1]!
    const reply = await app.raw('GET', '/users', { 'x-okapi-token': token })
    expect(reply.status).toBe(401)
  })
})

describe('tokens', () => {
  test('are refused when two different ones are sent', async () => {
    const reply = await app.raw('GET', '/users', {
      'x-okapi-token': app.token,
      authorization: 'Bearer other',
    })
    expect([reply.status, reply.text]).toEqual([
      400,
      'Different tokens in Authentication and X-Okapi-Token. Use only one of them',
    ])
  })

  test('are refused when they are forged, and told so', async () => {
    const [head, , signature] = app.token.split('.')
    const claims = Buffer.from(
      JSON.stringify({ sub: 'x', user_id: randomUUID(), tenant: 'diku', type: 'access' }),
    )
    const forged = `${head}.${claims.toString('base64url')}.${signature}`
    const reply = await app.raw('GET', '/users', { 'x-okapi-token': forged })
    expect(reply.status).toBe(401)
    expect(reply.text).toMatch(/^Invalid token: /)
  })

  test('of no algorithm are refused', async () => {
    const claims = {
      sub: 'diku_admin',
      user_id: randomUUID(),
      tenant: 'diku',
      type: 'access',
      exp: 9_999_999_999,
    }
    const reply = await app.raw('GET', '/users', {
      'x-okapi-token': `${encode({ alg: 'none' })}.${encode(claims)}.`,
    })
    expect(reply.status).toBe(401)
  })

  test('expire, and the answer says so', async () => {
    const login = await post('/authn/login-with-expiry', { username: 'diku_admin', password: 'admin' })
    const token = /folioAccessToken=([^;]+)/.exec(cookies(login)[0]!)![1]!
    setClockOffset(601_000)
    const reply = await app.raw('GET', '/users', { 'x-okapi-token': token })
    setClockOffset(0)
    expect([reply.status, reply.text]).toEqual([401, 'Access token has expired'])
  })

  test('missing on a protected call name the permission that is needed', async () => {
    const reply = await app.raw('GET', '/users', { 'x-okapi-tenant': 'diku' })
    expect([reply.status, reply.text]).toEqual([
      400,
      'Token missing, access requires permission: users.collection.get',
    ])
  })

  test('of a user without the permission are refused by name', async () => {
    const user = await addUser('right', ['usergroups.collection.get'])
    const login = await post('/authn/login', { username: user.username, password: 'right' })
    const token = String(login.headers['x-okapi-token'])
    const denied = await app.raw('GET', '/users', { 'x-okapi-token': token })
    const allowed = await app.raw('GET', '/groups', { 'x-okapi-token': token })
    expect([denied.status, denied.text]).toEqual([
      403,
      `Access for user '${user.username}' (${user.id}) requires permission: users.collection.get`,
    ])
    expect(allowed.status).toBe(200)
  })
})

describe('credentials', () => {
  test('exist once they are set, and not after they are deleted', async () => {
    const user = await addUser('right')
    const before = await app.get(`/authn/credentials-existence?userId=${user.id}`)
    const deleted = await app.del(`/authn/credentials?userId=${user.id}`)
    const after = await app.get(`/authn/credentials-existence?userId=${user.id}`)
    const again = await app.del(`/authn/credentials?userId=${user.id}`)
    expect([before.json, deleted.status, after.json]).toEqual([
      { credentialsExist: true },
      204,
      { credentialsExist: false },
    ])
    expect([again.status, again.text]).toEqual([404, `No credentials for userId ${user.id} found`])
  })

  test('cannot be set twice, nor empty', async () => {
    const user = await addUser('right')
    const twice = await app.post('/authn/credentials', { username: user.username, password: 'other' })
    const empty = await app.post('/authn/credentials', { userId: randomUUID(), password: '' })
    expect(twice.status).toBe(422)
    expect(twice.json.errors[0].message).toBe(`There already exists credentials for user id '${user.id}'`)
    expect(empty.json.errors[0].message).toBe('Password is missing or empty')
  })

  test('change only for whoever knows the old password', async () => {
    const user = await addUser('old one')
    const wrong = await post('/authn/update', {
      username: user.username,
      password: 'x',
      newPassword: 'new one',
    })
    const empty = await post('/authn/update', {
      username: user.username,
      password: 'old one',
      newPassword: '',
    })
    const right = await post('/authn/update', {
      userId: user.id,
      password: 'old one',
      newPassword: 'new one',
    })
    const old = await post('/authn/login', { username: user.username, password: 'old one' })
    const fresh = await post('/authn/login', { username: user.username, password: 'new one' })
    expect([wrong.status, wrong.text]).toEqual([401, 'Invalid credentials'])
    expect([empty.status, empty.text]).toEqual([400, "You must provide a new password that isn't empty"])
    expect([right.status, old.status, fresh.status]).toEqual([204, 422, 201])
  })
})
