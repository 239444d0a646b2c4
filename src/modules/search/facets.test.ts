import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { BOOK, INSTANCE_TYPE, addLibrary } from '../inventory/test-library.ts'
import type { TestLibrary } from '../inventory/test-library.ts'

let app: TestApp
let library: TestLibrary
let codes: string[]

async function facets(query: string, facet: string) {
  return app.get(
    `/search/instances/facets?query=${encodeURIComponent(query)}&facet=${encodeURIComponent(facet)}`,
  )
}

/** The values of one facet as `[id, count]`. */
async function values(query: string, facet: string): Promise<[string, number][]> {
  const reply = await facets(query, facet)
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`)
  const name = facet.split(':')[0]!
  expect(reply.json.totalRecords).toBe(1)
  expect(reply.json.facets[name].totalRecords).toBe(reply.json.facets[name].values.length)
  return reply.json.facets[name].values.map(
    ({ id, totalRecords }: { id: string; totalRecords: number }): [string, number] => [id, totalRecords],
  )
}

beforeAll(async () => {
  app = await testApp()
  library = await addLibrary(app)
  const reply = await app.get('/statistical-codes?limit=2&query=cql.allRecords%3D1%20sortby%20id')
  codes = reply.json.statisticalCodes.map(({ id }: { id: string }) => id)
  const one = await library.addInstance({
    title: 'Rivers of Europe',
    source: 'MARC',
    languages: ['eng'],
    tags: { tagList: ['Blue'] },
    statisticalCodeIds: [codes[0]],
  })
  const two = await library.addInstance({
    title: 'Rivers of Asia',
    source: 'MARC',
    languages: ['eng', 'chi'],
  })
  await library.addInstance({
    title: 'Mountains',
    languages: ['ger'],
    staffSuppress: true,
    discoverySuppress: true,
  })
  const main = await library.addHoldings(one.id, { statisticalCodeIds: [codes[0], codes[1]] })
  await library.addItem(main.id, { status: { name: 'Available' } })
  await library.addItem(main.id, { status: { name: 'Available' }, tags: { tagList: ['RARE'] } })
  const annex = await library.addHoldings(two.id, {
    permanentLocationId: library.annexLocation,
    discoverySuppress: true,
  })
  await library.addItem(annex.id, { status: { name: 'In transit' }, statisticalCodeIds: [codes[1]] })
})
afterAll(() => app.close())

describe('facets of instances', () => {
  it('count records, most frequent values first', async () => {
    expect(await values('cql.allRecords=1', 'languages')).toEqual([
      ['eng', 2],
      ['chi', 1],
      ['ger', 1],
    ])
    expect(await values('title all rivers', 'languages')).toEqual([
      ['eng', 2],
      ['chi', 1],
    ])
    expect(await values('cql.allRecords=1', 'source')).toEqual([
      ['MARC', 2],
      ['FOLIO', 1],
    ])
    expect(await values('cql.allRecords=1', 'instanceTypeId')).toEqual([[INSTANCE_TYPE, 3]])
    expect(await values('cql.allRecords=1', 'instanceTags')).toEqual([['blue', 1]])
    expect(await values('cql.allRecords=1', 'statusId')).toEqual([])
  })

  it('count marks, also where they are missing', async () => {
    expect(await values('id=*', 'staffSuppress')).toEqual([
      ['false', 2],
      ['true', 1],
    ])
    expect(await values('title=rivers', 'discoverySuppress')).toEqual([['false', 2]])
    expect(await values('id=*', 'isBoundWith')).toEqual([['false', 3]])
    expect(await values('id=*', 'shared')).toEqual([['false', 3]])
    expect(await values('id=*', 'tenantId')).toEqual([['diku', 3]])
  })

  it('count an instance once for each value below it', async () => {
    expect(await values('cql.allRecords=1', 'items.status.name')).toEqual([
      ['Available', 1],
      ['In transit', 1],
    ])
    expect(await values('title=rivers', 'items.effectiveLocationId')).toHaveLength(2)
    expect(await values('title=rivers', 'item.materialTypeId'.replace('item.', 'items.'))).toEqual([
      [BOOK, 2],
    ])
    expect(await values('id=*', 'holdings.discoverySuppress')).toEqual([
      ['false', 1],
      ['true', 1],
    ])
    expect(await values('id=*', 'itemTags')).toEqual([['rare', 1]])
    expect((await values('id=*', 'statisticalCodes')).sort()).toEqual(
      [
        [codes[0]!, 1],
        [codes[1]!, 2],
      ].sort(),
    )
  })

  it('leave out their own filter and keep the chosen values', async () => {
    expect(await values('title=rivers and languages==eng', 'languages')).toEqual([
      ['eng', 2],
      ['chi', 1],
    ])
    expect(await values('title=rivers and languages==(ger or "CHI")', 'languages')).toEqual([
      ['chi', 1],
      ['ger', 0],
      ['eng', 2],
    ])
    expect(await values('languages==ger', 'languages')).toEqual([
      ['ger', 1],
      ['eng', 2],
      ['chi', 1],
    ])
    expect(await values('languages==ger', 'source')).toEqual([['FOLIO', 1]])
    expect(await values('title=rivers and items.status.name=="In transit"', 'items.status.name')).toEqual([
      ['In transit', 1],
      ['Available', 1],
    ])
    expect(await values('id=* not languages==ger', 'languages')).toEqual([
      ['eng', 2],
      ['chi', 1],
    ])
  })

  it('end at their limit, chosen values included', async () => {
    expect(await values('id=*', 'languages:1')).toEqual([['eng', 2]])
    expect(await values('languages==ger', 'languages:2')).toEqual([
      ['ger', 1],
      ['eng', 2],
    ])
    expect(await values('languages==(ger or chi)', 'languages:1')).toHaveLength(1)
  })

  it('come several at once, in the order asked for', async () => {
    const { json } = await facets('languages==eng and source==MARC', 'items.status.name,source:5,languages:1')
    expect(json).toEqual({
      facets: {
        'items.status.name': {
          values: [
            { id: 'Available', totalRecords: 1 },
            { id: 'In transit', totalRecords: 1 },
          ],
          totalRecords: 2,
        },
        source: { values: [{ id: 'MARC', totalRecords: 2 }], totalRecords: 1 },
        languages: { values: [{ id: 'eng', totalRecords: 2 }], totalRecords: 1 },
      },
      totalRecords: 3,
    })
  })

  it('of records with very many values are counted too', async () => {
    const tagList = Array.from({ length: 400 }, (_, i) => `tag ${i}`)
    await library.addInstance({ title: 'Much tagged', tags: { tagList } })
    expect(await values('id=*', 'instanceTags')).toHaveLength(401)
    expect(
      (await app.get('/search/instances?query=instanceTags%3D%3D%22tag%20399%22')).json.totalRecords,
    ).toBe(1)
    expect((await app.get('/search/instances?query=languages%3C%3Eger&limit=0')).json.totalRecords).toBe(3)
  })

  it.each([
    ['colour', 'Invalid facet value'],
    ['title', 'Invalid facet value'],
    ['languages:0', 'Invalid facet value'],
    ['languages:x', 'Invalid facet name format'],
    ['', 'Invalid facet name format'],
  ])('refuse %j', async (facet, message) => {
    const reply = await facets('id=*', facet)
    expect(reply.status).toBe(400)
    expect(reply.json.errors[0].message).toContain(message)
    expect(reply.json.errors[0].parameters[0].key).toBe('facet')
  })
})
