import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { newId } from '../../kernel/ids.ts'
import { bib, startSnapshot } from './test-source-records.ts'

const RECORDS = '/source-storage/records'
const SOURCES = '/source-storage/source-records'
const COUNT = 450

let app: TestApp
let snapshotId: string
let bodies: ReturnType<typeof bib>[]
let sortedIds: string[]
beforeAll(async () => {
  app = await testApp()
  snapshotId = await startSnapshot(app)
  // Posted with falling order numbers, so that order and id differ.
  bodies = Array.from({ length: COUNT }, (_, index) =>
    bib(snapshotId, {
      order: COUNT - index,
      externalIdsHolder: { instanceId: newId(), instanceHrid: `in${index}` },
      additionalInfo: { suppressDiscovery: index === 3 },
    }),
  )
  sortedIds = bodies.map(({ id }) => id).toSorted()
  const saved = await app.post('/source-storage/batch/records', { records: bodies, totalRecords: COUNT })
  expect(saved.json.totalRecords).toBe(COUNT)
})
afterAll(() => app.close())

function idsOf(list: { id?: string; recordId?: string }[]): (string | undefined)[] {
  return list.map(({ id, recordId }) => id ?? recordId)
}

test('pages in import order neither repeat nor skip a record', async () => {
  const seen: (string | undefined)[] = []
  for (let offset = 0; offset < COUNT; offset += 200) {
    const page = await app.get(
      `${RECORDS}?snapshotId=${snapshotId}&orderBy=order,ASC&limit=200&offset=${offset}`,
    )
    expect(page.json.totalRecords).toBe(COUNT)
    seen.push(...idsOf(page.json.records))
  }
  expect(seen).toEqual(bodies.map(({ id }) => id).toReversed())
})

test('a list without rows still tells how many there are', async () => {
  expect((await app.get(`${RECORDS}?limit=0`)).json).toEqual({ records: [], totalRecords: COUNT })
  expect((await app.get(`${SOURCES}?offset=1000`)).json).toEqual({ sourceRecords: [], totalRecords: COUNT })
  expect((await app.get(`${SOURCES}?recordType=MARC_AUTHORITY`)).json).toEqual({
    sourceRecords: [],
    totalRecords: 0,
  })
})

test('ten records are shown when no limit is given, the oldest ids first', async () => {
  const page = await app.get(SOURCES)
  expect(idsOf(page.json.sourceRecords)).toEqual(sortedIds.slice(0, 10))
})

test.each([
  ['recordId', (): string => bodies[5]!.id],
  ['externalId', (): string => (bodies[5]!.externalIdsHolder as { instanceId: string }).instanceId],
  ['instanceId', (): string => (bodies[5]!.externalIdsHolder as { instanceId: string }).instanceId],
  ['holdingsId', (): string => (bodies[5]!.externalIdsHolder as { instanceId: string }).instanceId],
  ['externalHrid', (): string => 'in5'],
  ['instanceHrid', (): string => 'in5'],
  ['holdingsHrid', (): string => 'in5'],
])('source records are found by %s', async (name, value) => {
  const list = await app.get(`${SOURCES}?${name}=${value()}`)
  expect(idsOf(list.json.sourceRecords)).toEqual([bodies[5]!.id])
})

test('source records are filtered by suppression, leader status and time of change', async () => {
  expect(idsOf((await app.get(`${SOURCES}?suppressFromDiscovery=true`)).json.sourceRecords)).toEqual([
    bodies[3]!.id,
  ])
  expect((await app.get(`${SOURCES}?leaderRecordStatus=n`)).json.totalRecords).toBe(COUNT)
  expect((await app.get(`${SOURCES}?leaderRecordStatus=c`)).json.totalRecords).toBe(0)
  expect((await app.get(`${SOURCES}?updatedAfter=2020-01-01`)).json.totalRecords).toBe(COUNT)
  expect((await app.get(`${SOURCES}?updatedBefore=2020-01-01T00:00:00.000Z`)).json.totalRecords).toBe(0)
  expect((await app.get(`${SOURCES}?updatedAfter=2020-01-01T00:00:00.000+00:00`)).json.totalRecords).toBe(
    COUNT,
  )
})

