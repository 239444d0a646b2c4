import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { addLibrary } from '../inventory/test-library.ts'

const CIRC_DESK = '3a40852d-49fd-4df2-a1f9-6e2641a6e91f'
const PATRON_CANCELLED = '75187e8d-e25a-47a7-89ad-23ba612338de'

let app: TestApp
let item: { id: string }
let instance: { id: string; hrid: string }
const reader = { id: randomUUID() }

beforeAll(async () => {
  app = await testApp()
  const library = await addLibrary(app)
  instance = await library.addInstance({
    title: 'Rivers of Ontario',
    contributors: [
      { name: 'Smith, Jane', contributorNameTypeId: '2b94c631-fca9-4892-a730-03ee529ffe2a', primary: true },
    ],
  })
  const holdings = await library.addHoldings(instance.id, { callNumber: 'GB1229 .S65' })
  item = await library.addItem(holdings.id, { barcode: '30012345678' })
  const [group] = (await app.get('/groups?query=group==staff')).json.usergroups
  const user = {
    ...reader,
    username: 'reader',
    active: true,
    barcode: 'R1',
    patronGroup: group.id,
    personal: { lastName: 'Reader', firstName: 'Ruth' },
  }
  expect((await app.post('/users', user)).status).toBe(201)
})
afterAll(() => app.close())

const loan = (part: object = {}) => ({
  itemId: item.id,
  userId: reader.id,
  loanDate: '2026-11-02T09:00:00Z',
  dueDate: '2026-11-16T23:59:59Z',
  action: 'checkedout',
  itemStatus: 'Checked out',
  checkoutServicePointId: CIRC_DESK,
  ...part,
})

describe('loans', () => {
  test('are stored once an item while open, and only with a user', async () => {
    const stored = await app.post('/loan-storage/loans', loan())
    expect([stored.status, stored.json.status]).toEqual([201, { name: 'Open' }])
    const second = await app.post('/loan-storage/loans', loan())
    expect([second.status, second.json.errors[0].message]).toEqual([
      422,
      'Cannot have more than one open loan for the same item',
    ])
    const nobody = await app.post('/loan-storage/loans', loan({ userId: undefined, itemId: randomUUID() }))
    expect([nobody.status, nobody.json.errors[0].message]).toEqual([422, 'Open loan must have a user ID'])
    const old = await app.post(
      '/loan-storage/loans',
      loan({ status: { name: 'Closed' }, action: 'checkedin' }),
    )
    expect(old.status).toBe(201)
  })

  test('are read with item, borrower and place, by user and status', async () => {
    const query = encodeURIComponent(`userId==${reader.id} and status.name<>Closed`)
    const { json } = await app.get(`/circulation/loans?query=${query}`)
    expect(json.totalRecords).toBe(1)
    expect(json.loans[0]).toMatchObject({
      itemId: item.id,
      item: {
        title: 'Rivers of Ontario',
        instanceHrid: instance.hrid,
        barcode: '30012345678',
        primaryContributor: 'Smith, Jane',
        callNumber: 'GB1229 .S65',
        materialType: { name: 'book' },
        status: { name: 'Available' },
      },
      borrower: { firstName: 'Ruth', lastName: 'Reader', barcode: 'R1' },
      checkoutServicePoint: { name: 'Circ Desk 1' },
      feesAndFines: { amountRemainingToPay: 0 },
    })
    expect(json.loans[0]).not.toHaveProperty('itemStatus')
    const one = await app.get(`/circulation/loans/${json.loans[0].id}`)
    expect(one.json).toEqual(json.loans[0])
    const closed = encodeURIComponent(`userId==${reader.id} and status.name==Closed`)
    expect((await app.get(`/circulation/loans?query=${closed}&limit=0`)).json.totalRecords).toBe(1)
    expect((await app.get(`/circulation/loans/${randomUUID()}`)).status).toBe(404)
  })

  test('keep each of their states', async () => {
    const query = encodeURIComponent(`itemId==${item.id} and status.name==Open`)
    const [open] = (await app.get(`/loan-storage/loans?query=${query}`)).json.loans
    await app.put(`/loan-storage/loans/${open.id}`, { ...open, renewalCount: 1, action: 'renewed' })
    const history = await app.get(
      `/loan-storage/loan-history?query=${encodeURIComponent(`loan.id==${open.id} sortby createdDate`)}`,
    )
    expect(
      history.json.loansHistory.map((entry: { operation: string; loan: { action: string } }) => [
        entry.operation,
        entry.loan.action,
      ]),
    ).toEqual([
      ['I', 'checkedout'],
      ['U', 'renewed'],
    ])
  })

  test('keep their reader from being deleted', async () => {
    const open = await app.get(`/bl-users/by-id/${reader.id}/open-transactions`)
    expect(open.json).toMatchObject({ hasOpenTransactions: true, loans: 1, requests: 0, blocks: 0 })
    expect((await app.del(`/bl-users/by-id/${reader.id}`)).status).toBe(409)
  })
})

