import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { INSTANCE_TYPE } from '../inventory/test-library.ts'
import { browse } from './test-browse.ts'

const LCSH = 'e894d0dc-621d-4b1d-98f6-6f7120eb0d40'
const TOPICAL = 'd6488f88-1e74-40ce-81b5-b19a928ff5b1'
const AUTHORITY = '55294032-fcf6-45cc-b6da-4420a61ef72c'

let app: TestApp

async function addInstance(subjects: (string | object)[]): Promise<string> {
  const reply = await app.post('/instance-storage/instances', {
    source: 'FOLIO',
    title: 'A title',
    instanceTypeId: INSTANCE_TYPE,
    subjects: subjects.map((subject) => (typeof subject === 'string' ? { value: subject } : subject)),
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.json.id
}

// In order: Ägypten, Biology (twice, of three instances), Chemistry, database design, École, Журнал, 東京
beforeAll(async () => {
  app = await testApp()
  await addInstance(['Chemistry', 'Biology', '  Biology '])
  await addInstance(['Biology', 'database design', 'École'])
  await addInstance([{ value: 'Biology', sourceId: LCSH, typeId: TOPICAL, authorityId: AUTHORITY }, '東京'])
  await addInstance(['Ägypten', 'Журнал', ' '])
})
afterAll(() => app.close())

const look = (query: string, more = {}) => browse(app, 'subjects/instances', query, more)
const valuesOf = (items: { value: string }[]) => items.map(({ value }) => value)

describe('subjects', () => {
  it('go forward from the anchor, without it or with it', async () => {
    expect(await look('value > "biology"')).toEqual({
      totalRecords: 8,
      prev: 'Chemistry',
      items: [
        { value: 'Chemistry', totalRecords: 1 },
        { value: 'database design', totalRecords: 1 },
        { value: 'École', totalRecords: 1 },
        { value: 'Журнал', totalRecords: 1 },
        { value: '東京', totalRecords: 1 },
      ],
    })
    expect(await look('value >= "biology"', { limit: 3 })).toEqual({
      totalRecords: 8,
      prev: 'Biology',
      next: 'Chemistry',
      items: [
        { value: 'Biology', authorityId: AUTHORITY, sourceId: LCSH, typeId: TOPICAL, totalRecords: 1 },
        { value: 'Biology', totalRecords: 2 },
        { value: 'Chemistry', totalRecords: 1 },
      ],
    })
  })

  it('go backward, in ascending order', async () => {
    const without = await look('value < "chemistry"', { limit: 2 })
    expect(valuesOf(without.items)).toEqual(['Biology', 'Biology'])
    expect(without).toMatchObject({ prev: 'Biology', next: 'Biology', totalRecords: 8 })
    const included = await look('value <= "chemistry"', { limit: 10 })
    expect(valuesOf(included.items)).toEqual(['Ägypten', 'Biology', 'Biology', 'Chemistry'])
    expect(included).not.toHaveProperty('prev')
    expect(included.next).toBe('Chemistry')
  })

  it('go around an anchor that is there', async () => {
    const page = await look('value >= "CHEMISTRY" or value < "CHEMISTRY"', { limit: 4 })
    expect(page).toEqual({
      totalRecords: 8,
      prev: 'Biology',
      next: 'database design',
      items: [
        { value: 'Biology', authorityId: AUTHORITY, sourceId: LCSH, typeId: TOPICAL, totalRecords: 1 },
        { value: 'Biology', totalRecords: 2 },
        { value: 'Chemistry', isAnchor: true, totalRecords: 1 },
        { value: 'database design', totalRecords: 1 },
      ],
    })
  })

  it('go around an anchor that is not there, which stands where it would be', async () => {
    const page = await look('value >= "Cats" or value < "Cats"', { limit: 4, precedingRecordsCount: 1 })
    expect(page).toEqual({
      totalRecords: 8,
      prev: 'Biology',
      next: 'database design',
      items: [
        { value: 'Biology', totalRecords: 2 },
        { value: 'Cats', isAnchor: true, totalRecords: 0 },
        { value: 'Chemistry', totalRecords: 1 },
        { value: 'database design', totalRecords: 1 },
      ],
    })
  })

  it('go around an anchor that is left out: a row stands in its place, if wanted', async () => {
    const range = 'value > "chemistry" or value < "chemistry"'
    const marked = await look(range, { limit: 4 })
    expect(valuesOf(marked.items)).toEqual(['Biology', 'Biology', 'chemistry', 'database design'])
    expect(marked.items[2]).toEqual({ value: 'chemistry', isAnchor: true, totalRecords: 0 })
    const unmarked = await look(range, { limit: 4, highlightMatch: false })
    expect(valuesOf(unmarked.items)).toEqual(['Biology', 'Biology', 'database design', 'École'])
    const real = await look('value >= "chemistry" or value < "chemistry"', {
      limit: 4,
      highlightMatch: false,
    })
    expect(real.items[2]).toEqual({ value: 'Chemistry', totalRecords: 1 })
  })

  it('are found without accents and case, and scripts come in the order of their letters', async () => {
    const page = await look('value >= "ecole" or value < "ecole"', { limit: 4, precedingRecordsCount: 1 })
    expect(valuesOf(page.items)).toEqual(['database design', 'École', 'Журнал', '東京'])
    expect(page.items[1].isAnchor).toBe(true)
    expect(page).not.toHaveProperty('next')
    expect(valuesOf((await look('value < "B"')).items)).toEqual(['Ägypten'])
    expect(valuesOf((await look('value >= "журнал"', { limit: 1 })).items)).toEqual(['Журнал'])
  })

  it('are filtered by source, type and authority; the total counts what passes', async () => {
    const biology = { value: 'Biology', authorityId: AUTHORITY, sourceId: LCSH, typeId: TOPICAL }
    const range = '(value >= "biology" or value < "biology")'
    const only = { totalRecords: 1, items: [{ ...biology, isAnchor: true, totalRecords: 1 }] }
    for (const filter of [
      `sourceId=="${LCSH}"`,
      `sourceId==${LCSH} and typeId==("${TOPICAL}" or "${AUTHORITY}")`,
      `authorityId=="${AUTHORITY}"`,
      'sourceId=""',
      `authorityId="" and instances.tenantId==diku and instances.shared==false`,
    ]) {
      expect(await look(`${range} and ${filter}`), filter).toEqual(only)
    }
    const others = await look(`${range} and sourceId==""`, { limit: 2 })
    expect(others.totalRecords).toBe(7)
    expect((await look(`${range} not typeId==${TOPICAL}`)).totalRecords).toBe(7)
    expect((await look(`${range} and authorityId==""`)).totalRecords).toBe(7)
    expect(await look(`${range} and instances.shared==true`)).toEqual({
      totalRecords: 0,
      items: [{ value: 'biology', isAnchor: true, totalRecords: 0 }],
    })
  })

  it('are counted by source and type, of all or of those that a query names', async () => {
    const read = async (query: string) => {
      const parameters = new URLSearchParams({ query, facet: 'sourceId,typeId,instances.shared' })
      return (await app.get(`/search/subjects/facets?${parameters.toString()}`)).json
    }
    const facet = (id: string, totalRecords: number) => ({ values: [{ id, totalRecords }], totalRecords: 1 })
    const none = { values: [], totalRecords: 0 }
    expect(await read('cql.allRecords=1')).toEqual({
      facets: { sourceId: facet(LCSH, 1), typeId: facet(TOPICAL, 1), 'instances.shared': facet('false', 8) },
      totalRecords: 3,
    })
    expect((await read('value >= "bio" and value < "E"')).facets).toEqual({
      sourceId: facet(LCSH, 1),
      typeId: facet(TOPICAL, 1),
      'instances.shared': facet('false', 4),
    })
    expect((await read('value=="Eco*"')).facets).toEqual({
      sourceId: none,
      typeId: none,
      'instances.shared': facet('false', 1),
    })
  })

  it('give an empty page for an empty anchor', async () => {
    expect(await look('value >= ""')).toEqual({ totalRecords: 0, items: [] })
  })

  it.each([
    ['', {}, "Required request parameter 'query' is not present", 'query'],
    ['value == "x"', {}, 'Invalid CQL query for browsing.', 'query'],
    ['cql.allRecords=1', {}, 'Invalid CQL query for browsing.', 'query'],
    ['value > "x" or value > "x"', {}, 'Invalid CQL query for browsing.', 'query'],
    ['name > "x"', {}, 'Invalid CQL query for browsing.', 'query'],
    ['value > "x" or value < "y"', {}, 'Anchors must be the same in range conditions.', 'query'],
    ['value > "x" sortBy value', {}, "'sortBy' is not supported", 'query'],
    ['(value > "x"', {}, 'Failed to parse CQL query', 'query'],
    ['value > "x" and colour==red', {}, 'Invalid search field provided in the CQL query', 'field'],
    ['value > "x" and sourceId > "a"', {}, "The field sourceId cannot be compared by '>'", 'sourceId'],
    ['value > "x"', { limit: 101 }, 'limit must be less than or equal to 100', 'limit'],
    ['value > "x"', { limit: -1 }, 'limit must be greater than or equal to 0', 'limit'],
    ['value > "x"', { limit: 'ten' }, 'limit must be an integer', 'limit'],
    [
      'value > "x"',
      { precedingRecordsCount: 0 },
      'must be greater than or equal to 1',
      'precedingRecordsCount',
    ],
    [
      'value > "x"',
      { limit: 5, precedingRecordsCount: 5 },
      'Preceding records count must be less than request limit',
      'precedingRecordsCount',
    ],
    ['value > "x"', { highlightMatch: 'maybe' }, 'highlightMatch must be true or false', 'highlightMatch'],
  ])('refuse %j %j', async (query, more, message, key) => {
    const parameters = new URLSearchParams({ query, ...more } as Record<string, string>)
    const reply = await app.get(`/browse/subjects/instances?${parameters.toString()}`)
    expect(reply.status).toBe(400)
    expect(reply.json.total_records).toBe(1)
    expect(reply.json.errors[0].message).toContain(message)
    expect(reply.json.errors[0].parameters[0].key).toBe(key)
  })
})
