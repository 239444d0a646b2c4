import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { huntBodies, huntCql } from './hunt.ts'
import type { Call } from './hunt.ts'
import { createRandom } from './random.ts'

// A short hunt with the same values each time; `npm run fuzz` hunts for long with new ones.

let app: TestApp
let call: Call
beforeAll(async () => {
  app = await testApp()
  const headers = {
    'x-okapi-tenant': 'diku',
    'x-okapi-token': app.token,
    'content-type': 'application/json',
  }
  call = (method, url, body) => app.raw(method, url, headers, body)
})
afterAll(() => app.close())

test('no query makes a list fail or take long', async () => {
  expect(await huntCql(call, createRandom(1), 1500)).toEqual([])
})

test('no body makes a route fail or take long', async () => {
  expect(await huntBodies(call, createRandom(2), 1500)).toEqual([])
})
