import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { setClockOffset } from '../../kernel/clock.ts'
import { addLibrary, minimal } from './test-library.ts'
import type { TestLibrary } from './test-library.ts'

let app: TestApp
let library: TestLibrary

beforeAll(async () => {
  app = await testApp()
  library = await addLibrary(app)
})
afterAll(() => app.close())

const INSTANCES = '/instance-storage/batch/synchronous'

function many(count: number, title: string): object[] {
  return Array.from({ length: count }, (_, i) => minimal.instance({ title: `${title} ${i}` }))
}

async function total(title: string): Promise<number> {
  return (await app.get(`/instance-storage/instances?limit=0&query=title="${title}"`)).json.totalRecords
}

describe('a batch', () => {
  it('stores a thousand records with ids, hrids and metadata and answers with an empty body', async () => {
    const reply = await app.post(`${INSTANCES}?upsert=true`, { instances: many(1000, 'thousandfold') })
    expect([reply.status, reply.text]).toEqual([201, ''])
    const { instances, totalRecords } = (
      await app.get('/instance-storage/instances?limit=1&query=title=thousandfold')
    ).json
    expect(totalRecords).toBe(1000)
    expect(instances[0]).toMatchObject({ _version: 1, hrid: expect.stringMatching(/^in\d{11}$/) })
    expect(instances[0].metadata.createdByUserId).toBeDefined()
  })

  it('stores nothing when one version is stale, missing, or one record is refused', async () => {
    const one = await library.addInstance({ title: 'locked one' })
    const two = await library.addInstance({ title: 'locked two' })
    const change = (first: object, second: object) =>
      app.post(`${INSTANCES}?upsert=true`, {
        instances: [
          minimal.instance({ id: one.id, hrid: one.hrid, title: 'changed one', _version: 1, ...first }),
          minimal.instance({ id: two.id, hrid: two.hrid, title: 'changed two', _version: 1, ...second }),
          minimal.instance({ title: 'new with them' }),
        ],
      })
    const missing = await change({}, { _version: null })
    expect(missing.status).toBe(409)
    expect(missing.text).toContain(two.id)
    expect(missing.text).toContain('Stored _version is 1, _version of request is <NULL>')
    const stale = await change({ _version: 3 }, {})
    expect(stale.status).toBe(409)
    expect(stale.text).toContain('Stored _version is 1, _version of request is 3')
    const refused = await change({}, { instanceTypeId: '11111111-1111-4111-8111-111111111111' })
    expect(refused.status).toBe(422)
    expect(await total('changed')).toBe(0)
    expect(await total('new with them')).toBe(0)
    const good = await change({}, {})
    expect(good.status).toBe(201)
    expect((await app.get(`/instance-storage/instances/${one.id}`)).json).toMatchObject({
      title: 'changed one',
      _version: 2,
    })
    const { instances } = (await app.get('/instance-storage/instances?query=title="new with them"')).json
    expect(instances).toMatchObject([{ _version: 1 }])
  })

  it('without upsert refuses an id that is stored already', async () => {
    const { id } = await library.addInstance()
    const reply = await app.post(INSTANCES, {
      instances: [...many(60, 'beside it'), minimal.instance({ id })],
    })
    expect(reply.status).toBe(422)
    expect(reply.json.errors[0].message).toBe(`id value already exists in table instance: ${id}`)
    expect(await total('beside it')).toBe(0)
  })

  it('refuses a value that two of its records share', async () => {
    const holdings = await library.addHoldings((await library.addInstance()).id)
    const items = ['B-1', 'b-1'].map((barcode) => minimal.item(holdings.id, { barcode }))
    const reply = await app.post('/item-storage/batch/synchronous', { items })
    expect(reply.status).toBe(422)
    expect(reply.json.errors[0].parameters[0].value).toBe('b-1')
  })

  it('of items keeps a status date that was sent and numbers them in their order', async () => {
    const holdings = await library.addHoldings((await library.addInstance()).id)
    const date = '2020-02-02T00:00:00.000+00:00'
    const items = Array.from({ length: 60 }, (_, i) =>
      minimal.item(holdings.id, {
        barcode: `batch-${i}`,
        status: { name: 'Available', ...(i === 0 ? { date } : {}) },
      }),
    )
    expect((await app.post('/item-storage/batch/synchronous', { items })).status).toBe(201)
    const stored = (
      await app.get(`/item-storage/items?limit=100&query=holdingsRecordId==${holdings.id} sortBy order`)
    ).json.items
    expect(stored.map(({ barcode }: { barcode: string }) => barcode)).toEqual(
      items.map((_, i) => `batch-${i}`),
    )
    expect(stored.map(({ order }: { order: number }) => order)).toEqual(items.map((_, i) => i + 1))
    expect(stored[0].status.date).toBe(date)
    expect(stored[1].status.date).toBe(stored[1].metadata.createdDate)
  })

  it('applies to holdings and items the same rules of versions', async () => {
    const holdings = await library.addHoldings((await library.addInstance()).id)
    const item = await library.addItem(holdings.id)
    const stale = await app.post('/holdings-storage/batch/synchronous?upsert=true', {
      holdingsRecords: [{ ...holdings, _version: 9 }],
    })
    expect([stale.status, stale.text.includes(holdings.id)]).toEqual([409, true])
    const items = (version: number) =>
      app.post('/item-storage/batch/synchronous?upsert=true', {
        items: [{ ...item, _version: version, volume: '2' }],
      })
    expect((await items(2)).status).toBe(409)
    expect((await items(1)).status).toBe(201)
    expect((await app.get(`/item-storage/items/${item.id}`)).json).toMatchObject({
      _version: 2,
      volume: '2',
      order: 1,
    })
  })

  it('of more than 10,000 records is too large', async () => {
    const reply = await app.post(INSTANCES, { instances: Array.from({ length: 10_001 }, () => ({})) })
    expect([reply.status, reply.text]).toEqual([
      413,
      'Expected a maximum of 10000 records to prevent out of memory but got 10001',
    ])
  })

  it('without optimistic locking is refused unless the installation allows it', async () => {
    const path = '/instance-storage/batch/synchronous-unsafe?upsert=true'
    expect((await app.post(path, { instances: [minimal.instance({ title: 'unsafe' })] })).status).toBe(413)
  })

  it('without optimistic locking goes through until the time that the installation allows', async () => {
    const hour = 3_600_000
    const until = new Date(Date.now() + hour).toISOString()
    const lenient = await testApp({ env: { DB_ALLOW_SUPPRESS_OPTIMISTIC_LOCKING: until } })
    try {
      const { id, hrid } = await (await addLibrary(lenient)).addInstance()
      const body = { instances: [minimal.instance({ id, hrid, title: 'unsafe' })] }
      const path = '/instance-storage/batch/synchronous-unsafe?upsert=true'
      expect((await lenient.post(path, body)).status).toBe(201)
      expect((await lenient.get(`/instance-storage/instances/${id}`)).json).toMatchObject({
        title: 'unsafe',
        _version: 2,
      })
      setClockOffset(2 * hour)
      expect((await lenient.post(path, body)).status).toBe(413)
    } finally {
      setClockOffset(0)
      await lenient.close()
    }
  })
})

