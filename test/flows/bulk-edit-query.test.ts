import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addLibrary } from '../../src/modules/inventory/test-library.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { commit, download, edit, settled } from './bulk-edit-client.ts'
import type { Operation } from './bulk-edit-client.ts'
import { answer } from './import-client.ts'
import { signedIn } from './signed-in.ts'

const ITEMS = 'd0213d22-32cf-490f-9196-d81c3c66e53f'
const USERS = 'ddc93926-d15a-4a45-9d9c-93eadc3d9bbf'

let app: TestApp
let itemIds: string[]

beforeAll(async () => {
  app = await testApp({ work: true })
  const library = await addLibrary(app)
  const holdings = await library.addHoldings((await library.addInstance()).id)
  itemIds = []
  for (const barcode of ['q1', 'q2', 'r3']) itemIds.push((await library.addItem(holdings.id, { barcode })).id)
})
afterAll(() => app.close())

async function send(fqlQuery: string): Promise<string> {
  return answer(await app.post('/query', { entityTypeId: ITEMS, fqlQuery, fields: ['items.id'] }), 201)
    .queryId
}

async function startFrom(fqlQuery: string): Promise<Operation> {
  const queryId = await send(fqlQuery)
  const body = { queryId, entityTypeId: ITEMS, fqlQuery, userFriendlyQuery: 'barcode starts with q' }
  const started = answer(await app.post('/bulk-operations/query', body)) as Operation
  expect(started).toMatchObject({ status: 'EXECUTING_QUERY', approach: 'QUERY', entityType: 'ITEM' })
  return settled(app, started.id)
}

describe('an operation on what a query finds', () => {
  test('matches those records, edits and commits them', async () => {
    const operation = await startFrom('{"items.barcode":{"$starts_with":"q"}}')
    expect(operation).toMatchObject({
      status: 'DATA_MODIFICATION',
      totalNumOfRecords: 2,
      matchedNumOfRecords: 2,
      matchedNumOfErrors: 0,
      userFriendlyQuery: 'barcode starts with q',
    })
    const ids = await download(app, operation.id, 'TRIGGERING_QUERY_FILE')
    expect(ids.name).toBe(`Query-${operation.id}.csv`)
    expect(ids.text.replace('\ufeff', '').trim().split('\n').sort()).toEqual(itemIds.slice(0, 2).sort())
    await edit(app, operation.id, [['SUPPRESS_FROM_DISCOVERY', { type: 'SET_TO_TRUE' }]])
    expect(await commit(app, operation.id)).toMatchObject({ status: 'COMPLETED', committedNumOfRecords: 2 })
    const suppressed = await Promise.all(
      itemIds.map(
        async (id) => answer(await app.get(`/item-storage/items/${id}`)).discoverySuppress ?? false,
      ),
    )
    expect(suppressed).toEqual([true, true, false])
  })

  test('fails in words when it finds nothing', async () => {
    expect(await startFrom('{"items.barcode":{"$eq":"nowhere"}}')).toMatchObject({
      status: 'FAILED',
      errorMessage: 'No records found for the query',
    })
  })

  test('is refused for a query of other records, of somebody else, or none', async () => {
    const queryId = await send('{"items.barcode":{"$eq":"q1"}}')
    const other = await app.post('/bulk-operations/query', { queryId, entityTypeId: USERS })
    expect(other.status).toBe(400)
    const stranger = await signedIn(app, 'stranger', ['bulk-operations.item.query.post'])
    const foreign = await stranger.post('/bulk-operations/query', { queryId, entityTypeId: ITEMS })
    expect(foreign.status).toBe(404)
    const unknown = { queryId: '00000000-0000-4000-8000-000000000000', entityTypeId: ITEMS }
    expect((await app.post('/bulk-operations/query', unknown)).status).toBe(404)
    expect((await app.post('/bulk-operations/query', { queryId: 'x', entityTypeId: ITEMS })).status).toBe(400)
  })
})
