import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { addLibrary } from '../inventory/test-library.ts'
import type { TestLibrary } from '../inventory/test-library.ts'

type Changed = {
  instanceId: string
  source: string
  updatedDate: string
  suppressFromDiscovery: string
  deleted: string
}

let app: TestApp
let library: TestLibrary

beforeAll(async () => {
  app = await testApp()
  library = await addLibrary(app)
})
afterAll(() => app.close())

/** The instances of the feed since an instant, with the marks of each. */
async function changedSince(start: Date, parameters = ''): Promise<Map<string, Changed>> {
  const url = `/inventory-hierarchy/updated-instance-ids?startDate=${start.toISOString()}${parameters}`
  const { status, text } = await app.get(url)
  expect(status).toBe(200)
  const rows = JSON.parse(`[${text.replaceAll('}{', '},{')}]`) as Changed[]
  return new Map(rows.map((row) => [row.instanceId, row]))
}

/** An instant after all that was done before and before all that comes after. */
async function between(): Promise<Date> {
  await new Promise((resolve) => setTimeout(resolve, 3))
  const at = new Date()
  await new Promise((resolve) => setTimeout(resolve, 3))
  return at
}

const below = '&onlyInstanceUpdateDate=false'

describe('the feed of changed instances', () => {
  it('has those that were changed themselves, with source and marks as texts', async () => {
    const old = await library.addInstance()
    const start = await between()
    const fresh = await library.addInstance()
    const changed = await changedSince(start)
    expect([...changed.keys()]).toEqual([fresh.id])
    expect(changed.get(fresh.id)).toEqual({
      instanceId: fresh.id,
      source: 'FOLIO',
      updatedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      suppressFromDiscovery: 'false',
      deleted: 'false',
    })
    expect(changed.has(old.id)).toBe(false)
    expect((await changedSince(start, '&source=MARC')).size).toBe(0)
    const until = `&endDate=${start.toISOString()}`
    expect((await changedSince(new Date(0), until)).has(fresh.id)).toBe(false)
  })

  it('has, when asked, those below which something was made, changed, deleted or moved away', async () => {
    const [made, changedOne, emptied, left, reached, lostItem] = await Promise.all(
      Array.from({ length: 6 }, () => library.addInstance()),
    )
    const edited = await library.addHoldings(changedOne!.id)
    const doomed = await library.addHoldings(emptied!.id)
    const moving = await library.addHoldings(left!.id)
    const keeper = await library.addHoldings(lostItem!.id)
    const item = await library.addItem(keeper.id)
    const start = await between()
    await library.addHoldings(made!.id)
    await library.addItem(edited.id)
    await app.del(`/holdings-storage/holdings/${doomed.id}`)
    await app.post('/inventory/holdings/move', { toInstanceId: reached!.id, holdingsRecordIds: [moving.id] })
    await app.del(`/item-storage/items/${item.id}`)
    const touched = await changedSince(start, below)
    const expected = [made, changedOne, emptied, left, reached, lostItem].map((one) => one!.id)
    expect([...touched.keys()].sort()).toEqual(expected.sort())
    expect((await changedSince(start)).size).toBe(0)
    // What happens below an instance never moves its version: an open editor of it can still save.
    expect((await app.get(`/instance-storage/instances/${made!.id}`)).json).toMatchObject({ _version: 1 })
  })

  it('has deleted instances unless they are unwanted, and suppressed ones only when wanted', async () => {
    const doomed = await library.addInstance()
    const start = await between()
    const hidden = await library.addInstance({ discoverySuppress: true })
    await app.del(`/instance-storage/instances/${doomed.id}`)
    expect((await changedSince(start)).get(doomed.id)).toMatchObject({ deleted: 'true', source: 'FOLIO' })
    expect((await changedSince(start, '&deletedRecordSupport=false')).has(doomed.id)).toBe(false)
    expect((await changedSince(start)).has(hidden.id)).toBe(false)
    const all = await changedSince(start, '&skipSuppressedFromDiscoveryRecords=false')
    expect(all.get(hidden.id)).toMatchObject({ suppressFromDiscovery: 'true' })
  })
})

describe('the older feeds of OAI-PMH', () => {
  it('tell ids and items, with names in small letters', async () => {
    const instance = await library.addInstance()
    const holdings = await library.addHoldings(instance.id, { callNumber: 'O 1' })
    const start = await between()
    const item = await library.addItem(holdings.id, { barcode: 'oai-1', volume: '3' })
    const since = `?startDate=${encodeURIComponent(start.toISOString())}`
    const ids = await app.get(`/oai-pmh-view/updatedInstanceIds${since}`)
    expect(ids.json).toMatchObject({
      instanceid: instance.id,
      deleted: 'false',
      suppressfromdiscovery: 'false',
    })
    const whole = await app.get(`/oai-pmh-view/instances${since}`)
    expect(whole.json.itemsandholdingsfields.items).toMatchObject([
      {
        id: item.id,
        barcode: 'oai-1',
        volume: '3',
        materialType: 'book',
        callNumber: { callNumber: 'O 1' },
        location: { name: 'Main', location: { libraryName: 'Central', institutionName: 'University' } },
        suppressFromDiscovery: false,
        holdingsRecordId: holdings.id,
      },
    ])
    const enriched = await app.post('/oai-pmh-view/enrichedInstances', {
      instanceIds: [instance.id],
      skipSuppressedFromDiscoveryRecords: true,
    })
    expect(enriched.json).toMatchObject({
      instanceid: instance.id,
      itemsandholdingsfields: { items: [{ id: item.id }] },
    })
  })
})
