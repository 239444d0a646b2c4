import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { addLibrary } from './test-library.ts'
import type { TestLibrary } from './test-library.ts'

const UNKNOWN = '11111111-1111-4111-8111-111111111111'

let app: TestApp
let library: TestLibrary

beforeAll(async () => {
  app = await testApp()
  library = await addLibrary(app)
})
afterAll(() => app.close())

describe('MARC beside an instance', () => {
  const marc = { leader: '00000nam a2200000 a 4500', fields: [{ '001': 'x' }, { '008': 'y' }] }

  it('is kept as sent, and the instance says that it is there', async () => {
    const { id } = await library.addInstance()
    const path = `/instance-storage/instances/${id}`
    const beside = `${path}/source-record/marc-json`
    expect((await app.get(beside)).status).toBe(404)
    expect((await app.put(beside, marc)).status).toBe(204)
    expect((await app.get(beside)).json).toEqual({ ...marc, id })
    const said = (await app.get(path)).json
    expect(said).toMatchObject({ sourceRecordFormat: 'MARC-JSON', _version: 2 })
    expect((await app.put(beside, { ...marc, fields: [{ '001': 'z' }, { '008': 'y' }] })).status).toBe(204)
    expect((await app.get(path)).json).toMatchObject({ _version: 2 })
    expect((await app.put(path, { ...said, title: 'Other', sourceRecordFormat: null })).status).toBe(204)
    expect((await app.get(path)).json).toMatchObject({ sourceRecordFormat: 'MARC-JSON', _version: 3 })
    expect((await app.del(`${path}/source-record`)).status).toBe(204)
    expect((await app.get(path)).json).not.toHaveProperty('sourceRecordFormat')
    expect((await app.del(beside)).status).toBe(404)
  })

  it('goes with the instance, and is refused where there is none or it is no MARC', async () => {
    const { id } = await library.addInstance()
    const beside = `/instance-storage/instances/${id}/source-record/marc-json`
    await app.put(beside, marc)
    expect((await app.del(`/instance-storage/instances/${id}`)).status).toBe(204)
    expect((await app.get(beside)).status).toBe(404)
    const nowhere = await app.put(`/instance-storage/instances/${UNKNOWN}/source-record/marc-json`, marc)
    expect(nowhere.status).toBe(404)
    const short = await app.put(beside, { ...marc, leader: 'short' })
    expect([short.status, short.json.errors[0].parameters[0].key]).toEqual([422, 'leader'])
  })
})

describe('the setting that leaves unchanged records alone', () => {
  const path = '/inventory-settings/inventory.optimize-updates.enabled'

  it('is off at first, and takes only true and false', async () => {
    expect((await app.get(path)).json).toMatchObject({
      key: 'inventory.optimize-updates.enabled',
      value: 'false',
      type: 'BOOLEAN',
      centralManaged: true,
    })
    expect((await app.patch(path, { value: 'maybe' })).status).toBe(422)
    expect((await app.patch('/inventory-settings/colour', { value: true })).status).toBe(404)
    expect((await app.get('/inventory-settings/colour')).text).toBe('Setting not found: colour')
  })

  it('spares the write, the version and the date of a PUT of what is stored', async () => {
    const instance = await library.addInstance({ title: 'Same', notes: [{ note: 'n', staffOnly: false }] })
    const holdings = await library.addHoldings(instance.id, { callNumber: 'S 1' })
    const item = await library.addItem(holdings.id, { barcode: 'same' })
    const paths = [
      `/instance-storage/instances/${instance.id}`,
      `/holdings-storage/holdings/${holdings.id}`,
      `/item-storage/items/${item.id}`,
      `/inventory/items/${item.id}`,
      `/inventory/instances/${instance.id}`,
    ]
    expect((await app.patch(path, { value: true })).status).toBe(204)
    for (const one of paths) {
      const stored = (await app.get(one)).json
      expect([one, (await app.put(one, stored)).status]).toEqual([one, 204])
      expect((await app.get(one)).json).toEqual(stored)
    }
    const changed = { ...(await app.get(paths[2]!)).json, volume: '2' }
    await app.put(paths[2]!, changed)
    expect((await app.get(paths[2]!)).json).toMatchObject({ volume: '2', _version: 2 })
    expect((await app.put(paths[2]!, changed)).status).toBe(409)
    await app.patch(path, { value: false })
    const stored = (await app.get(paths[0]!)).json
    await app.put(paths[0]!, stored)
    expect((await app.get(paths[0]!)).json).toMatchObject({ _version: 2 })
  })
})

describe('a library outside a consortium', () => {
  it('has items of its own tenant only', async () => {
    const holdings = await library.addHoldings((await library.addInstance()).id)
    const item = await library.addItem(holdings.id)
    const pair = (tenantId: string, itemId: string) => ({ tenantId, itemId })
    const reply = await app.post('/inventory/tenant-items', {
      tenantItemPairs: [pair('diku', item.id), pair('college', item.id), pair('diku', UNKNOWN)],
    })
    expect(reply.json).toEqual({
      tenantItems: [{ tenantId: 'diku', item: (await app.get(`/item-storage/items/${item.id}`)).json }],
      totalRecords: 1,
    })
    expect((await app.post('/inventory/tenant-items', { tenantItemPairs: [{}] })).status).toBe(422)
  })

  it('can give nothing to another tenant', async () => {
    const items = { toHoldingsRecordId: UNKNOWN, itemIds: [UNKNOWN], targetTenantId: 'college' }
    const refused = await app.post('/inventory/items/update-ownership', items)
    expect([refused.status, refused.text]).toEqual([400, 'diku tenant is not in consortia'])
    const own = await app.post('/inventory/items/update-ownership', { ...items, targetTenantId: 'diku' })
    expect([own.status, own.json.errors[0].parameters[0].key]).toEqual([422, 'targetTenantId'])
    const none = await app.post('/inventory/holdings/update-ownership', {
      toInstanceId: UNKNOWN,
      holdingsRecordIds: [],
      targetTenantId: 'college',
    })
    expect([none.status, none.json.errors[0].message]).toEqual([422, 'holdingsRecordIds is a required field'])
  })
})
