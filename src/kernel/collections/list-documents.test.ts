import { get as httpGet } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Transaction } from '../db/database.ts'
import { collectionDdl, collectionRoutes, defineCollection, insertDocuments, seedDocuments } from './index.ts'
import { openScratch } from './collections.fixture.ts'
import type { Reply, Scratch } from './collections.fixture.ts'

const places = defineCollection({
  path: '/places',
  listKey: 'places',
  table: 'place',
  schema: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, isHidden: { type: 'boolean' } },
  },
  permissions: 'scratch.places',
  unique: [{ fields: ['name', 'isHidden'] }],
  visible: (query) =>
    query.get('includeHidden') === 'true' ? null : `doc -> 'isHidden' is distinct from 'true'`,
})

const COUNT = 2350
const TIES = 40

let scratch: Scratch
beforeAll(async () => {
  scratch = await openScratch(collectionDdl(places), collectionRoutes(places))
  // Names that sort differently from ids, and forty that are the same.
  const records = Array.from({ length: COUNT }, (_, index) => ({
    name: index < TIES ? 'Same name' : `Place ${((index * 7919) % COUNT).toString().padStart(4, '0')}`,
  }))
  await scratch.db.tenant('scratch', (tx: Transaction) => insertDocuments(tx, places, null, records))
})
afterAll(() => scratch.close())

type Place = { id: string; name: string }

function get(parameters: Record<string, string> = {}): Promise<Reply> {
  return scratch.call('GET', `/places?${new URLSearchParams(parameters).toString()}`)
}

async function page(parameters: Record<string, string>): Promise<Place[]> {
  return (await get(parameters)).json.places as Place[]
}

describe('paging through a list', () => {
  it('reaches every row once in a sorted list with ties, at any page size', async () => {
    for (const limit of [300, 1000]) {
      const rows: Place[] = []
      const sizes: number[] = []
      for (let offset = 0; offset <= COUNT; offset += limit) {
        const found = await page({
          query: 'cql.allRecords=1 sortBy name',
          limit: String(limit),
          offset: String(offset),
        })
        rows.push(...found)
        sizes.push(found.length)
      }
      expect(new Set(rows.map(({ id }) => id)).size).toBe(COUNT)
      const names = rows.map(({ name }) => name.toLowerCase())
      expect(names).toEqual([...names].sort())
      if (limit === 1000) expect(sizes).toEqual([1000, 1000, 350])
    }
    expect(await page({ query: 'cql.allRecords=1 sortBy name', limit: '1000', offset: '3000' })).toEqual([])
  })

  it('turns round for a descending sort', async () => {
    const query = 'name=="Place 00*" sortBy name'
    const rising = await page({ query, limit: '1000' })
    const falling = await page({ query: `${query}/sort.descending`, limit: '1000' })
    expect(rising.length).toBeGreaterThan(50)
    expect(falling).toEqual(rising.toReversed())
  })

  it('reaches every row once in an unsorted list', async () => {
    const ids = new Set<string>()
    for (let offset = 0; offset < COUNT; offset += 470) {
      for (const { id } of await page({ limit: '470', offset: String(offset) })) ids.add(id)
    }
    expect(ids.size).toBe(COUNT)
  })

  it('reaches every row by the id of the last one', async () => {
    let last = '00000000-0000-4000-8000-000000000000'
    let read = 0
    for (;;) {
      const rows = await page({ query: `id>"${last}" sortBy id`, limit: '1000' })
      read += rows.length
      if (rows.length < 1000) break
      last = rows.at(-1)!.id
    }
    expect(read).toBe(COUNT)
  })

  it('streams a list of any limit as one JSON document', async () => {
    const reply = await get({ limit: '2147483647' })
    expect(reply.headers['content-type']).toContain('application/json')
    expect(reply.json.places).toHaveLength(COUNT)
    expect(reply.json.totalRecords).toBe(COUNT)
    expect((await get({ limit: '2147483647', query: 'name==nowhere' })).text).toBe(
      '{"places":[],"totalRecords":0}',
    )
    expect((await get({ limit: '501', offset: '2300' })).json.places).toHaveLength(50)
  })
})

