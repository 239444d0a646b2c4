import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { LC, addLibrary } from '../inventory/test-library.ts'
import type { TestLibrary } from '../inventory/test-library.ts'
import { browse } from './test-browse.ts'

const DEWEY = '03dd64d0-5626-4ecd-8ece-4531e0069f35'
const NLM = '054d460d-d6b9-4469-9e37-7a78a2266655'
const SUDOC = 'fc388041-6cd0-4806-8a74-ebe3b9ab4c6e'
const LC_CLASS = 'ce176ace-a53e-4b4d-aa89-725ed7b2edac'
const DEWEY_CLASS = '42471af9-7d25-4f3a-bf78-60d29dcf463b'
const UNKNOWN = '11111111-1111-4111-8111-111111111111'

// Each in the order of its shelf, by the published rules: a class with fewer digits first, words after cutters.
const SHELVES: Record<string, string[]> = {
  [LC]: ['A1 B2', 'PN2 .A6', 'PN10 .B5', 'PN199.3 .L33', 'PR919 .L33', 'PR919 abc'],
  [DEWEY]: ['9 O4123', '10.5 A1', '322.44 .F816 V.1 1974', '1322 B2'],
  [NLM]: ['QS 4 .B2', 'QS 11 .GA1 E53 2005', 'W 1 .A2'],
  [SUDOC]: sudocNumbers(),
}

