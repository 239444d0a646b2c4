import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { BOOK, addLibrary } from './test-library.ts'
import type { TestLibrary } from './test-library.ts'

let app: TestApp
let library: TestLibrary

beforeAll(async () => {
  app = await testApp()
  library = await addLibrary(app)
})
afterAll(() => app.close())

describe('a change of holdings', () => {
  it('reaches the items that inherit it, in the same transaction', async () => {
    const instance = await library.addInstance()
    const holdings = await library.addHoldings(instance.id, { callNumber: 'A 1' })
    const heir = await library.addItem(holdings.id)
    const own = await library.addItem(holdings.id, {
      temporaryLocationId: library.mainLocation,
      itemLevelCallNumber: 'Own 1',
    })
    const path = `/holdings-storage/holdings/${holdings.id}`
    const stored = (await app.get(path)).json
    const reply = await app.put(path, {
      ...stored,
      permanentLocationId: library.annexLocation,
      callNumber: 'B 2',
    })
    expect(reply.status).toBe(204)
    const changed = (await app.get(`/item-storage/items/${heir.id}`)).json
    expect(changed).toMatchObject({
      _version: 2,
      effectiveLocationId: library.annexLocation,
      effectiveCallNumberComponents: { callNumber: 'B 2' },
      effectiveShelvingOrder: 'B 2',
    })
    expect(changed.metadata.updatedDate).not.toBe(changed.metadata.createdDate)
    expect((await app.get(`/item-storage/items/${own.id}`)).json).toMatchObject({
      _version: 1,
      effectiveLocationId: library.mainLocation,
      effectiveCallNumberComponents: { callNumber: 'Own 1' },
    })
    expect((await app.get(`/instance-storage/instances/${instance.id}`)).json).toMatchObject({ _version: 1 })
  })

  it('reaches them through the batch as well', async () => {
    const holdings = await library.addHoldings((await library.addInstance()).id)
    const item = await library.addItem(holdings.id)
    const stored = (await app.get(`/holdings-storage/holdings/${holdings.id}`)).json
    const reply = await app.post('/holdings-storage/batch/synchronous?upsert=true', {
      holdingsRecords: [{ ...stored, temporaryLocationId: library.annexLocation }],
    })
    expect([reply.status, reply.text]).toEqual([201, ''])
    expect((await app.get(`/item-storage/items/${item.id}`)).json.effectiveLocationId).toBe(
      library.annexLocation,
    )
  })
})

describe('the order of items', () => {
  it('goes on from the highest, is unique for concurrent writers, and starts anew after a move', async () => {
    const instance = await library.addInstance()
    const holdings = await library.addHoldings(instance.id)
    const made = await Promise.all(Array.from({ length: 8 }, () => library.addItem(holdings.id)))
    const orders = await Promise.all(
      made.map(async ({ id }) => (await app.get(`/item-storage/items/${id}`)).json.order as number),
    )
    expect(orders.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    await library.addItem(holdings.id, { order: 20 })
    const next = await library.addItem(holdings.id)
    const stored = (await app.get(`/item-storage/items/${next.id}`)).json
    expect(stored.order).toBe(21)
    const other = await library.addHoldings(instance.id)
    await app.put(`/item-storage/items/${next.id}`, { ...stored, holdingsRecordId: other.id })
    expect((await app.get(`/item-storage/items/${next.id}`)).json.order).toBe(1)
  })
})

describe('deleting', () => {
  it('refuses records that others refer to', async () => {
    const instance = await library.addInstance()
    const holdings = await library.addHoldings(instance.id)
    const item = await library.addItem(holdings.id)
    const used = await app.del(`/instance-storage/instances/${instance.id}`)
    expect([used.status, used.text]).toEqual([
      400,
      `Cannot delete instance.id = ${instance.id} because id is still referenced from table holdings_record.`,
    ])
    expect((await app.del(`/holdings-storage/holdings/${holdings.id}`)).text).toContain('from table item.')
    for (const path of [
      `/item-storage/items/${item.id}`,
      `/holdings-storage/holdings/${holdings.id}`,
      `/instance-storage/instances/${instance.id}`,
    ]) {
      expect((await app.del(path)).status).toBe(204)
      expect((await app.get(path)).text).toBe('Not found')
    }
  })

  it('by query needs a query and deletes what it finds', async () => {
    const empty = await app.del('/instance-storage/instances?query=')
    expect([empty.status, empty.text]).toEqual([400, 'Expected CQL but query parameter is empty'])
    await library.addInstance({ title: 'ephemeral one' })
    await library.addInstance({ title: 'ephemeral two' })
    expect((await app.del('/instance-storage/instances?query=title=ephemeral')).status).toBe(204)
    expect((await app.get('/instance-storage/instances?query=title=ephemeral')).json.totalRecords).toBe(0)
  })

  it('does not let go of a location that records use', async () => {
    await library.addHoldings((await library.addInstance()).id)
    expect((await app.del(`/locations/${library.mainLocation}`)).status).toBe(400)
    expect((await app.del(`/material-types/${BOOK}`)).status).toBe(400)
  })
})
