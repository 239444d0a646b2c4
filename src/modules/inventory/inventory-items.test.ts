import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { sharedAvailable, sharedPath } from '../../../test/support/shared.ts'
import { ITEM_STATUSES, STATUS_MARKS } from './item-statuses.ts'
import { BOOK, CAN_CIRCULATE, LC, addLibrary } from './test-library.ts'
import type { TestLibrary } from './test-library.ts'

const UNKNOWN = '11111111-1111-4111-8111-111111111111'

let app: TestApp
let library: TestLibrary
let holdings: { id: string; hrid: string }
let instance: { id: string; hrid: string }

beforeAll(async () => {
  app = await testApp()
  library = await addLibrary(app)
  instance = await library.addInstance({
    title: 'Rivers',
    contributors: [{ name: 'Brook, B.', contributorNameTypeId: '2b94c631-fca9-4892-a730-03ee529ffe2a' }],
  })
  holdings = await library.addHoldings(instance.id, { callNumber: 'R 1', callNumberTypeId: LC })
})
afterAll(() => app.close())

function body(part: object = {}): Record<string, unknown> {
  return {
    holdingsRecordId: holdings.id,
    status: { name: 'Available' },
    materialType: { id: BOOK },
    permanentLoanType: { id: CAN_CIRCULATE },
    ...part,
  }
}

describe('an item with its title and names', () => {
  it('is made from nested ids and shown with names', async () => {
    const reply = await app.post(
      '/inventory/items',
      body({ barcode: 'r1', temporaryLocation: { id: library.annexLocation } }),
    )
    expect(reply.status).toBe(201)
    expect(reply.json).toMatchObject({
      _version: 1,
      title: 'Rivers',
      callNumber: 'R 1',
      contributorNames: [{ name: 'Brook, B.' }],
      materialType: { id: BOOK, name: 'book' },
      permanentLoanType: { id: CAN_CIRCULATE, name: 'Can circulate' },
      temporaryLocation: { id: library.annexLocation, name: 'Annex' },
      effectiveLocation: { id: library.annexLocation, name: 'Annex' },
      effectiveCallNumberComponents: { callNumber: 'R 1', typeId: LC },
      isBoundWith: false,
      tags: { tagList: [] },
      notes: [],
      circulationNotes: [],
      formerIds: [],
      statisticalCodeIds: [],
      yearCaption: [],
      electronicAccess: [],
      administrativeNotes: [],
    })
    expect(reply.json).not.toHaveProperty('materialTypeId')
    expect((await app.get(`/inventory/items/${reply.json.id}`)).json).toEqual(reply.json)
    const list = await app.get('/inventory/items?query=barcode==r1')
    expect(list.json).toEqual({ items: [reply.json], totalRecords: 1 })
    const body2 = await app.post('/inventory/items/retrieve', { query: 'barcode==r1' })
    expect(body2.json).toEqual(list.json)
  })

  it('goes back as it came, with the next version', async () => {
    const made = (await app.post('/inventory/items', body({ barcode: 'r2' }))).json
    const path = `/inventory/items/${made.id}`
    expect((await app.put(path, { ...made, volume: '7' })).status).toBe(204)
    expect((await app.get(path)).json).toMatchObject({ volume: '7', _version: 2, barcode: 'r2' })
    const stale = await app.put(path, made)
    expect(stale.status).toBe(409)
    expect(stale.text).toContain('optimistic locking')
    expect((await app.patch(path, { id: made.id, _version: 2, volume: null })).status).toBe(204)
    expect((await app.get(path)).json).not.toHaveProperty('volume')
    expect((await app.del(path)).status).toBe(204)
    expect((await app.get(path)).status).toBe(404)
  })

  it('is refused with the messages that clients show', async () => {
    await app.post('/inventory/items', body({ barcode: 'Twice' }))
    const twice = await app.post('/inventory/items', body({ barcode: 'tWICE' }))
    expect([twice.status, twice.text]).toEqual([
      400,
      'Barcode must be unique, tWICE is already assigned to another item',
    ])
    const status = await app.post('/inventory/items', body({ status: { name: 'Eaten' } }))
    expect([status.status, status.json]).toEqual([
      422,
      {
        errors: [
          { message: 'Undefined status specified', parameters: [{ key: 'status.name', value: 'Eaten' }] },
        ],
      },
    ])
    const none = await app.post('/inventory/items', body({ status: undefined }))
    expect(none.json.errors[0]).toMatchObject({
      message: 'Status is a required field',
      parameters: [{ key: 'status' }],
    })
    const unknown = await app.put(`/inventory/items/${UNKNOWN}`, body())
    expect([unknown.status, unknown.text]).toEqual([404, 'No item found'])
    const made = (await app.post('/inventory/items', body())).json
    const hrid = await app.put(`/inventory/items/${made.id}`, { ...made, hrid: 'other' })
    expect([hrid.status, hrid.json.errors[0].message]).toEqual([422, 'HRID can not be updated'])
    const claimed = (await app.post('/inventory/items', body({ status: { name: 'Claimed returned' } }))).json
    const missing = await app.put(`/inventory/items/${claimed.id}`, {
      ...claimed,
      status: { name: 'Missing' },
    })
    expect(missing.json.errors[0].message).toBe('Claimed returned item cannot be marked as missing')
    const numeric = await app.get('/inventory/items?limit=many')
    expect([numeric.status, numeric.text]).toEqual([400, 'limit and offset must be numeric when supplied'])
  })

  it('says who wrote a circulation note and when, and leaves other notes alone', async () => {
    const made = (
      await app.post(
        '/inventory/items',
        body({ circulationNotes: [{ noteType: 'Check in', note: 'wet', staffOnly: true }] }),
      )
    ).json
    const [note] = made.circulationNotes
    expect(note).toMatchObject({ note: 'wet', source: { id: made.metadata.createdByUserId } })
    expect(note.source.personal).toEqual({ lastName: 'Administrator' })
    expect(note.id).toBeDefined()
    const circulationNotes = [
      { ...note, date: '1999-01-01', source: null },
      { noteType: 'Check out', note: 'torn' },
    ]
    await app.put(`/inventory/items/${made.id}`, { ...made, circulationNotes })
    const after = (await app.get(`/inventory/items/${made.id}`)).json.circulationNotes
    expect(after[0]).toEqual(note)
    expect(after[1]).toMatchObject({ note: 'torn', source: { id: made.metadata.createdByUserId } })
  })
})

