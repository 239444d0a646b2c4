import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'

const ITEMS = '3d7c52dc-c732-4223-8bf8-e5917801386f'
const OVERDUE = '584fbd4f-6a34-4730-a6ca-73a6a6a9d845'
const BALANCE = 'cf7a0d5f-a327-4ca1-aa9e-dc55ec006b8a'

let app: TestApp
let group: { id: string }
const user = randomUUID()

beforeAll(async () => {
  app = await testApp()
  group = (await app.get('/groups?query=group==staff')).json.usergroups[0]
  await app.post('/users', {
    id: user,
    username: 'reader',
    active: true,
    patronGroup: group.id,
    personal: { lastName: 'Reader' },
  })
})
afterAll(() => app.close())

/** Makes a condition act, with a limit for the user's group. */
async function limit(conditionId: string, value: number, actions: object): Promise<void> {
  const path = `/patron-block-conditions/${conditionId}`
  const condition = (await app.get(path)).json
  expect((await app.put(path, { ...condition, ...actions, message: `Limit ${value}` })).status).toBe(204)
  const reply = await app.post('/patron-block-limits', { patronGroupId: group.id, conditionId, value })
  expect([reply.status, reply.text]).toEqual([201, expect.anything()])
}

async function lend(dueDate: string, part: object = {}): Promise<string> {
  const reply = await app.post('/loan-storage/loans', {
    itemId: randomUUID(),
    userId: user,
    loanDate: '2026-01-05T09:00:00Z',
    dueDate,
    action: 'checkedout',
    itemStatus: 'Checked out',
    ...part,
  })
  expect(reply.status).toBe(201)
  return reply.json.id
}

const blocks = async () => (await app.get(`/automated-patron-blocks/${user}`)).json.automatedPatronBlocks

describe('automated blocks', () => {
  test('there are none before a condition acts', async () => {
    expect(await blocks()).toEqual([])
    expect((await app.get('/patron-block-conditions')).json.totalRecords).toBe(6)
    expect((await app.get('/automated-patron-blocks/nobody')).status).toBe(400)
  })

  test('a full count stops borrowing, and renewals only beyond it', async () => {
    await limit(ITEMS, 2, { blockBorrowing: true, blockRenewals: true })
    const future = new Date(Date.now() + 86_400_000).toISOString()
    await lend(future)
    expect(await blocks()).toEqual([])
    await lend(future)
    expect(await blocks()).toEqual([
      {
        patronBlockConditionId: ITEMS,
        blockBorrowing: true,
        blockRenewals: false,
        blockRequests: false,
        message: 'Limit 2',
      },
    ])
    await lend(future)
    expect(await blocks()).toMatchObject([{ blockBorrowing: true, blockRenewals: true }])
  })

  test('items said to be returned do not count as overdue, nor do fees for them', async () => {
    await limit(OVERDUE, 0, { blockRequests: true })
    await limit(BALANCE, 10.5, { blockBorrowing: true })
    const claimed = await lend('2026-02-01T09:00:00Z', { itemStatus: 'Claimed returned' })
    const charge = (remaining: number, loanId?: string) =>
      app.post('/accounts', {
        amount: remaining,
        remaining,
        status: { name: 'Open' },
        paymentStatus: { name: 'Outstanding' },
        userId: user,
        feeFineId: randomUUID(),
        ownerId: randomUUID(),
        ...(loanId === undefined ? {} : { loanId }),
      })
    expect((await charge(50, claimed)).status).toBe(201)
    expect((await charge(10.5)).status).toBe(201)
    const named = (await blocks()).map((one: { message: string }) => one.message)
    expect(named).toEqual(['Limit 2'])
    await lend('2026-02-01T09:00:00Z')
    await charge(0.01)
    const all = (await blocks()).map((one: { message: string }) => one.message)
    expect(all.toSorted()).toEqual(['Limit 0', 'Limit 10.5', 'Limit 2'])
  })

  test('a condition needs a message when it acts, and a limit its range', async () => {
    const path = `/patron-block-conditions/${OVERDUE}`
    const condition = (await app.get(path)).json
    expect((await app.put(path, { ...condition, message: ' ' })).status).toBe(422)
    const wrong = { patronGroupId: group.id, conditionId: OVERDUE, value: 1.5 }
    expect((await app.post('/patron-block-limits', wrong)).status).toBe(422)
  })
})

test('manual blocks are kept by user, and keep the user', async () => {
  const block = { userId: user, desc: 'Owes a book', borrowing: true }
  expect((await app.post('/manualblocks', block)).status).toBe(201)
  const listed = await app.get(`/manualblocks?query=${encodeURIComponent(`(userId==${user})`)}`)
  expect(listed.json.manualblocks).toMatchObject([block])
  expect((await app.get(`/bl-users/by-id/${user}/open-transactions`)).json).toMatchObject({
    blocks: 1,
    feesFines: 3,
  })
})
