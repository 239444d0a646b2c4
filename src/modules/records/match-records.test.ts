import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { newId } from '../../kernel/ids.ts'
import { bib, data, marc, startSnapshot } from './test-source-records.ts'

const PATH = '/source-storage/records/matching'
type Filter = Record<string, unknown>

let app: TestApp
let one: ReturnType<typeof bib>
let two: ReturnType<typeof bib>
let gone: ReturnType<typeof bib>

function instanceOf(body: ReturnType<typeof bib>): string {
  return (body.externalIdsHolder as { instanceId: string }).instanceId
}

beforeAll(async () => {
  app = await testApp()
  const snapshotId = await startSnapshot(app)
  const holder = (instanceHrid: string) => ({ externalIdsHolder: { instanceId: newId(), instanceHrid } })
  one = bib(
    snapshotId,
    holder('in101'),
    { '005': '20141107001016.0' },
    { '008': '830419m19559999gw mua' },
    data('020', ' ', ' ', ['a', '978-0-13-110362-7 (paper)'], ['z', '0131103628']),
    data('035', ' ', ' ', ['a', '(OCoLC)12345']),
    data('035', ' ', '9', ['a', 'ocm99999']),
    data('650', ' ', '0', ['a', 'Größe \\ "quoted"']),
  )
  two = bib(
    snapshotId,
    holder('in102'),
    { '005': '20150101000000.0' },
    data('035', ' ', ' ', ['a', '(OCoLC)123456']),
    data('036', '1', ' ', ['a', 'x']),
  )
  gone = bib(snapshotId, { ...holder('in103'), state: 'DELETED' }, data('035', ' ', ' ', ['a', '(OCoLC)777']))
  const oddTag = {
    ...bib(snapshotId, holder('in104')),
    // A tag of another length makes the record be stored as JSON.
    parsedRecord: {
      content: marc(
        { '001': 'in104' },
        data('035', ' ', ' ', ['a', 'odd "one"']),
        data('LOCAL', ' ', ' ', ['a', 'y']),
      ),
    },
  }
  for (const record of [one, two, gone, oddTag]) {
    expect((await app.post('/source-storage/records', record)).status).toBe(201)
  }
  const authority = bib(snapshotId, {
    recordType: 'MARC_AUTHORITY',
    externalIdsHolder: { authorityId: newId(), authorityHrid: 'au1' },
    parsedRecord: { content: marc({ '001': 'au1' }, data('035', ' ', ' ', ['a', '(OCoLC)12345'])) },
  })
  expect((await app.post('/source-storage/records', authority)).status).toBe(201)
})
afterAll(() => app.close())

async function match(filters: Filter[], more: Record<string, unknown> = {}): Promise<string[]> {
  const reply = await app.post(PATH, { recordType: 'MARC_BIB', filters, ...more })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.json.totalRecords).toBe(reply.json.identifiers.length)
  return reply.json.identifiers.map((pair: { recordId: string }) => pair.recordId)
}

function on035(value: string, more: Filter = {}): Filter {
  return { field: '035', indicator1: '', indicator2: ' ', subfield: 'a', values: [value], ...more }
}

