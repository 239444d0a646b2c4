import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { addLibrary } from '../inventory/test-library.ts'
import type { TestLibrary } from '../inventory/test-library.ts'

let app: TestApp
let library: TestLibrary
const ids: Record<string, string> = {}

async function rows(kind: string, query: string, more = '') {
  const reply = await app.get(`/octavo/search/${kind}?query=${encodeURIComponent(query)}${more}`)
  if (reply.status !== 200) throw new Error(`${query}: ${reply.status} ${reply.text}`)
  return reply.json
}

beforeAll(async () => {
  app = await testApp()
  library = await addLibrary(app)
  const rivers = await library.addInstance({
    title: 'Rivers of Ontario',
    hrid: 'riv1',
    languages: ['eng'],
    publication: [{ publisher: 'North Press', dateOfPublication: 'c1999' }],
    discoverySuppress: true,
  })
  const empty = await library.addInstance({ title: 'Rivers without copies', hrid: 'riv2' })
  const main = await library.addHoldings(rivers.id, { callNumber: 'GB1229 .S65', callNumberSuffix: '1999' })
  const annex = await library.addHoldings(rivers.id, { permanentLocationId: library.annexLocation })
  await library.addItem(main.id, { barcode: 'R1', volume: 'v. 1', copyNumber: '1' })
  await library.addItem(main.id, { barcode: 'R2', status: { name: 'In process' } })
  Object.assign(ids, { rivers: rivers.id, empty: empty.id, main: main.id, annex: annex.id })
  const instances = Array.from({ length: 1_250 }, (_, at) => ({
    source: 'FOLIO',
    title: `Scroll ${String(at).padStart(4, '0')}`,
    instanceTypeId: '6312d172-f0cf-40f6-b27d-9fa8feaf332f',
  }))
  const reply = await app.post('/instance-storage/batch/synchronous', { instances })
  if (reply.status !== 201) throw new Error(reply.text)
})
afterAll(() => app.close())

describe('GET /octavo/search/instances', () => {
  it('shows a title with its copies, places and call number', async () => {
    const found = await rows('instances', 'title all "rivers" sortby title')
    expect(found.totalRecords).toBe(2)
    expect(found.rows[0]).toMatchObject({
      id: ids.rivers,
      hrid: 'riv1',
      title: 'Rivers of Ontario',
      publishers: ['North Press'],
      date: 'c1999',
      languages: ['eng'],
      source: 'FOLIO',
      isDiscoverySuppressed: true,
      isStaffSuppressed: false,
      holdings: 2,
      items: 2,
      available: 1,
      callNumber: 'GB1229 .S65 1999',
    })
    expect(found.rows[0].locationIds.toSorted()).toEqual(
      [library.mainLocation, library.annexLocation].toSorted(),
    )
    expect(found.rows[1]).toMatchObject({ holdings: 0, items: 0, locationIds: [], callNumber: null })
  })

  it('answers at any place, in the order of the first look under a name of a list', async () => {
    const query = 'title all "scroll" sortby title'
    const first = await rows('instances', query, '&limit=100&offset=1000&list=mine')
    expect(first.totalRecords).toBe(1250)
    expect(first.rows.map(({ title }: { title: string }) => title).slice(0, 2)).toEqual([
      'Scroll 1000',
      'Scroll 1001',
    ])
    const added = await library.addInstance({ title: 'Scroll 0000 a' })
    const across = await rows('instances', query, '&limit=100&offset=1150&list=mine')
    expect(across.rows).toHaveLength(100)
    expect(across.rows.at(-1).title).toBe('Scroll 1249')
    expect(across.totalRecords).toBe(1250)
    const anew = await rows('instances', query, '&limit=100&offset=1150&list=other')
    expect(anew).toMatchObject({ totalRecords: 1251 })
    expect(anew.rows[0].title).toBe('Scroll 1149')
    await app.del(`/instance-storage/instances/${added.id}`)
    const gone = await rows('instances', query, '&limit=200&offset=1000&list=other')
    expect(gone.rows[0].title).toBe('Scroll 0999')
    const beyond = await rows('instances', query, '&limit=10&offset=900000&list=other')
    expect(beyond.rows).toEqual([])
  })

  it('finds call numbers by their beginning, whatever stands between letters and digits', async () => {
    const titlesOf = async (text: string) =>
      (await rows('instances', `callNumbers="${text}"`)).rows.map(({ id }: { id: string }) => id)
    expect(await titlesOf('gb1229 s65')).toEqual([ids.rivers])
    expect(await titlesOf('GB 1229.S')).toEqual([ids.rivers])
    expect(await titlesOf('GB122')).toEqual([ids.rivers])
    expect(await titlesOf('GB1229 .S66')).toEqual([])
    expect(await titlesOf('1229')).toEqual([])
    const only = await library.addHoldings(ids.empty!, { callNumber: 'QA 76.9 .A1' })
    expect(await titlesOf('qa76.9')).toEqual([ids.empty])
    await app.del(`/holdings-storage/holdings/${only.id}`)
  })

  it('finds beginnings of words with the modifier masked', async () => {
    const found = await rows('instances', 'title all/masked "ont* riv*" or publisher all/masked "nor*"')
    expect(found.rows.map(({ id }: { id: string }) => id)).toEqual([ids.rivers])
    expect((await rows('instances', 'keyword all/masked "tario*"')).totalRecords).toBe(0)
    expect((await rows('instances', 'keyword all/masked "riv* with*"')).totalRecords).toBe(1)
  })

  it('names what is wrong', async () => {
    const unknown = await app.get('/octavo/search/instances?query=nofield%3D1')
    expect([unknown.status, unknown.json.errors[0].parameters]).toEqual([
      400,
      [{ key: 'field', value: 'nofield' }],
    ])
    const limit = await app.get('/octavo/search/instances?query=id%3D*&limit=201')
    expect([limit.status, limit.json.errors[0].message]).toEqual([
      400,
      'limit must be less than or equal to 200',
    ])
    const late = await app.get('/octavo/search/items?query=id%3D*%20sortby%20nothing&offset=5000')
    expect(late.status).toBe(400)
  })
})

