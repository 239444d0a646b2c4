import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { newId } from '../../kernel/ids.ts'
import { bib, data, marc, startSnapshot } from './test-source-records.ts'

const PATH = '/source-storage/batch/records'
const PARSED = '/source-storage/batch/parsed-records'

let app: TestApp
let snapshotId: string
beforeAll(async () => {
  app = await testApp()
  snapshotId = await startSnapshot(app)
})
afterAll(() => app.close())

function batch(...records: object[]): { records: object[]; totalRecords: number } {
  return { records, totalRecords: records.length }
}

test('a batch stores what it can and tells what it cannot', async () => {
  const good = bib(snapshotId)
  const unreadable = bib(snapshotId, { parsedRecord: { content: '{"leader":' } })
  const wrongMark = bib(snapshotId, {}, data('999', 'f', 'f', ['s', 'not an id']))
  const reply = await app.post(PATH, batch(good, unreadable, wrongMark, good))
  expect(reply.status).toBe(201)
  expect(reply.json.totalRecords).toBe(2)
  expect(reply.json.records[0]).toMatchObject({ id: good.id, generation: 0, state: 'ACTUAL' })
  expect(reply.json.records[1]).toMatchObject({ id: unreadable.id, errorRecord: { content: '{"leader":' } })
  expect(reply.json.records[1].parsedRecord).toBeUndefined()
  expect(reply.json.errorMessages).toEqual([
    expect.stringMatching(new RegExp(`^Record ${unreadable.id} has invalid parsed record; `)),
    `Record ${wrongMark.id} was not saved; Field 999 ff $s of the record is no UUID: not an id`,
    `Record ${good.id} was not saved; Incoming file may contain duplicates`,
  ])
})

test('a batch of several jobs or several types is refused', async () => {
  const other = await startSnapshot(app)
  expect(await app.post(PATH, batch(bib(snapshotId), bib(other)))).toMatchObject({
    status: 400,
    text: 'Batch record collection only supports single snapshot',
  })
  const authority = bib(snapshotId, { recordType: 'MARC_AUTHORITY' })
  expect(await app.post(PATH, batch(bib(snapshotId), authority))).toMatchObject({
    status: 400,
    text: 'Batch record collection only supports single record type',
  })
})

test('a batch of an unknown job or one that has not begun is refused as a whole', async () => {
  const unknown = newId()
  expect(await app.post(PATH, batch(bib(unknown)))).toMatchObject({
    status: 404,
    text: `Snapshot with id '${unknown}' was not found`,
  })
  const idle = await app.post(PATH, batch(bib(await startSnapshot(app, 'NEW'))))
  expect(idle.status).toBe(400)
  expect(idle.text).toMatch(/^Date when processing started is not set/)
})

test('a batch that stores nothing answers 500 with its messages, as FOLIO does', async () => {
  const record = bib(snapshotId)
  await app.post(PATH, batch(record))
  const again = await app.post(PATH, batch(record))
  expect(again.status).toBe(500)
  expect(again.json).toMatchObject({ records: [], totalRecords: 0 })
  expect(again.json.errorMessages).toHaveLength(1)
  expect((await app.post(PATH, {})).status).toBe(422)
})

test('parsed content is replaced in place, with ids and suppression where given', async () => {
  const record = bib(snapshotId)
  await app.post(PATH, batch(record))
  const instanceId = newId()
  const reply = await app.put(
    PARSED,
    batch({
      ...record,
      parsedRecord: {
        id: record.id,
        content: { ...marc({ '001': 'in002' }), leader: '00000cam a2200000 a 4500' },
      },
      externalIdsHolder: { instanceId, instanceHrid: 'in002' },
      additionalInfo: { suppressDiscovery: true },
    }),
  )
  expect(reply.status).toBe(200)
  expect(reply.json).toMatchObject({ errorMessages: [], totalRecords: 1 })
  expect(reply.json.parsedRecords[0]).toMatchObject({
    id: record.id,
    formattedContent: 'LEADER 00000cam a2200000 a 4500\n001 in002\n',
  })
  expect((await app.get(`/source-storage/records/${record.id}`)).json).toMatchObject({
    generation: 0,
    leaderRecordStatus: 'c',
    externalIdsHolder: { instanceId, instanceHrid: 'in002' },
    additionalInfo: { suppressDiscovery: true },
  })
})

