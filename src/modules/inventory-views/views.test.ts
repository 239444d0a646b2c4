import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { addReader } from './test-tree.ts'
import type { Reader } from './test-tree.ts'

const UNKNOWN = '11111111-1111-4111-8111-111111111111'

let app: TestApp
let tree: Reader

beforeAll(async () => {
  app = await testApp()
  tree = await addReader(app)
})
afterAll(() => app.close())

describe('the hierarchy of items and holdings', () => {
  const ask = (skip: boolean, ids = [tree.instance.id]) =>
    app.post('/inventory-hierarchy/items-and-holdings', {
      instanceIds: ids,
      skipSuppressedFromDiscoveryRecords: skip,
    })

  it('shows names in place of ids, and leaves out what has no value', async () => {
    const reply = await ask(true)
    expect(reply.status).toBe(200)
    expect(reply.json).toMatchObject({
      instanceId: tree.instance.id,
      source: 'FOLIO',
      modeOfIssuance: 'single unit',
      natureOfContent: ['biography'],
    })
    expect(reply.json.holdings).toHaveLength(1)
    expect(reply.json.holdings[0]).toMatchObject({
      id: tree.open.id,
      hrId: tree.open.hrid,
      suppressFromDiscovery: false,
      holdingsType: 'Monograph',
      location: {
        permanentLocation: {
          id: tree.mainLocation,
          name: 'Main reading room',
          locationName: 'Main',
          code: 'Main',
          libraryName: 'Central',
          libraryCode: 'L',
          campusName: 'City',
          institutionName: 'University',
          isActive: true,
        },
        temporaryLocation: {},
      },
      callNumber: { prefix: 'Q', callNumber: '12', suffix: 'z' },
      notes: [{ holdingsNoteTypeName: 'Binding', note: 'in leather' }],
      holdingsStatements: [{ statement: '1-3', note: 'gaps' }],
      electronicAccess: [{ uri: 'http://example.org/h', name: 'Resource' }],
      statisticalCodes: [{ code: 'ebooks', statisticalCodeType: 'ARL (Collection stats)' }],
    })
    expect(reply.text).not.toContain('counted by hand')
    expect(reply.json.holdings[0]).not.toHaveProperty('shelvingTitle')
    expect(reply.json.items).toHaveLength(1)
    expect(reply.json.items[0]).toMatchObject({
      id: tree.shown.id,
      holdingsRecordId: tree.open.id,
      status: 'Available',
      materialType: 'book',
      permanentLoanType: 'Can circulate',
      callNumber: { callNumber: '12', prefix: 'Q', suffix: 'z' },
      location: { location: { name: 'Main reading room', code: 'Main' } },
      order: 1,
    })
  })

  it('shows suppressed records when they are wanted, marked with what their parents hide', async () => {
    const { json } = await ask(false)
    const marks = (list: { id: string; suppressFromDiscovery: boolean }[]) =>
      Object.fromEntries(list.map(({ id, suppressFromDiscovery }) => [id, suppressFromDiscovery]))
    expect(marks(json.holdings)).toEqual({ [tree.open.id]: false, [tree.closed.id]: true })
    expect(marks(json.items)).toEqual({
      [tree.shown.id]: false,
      [tree.hidden.id]: true,
      [tree.inClosed.id]: true,
    })
  })

  it('streams one object after the other, and passes over unknown instances', async () => {
    const other = await tree.library.addInstance({ title: 'Alone' })
    const { text } = await ask(true, [UNKNOWN, other.id, tree.instance.id])
    const parts = JSON.parse(`[${text.replaceAll('}{', '},{')}]`) as { instanceId: string }[]
    expect(parts.map(({ instanceId }) => instanceId)).toEqual([other.id, tree.instance.id])
    expect(parts[0]).toEqual({
      instanceId: other.id,
      source: 'FOLIO',
      modeOfIssuance: '',
      natureOfContent: [],
      holdings: [],
      items: [],
    })
  })

  it('has bound-in items below the holdings that they are bound into', async () => {
    const guest = await tree.library.addInstance({ title: 'Guest' })
    const guestHoldings = await tree.library.addHoldings(guest.id)
    await app.post('/inventory-storage/bound-with-parts', {
      itemId: tree.shown.id,
      holdingsRecordId: guestHoldings.id,
    })
    const { json } = await ask(true, [guest.id])
    expect(json.items).toMatchObject([{ id: tree.shown.id, holdingsRecordId: guestHoldings.id }])
    const view = await app.get(`/inventory-view/instances?query=id==${guest.id}`)
    expect(view.json.instances[0]).toMatchObject({ isBoundWith: true, items: [] })
    const bound = await app.get(`/inventory-view/instances?withBoundedItems=true&query=id==${guest.id}`)
    expect(bound.json.instances[0].items).toMatchObject([{ id: tree.shown.id }])
  })

  it('names what is wrong with a request', async () => {
    const path = '/inventory-hierarchy/items-and-holdings'
    const none = await app.post(path, { skipSuppressedFromDiscoveryRecords: true })
    expect([none.status, none.json.errors[0].parameters[0].key]).toEqual([422, 'instanceIds'])
    const odd = await app.post(path, { instanceIds: ['x'], skipSuppressedFromDiscoveryRecords: true })
    expect(odd.status).toBe(422)
    const date = await app.get('/inventory-hierarchy/updated-instance-ids?startDate=yesterday')
    expect([date.status, date.text]).toEqual([400, expect.stringContaining('startDate')])
  })
})

