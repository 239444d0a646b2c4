import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'

const COUNT = 2350
const NAMESAKES = 40

let app: TestApp
let total: number

beforeAll(async () => {
  app = await testApp()
  const { json } = await app.get('/loan-types?limit=0')
  // Names that sort otherwise than ids; some are the same but for the owner's mark, which makes them unique.
  await app.octavo.app.db.tenant('diku', (tx) =>
    tx.query(
      `insert into loan_type (id, doc)
       select id::uuid, json_build_object('id', id, 'source', 'local',
         'name', case when n <= $2 then 'Same ' || repeat(' ', n) || '.' else 'Type ' || md5(n::text) end)
       from (
         select n, md5('id' || n) as digest,
           format('%s-%s-4%s-8%s-%s', substr(md5('id' || n), 1, 8), substr(md5('id' || n), 9, 4),
             substr(md5('id' || n), 13, 3), substr(md5('id' || n), 16, 3), substr(md5('id' || n), 19, 12)) as id
         from generate_series(1, $1::int) n
       ) as made`,
      [COUNT, NAMESAKES],
    ),
  )
  total = COUNT + (json.totalRecords as number)
})
afterAll(() => app.close())

async function page(parameters: string): Promise<{ ids: string[]; totalRecords: number }> {
  const { status, json } = await app.get(`/loan-types?${parameters}`)
  expect(status).toBe(200)
  return { ids: json.loantypes.map(({ id }: { id: string }) => id), totalRecords: json.totalRecords }
}

describe('a list of 2,350 values with namesakes', () => {
  it('is met whole and each value once by pages of a thousand in the order of names', async () => {
    const byName = encodeURIComponent('cql.allRecords=1 sortBy name')
    const pages = await Promise.all(
      [0, 1000, 2000, 3000].map((offset) => page(`limit=1000&offset=${offset}&query=${byName}`)),
    )
    expect(pages.map(({ ids }) => ids.length)).toEqual([1000, 1000, total - 2000, 0])
    expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(total)
    expect(pages.map(({ totalRecords }) => totalRecords)).toEqual([total, total, total, total])
    const again = await page(`limit=1000&offset=1000&query=${byName}`)
    expect(again.ids).toEqual(pages[1]!.ids)
  })

  it('is counted without a row, and met whole from id to id', async () => {
    expect(await page('limit=0&query=cql.allRecords=1')).toEqual({ ids: [], totalRecords: total })
    const met = new Set<string>()
    for (let last = ''; ;) {
      const query = encodeURIComponent(last === '' ? 'cql.allRecords=1 sortBy id' : `id>"${last}" sortBy id`)
      const { ids } = await page(`limit=1000&query=${query}`)
      for (const id of ids) met.add(id)
      if (ids.length < 1000) break
      last = ids.at(-1)!
    }
    expect(met.size).toBe(total)
  })
})