describe('matching', () => {
  test('an exact value of a subfield finds its record with the id of the instance', async () => {
    const reply = await app.post(PATH, { recordType: 'MARC_BIB', filters: [on035('(OCoLC)12345')] })
    expect(reply.json).toEqual({
      identifiers: [{ recordId: one.id, externalId: instanceOf(one) }],
      totalRecords: 1,
    })
  })

  test('a blank indicator asks for a blank and a star for any', async () => {
    expect(await match([on035('ocm99999')])).toEqual([])
    expect(await match([on035('ocm99999', { indicator2: '*' })])).toEqual([one.id])
    expect(await match([on035('ocm99999', { indicator2: '9' })])).toEqual([one.id])
  })

  test('deleted records are found, old ones and other types are not', async () => {
    expect(await match([on035('(OCoLC)777')])).toEqual([gone.id])
    expect(await match([on035('(OCoLC)12345')], { recordType: 'MARC_HOLDING' })).toEqual([])
  })

  test.each([
    ['EXISTING_VALUE_CONTAINS_INCOMING_VALUE', '12345', ['one', 'two']],
    ['EXISTING_VALUE_BEGINS_WITH_INCOMING_VALUE', '(OCoLC)123456', ['two']],
    ['EXISTING_VALUE_ENDS_WITH_INCOMING_VALUE', '2345', ['one']],
    ['INCOMING_VALUE_CONTAINS_EXISTING_VALUE', 'x(OCoLC)123456x', ['one', 'two']],
    ['INCOMING_VALUE_BEGINS_WITH_EXISTING_VALUE', '(OCoLC)123459', ['one']],
    ['INCOMING_VALUE_ENDS_WITH_EXISTING_VALUE', 'a (OCoLC)12345', ['one']],
  ])('%s compares parts of values', async (matchType, value, expected) => {
    const found = await match([on035(value, { matchType })])
    expect(found.map((id) => (id === one.id ? 'one' : 'two')).toSorted()).toEqual(expected)
  })

  test('of a value only the wanted part is compared, on both sides', async () => {
    const isbn = { field: '020', subfield: 'a', comparisonPartType: 'NUMERICS_ONLY' }
    expect(await match([{ ...isbn, values: ['9780131103627'] }])).toEqual([one.id])
    expect(await match([{ ...isbn, values: ['ISBN 978 0131 10362 7'] }])).toEqual([one.id])
    expect(await match([on035('OCoLC12345', { comparisonPartType: 'ALPHANUMERICS_ONLY' })])).toEqual([one.id])
  })

  test('a qualifier admits only values of its kind', async () => {
    const number = { comparisonPartType: 'NUMERICS_ONLY', indicator2: '*' }
    const qualified = (qualifier: string, qualifierValue: string) =>
      match([on035('99999', { ...number, qualifier, qualifierValue })])
    expect(await qualified('BEGINS_WITH', 'ocm')).toEqual([one.id])
    expect(await qualified('BEGINS_WITH', '(OCoLC)')).toEqual([])
    expect(await qualified('ENDS_WITH', '99')).toEqual([one.id])
    expect(await qualified('CONTAINS', 'm9')).toEqual([one.id])
  })

  test('control fields and values with special characters are found', async () => {
    expect(await match([{ field: '005', values: ['20141107001016.0'] }])).toEqual([one.id])
    expect(
      await match([{ field: '650', indicator2: '0', subfield: 'a', values: ['Größe \\ "quoted"'] }]),
    ).toEqual([one.id])
    expect(await match([on035('odd "one"')])).toHaveLength(1)
  })

  test('001 and the ids of 999 ff are answered from columns', async () => {
    const ids = (subfield: string, value: string) => ({
      field: '999',
      indicator1: 'f',
      indicator2: 'f',
      subfield,
      values: [value],
    })
    expect(await match([{ field: '001', values: ['in101', 'in103', 'none'] }])).toEqual(
      [one.id, gone.id].toSorted(),
    )
    expect(await match([ids('s', two.id)])).toEqual([two.id])
    expect(await match([ids('i', instanceOf(two))])).toEqual([two.id])
    expect(await match([{ ...ids('s', two.id), qualifier: 'BEGINS_WITH', qualifierValue: 'TEST' }])).toEqual(
      [],
    )
    expect(
      await match([
        { field: '001', values: ['in10'], matchType: 'EXISTING_VALUE_BEGINS_WITH_INCOMING_VALUE' },
      ]),
    ).toHaveLength(4)
    expect(
      await match([{ field: '001', values: ['0102'], matchType: 'INCOMING_VALUE_ENDS_WITH_EXISTING_VALUE' }]),
    ).toEqual([])
    expect(await app.post(PATH, { recordType: 'MARC_BIB', filters: [ids('s', 'x')] })).toMatchObject({
      status: 400,
      text: 'Invalid UUID x',
    })
  })

  test('filters are joined by AND or OR, columns and fields mixed', async () => {
    const hrid = { field: '001', values: ['in102'] }
    expect(await match([on035('(OCoLC)12345'), hrid])).toEqual([])
    expect(await match([on035('(OCoLC)123456'), hrid])).toEqual([two.id])
    expect(await match([on035('(OCoLC)12345'), hrid], { logicalOperator: 'OR' })).toEqual(
      [one.id, two.id].toSorted(),
    )
  })

  test('pages have all matches once, and the count only when asked for', async () => {
    const filters = [on035('OCoLC', { matchType: 'EXISTING_VALUE_CONTAINS_INCOMING_VALUE' })]
    const page = async (offset: number, more = {}) =>
      (await app.post(PATH, { recordType: 'MARC_BIB', filters, limit: 2, offset, ...more })).json
    const first = await page(0)
    const second = await page(2)
    expect([first.totalRecords, second.totalRecords]).toEqual([3, 3])
    const ids = [...first.identifiers, ...second.identifiers].map(({ recordId }) => recordId)
    expect(ids).toEqual([one.id, two.id, gone.id].toSorted())
    expect(await page(2, { returnTotalRecordsCount: false })).toEqual({ identifiers: second.identifiers })
  })

  test('a request without filters or with a wrong one is refused naming the property', async () => {
    expect((await app.post(PATH, { recordType: 'MARC_BIB', filters: [] })).status).toBe(422)
    const wrong = await app.post(PATH, { recordType: 'MARC_BIB', filters: [{ field: '24', values: ['x'] }] })
    expect(wrong.status).toBe(422)
    expect(wrong.json.errors[0].parameters[0].key).toBe('filters[0].field')
  })
})

