import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { OCTAVO_LOGIN_ATTEMPTS: '1' } })
})
afterAll(() => app.close())

const event = (userId: string) => ({ tenant: 'diku', userId, eventType: 'PASSWORD_CHANGE' })

test('without a configuration nothing is logged and nothing shown', async () => {
  const replies = [
    await app.get('/authn/log/events'),
    await app.post('/authn/log/events', event(randomUUID())),
    await app.del(`/authn/log/events/${randomUUID()}`),
  ]
  expect(replies.map(({ status }) => status)).toEqual([204, 204, 204])
})

test('the kinds that the configuration names are logged, found and deleted by user', async () => {
  for (const code of ['STATUS', 'FAILED_LOGIN_ATTEMPT', 'USER_BLOCK', 'PASSWORD_CREATE']) {
    const entry = { module: 'EVENT_LOG', configName: 'log', code, enabled: true }
    expect((await app.post('/configurations/entries', entry)).status).toBe(201)
  }
  const id = randomUUID()
  await app.post('/users', { id, username: 'watched', active: true })
  await app.post('/authn/credentials', { userId: id, password: 'right' })
  await app.raw(
    'POST',
    '/authn/login',
    { 'x-okapi-tenant': 'diku', 'content-type': 'application/json', 'user-agent': 'Test/1' },
    JSON.stringify({ username: 'watched', password: 'wrong' }),
  )
  const found = await app.get(`/authn/log/events?query=userId==${id}`)
  expect(found.json.totalRecords).toBe(2)
  expect(found.json.loggingEvent).toMatchObject([
    { eventType: 'FAILED_LOGIN_ATTEMPT', tenant: 'diku', ip: '127.0.0.1', browserInformation: 'Test/1' },
    { eventType: 'USER_BLOCK' },
  ])
  const posted = await app.post('/authn/log/events', { ...event(id), eventType: 'PASSWORD_CREATE' })
  const unwanted = await app.post('/authn/log/events', event(id))
  const wrong = await app.post('/authn/log/events', { ...event(id), eventType: 'PARTY' })
  expect([posted.status, unwanted.status, wrong.status]).toEqual([201, 204, 422])
  expect(posted.json.message).toMatch(/^Event id: .{36} was successfully saved to event log$/)
  const deleted = await app.del(`/authn/log/events/${id}`)
  const again = await app.del(`/authn/log/events/${id}`)
  expect([deleted.status, again.status]).toEqual([200, 404])
})