describe('marking an item', () => {
  it('changes its status from those that allow it, and only from them', async () => {
    for (const { mark, status, from } of STATUS_MARKS) {
      const item = (await app.post('/inventory/items', body())).json
      const path = `/inventory/items/${item.id}`
      let version = 1
      for (const current of ITEM_STATUSES) {
        const start = { id: item.id, _version: version, status: { name: current } }
        expect((await app.patch('/item-storage/items', { items: [start] })).status).toBe(204)
        version += from.includes(current) ? 2 : 1
        const reply = await app.post(`${path}/${mark}`)
        if (from.includes(current)) {
          expect([mark, current, reply.status, reply.json.status.name]).toEqual([mark, current, 200, status])
        } else {
          expect([mark, current, reply.status]).toEqual([mark, current, 422])
          expect(reply.json).toEqual({
            errors: [
              {
                message: `Item is not allowed to be marked as ${status}`,
                parameters: [{ key: 'status.name', value: current }],
              },
            ],
          })
        }
      }
    }
    expect((await app.post(`/inventory/items/${UNKNOWN}/mark-missing`)).status).toBe(404)
  })

  it.skipIf(!sharedAvailable)('knows the statuses and moves of FOLIO', () => {
    const facts = JSON.parse(readFileSync(sharedPath('data/inventory/item-statuses.json'), 'utf8')) as {
      name: string
      markEndpoint?: string
      allowedFrom?: string[]
    }[]
    expect([...ITEM_STATUSES].sort()).toEqual(facts.map(({ name }) => name).sort())
    const marks = facts.filter(({ markEndpoint }) => markEndpoint)
    expect(STATUS_MARKS).toHaveLength(marks.length)
    for (const { name, markEndpoint, allowedFrom } of marks) {
      const mark = STATUS_MARKS.find(({ status }) => status === name)
      expect(mark?.mark).toBe(markEndpoint!.split('/').at(-1))
      expect([...mark!.from].sort()).toEqual(allowedFrom!.sort())
    }
  })
})