function sudocNumbers(): string[] {
  const file = new URL('../../formats/callnumber/shelving-order.cases.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { sudocAscending: string[] }).sudocAscending
}

let app: TestApp
let library: TestLibrary
let holdings: { id: string }
const total = Object.values(SHELVES).flat().length

beforeAll(async () => {
  app = await testApp()
  library = await addLibrary(app)
  const instance = await library.addInstance({
    title: 'All of it',
    contributors: [{ name: 'Doe, Jane', contributorNameTypeId: '2b94c631-fca9-4892-a730-03ee529ffe2a' }],
    classifications: [
      ...['QA76.9', 'QA9', 'QA76.73'].map((classificationNumber) => ({
        classificationNumber,
        classificationTypeId: LC_CLASS,
      })),
      ...['1000', '20'].map((classificationNumber) => ({
        classificationNumber,
        classificationTypeId: DEWEY_CLASS,
      })),
    ],
  })
  holdings = await library.addHoldings(instance.id)
  for (const [itemLevelCallNumberTypeId, numbers] of Object.entries(SHELVES)) {
    for (const itemLevelCallNumber of numbers.toReversed()) {
      await library.addItem(holdings.id, { itemLevelCallNumber, itemLevelCallNumberTypeId })
    }
  }
})
afterAll(() => app.close())

const shelf = (option: string, query: string, more = {}) =>
  browse(app, `call-numbers/${option}/instances`, query, more)
const numbersOf = (page: { items: { fullCallNumber: string }[] }) =>
  page.items.map(({ fullCallNumber }) => fullCallNumber)
const facet = async (type: string, parameters: Record<string, string>) => {
  const reply = await app.get(`/search/${type}/facets?${new URLSearchParams(parameters).toString()}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json
}

describe('call numbers', () => {
  it.each([
    ['lc', LC],
    ['dewey', DEWEY],
    ['nlm', NLM],
    ['sudoc', SUDOC],
  ])('are in the order of a shelf (%s)', async (option, type) => {
    const page = await shelf(option, `(fullCallNumber >= "!") and callNumberTypeId==${type}`)
    expect(numbersOf(page)).toEqual(SHELVES[type])
    expect(page.totalRecords).toBe(SHELVES[type]!.length)
    const back = await shelf(
      option,
      `(fullCallNumber < "${SHELVES[type]![2]}") and callNumberTypeId==${type}`,
    )
    expect(numbersOf(back)).toEqual(SHELVES[type]!.slice(0, 2))
  })

  it('are all on one shelf when an option names no types, and in the order of their text by default', async () => {
    const all = await shelf('lc', 'fullCallNumber >= "PN2 .A6"', { limit: 3 })
    expect(all.totalRecords).toBe(total)
    expect(numbersOf(all)).toEqual(['PN2 .A6', 'PN10 .B5', 'PN199.3 .L33'])
    const text = await shelf('all', '(fullCallNumber > "p") and callNumberTypeId==lc', { limit: 5 })
    expect(numbersOf(text)).toEqual(['PN10 .B5', 'PN199.3 .L33', 'PN2 .A6', 'PR919 .L33', 'PR919 abc'])
  })

  it('go around an anchor by its place on the shelf', async () => {
    const around = '(fullCallNumber >= "PN3" or fullCallNumber < "PN3")'
    const page = await shelf('lc', `${around} and callNumberTypeId==${LC}`, { limit: 4 })
    expect(page).toEqual({
      totalRecords: 6,
      next: 'PN10 .B5',
      items: [
        expect.objectContaining({ fullCallNumber: 'A1 B2' }),
        expect.objectContaining({ fullCallNumber: 'PN2 .A6' }),
        { fullCallNumber: 'PN3', isAnchor: true, totalRecords: 0 },
        expect.objectContaining({ fullCallNumber: 'PN10 .B5' }),
      ],
    })
  })

  it('say how many instances have them and the title of an only one; parts come as they are', async () => {
    const other = await library.addInstance({ title: 'Another' })
    const otherHoldings = await library.addHoldings(other.id, {
      callNumber: ' ZZ9 ',
      callNumberPrefix: 'Ref',
      callNumberSuffix: 'CD',
      callNumberTypeId: LC,
    })
    await library.addItem(otherHoldings.id)
    await library.addItem(otherHoldings.id)
    const query = '(fullCallNumber >= "zz9 cd" or fullCallNumber < "zz9 cd")'
    const row = {
      fullCallNumber: 'ZZ9 CD',
      callNumber: 'ZZ9',
      callNumberPrefix: 'Ref',
      callNumberSuffix: 'CD',
      callNumberTypeId: LC,
      isAnchor: true,
    }
    const one = await shelf('lc', query, { limit: 2 })
    expect(one.items[1]).toEqual({ ...row, instanceTitle: 'Another', totalRecords: 1 })
    await library.addItem(holdings.id, {
      itemLevelCallNumber: 'ZZ9',
      itemLevelCallNumberPrefix: 'Ref',
      itemLevelCallNumberSuffix: 'CD',
      itemLevelCallNumberTypeId: LC,
    })
    expect((await shelf('lc', query, { limit: 2 })).items[1]).toEqual({ ...row, totalRecords: 2 })
  })

  it('are filtered by location: rows, counts and totals are of the place', async () => {
    const annexed = await library.addInstance({ title: 'In the annex' })
    const inAnnex = await library.addHoldings(annexed.id, {
      permanentLocationId: library.annexLocation,
      callNumber: 'PN2 .A6',
      callNumberTypeId: LC,
    })
    await library.addItem(inAnnex.id)
    await library.addItem(inAnnex.id, { itemLevelCallNumber: 'PN5' })
    const range = '(fullCallNumber >= "PN2 .A6" or fullCallNumber < "PN2 .A6")'
    const both = (await shelf('lc', range, { limit: 2 })).items[1]
    expect(both).toMatchObject({ fullCallNumber: 'PN2 .A6', totalRecords: 2 })
    const annex = await shelf('lc', `${range} and instances.locationId=="${library.annexLocation}"`)
    expect(annex.totalRecords).toBe(2)
    expect(annex.items).toEqual([
      {
        fullCallNumber: 'PN2 .A6',
        callNumber: 'PN2 .A6',
        callNumberTypeId: LC,
        instanceTitle: 'In the annex',
        isAnchor: true,
        totalRecords: 1,
      },
      {
        fullCallNumber: 'PN5',
        callNumber: 'PN5',
        callNumberTypeId: LC,
        instanceTitle: 'In the annex',
        totalRecords: 1,
      },
    ])
    const ofType = `callNumberTypeId=="${LC}"`
    const places = `instances.locationId==("${library.annexLocation}" or "${library.mainLocation}")`
    const anywhere = await shelf('lc', `${range} and ${ofType} and ${places}`, {
      limit: 3,
      precedingRecordsCount: 1,
    })
    expect(numbersOf(anywhere)).toEqual(['A1 B2', 'PN2 .A6', 'PN5'])
    expect(anywhere.items[1].totalRecords).toBe(2)
    expect(anywhere.totalRecords).toBe((await shelf('lc', `${range} and ${ofType}`)).totalRecords)
    const facets = await facet('call-numbers', {
      query: `callNumberTypeId=="${LC}" and instances.locationId=="${library.annexLocation}"`,
      facet: 'instances.locationId:5,callNumberTypeId',
    })
    expect(facets).toEqual({
      facets: {
        'instances.locationId': {
          values: [
            { id: library.annexLocation, totalRecords: 2 },
            { id: library.mainLocation, totalRecords: 7 },
          ],
          totalRecords: 2,
        },
        callNumberTypeId: { values: [{ id: LC, totalRecords: 2 }], totalRecords: 1 },
      },
      totalRecords: 2,
    })
    await app.del(`/item-storage/items?query=${encodeURIComponent(`holdingsRecordId==${inAnnex.id}`)}`)
    const gone = await shelf('lc', `${range} and instances.locationId=="${library.annexLocation}"`)
    expect(gone).toEqual({
      totalRecords: 0,
      items: [{ fullCallNumber: 'PN2 .A6', isAnchor: true, totalRecords: 0 }],
    })
  })

  it('refuse an option that there is none of', async () => {
    const reply = await app.get('/browse/call-numbers/moys/instances?query=fullCallNumber%3E%22a%22')
    expect(reply.status).toBe(400)
    expect(reply.json.errors[0].parameters).toEqual([{ key: 'browseOptionId', value: 'moys' }])
  })
})

describe('classification numbers', () => {
  const classes = (option: string, query: string, more = {}) =>
    browse(app, `classification-numbers/${option}/instances`, query, more)

  it('are in the order of a shelf, with the title and names of an only instance', async () => {
    const page = await classes('lc', `(number >= "QA9") and typeId=="${LC_CLASS}"`)
    expect(page).toEqual({
      totalRecords: 3,
      prev: 'QA9',
      items: ['QA9', 'QA76.73', 'QA76.9'].map((classificationNumber) => ({
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        classificationNumber,
        classificationTypeId: LC_CLASS,
        instanceTitle: 'All of it',
        instanceContributors: ['Doe, Jane'],
        totalRecords: 1,
      })),
    })
    const dewey = await classes('dewey', `(number >= "1") and typeId=="${DEWEY_CLASS}"`)
    expect(dewey.items.map((item) => item.classificationNumber)).toEqual(['20', '1000'])
    const text = await classes('all', `(number >= "1") and typeId=="${DEWEY_CLASS}"`)
    expect(text.items.map((item) => item.classificationNumber)).toEqual(['1000', '20'])
  })
})

describe('the configuration', () => {
  const path = '/browse/config/instance-classification'
  const shipped = (ids: string[]) =>
    ids.map((id) => ({
      id,
      shelvingAlgorithm: id === 'all' || id === 'other' ? 'default' : id,
      typeIds: [],
    }))

  it('is shipped with an algorithm for each option and no types', async () => {
    expect((await app.get(path)).json).toEqual({
      configs: shipped(['all', 'lc', 'dewey']),
      totalRecords: 3,
    })
    expect((await app.get('/browse/config/instance-call-number')).json).toEqual({
      configs: shipped(['all', 'lc', 'dewey', 'nlm', 'sudoc', 'other']),
      totalRecords: 6,
    })
  })

  it('decides which types an option shows, and in which order', async () => {
    const config = { id: 'lc', shelvingAlgorithm: 'dewey', typeIds: [DEWEY_CLASS] }
    expect((await app.put(`${path}/lc`, config)).status).toBe(200)
    expect((await app.get(path)).json.configs[1]).toEqual(config)
    const page = await browse(app, 'classification-numbers/lc/instances', 'number >= "1"')
    expect(page.items.map((item) => item.classificationNumber)).toEqual(['20', '1000'])
    expect(page.totalRecords).toBe(2)
    await app.put(`${path}/lc`, { id: 'lc', shelvingAlgorithm: 'lc' })
    expect((await app.get(path)).json.configs).toEqual(shipped(['all', 'lc', 'dewey']))
  })

  it.each([
    [`${path}/lc`, { id: 'dewey', shelvingAlgorithm: 'lc' }, "Body doesn't match path parameter: lc", 'id'],
    [
      `${path}/lc`,
      { id: 'lc', shelvingAlgorithm: 'lc', typeIds: [UNKNOWN] },
      "instance-classification type IDs don't exist",
      'typeIds',
    ],
    [
      `${path}/lc`,
      { id: 'lc', shelvingAlgorithm: 'lc', typeIds: ['x'] },
      'must be a list of UUIDs',
      'typeIds',
    ],
    [`${path}/lc`, { id: 'lc', shelvingAlgorithm: 'udc' }, 'must be one of', 'shelvingAlgorithm'],
    [`${path}/lc`, { shelvingAlgorithm: 'lc' }, 'id must not be null', 'id'],
    [`${path}/nlm`, { id: 'nlm', shelvingAlgorithm: 'nlm' }, "Unexpected value 'nlm'", 'browseOptionId'],
    ['/browse/config/x/lc', { id: 'lc', shelvingAlgorithm: 'lc' }, "Unexpected value 'x'", 'browseType'],
  ])('refuses at %s %j', async (address, body, message, key) => {
    const reply = await app.put(address, body)
    expect(reply.status).toBe(400)
    expect(reply.json.errors[0].message).toContain(message)
    expect(reply.json.errors[0].parameters[0].key).toBe(key)
  })
})