describe('GET /octavo/search/items and holdings', () => {
  it('shows the items that meet conditions on items, of titles that meet the others', async () => {
    const all = await rows('items', 'title all "rivers" sortby barcode')
    expect(all.rows.map(({ barcode }: { barcode: string }) => barcode)).toEqual(['R1', 'R2'])
    expect(all.rows[0]).toMatchObject({
      title: 'Rivers of Ontario',
      instanceId: ids.rivers,
      holdingsRecordId: ids.main,
      status: 'Available',
      callNumber: 'GB1229 .S65 1999',
      locationId: library.mainLocation,
      volume: 'v. 1',
      copyNumber: '1',
    })
    const available = await rows('items', 'title all "rivers" and items.status.name=="In process"')
    expect(available.totalRecords).toBe(1)
    expect(available.rows[0].barcode).toBe('R2')
    const without = await rows('items', 'title all "rivers" not items.status.name=="In process"')
    expect(without.rows.map(({ barcode }: { barcode: string }) => barcode)).toEqual(['R1'])
  })

  it('shows the holdings that have such items', async () => {
    const all = await rows('holdings', 'title all "rivers"')
    expect(all.totalRecords).toBe(2)
    const available = await rows('holdings', 'title all "rivers" and items.status.name=="Available"')
    expect(available.rows).toEqual([
      expect.objectContaining({ id: ids.main, items: 2, available: 1, locationId: library.mainLocation }),
    ])
    const annex = await rows('holdings', `holdings.permanentLocationId=="${library.annexLocation}"`)
    expect(annex.rows.map(({ id }: { id: string }) => id)).toEqual([ids.annex])
  })
})

describe('POST /octavo/search/instances/export', () => {
  const file = (path: string, body: object) => app.post(`/octavo/search/instances/${path}`, body)

  it('gives ids and a table of all that is found, in its order', async () => {
    const query = 'title all "rivers" sortby title'
    expect((await file('export', { query, format: 'uuids' })).text).toBe(`${ids.rivers}\n${ids.empty}\n`)
    expect((await file('export', { query, format: 'hrids' })).text).toBe('riv1\nriv2\n')
    const csv = (await file('export', { query, format: 'csv' })).text.trimEnd().split(/\r?\n/)
    expect(csv).toHaveLength(3)
    expect(csv[1]).toContain('riv1,Rivers of Ontario,')
    expect(csv[1]).toContain('GB1229 .S65 1999')
    const long = await file('export', { query: 'title all "scroll"', format: 'uuids' })
    expect(long.text.trimEnd().split('\n')).toHaveLength(1250)
    expect((await file('export-marc', { query })).text).toBe('')
  })

  it('names what is wrong', async () => {
    const format = await file('export', { query: 'id=*', format: 'pdf' })
    expect([format.status, format.json.errors[0].parameters]).toEqual([
      400,
      [{ key: 'format', value: 'pdf' }],
    ])
    expect((await file('export', { format: 'csv' })).json.errors[0].parameters[0].key).toBe('query')
    const broken = await file('export-marc', { query: 'title = (' })
    expect([broken.status, broken.json.errors[0].parameters]).toEqual([
      400,
      [{ key: 'position', value: '9' }],
    ])
  })
})