test('what cannot be replaced is told apart', async () => {
  const record = bib(snapshotId)
  await app.post(PATH, batch(record))
  const withId = (body: typeof record, content?: unknown) => ({
    ...body,
    parsedRecord: { id: body.id, content: content ?? marc({ '001': 'x' }) },
  })
  const unknown = bib(snapshotId)
  const unreadable = bib(snapshotId)
  await app.post(PATH, batch(unreadable))
  const reply = await app.put(
    PARSED,
    batch(withId(record), withId(unknown), withId(unreadable, { leader: 1 })),
  )
  expect(reply.status).toBe(200)
  expect(reply.json.totalRecords).toBe(1)
  expect(reply.json.errorMessages).toEqual([
    expect.stringMatching(new RegExp(`^Record ${unreadable.id} has invalid parsed record; `)),
    `Record with id ${unknown.id} was not updated`,
    `Parsed Record with id '${unknown.id}' was not updated`,
  ])
  expect((await app.put(PARSED, batch(withId(unknown)))).status).toBe(500)
  expect(await app.put(PARSED, batch(bib(snapshotId)))).toMatchObject({
    status: 400,
    text: 'Each parsed record should contain an id',
  })
})

test('an exporter fetches only the fields it wants', async () => {
  const record = bib(
    snapshotId,
    {},
    data('650', ' ', '0', ['a', 'Mining']),
    data('900', ' ', ' ', ['a', 'local']),
  )
  await app.post(PATH, batch(record))
  const { instanceId } = record.externalIdsHolder as { instanceId: string }
  const request = {
    conditions: { idType: 'INSTANCE', ids: [instanceId, newId()] },
    data: [
      { from: '001', to: '008' },
      { from: '600', to: '699' },
    ],
    recordType: 'MARC_BIB',
  }
  const reply = await app.post(`${PARSED}/fetch`, request)
  expect(reply.json).toEqual({
    records: [
      {
        id: record.id,
        externalIdsHolder: { instanceId, instanceHrid: 'in001' },
        recordType: 'MARC_BIB',
        recordState: 'ACTUAL',
        parsedRecord: {
          id: record.id,
          content: {
            leader: '00000nam a2200000 a 4500',
            fields: [{ '001': 'in001' }, { '650': { ind1: ' ', ind2: '0', subfields: [{ a: 'Mining' }] } }],
          },
        },
      },
    ],
    totalRecords: 1,
  })
  await app.del(`/source-storage/records/${record.id}`)
  expect((await app.post(`${PARSED}/fetch`, request)).json.totalRecords).toBe(0)
  const deleted = await app.post(`${PARSED}/fetch`, { ...request, includeDeleted: true })
  expect(deleted.json.records[0].recordState).toBe('DELETED')
  const nothing = { conditions: { idType: 'INSTANCE', ids: [] }, recordType: 'MARC_BIB' }
  expect((await app.post(`${PARSED}/fetch`, nothing)).json).toEqual({ records: [], totalRecords: 0 })
  expect((await app.post(`${PARSED}/fetch`, {})).status).toBe(422)
})

test('HRIDs that no bibliographic record has are named once each', async () => {
  const path = '/source-storage/batch/verified-records'
  const record = bib(snapshotId, { externalIdsHolder: { instanceId: newId(), instanceHrid: 'in777' } })
  const holdings = bib(snapshotId, {
    recordType: 'MARC_HOLDING',
    externalIdsHolder: { holdingsId: newId(), holdingsHrid: 'ho777' },
  })
  await app.post(PATH, batch(record))
  await app.post(PATH, batch(holdings))
  expect((await app.post(path, ['in777', 'in778', 'in778'])).json).toEqual({ invalidMarcBibIds: ['in778'] })
  expect((await app.post(path, ['ho777'])).json).toEqual({ invalidMarcBibIds: ['ho777'] })
  expect((await app.post(path, [])).json).toEqual({ invalidMarcBibIds: [] })
  expect(await app.post(path)).toMatchObject({
    status: 400,
    text: 'The object to be validated must not be null.',
  })
  expect(
    await app.post(
      path,
      Array.from({ length: 32_768 }, () => 'in1'),
    ),
  ).toMatchObject({
    status: 400,
    text: 'The number of IDs should not exceed 32767',
  })
})
