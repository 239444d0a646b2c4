import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { addLibrary } from '../inventory/test-library.ts'
import type { TestLibrary } from '../inventory/test-library.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000099'

let app: TestApp
let library: TestLibrary
let instanceId: string
let holdingsId: string
let itemId: string

beforeAll(async () => {
  app = await testApp()
  library = await addLibrary(app)
  instanceId = (await library.addInstance({ hrid: 'In-7' })).id
  holdingsId = (await library.addHoldings(instanceId, { hrid: 'ho7', callNumber: 'QA 1', copyNumber: '2' }))
    .id
  await library.addHoldings(instanceId, { hrid: 'ho8', permanentLocationId: library.annexLocation })
  itemId = (
    await library.addItem(holdingsId, {
      hrid: 'it7',
      barcode: 'B7',
      accessionNumber: 'a7',
      formerIds: ['f7', 'g7'],
    })
  ).id
  await library.addItem(holdingsId, { hrid: 'it8' })
})
afterAll(() => app.close())

function holdings(more: object = {}) {
  return {
    id: holdingsId,
    hrid: 'ho7',
    callNumber: 'QA 1',
    copyNumber: '2',
    permanentLocationId: library.mainLocation,
    instanceId,
    tenantId: 'diku',
    ...more,
  }
}

describe('holdings and items of a consortium', () => {
  it('are listed with filters, sort keys and pages', async () => {
    const list = (await app.get(`/search/consortium/holdings?instanceId=${instanceId}&sortBy=hrid`)).json
    expect(list.totalRecords).toBe(2)
    expect(list.holdings[0]).toEqual(holdings())
    const last = (
      await app.get(`/search/consortium/holdings?instanceId=${instanceId}&sortBy=hrid&sortOrder=desc&limit=1`)
    ).json
    expect([last.totalRecords, last.holdings.length, last.holdings[0].hrid]).toEqual([2, 1, 'ho8'])
    const items = (
      await app.get(
        `/search/consortium/items?instanceId=${instanceId}&holdingsRecordId=${holdingsId}&sortBy=barcode`,
      )
    ).json
    expect(items).toEqual({
      items: [
        {
          id: itemId,
          hrid: 'it7',
          holdingsRecordId: holdingsId,
          barcode: 'B7',
          instanceId,
          tenantId: 'diku',
        },
        { id: items.items[1].id, hrid: 'it8', holdingsRecordId: holdingsId, instanceId, tenantId: 'diku' },
      ],
      totalRecords: 2,
    })
    expect((await app.get(`/search/consortium/holdings?instanceId=${UNKNOWN}`)).json.totalRecords).toBe(0)
    expect((await app.get('/search/consortium/holdings?instanceId=nonsense')).json.totalRecords).toBe(0)
    expect((await app.get('/search/consortium/holdings?tenantId=other')).json.totalRecords).toBe(0)
    expect((await app.get('/search/consortium/holdings?tenantId=diku')).json.totalRecords).toBe(2)
  })

  it('are read by id, an unknown one as an empty record', async () => {
    expect((await app.get(`/search/consortium/holding/${holdingsId}`)).json).toEqual(holdings())
    expect((await app.get(`/search/consortium/item/${itemId}`)).json).toMatchObject({ barcode: 'B7' })
    expect(await app.get(`/search/consortium/item/${UNKNOWN}`)).toMatchObject({ status: 200, text: '{}' })
    expect((await app.get('/search/consortium/item/nonsense')).status).toBe(400)
  })

  it.each([
    ['holdings', 'id', () => [holdingsId, UNKNOWN, 'nonsense'], 1],
    ['holdings', 'hrid', () => ['HO7', 'ho8', 'ho9'], 2],
    ['holdings', 'instanceId', () => [instanceId], 2],
    ['holdings', 'instanceHrid', () => ['in-7'], 2],
    ['holdings', 'itemBarcode', () => ['b7'], 1],
    ['items', 'id', () => [itemId], 1],
    ['items', 'hrid', () => ['it7', 'it8'], 2],
    ['items', 'barcode', () => ['b7', 'B7'], 1],
    ['items', 'accessionNumber', () => ['a7'], 1],
    ['items', 'formerIds', () => ['g7', 'f7'], 1],
    ['items', 'holdingsRecordId', () => [holdingsId], 2],
    ['items', 'barcode', () => [], 0],
  ])('come in a batch of %s by %s', async (kind, identifierType, values, count) => {
    const reply = await app.post(`/search/consortium/batch/${kind}`, {
      identifierType,
      identifierValues: values(),
    })
    expect([reply.status, reply.json.totalRecords, reply.json[kind].length]).toEqual([200, count, count])
  })

  it('refuse what they do not have', async () => {
    const batch = '/search/consortium/batch/holdings'
    expect((await app.post(batch, { identifierType: 'barcode', identifierValues: [] })).status).toBe(400)
    expect((await app.post(batch, { identifierType: 'id', identifierValues: 'x' })).status).toBe(400)
    expect((await app.post(batch, { identifierValues: [] })).status).toBe(400)
    const many = Array.from({ length: 20_001 }, (_, i) => `h${i}`)
    expect(
      (await app.post(batch, { identifierType: 'hrid', identifierValues: many })).json.errors[0].message,
    ).toBe('IDs array size exceeds the maximum allowed limit 20000')
    expect((await app.get('/search/consortium/items')).json.errors[0].message).toBe(
      'instanceId filter is required',
    )
    expect((await app.get('/search/consortium/holdings?sortBy=colour')).status).toBe(400)
    expect((await app.get('/search/consortium/holdings?sortOrder=up')).status).toBe(400)
    expect((await app.get('/search/consortium/holdings?limit=1001')).status).toBe(400)
  })
})

