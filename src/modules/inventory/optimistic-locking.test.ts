import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { addLibrary, minimal } from './test-library.ts'

let app: TestApp
let paths: { storage: string; business: string; batch: string; listKey: string }[]
let instancePath: string

beforeAll(async () => {
  app = await testApp()
  const library = await addLibrary(app)
  const instance = await library.addInstance()
  const holdings = await library.addHoldings(instance.id)
  const item = await library.addItem(holdings.id)
  instancePath = `/instance-storage/instances/${instance.id}`
  paths = [
    {
      storage: instancePath,
      business: `/inventory/instances/${instance.id}`,
      batch: '/instance-storage/batch/synchronous?upsert=true',
      listKey: 'instances',
    },
    {
      storage: `/holdings-storage/holdings/${holdings.id}`,
      business: `/inventory/holdings/${holdings.id}`,
      batch: '/holdings-storage/batch/synchronous?upsert=true',
      listKey: 'holdingsRecords',
    },
    {
      storage: `/item-storage/items/${item.id}`,
      business: `/inventory/items/${item.id}`,
      batch: '/item-storage/batch/synchronous?upsert=true',
      listKey: 'items',
    },
  ]
})
afterAll(() => app.close())

describe('the version of an instance, a holdings record, an item', () => {
  it('must be that which is stored, whatever way it is written', async () => {
    for (const { storage, business, batch, listKey } of paths) {
      const stale = (await app.get(storage)).json
      const shown = listKey === 'items' ? (await app.get(business)).json : stale
      const fresh = { ...stale, administrativeNotes: ['changed'] }
      expect((await app.put(storage, fresh)).status).toBe(204)
      const stored = (await app.get(storage)).json
      const refusals = await Promise.all([
        app.put(storage, stale),
        app.put(business, shown),
        app.put(storage, { ...stored, _version: null }),
        app.post(batch, { [listKey]: [stale] }),
      ])
      for (const { status, text } of refusals) {
        expect([listKey, status, text]).toEqual([listKey, 409, expect.stringContaining('optimistic locking')])
      }
      expect((await app.get(storage)).json).toEqual(stored)
    }
  })

  it('of an instance stays when what hangs below it changes', async () => {
    const before = (await app.get(instancePath)).json
    for (const { storage } of paths.slice(1)) {
      const record = (await app.get(storage)).json
      expect((await app.put(storage, { ...record, formerIds: ['x'] })).status).toBe(204)
    }
    expect((await app.put(instancePath, { ...before, title: 'Saved after all' })).status).toBe(204)
  })

  it('is named for each record of a batch that is in conflict, and can be read for all of them at once', async () => {
    const made = await Promise.all(
      Array.from(
        { length: 3 },
        async () => (await app.post('/instance-storage/instances', minimal.instance())).json,
      ),
    )
    const batch = '/instance-storage/batch/synchronous?upsert=true'
    const stale = made.map((instance, i) => ({ ...instance, title: `Title ${i}`, _version: i }))
    const refused = await app.post(batch, { instances: stale })
    expect(refused.status).toBe(409)
    const lines = refused.text.split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain(made[0]!.id)
    expect(lines[1]).toContain(made[2]!.id)
    const ids = made.map(({ id }) => id)
    const { json } = await app.post('/octavo/versions/instance/current', { ids })
    expect(json.totalRecords).toBe(3)
    const current = new Map(json.versions.map((one: { id: string; _version: number }) => [one.id, one]))
    const right = stale.map((instance) => ({ ...instance, ...current.get(instance.id)! }))
    expect((await app.post(batch, { instances: right })).status).toBe(201)
    expect((await app.post('/octavo/versions/instance/current', { ids: ['x'] })).status).toBe(422)
  })
})