test('records are found by the inventory record and by state', async () => {
  const { instanceId } = bodies[5]!.externalIdsHolder as { instanceId: string }
  expect(idsOf((await app.get(`${RECORDS}?externalId=${instanceId}`)).json.records)).toEqual([bodies[5]!.id])
  expect((await app.get(`${RECORDS}?externalId=${instanceId}&state=OLD`)).json.totalRecords).toBe(0)
})

test('a source record has no raw record, and its id is the matched id', async () => {
  const [source] = (await app.get(`${SOURCES}?recordId=${bodies[5]!.id}`)).json.sourceRecords
  expect(Object.keys(source)).toEqual([
    'recordId',
    'snapshotId',
    'recordType',
    'parsedRecord',
    'deleted',
    'generation',
    'order',
    'externalIdsHolder',
    'additionalInfo',
    'metadata',
  ])
})

test.each([
  ['recordType=X', 'Unknown record type X'],
  ['state=error!', 'Unknown record state error!'],
  ['orderBy=nothing', 'Invalid order by nothing'],
  ['orderBy=order,UP', 'Invalid order by order,UP'],
  ['snapshotId=12', 'Invalid UUID 12'],
])('a list of records with %s is refused', async (query, text) => {
  expect(await app.get(`${RECORDS}?${query}`)).toMatchObject({ status: 400, text })
  expect(await app.get(`/source-storage/stream/records?${query}`)).toMatchObject({ status: 400, text })
})

test.each([
  'leaderRecordStatus=z',
  'deleted=maybe',
  'updatedAfter=yesterday',
  'updatedAfter=2020-13-45',
  'limit=x',
])('a list of source records with %s is refused naming the parameter', async (query) => {
  const reply = await app.get(`${SOURCES}?${query}`)
  expect(reply.status).toBe(400)
  expect(reply.text).toMatch(new RegExp(`^'${query.split('=')[0]}' parameter is incorrect`))
})

test('posted ids bring their source records, all on one page', async () => {
  const wanted = sortedIds.slice(0, 150)
  const list = await app.post(`${SOURCES}?idType=RECORD`, [...wanted, newId()])
  expect(list.status).toBe(200)
  expect(list.json.totalRecords).toBe(150)
  expect(idsOf(list.json.sourceRecords)).toEqual(wanted)
  const instances = bodies
    .slice(0, 2)
    .map((body) => (body.externalIdsHolder as { instanceId: string }).instanceId)
  expect(
    (await app.post(`${SOURCES}?idType=INSTANCE&recordType=MARC_BIB`, instances)).json.totalRecords,
  ).toBe(2)
  expect((await app.post(`${SOURCES}?idType=HOLDINGS`, instances)).json.totalRecords).toBe(0)
  expect((await app.post(SOURCES, { ids: [] })).status).toBe(400)
  expect(await app.post(SOURCES, ['x'])).toMatchObject({ status: 400, text: 'Invalid UUID x' })
})

test('a stream has one record a line and nothing around them', async () => {
  const stream = await app.get(`/source-storage/stream/records?limit=1000&orderBy=order,DESC`)
  expect(stream.status).toBe(200)
  expect(stream.headers['content-type']).toBe('application/stream+json')
  expect(stream.text.endsWith('}\n')).toBe(true)
  const lines = stream.text.trimEnd().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(idsOf(bodies))
})

test('a stream of source records takes the same filters as the list', async () => {
  const stream = await app.get('/source-storage/stream/source-records?suppressFromDiscovery=true')
  const lines = stream.text.trimEnd().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { recordId: string }).recordId)).toEqual([bodies[3]!.id])
  const empty = await app.get('/source-storage/stream/source-records?limit=0')
  expect(empty).toMatchObject({ status: 200, text: '' })
})
