import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp, TestReply } from '../../../test/support/app.ts'
import { setClockOffset } from '../../kernel/clock.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  setClockOffset(0)
  await app.close()
})

const ADMIN = JSON.stringify({ username: 'diku_admin', password: 'admin' })
const REFUSED = {
  message: 'Authorization server unable to process token refresh request',
  type: 'error',
  code: 'token.refresh.unprocessable',
}

function tokens(reply: TestReply): { access: string; refresh: string } {
  const values = [reply.headers['set-cookie']].flat().map((cookie) => /=([^;]*)/.exec(String(cookie))![1]!)
  return { access: values[0]!, refresh: values[1]! }
}

async function logIn() {
  const headers = { 'x-okapi-tenant': 'diku', 'content-type': 'application/json' }
  return tokens(await app.raw('POST', '/authn/login-with-expiry', headers, ADMIN))
}

function refresh(token: string, tenant = 'diku') {
  return app.raw('POST', '/authn/refresh', { 'x-okapi-tenant': tenant, cookie: `folioRefreshToken=${token}` })
}

describe('POST /authn/refresh', () => {
  test('gives the next pair, whose access token works', async () => {
    const reply = await refresh((await logIn()).refresh)
    const access = await app.raw('GET', '/users', { cookie: `folioAccessToken=${tokens(reply).access}` })
    expect(reply.status).toBe(201)
    expect(Object.keys(reply.json)).toEqual(['accessTokenExpiration', 'refreshTokenExpiration'])
    expect(access.status).toBe(200)
  })

  test('works without a tenant header: the token names the tenant', async () => {
    const { refresh: token } = await logIn()
    const reply = await app.raw('POST', '/authn/refresh', { cookie: `folioRefreshToken=${token}` })
    expect(reply.status).toBe(201)
  })

  test('can be repeated with each new token', async () => {
    let { refresh: token } = await logIn()
    for (let turn = 0; turn < 3; turn += 1) {
      const reply = await refresh(token)
      expect(reply.status).toBe(201)
      token = tokens(reply).refresh
    }
  })

  test('refuses a used token, and from then on all that come from the same log-in', async () => {
    const { refresh: first } = await logIn()
    const { refresh: other } = await logIn()
    const second = tokens(await refresh(first)).refresh
    const reused = await refresh(first)
    const descendant = await refresh(second)
    expect(reused.status).toBe(422)
    expect(reused.json.errors).toEqual([REFUSED])
    expect(descendant.status).toBe(422)
    expect((await refresh(other)).status).toBe(201)
  })

  test('gives one pair only when a token comes twice at the same time', async () => {
    const { refresh: token } = await logIn()
    const replies = await Promise.all([refresh(token), refresh(token), refresh(token)])
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 422, 422])
  })

  test('answers 400 without a readable cookie', async () => {
    const { refresh: token } = await logIn()
    const none = await app.raw('POST', '/authn/refresh', { 'x-okapi-tenant': 'diku' })
    const twice = await app.raw('POST', '/authn/refresh', {
      cookie: `folioRefreshToken=${token}; folioRefreshToken=${token}`,
    })
    expect(none.status).toBe(400)
    expect(none.json.errors).toEqual([{ message: 'Bad request', type: 'error', code: 'token.parse.failure' }])
    expect(twice.status).toBe(400)
  })

  test('refuses garbage, an access token, another tenant and an expired token', async () => {
    const { access, refresh: token } = await logIn()
    const replies = [await refresh('garbage'), await refresh(access), await refresh(token, 'other')]
    setClockOffset(604_801_000)
    replies.push(await refresh(token))
    setClockOffset(0)
    expect(replies.map((reply) => reply.status)).toEqual([422, 422, 422, 422])
  })
})

describe('POST /authn/logout', () => {
  test('clears both cookies and ends the session', async () => {
    const { access, refresh: token } = await logIn()
    const reply = await app.raw('POST', '/authn/logout', {
      'x-okapi-tenant': 'diku',
      cookie: `folioAccessToken=${access}; folioRefreshToken=${token}`,
    })
    expect(reply.status).toBe(204)
    expect(reply.headers['set-cookie']).toEqual([
      'folioAccessToken=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/; HttpOnly; SameSite=Lax',
      'folioRefreshToken=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/authn; HttpOnly; SameSite=Lax',
    ])
    expect((await refresh(token)).status).toBe(422)
  })

  test('leaves other sessions of the user alone', async () => {
    const mine = await logIn()
    const other = await logIn()
    await app.raw('POST', '/authn/logout', { cookie: `folioRefreshToken=${mine.refresh}` })
    expect((await refresh(other.refresh)).status).toBe(201)
  })

  test('is refused without a good token', async () => {
    const none = await app.raw('POST', '/authn/logout', { 'x-okapi-tenant': 'diku' })
    const garbage = await app.raw('POST', '/authn/logout', { cookie: 'folioRefreshToken=garbage' })
    expect(none.status).toBe(422)
    expect(none.json.errors[0].code).toBe('token.logout.unprocessable')
    expect(garbage.status).toBe(422)
  })
})

test('POST /authn/logout-all ends all sessions of the user', async () => {
  const one = await logIn()
  const two = await logIn()
  const reply = await app.post('/authn/logout-all')
  expect(reply.status).toBe(204)
  expect([(await refresh(one.refresh)).status, (await refresh(two.refresh)).status]).toEqual([422, 422])
})