describe('views of instances', () => {
  it('hold the stored records of an instance', async () => {
    const reply = await app.get(`/inventory-view/instances?query=hrid==${tree.instance.hrid}`)
    expect(reply.json.totalRecords).toBe(1)
    const [view] = reply.json.instances
    expect(view.instance).toEqual((await app.get(`/instance-storage/instances/${tree.instance.id}`)).json)
    expect(view.holdingsRecords).toHaveLength(2)
    expect(view.items).toHaveLength(3)
    expect(view).toMatchObject({ instanceId: tree.instance.id })
  })

  it('are found by fields of holdings and items', async () => {
    for (const query of [`item.barcode==${tree.barcode}`, `holdingsRecords.hrid==${tree.open.hrid}`]) {
      const { json } = await app.get(`/inventory-view/instances?query=${query}`)
      expect(json.instances.map(({ instanceId }: { instanceId: string }) => instanceId)).toEqual([
        tree.instance.id,
      ])
    }
  })

  it('come as sets of the parts that are asked for', async () => {
    const url = `/inventory-view/instance-set?query=id==${tree.instance.id}`
    expect((await app.get(url)).json).toEqual({ instanceSets: [{ id: tree.instance.id }] })
    const [set] = (await app.get(`${url}&instance=true&items=true&precedingTitles=true`)).json.instanceSets
    expect(Object.keys(set)).toEqual(['id', 'instance', 'items', 'precedingTitles'])
    expect(set.items).toHaveLength(3)
    expect(set.precedingTitles).toEqual([])
    expect((await app.get(`${url}&limit=11`)).status).toBe(400)
    expect((await app.get(`${url}&items=maybe`)).status).toBe(400)
  })

  it('give the ids of all that a query finds', async () => {
    const all = await app.get('/record-bulk/ids')
    expect(all.json.ids).toHaveLength(all.json.totalRecords)
    expect(all.json.ids).toContainEqual({ id: tree.instance.id })
    const holdings = await app.get(
      `/record-bulk/ids?recordType=HOLDING&limit=1&query=instanceId==${tree.instance.id}`,
    )
    expect(holdings.json.ids).toHaveLength(1)
    expect(holdings.json.totalRecords).toBe(2)
    const found = await app.get(`/record-bulk/ids?query=items.effectiveLocationId==${tree.mainLocation}`)
    expect(found.json.ids).toContainEqual({ id: tree.instance.id })
    expect((await app.get('/record-bulk/ids?recordType=ITEM')).status).toBe(400)
  })
})

describe('an item with the records it refers to', () => {
  it('holds them in place of their ids', async () => {
    const reply = await app.get(`/item-storage-dereferenced/items/${tree.shown.id}`)
    expect(reply.json).toMatchObject({
      id: tree.shown.id,
      holdingsRecord: { id: tree.open.id },
      instanceRecord: { id: tree.instance.id, title: tree.instance.title },
      materialType: { name: 'book' },
      permanentLoanType: { name: 'Can circulate' },
      effectiveLocation: { code: 'Main' },
    })
    expect(reply.json).not.toHaveProperty('holdingsRecordId')
    expect(reply.json).not.toHaveProperty('effectiveLocationId')
    expect(reply.json).not.toHaveProperty('temporaryLocation')
    const list = await app.get(`/item-storage-dereferenced/items?query=barcode==${tree.barcode}`)
    expect(list.json).toEqual({ dereferencedItems: [reply.json], totalRecords: 1 })
    expect((await app.get(`/item-storage-dereferenced/items/${UNKNOWN}`)).status).toBe(404)
    expect((await app.get('/item-storage-dereferenced/items/x')).status).toBe(400)
  })
})

describe('the summary of an instance', () => {
  it('counts what hangs below it, and gathers links and material types', async () => {
    const { json } = await app.get(`/instance-storage/instances/${tree.instance.id}/summary`)
    expect(json.instance.id).toBe(tree.instance.id)
    expect(json.recordCounts).toEqual({
      holdings: { total: 2, suppressedFromDiscovery: 1, notSuppressedFromDiscovery: 1 },
      items: {
        total: 3,
        suppressedFromDiscovery: 1,
        suppressedByHoldings: 1,
        suppressedFromDiscoveryOrByHoldings: 2,
        notSuppressedFromDiscovery: 1,
      },
    })
    expect(json.aggregates.notSuppressedFromDiscoveryRecords).toMatchObject({
      electronicAccess: [{ uri: 'http://example.org/h' }],
      referenceValues: { itemMaterialTypes: [{ name: 'book' }] },
    })
    expect(json.referenceValues).toMatchObject({
      modeOfIssuance: { name: 'single unit' },
      natureOfContentTerms: [{ name: 'biography' }],
      instanceType: { name: 'text' },
      instanceFormats: [],
    })
    expect((await app.get(`/instance-storage/instances/${UNKNOWN}/summary`)).status).toBe(404)
  })
})