describe('places of a consortium', () => {
  it('are listed with their tenant', async () => {
    const { json } = await app.get('/search/consortium/locations')
    const names = json.locations.map(({ name }: { name: string }) => name)
    expect(names).toEqual([...names].sort())
    expect(json.locations.find(({ name }: { name: string }) => name === 'Main')).toMatchObject({
      id: library.mainLocation,
      tenantId: 'diku',
      code: 'Main',
      isActive: true,
    })
    for (const key of ['campuses', 'libraries', 'institutions']) {
      const reply = await app.get(`/search/consortium/${key}?sortOrder=desc&limit=1`)
      expect([key, reply.status, reply.json[key].length]).toEqual([key, 200, 1])
      expect(reply.json[key][0].tenantId).toBe('diku')
    }
    expect((await app.get(`/search/consortium/locations?id=${library.mainLocation}`)).json.totalRecords).toBe(
      1,
    )
    expect((await app.get('/search/consortium/locations?id=nonsense')).json.totalRecords).toBe(0)
    expect((await app.get('/search/consortium/locations?tenantId=other')).json.totalRecords).toBe(0)
    expect((await app.get('/search/consortium/locations?sortBy=code')).status).toBe(400)
  })
})

describe('settings of searches', () => {
  it('are languages, five at most', async () => {
    const path = '/search/config/languages'
    for (const code of ['ger', 'fre', 'spa', 'ita', 'eng']) {
      expect([code, (await app.post(path, { code })).status]).toEqual([code, 200])
    }
    expect((await app.get(path)).json).toMatchObject({ totalRecords: 5 })
    expect((await app.post(path, { code: 'rus' })).json.errors[0].message).toBe(
      'Tenant is allowed to have only 5 languages configured',
    )
    expect((await app.post(path, { code: 'xyz' })).status).toBe(422)
    expect((await app.post(path, { code: 'english' })).status).toBe(422)
    const changed = await app.put(`${path}/ger`, { code: 'ger', languageAnalyzer: 'german-2' })
    expect(changed.json).toEqual({ code: 'ger', languageAnalyzer: 'german-2' })
    expect((await app.put(`${path}/ger`, { code: 'fre' })).status).toBe(422)
    expect((await app.put(`${path}/jpn`, { code: 'jpn' })).status).toBe(404)
    expect((await app.del(`${path}/ger`)).status).toBe(204)
    expect((await app.del(`${path}/ger`)).status).toBe(404)
  })

  it('are features', async () => {
    const path = '/search/config/features'
    const feature = 'search.all.fields'
    expect((await app.get(path)).json).toEqual({ features: [], totalRecords: 0 })
    expect((await app.post(path, { feature, enabled: true })).json).toEqual({ feature, enabled: true })
    expect((await app.post(path, { feature, enabled: true })).status).toBe(400)
    expect((await app.put(`${path}/${feature}`, { feature, enabled: false })).json.enabled).toBe(false)
    expect((await app.get(path)).json).toEqual({ features: [{ feature, enabled: false }], totalRecords: 1 })
    expect(
      (await app.put(`${path}/browse.subjects`, { feature: 'browse.subjects', enabled: true })).status,
    ).toBe(404)
    expect((await app.put(`${path}/${feature}`, { feature: 'browse.subjects', enabled: true })).status).toBe(
      400,
    )
    expect((await app.post(path, { feature: 'fly', enabled: true })).status).toBe(400)
    expect((await app.post(path, { feature })).status).toBe(400)
    expect((await app.del(`${path}/${feature}`)).status).toBe(204)
    expect((await app.del(`${path}/${feature}`)).status).toBe(404)
  })
})