describe('requests', () => {
  const request = (part: object = {}) => ({
    requestLevel: 'Item',
    requestType: 'Hold',
    requestDate: '2026-11-03T09:00:00Z',
    requesterId: reader.id,
    instanceId: instance.id,
    itemId: item.id,
    fulfillmentPreference: 'Hold Shelf',
    pickupServicePointId: CIRC_DESK,
    position: 1,
    ...part,
  })

  test('take both spellings of the fulfilment, and one place in the queue each', async () => {
    const { fulfillmentPreference: wanted, ...older } = request()
    const stored = await app.post('/request-storage/requests', { ...older, fulfilmentPreference: wanted })
    expect(stored.status).toBe(201)
    expect(stored.json).toMatchObject({
      fulfillmentPreference: 'Hold Shelf',
      status: 'Open - Not yet filled',
    })
    expect(stored.json).not.toHaveProperty('fulfilmentPreference')
    expect((await app.post('/request-storage/requests', request())).status).toBe(422)
    const cancelled = { status: 'Closed - Cancelled', cancellationReasonId: randomUUID() }
    const unknown = await app.post('/request-storage/requests', request(cancelled))
    expect([unknown.status, unknown.json.errors[0].code]).toEqual([422, 'INVALID_CANCELLATION_REASON'])
    const reason = { ...cancelled, cancellationReasonId: PATRON_CANCELLED }
    expect((await app.post('/request-storage/requests', request(reason))).status).toBe(201)
  })

  test('are read with title, item, requester, loan and pick-up point', async () => {
    const query = encodeURIComponent(`instanceId==${instance.id} AND (status=="Open - Not yet filled")`)
    const { json } = await app.get(`/circulation/requests?query=${query}`)
    expect(json.requests).toHaveLength(1)
    expect(json.requests[0]).toMatchObject({
      item: { barcode: '30012345678', status: 'Available', callNumber: 'GB1229 .S65' },
      instance: { title: 'Rivers of Ontario', contributorNames: [{ name: 'Smith, Jane' }] },
      requester: { lastName: 'Reader', patronGroup: { group: 'staff' } },
      loan: { dueDate: expect.stringMatching(/^2026-11-16T23:59:59/) },
      pickupServicePoint: { name: 'Circ Desk 1' },
    })
  })

  test('preferences are one a user', async () => {
    const preference = { userId: reader.id, holdShelf: true, delivery: false }
    const path = '/request-preference-storage/request-preference'
    expect((await app.post(path, preference)).status).toBe(201)
    const again = await app.post(path, preference)
    expect([again.status, again.json.errors[0].message]).toEqual([
      422,
      'Request preference for specified user already exists',
    ])
    expect((await app.get(`${path}?query=userId==${reader.id}`)).json.totalRecords).toBe(1)
  })
})