describe('paging', () => {
  it('meets each of 10,500 records once, by offset and by id, with an exact total', async () => {
    await app.post(INSTANCES, { instances: many(10_000, 'paged') })
    await app.post(INSTANCES, { instances: many(500, 'paged') })
    const byOffset = new Set<string>()
    for (let offset = 0; offset < 11_000; offset += 2500) {
      const page = await app.get(
        `/instance-storage/instances?limit=2500&offset=${offset}&query=title=paged sortBy title`,
      )
      expect(page.json.totalRecords).toBe(10_500)
      expect(page.json.resultInfo).toEqual({ totalRecords: 10_500, facets: [], diagnostics: [] })
      for (const { id } of page.json.instances) byOffset.add(id)
    }
    expect(byOffset.size).toBe(10_500)
    const byId: string[] = []
    for (let last = '00000000-0000-4000-8000-000000000000'; ; last = byId.at(-1)!) {
      const page = await app.get(
        `/instance-storage/instances?limit=3000&query=title=paged and id>"${last}" sortBy id`,
      )
      byId.push(...page.json.instances.map(({ id }: { id: string }) => id))
      if (page.json.instances.length === 0) break
    }
    expect(byId).toEqual([...byOffset].sort())
  })

  it('gives the whole list at once and no total where none is wanted', async () => {
    const all = await app.get(
      '/instance-storage/instances?limit=2147483647&query=title=paged&totalRecords=none',
    )
    expect(all.json.instances).toHaveLength(10_500)
    expect(all.json).not.toHaveProperty('totalRecords')
    const none = await app.get('/instance-storage/instances?limit=0&query=title=paged')
    expect(none.json).toMatchObject({ instances: [], totalRecords: 10_500 })
  })

  it('takes a query that is too long for an address in a body', async () => {
    const { instances } = (await app.get('/instance-storage/instances?limit=900&query=title=paged')).json
    const ids = instances.map(({ id }: { id: string }) => `"${id}"`).join(' or ')
    const reply = await app.post('/instance-storage/instances/retrieve', {
      query: `id==(${ids})`,
      limit: 1000,
    })
    expect(reply.json.instances).toHaveLength(900)
    expect((await app.post('/instance-storage/instances/retrieve', { limit: -1 })).status).toBe(422)
  })

  it('refuses parameters that are no numbers', async () => {
    const reply = await app.get('/item-storage/items?limit=-1')
    expect([reply.status, reply.text]).toEqual([
      400,
      "'limit' parameter is incorrect. parameter value {-1} is not valid: must be greater than or equal to 0",
    ])
  })
})