describe('moving', () => {
  it('items gives them the values of their new holdings and a new order', async () => {
    const target = await library.addHoldings(instance.id, {
      callNumber: 'T 9',
      temporaryLocationId: library.annexLocation,
    })
    await library.addItem(target.id)
    const item = await library.addItem(holdings.id)
    const reply = await app.post('/inventory/items/move', {
      toHoldingsRecordId: target.id,
      itemIds: [item.id, UNKNOWN],
    })
    expect([reply.status, reply.json]).toEqual([200, { nonUpdatedIds: [UNKNOWN] }])
    expect((await app.get(`/item-storage/items/${item.id}`)).json).toMatchObject({
      holdingsRecordId: target.id,
      order: 2,
      effectiveLocationId: library.annexLocation,
      effectiveCallNumberComponents: { callNumber: 'T 9' },
    })
    const lost = await app.post('/inventory/items/move', { toHoldingsRecordId: UNKNOWN, itemIds: [item.id] })
    expect([lost.status, lost.json.errors[0].message]).toEqual([422, `Holding with id=${UNKNOWN} not found`])
    expect((await app.post('/inventory/items/move', { itemIds: [item.id] })).status).toBe(422)
  })

  it('items stand in the order in which they were named, after those that are there', async () => {
    const from = await library.addHoldings((await library.addInstance()).id)
    const to = await library.addHoldings((await library.addInstance()).id)
    const there = await library.addItem(to.id)
    const items = [
      await library.addItem(from.id),
      await library.addItem(from.id),
      await library.addItem(from.id),
    ]
    const itemIds = items.map(({ id }) => id).toReversed()
    expect((await app.post('/inventory/items/move', { toHoldingsRecordId: to.id, itemIds })).status).toBe(200)
    const { json } = await app.get(`/inventory/items?query=holdingsRecordId==${to.id} sortby order`)
    expect(json.items.map(({ id }: { id: string }) => id)).toEqual([there.id, ...itemIds])
  })

  it('holdings takes their items along', async () => {
    const other = await library.addInstance({ title: 'Lakes' })
    const moving = await library.addHoldings(instance.id)
    const item = await library.addItem(moving.id)
    const reply = await app.post('/inventory/holdings/move', {
      toInstanceId: other.id,
      holdingsRecordIds: [moving.id],
    })
    expect(reply.json).toEqual({ nonUpdatedIds: [] })
    expect((await app.get(`/inventory/items/${item.id}`)).json.title).toBe('Lakes')
    const lost = await app.post('/inventory/holdings/move', {
      toInstanceId: UNKNOWN,
      holdingsRecordIds: [moving.id],
    })
    expect(lost.json.errors[0].message).toBe(`Instance with id=${UNKNOWN} not found`)
  })
})

describe('bound-withs', () => {
  it('are exactly the holdings that were given, their own always among them', async () => {
    const main = await library.addHoldings(instance.id)
    const guestInstance = await library.addInstance({ title: 'Guest' })
    const guest = await library.addHoldings(guestInstance.id)
    const item = await library.addItem(main.id, { barcode: 'bound' })
    const plain = await library.addItem(guest.id, { barcode: 'plain' })
    const bind = (ids: string[]) =>
      app.put('/inventory-storage/bound-withs', {
        itemId: item.id,
        boundWithContents: ids.map((holdingsRecordId) => ({ holdingsRecordId })),
      })
    expect((await bind([guest.id])).status).toBe(204)
    const shown = (await app.get(`/inventory/items/${item.id}`)).json
    expect(shown.isBoundWith).toBe(true)
    const briefs = shown.boundWithTitles.map(
      (title: { briefHoldingsRecord: { id: string } }) => title.briefHoldingsRecord.id,
    )
    expect(briefs.sort()).toEqual([main.id, guest.id].sort())
    const guestTitle = shown.boundWithTitles.find(
      (title: { briefInstance: { title: string } }) => title.briefInstance.title === 'Guest',
    )
    expect(guestTitle.briefInstance).toEqual({
      id: guestInstance.id,
      hrid: guestInstance.hrid,
      title: 'Guest',
    })
    expect((await app.get(`/inventory/instances/${guestInstance.id}`)).json.isBoundWith).toBe(true)

    const listed = async (relations: string): Promise<string[]> => {
      const url = `/inventory/items-by-holdings-id?query=holdingsRecordId==${guest.id}${relations}`
      return (await app.get(url)).json.items.map(({ barcode }: { barcode: string }) => barcode)
    }
    expect(await listed('')).toEqual(['bound', 'plain'])
    expect(await listed('&relations=onlyBoundWiths')).toEqual(['bound'])
    const own = `/inventory/items-by-holdings-id?query=holdingsRecordId==${main.id}&relations=`
    expect((await app.get(`${own}onlyBoundWiths`)).json.totalRecords).toBe(1)
    expect((await app.get(`${own}onlyBoundWithsSkipDirectlyLinkedItem`)).json.totalRecords).toBe(0)

    expect((await app.del(`/item-storage/items/${item.id}`)).status).toBe(400)
    expect((await bind([])).status).toBe(204)
    expect((await app.get(`/inventory/items/${item.id}`)).json.isBoundWith).toBe(false)
    expect((await app.del(`/item-storage/items/${item.id}`)).status).toBe(204)
    const gone = await bind([guest.id])
    expect([gone.status, gone.json.errors[0].code]).toEqual([422, 'item.not-found'])
    const unknown = await app.put('/inventory-storage/bound-withs', {
      itemId: plain.id,
      boundWithContents: [{ holdingsRecordId: UNKNOWN }],
    })
    expect([unknown.status, unknown.json.errors[0].code]).toEqual([422, 'holding.not-found'])
  })
})