describe('the search for identifiers', () => {
  async function search(body: Record<string, unknown>) {
    const reply = await app.post('/source-storage/stream/marc-record-identifiers', body)
    expect(reply.status, reply.text).toBe(200)
    return reply.json as { records: string[]; totalCount: number }
  }

  test('expressions over fields and leader find instances', async () => {
    const found = await search({
      leaderSearchExpression: "p_05 = 'n' and p_06 = 'a' and p_07 = 'm'",
      fieldsSearchExpression: "035.a ^= '(OCoLC)' and 005.value ^= '2014' and 035.ind1 = '#'",
    })
    expect(found).toEqual({ records: [instanceOf(one)], totalCount: 1 })
  })

  test('brackets and OR join what belongs together', async () => {
    const fieldsSearchExpression =
      "(035.a = '(OCoLC)123456' and 036.ind1 = '1') or (245.a ^= 'A title' and 005.value ^= '20141107')"
    const found = await search({ fieldsSearchExpression })
    expect(found.records.toSorted()).toEqual([instanceOf(one), instanceOf(two)].toSorted())
  })

  test('deleted and suppressed records are left out on demand', async () => {
    const fieldsSearchExpression = "035.a = '(OCoLC)777'"
    expect((await search({ fieldsSearchExpression })).totalCount).toBe(1)
    expect((await search({ fieldsSearchExpression, deleted: true })).totalCount).toBe(1)
    expect(await search({ fieldsSearchExpression, deleted: false })).toEqual({ records: [], totalCount: 0 })
    expect((await search({ fieldsSearchExpression, suppressFromDiscovery: true })).totalCount).toBe(0)
  })

  test('a page has its part and the count of all', async () => {
    const all = await search({ fieldsSearchExpression: "245.a is 'present'" })
    expect(all.totalCount).toBe(3)
    const page = await search({ fieldsSearchExpression: "245.a is 'present'", offset: 1, limit: 1 })
    expect(page).toEqual({ records: [all.records[1]], totalCount: 3 })
    const none = await search({ fieldsSearchExpression: "245.a is 'present'", limit: 0 })
    expect(none).toEqual({ records: [], totalCount: 3 })
  })

  test('what cannot be searched is refused in the words of FOLIO', async () => {
    const refused = (body: Record<string, unknown>) =>
      app.post('/source-storage/stream/marc-record-identifiers', body)
    expect(await refused({})).toMatchObject({
      status: 400,
      text: "The 'leaderSearchExpression' and the 'fieldsSearchExpression' are missing",
    })
    expect(await refused({ fieldsSearchExpression: "(001.value = '1'" })).toMatchObject({
      status: 400,
      text: 'The number of opened brackets should be equal to number of closed brackets [expression: marcFieldSearchExpression]',
    })
  })
})
