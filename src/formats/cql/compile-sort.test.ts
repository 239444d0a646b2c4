import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileCql } from './compile.ts'
import { instanceSource, instances, itemSource, items, uuidOf } from './fixtures/library.ts'
import { openLibrary, sources } from './fixtures/open-library.ts'
import type { Library } from './fixtures/open-library.ts'
import { parseCql } from './parse.ts'
import type { CqlSource } from './source.ts'

let library: Library

beforeAll(async () => {
  library = await openLibrary()
})

afterAll(() => library.drop())

const everyInstance = instances.map(({ name }) => name)
const itemsOfCase10 = items.slice(5).map(({ name }) => name)

describe('sorting', () => {
  it.each<[table: keyof typeof sources, query: string, expected: string[]]>([
    ['instance', 'cql.allRecords=1 sortBy title/sort.descending', ['bare', 'war', 'roots', 'peace', 'early']],
    [
      'instance',
      'cql.allRecords=1 sortBy source hrid/sort.descending',
      ['peace', 'early', 'roots', 'war', 'bare'],
    ],
    ['instance', 'cql.allRecords=1 sortBy title/respectCase', ['peace', 'roots', 'war', 'early', 'bare']],
    ['instance', 'cql.allRecords=1 sortBy metadata.updatedDate', ['early', 'war', 'peace', 'roots', 'bare']],
    [
      'instance',
      'cql.allRecords=1 sortBy discoverySuppress title',
      ['war', 'peace', 'early', 'roots', 'bare'],
    ],
    ['instance', 'cql.allRecords=1 sortBy isbn', ['war', 'peace', 'roots', 'early', 'bare']],
    ['instance', 'cql.allRecords=1 sortBy id/sort.descending title', everyInstance.toReversed()],
    ['item', 'order="" sortBy order', ['i3', 'i2', 'i1']],
    ['item', 'order="" sortBy order/string', ['i3', 'i2', 'i1']],
    [
      'item',
      'barcode==("456" or "4567" or "ABC*") sortBy barcode/sort.descending',
      ['i2', 'i1', 'ABC-1', 'i5', '4567', '456'],
    ],
    ['item', 'materials.size="" sortBy materials.size/number', ['i4', 'i5']],
    ['item', 'status.name=="Aged to lost" sortBy status.name', itemsOfCase10],
  ])('%s where %s', async (table, query, expected) => {
    expect(await library.find(table, query)).toEqual(expected)
  })

  it('compares texts that differ after 600 characters', async () => {
    await library.pool.query('create table long (id uuid primary key, name text, doc jsonb)')
    const start = 'é'.repeat(650)
    await library.pool.query('insert into long values ($1, $2, $3), ($4, $5, $6)', [
      uuidOf('a', 0),
      'second',
      { title: `${start}b` },
      uuidOf('a', 1),
      'first',
      { title: `${start}a` },
    ])
    const long: CqlSource = {
      from: 'long',
      alias: 'long',
      document: 'long.doc',
      idColumn: 'long.id',
      fields: {},
    }
    const { where, params, orderBy } = compileCql(parseCql('title=="e*" sortBy title'), long)
    const { rows } = await library.pool.query<{ name: string }>(
      `select name from long where ${where} order by ${orderBy}`,
      params,
    )
    expect(rows.map(({ name }) => name)).toEqual(['first', 'second'])
  })

  it('uses no parameters in the order, so that a count can do with the condition', async () => {
    const { where, params, orderBy } = compileCql(
      parseCql(`status.name=="Available" sortBy "it's \\\\ odd" order`),
      itemSource,
    )
    expect(orderBy).not.toContain('$')
    const { rows } = await library.pool.query(
      `select count(*)::int as count from item where ${where}`,
      params,
    )
    expect(rows).toEqual([{ count: 1 }])
    await library.pool.query(`select name from item where ${where} order by ${orderBy}`, params)
  })

  it('numbers parameters from the given number', async () => {
    const { where, params } = compileCql(parseCql('hrid==in2'), instanceSource, 3)
    const { rows } = await library.pool.query(
      `select $1::text as one, $2::text as two, name from instance where ${where}`,
      ['x', 'y', ...params],
    )
    expect(rows).toEqual([{ one: 'x', two: 'y', name: 'peace' }])
  })
})

describe('paging', () => {
  const locations: CqlSource = {
    from: 'location',
    alias: 'location',
    document: 'location.doc',
    idColumn: 'location.id',
    fields: { id: { kind: 'uuid', column: 'location.id' } },
  }

  beforeAll(async () => {
    // 2,350 rows whose names sort otherwise than their ids; 40 share one name.
    await library.pool.query(`
      create table location (id uuid primary key, doc json not null);
      insert into location
      select ('e0000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, json_build_object('name',
        case when i % 59 = 0 and i < 2360 then 'Shared' else 'Room ' || ((i * 1009) % 2351) end)
      from generate_series(1, 2350) as i`)
  })

  async function page(query: string, offset: number): Promise<string[]> {
    const { where, params, orderBy } = compileCql(parseCql(query), locations)
    const { rows } = await library.pool.query<{ id: string }>(
      `select id from location where ${where} order by ${orderBy} limit 1000 offset ${offset}`,
      params,
    )
    return rows.map(({ id }) => id)
  }

  it('gives every row once by offset, ties included', async () => {
    const pages = [0, 1_000, 2_000, 3_000].map((offset) => page('cql.allRecords=1 sortBy name', offset))
    const found = await Promise.all(pages)
    expect(found.map((ids) => ids.length)).toEqual([1_000, 1_000, 350, 0])
    expect(new Set(found.flat()).size).toBe(2_350)
    expect(found.flat()).not.toEqual(found.flat().toSorted())
  })

  it('keeps ties in the order of their ids', async () => {
    const shared = await page('name==shared sortBy name', 0)
    expect(shared.length).toBeGreaterThanOrEqual(39)
    expect(shared).toEqual(shared.toSorted())
    expect(await page('name==shared sortBy name/sort.descending', 0)).toEqual(shared.toReversed())
  })

  it('gives every row once by the last id', async () => {
    const found: string[] = []
    for (let ids = await page('cql.allRecords=1 sortBy id', 0); ids.length > 0;) {
      found.push(...ids)
      ids = await page(`id>"${found.at(-1) ?? ''}" sortBy id`, 0)
    }
    expect(found).toHaveLength(2_350)
    expect(found).toEqual([...new Set(found)].toSorted())
  })
})
