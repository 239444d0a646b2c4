import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function add(path: string, body: object): Promise<{ id: string }> {
  const reply = await app.post(path, body)
  expect([reply.status, reply.text]).toEqual([201, expect.anything()])
  return reply.json
}

test('titles, pieces and orders of a holdings record are read as inventory asks for them', async () => {
  const [instanceId, placed, received] = [randomUUID(), randomUUID(), randomUUID()]
  const order = await add('/orders-storage/purchase-orders', {
    orderType: 'Ongoing',
    vendor: randomUUID(),
    poNumber: '10451',
    workflowStatus: 'Open',
    dateOrdered: '2026-10-01T09:00:00Z',
  })
  const line = await add('/orders-storage/po-lines', {
    purchaseOrderId: order.id,
    poLineNumber: '10451-1',
    source: 'User',
    titleOrPackage: 'Rivers of the Ozarks',
    acquisitionMethod: randomUUID(),
    orderFormat: 'Physical Resource',
    receiptStatus: 'Ongoing',
    locations: [{ holdingId: placed, quantity: 1 }],
  })
  const title = await add('/orders-storage/titles', {
    title: 'Rivers of the Ozarks',
    poLineId: line.id,
    instanceId,
  })
  await add('/orders-storage/pieces', {
    format: 'Physical',
    poLineId: line.id,
    titleId: title.id,
    holdingId: received,
    receivingStatus: 'Received',
    displayOnHolding: true,
  })

  const titles = await app.get(`/orders/titles?query=instanceId==${instanceId}&limit=5000`)
  expect(titles.json).toMatchObject({ titles: [{ id: title.id, nextSequenceNumber: 1 }], totalRecords: 1 })
  const query = `holdingId==${received} and displayOnHolding=="true" and receivingStatus="Received"`
  const pieces = await app.get(`/orders/pieces?query=${encodeURIComponent(query)}&limit=5000`)
  expect(pieces.json.totalRecords).toBe(1)
  for (const holdingsId of [placed, received]) {
    expect((await app.get(`/orders/holding-summary/${holdingsId}`)).json).toEqual({
      holdingSummaries: [
        {
          poLineId: line.id,
          poLineNumber: '10451-1',
          polReceiptStatus: 'Ongoing',
          orderType: 'Ongoing',
          orderStatus: 'Open',
          orderSentDate: expect.stringMatching(/^2026-10-01T09:00:00/),
        },
      ],
      totalRecords: 1,
    })
  }
  expect((await app.get(`/orders/holding-summary/${randomUUID()}`)).json.totalRecords).toBe(0)
  expect((await app.del(`/orders-storage/purchase-orders/${order.id}`)).status).toBe(400)
})