describe('a client that goes away in the middle of a long list', () => {
  const volumes = defineCollection({
    ...places,
    path: '/volumes',
    table: 'volume',
    permissions: 'scratch.volumes',
  })
  let long: Scratch
  beforeAll(async () => {
    long = await openScratch(collectionDdl(volumes), collectionRoutes(volumes))
    await long.db.tenant('scratch', (tx) =>
      tx.query(
        `insert into volume
         select id, jsonb_build_object('id', id, 'name', repeat('x', 20000))
         from (select gen_random_uuid() as id from generate_series(1, 1500)) as made`,
      ),
    )
  })
  afterAll(() => long.close())

  it('gives its database connection back', async () => {
    const address = await long.listen()
    await new Promise<void>((resolve, reject) => {
      const request = httpGet(`${address}/volumes?limit=2000`, (reply) => {
        reply.once('data', () => {
          request.destroy()
          resolve()
        })
      })
      request.once('error', reject)
    })
    await vi.waitFor(() => expect(long.db.pool.idleCount).toBe(long.db.pool.totalCount), 10_000)
    const reply = await long.call('GET', '/volumes?limit=2000')
    expect(reply.json.places).toHaveLength(1500)
  })
})

describe('the total of a list', () => {
  it('is exact however it is asked for, and left out for "none"', async () => {
    for (const totalRecords of ['auto', 'exact', 'estimated']) {
      expect((await get({ totalRecords, limit: '5' })).json.totalRecords).toBe(COUNT)
    }
    expect(Object.keys((await get({ totalRecords: 'none', limit: '5' })).json)).toEqual(['places'])
    const refused = await get({ totalRecords: 'some' })
    expect([refused.status, refused.text]).toEqual([
      400,
      "'totalRecords' parameter is incorrect. parameter value {some} is not valid: must be one of exact, estimated, none, auto",
    ])
  })

  it('is exact on empty pages: limit 0, and an offset past the end', async () => {
    expect((await get({ limit: '0' })).text).toBe(`{"places":[],"totalRecords":${COUNT}}`)
    expect((await get({ offset: '9999' })).json).toEqual({ places: [], totalRecords: COUNT })
    expect((await get({ query: 'name=="Same name"', limit: '10', offset: '35' })).json.totalRecords).toBe(
      TIES,
    )
  })
})

describe('asking for a list', () => {
  it('shows ten rows unless told otherwise', async () => {
    expect((await get()).json.places).toHaveLength(10)
  })

  it('refuses limits and offsets that are no such numbers, by name', async () => {
    for (const [name, value] of [
      ['limit', '-1'],
      ['offset', 'x'],
      ['limit', '2147483648'],
    ] as const) {
      const reply = await get({ [name]: value })
      expect(reply.status).toBe(400)
      expect(reply.text).toContain(`'${name}' parameter is incorrect. parameter value {${value}}`)
    }
  })

  it('refuses bad CQL with a text, for short and for long lists', async () => {
    for (const limit of ['10', '5000']) {
      const reply = await get({ query: 'name=(', limit })
      expect(reply.status).toBe(400)
      expect(reply.headers['content-type']).toContain('text/plain')
    }
  })

  it('leaves hidden rows out of rows and total unless they are asked for', async () => {
    await scratch.call('POST', '/places', { name: 'Shadow', isHidden: true })
    expect((await get({ query: 'name==shadow' })).json.totalRecords).toBe(0)
    expect((await get({ query: 'name==shadow', includeHidden: 'true' })).json.totalRecords).toBe(1)
    expect((await get({ limit: '0' })).json.totalRecords).toBe(COUNT)
  })
})

describe('start values', () => {
  const kinds = defineCollection({
    ...places,
    table: 'kind',
    permissions: 'scratch.kinds',
    unique: [{ fields: ['name'] }],
  })
  const values = [
    { id: 'b4f9f5d4-4c2c-4ae7-8b7e-1f4e4b1c7a01', name: 'book' },
    { id: 'b4f9f5d4-4c2c-4ae7-8b7e-1f4e4b1c7a02', name: 'map' },
  ]

  it('are added where they are missing and never replace what was changed', async () => {
    await scratch.db.tenant('scratch', async (tx) => {
      await tx.query(collectionDdl(kinds))
      expect(await seedDocuments(tx, kinds, values)).toBe(2)
      await tx.query(`update kind set doc = doc || '{"name":"Buch"}' where id = $1`, [values[0]!.id])
      await tx.query('delete from kind where id = $1', [values[1]!.id])
      await insertDocuments(tx, kinds, null, [{ name: 'MAP' }])
      expect(await seedDocuments(tx, kinds, values)).toBe(0)
      const rows = await tx.query<{ name: string }>(`select doc ->> 'name' as name from kind order by 1`)
      expect(rows.map(({ name }) => name)).toEqual(['Buch', 'MAP'])
    })
  })
})
