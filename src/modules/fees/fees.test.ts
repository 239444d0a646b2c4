import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a new tenant has the six kinds that are charged automatically', async () => {
  const { json } = await app.get('/feefines?query=automatic==true&limit=10')
  expect(json.totalRecords).toBe(6)
  expect(json.feefines.map(({ id }: { id: string }) => id)).toContain('9523cb96-e752-40c2-89da-60f3961a488d')
})

test('a kind is one an owner', async () => {
  const owner = await app.post('/owners', { owner: 'Main library', servicePointOwner: [] })
  expect(owner.status).toBe(201)
  const kind = { feeFineType: 'Copying', ownerId: owner.json.id, automatic: false, defaultAmount: 0.5 }
  expect((await app.post('/feefines', kind)).status).toBe(201)
  expect((await app.post('/feefines', kind)).status).toBe(422)
  expect((await app.post('/feefines', { ...kind, ownerId: randomUUID() })).status).toBe(201)
})

test('accounts and their history are found by user', async () => {
  const userId = randomUUID()
  const account = await app.post('/accounts', {
    amount: 7.25,
    remaining: 7.25,
    status: { name: 'Open' },
    paymentStatus: { name: 'Outstanding' },
    userId,
    feeFineId: randomUUID(),
    ownerId: randomUUID(),
  })
  expect(account.status).toBe(201)
  const action = { accountId: account.json.id, userId, typeAction: 'Overdue fine', balance: 7.25 }
  expect((await app.post('/feefineactions', action)).status).toBe(201)
  const query = `query=${encodeURIComponent(`(userId==${userId})`)}&limit=10000`
  expect((await app.get(`/accounts?${query}`)).json.accounts).toMatchObject([{ remaining: 7.25 }])
  expect((await app.get(`/feefineactions?${query}`)).json.feefineactions).toMatchObject([action])
  const wrong = await app.post('/accounts', { amount: 1 })
  expect([wrong.status, wrong.json.errors.length]).toEqual([422, 6])
})

test('reasons of waivers are listed as waivers; policies have one name each', async () => {
  await app.post('/waives', { nameReason: 'Kindness' })
  expect((await app.get('/waives')).json.waivers).toHaveLength(1)
  const policy = { name: 'Usual', overdueFine: { quantity: 0.25, intervalId: 'day' } }
  expect((await app.post('/overdue-fines-policies', policy)).status).toBe(201)
  const again = await app.post('/overdue-fines-policies', policy)
  expect([again.status, again.json.errors[0].code]).toEqual([422, 'feesfines.policy.overdue.duplicate'])
})
