import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { newId } from '../../kernel/ids.ts'
import { createTenant } from '../tenants/index.ts'
import { bib, data, marc, setStatus, startSnapshot } from './test-source-records.ts'

const PATH = '/source-storage/records'
let app: TestApp
let snapshotId: string
beforeAll(async () => {
  app = await testApp()
  snapshotId = await startSnapshot(app)
})
afterAll(() => app.close())

test('a record gets its own id as matched id, in 999 ff $s too, and generation 0', async () => {
  const record = bib(snapshotId, { order: 7 }, data('035', ' ', ' ', ['a', '(OCoLC)1']))
  const made = await app.post(PATH, record)
  expect(made.status).toBe(201)
  const { instanceId } = record.externalIdsHolder as { instanceId: string }
  const shown = (await app.get(`${PATH}/${record.id}`)).json
  expect(shown).toMatchObject({
    id: record.id,
    snapshotId,
    matchedId: record.id,
    generation: 0,
    recordType: 'MARC_BIB',
    state: 'ACTUAL',
    deleted: false,
    order: 7,
    leaderRecordStatus: 'n',
    externalIdsHolder: { instanceId, instanceHrid: 'in001' },
    additionalInfo: { suppressDiscovery: false },
  })
  expect(shown.parsedRecord).toEqual({
    id: record.id,
    content: {
      leader: '00000nam a2200000 a 4500',
      fields: [
        { '001': 'in001' },
        { '245': { ind1: '1', ind2: '0', subfields: [{ a: 'A title' }] } },
        { '035': { ind1: ' ', ind2: ' ', subfields: [{ a: '(OCoLC)1' }] } },
        { '999': { ind1: 'f', ind2: 'f', subfields: [{ s: record.id }] } },
      ],
    },
  })
  expect(shown.metadata.createdByUserId).toBe(shown.metadata.updatedByUserId)
})

test('the raw record is the stored MARC as ISO 2709', async () => {
  const record = bib(snapshotId)
  await app.post(PATH, record)
  const raw = (await app.get(`${PATH}/${record.id}`)).json.rawRecord
  // Leader 24, three entries of 12, a terminator; fields of 6, 12 and 2 + 2 + 36 + 1 = 41 bytes; a terminator.
  expect(raw).toEqual({
    id: record.id,
    content:
      '00121nam a2200061 a 4500' +
      '001000600000' +
      '245001200006' +
      '999004100018' +
      '\u001ein001\u001e10\u001faA title\u001e' +
      `ff\u001fs${record.id}\u001e\u001d`,
  })
})

test('parsed content may come as JSON text', async () => {
  const content = JSON.stringify(marc({ '001': 'in001' }))
  const record = bib(snapshotId, { parsedRecord: { content } })
  const made = await app.post(PATH, record)
  expect(made.json.parsedRecord.content.fields[0]).toEqual({ '001': 'in001' })
  expect(made.json.parsedRecord.formattedContent).toBe(
    `LEADER 00000nam a2200000 a 4500\n001 in001\n999 ff$s${record.id}\n`,
  )
})

test.each([
  ['the 001', { parsedRecord: { content: marc(data('245', '1', '0', ['a', 'x'])) } }],
  ['the instance id', { externalIdsHolder: { instanceHrid: 'in001' } }],
  ['the HRID', { externalIdsHolder: { instanceId: newId() } }],
  ['readable content', { parsedRecord: { content: '{"leader":1}' } }],
])('a bibliographic record without %s is refused', async (_what, changes) => {
  expect(await app.post(PATH, bib(snapshotId, changes))).toMatchObject({
    status: 400,
    text: "MARC_BIB records must contain external instance and hr id's and 001 field into parsed record",
  })
})

test('a record of an unknown snapshot or one that has not begun is refused', async () => {
  const unknown = newId()
  expect(await app.post(PATH, bib(unknown))).toMatchObject({
    status: 404,
    text: `Snapshot with id '${unknown}' was not found`,
  })
  expect(await app.post(PATH, bib(await startSnapshot(app, 'NEW')))).toMatchObject({
    status: 400,
    text: 'Date when processing started is not set, expected snapshot status is PARSING_IN_PROGRESS, actual - NEW',
  })
})

test('missing and unknown properties are named', async () => {
  const empty = await app.post(PATH, {})
  expect(empty.status).toBe(422)
  expect(
    empty.json.errors.map((error: { parameters: { key: string }[] }) => error.parameters[0]!.key),
  ).toEqual(['snapshotId', 'matchedId', 'recordType', 'rawRecord'])
  const odd = await app.post(PATH, bib(snapshotId, { colour: 'red' }))
  expect(odd.status).toBe(422)
  expect(odd.json.errors[0].message).toMatch(/^Unrecognized field "colour"/)
})

test('a second record of the same instance follows the first, which becomes old', async () => {
  const first = bib(snapshotId)
  await app.post(PATH, first)
  await setStatus(app, snapshotId, 'COMMITTED')
  snapshotId = await startSnapshot(app)
  const second = bib(snapshotId, { externalIdsHolder: first.externalIdsHolder })
  const made = await app.post(PATH, second)
  expect(made.json).toMatchObject({ id: second.id, matchedId: first.id, generation: 1, state: 'ACTUAL' })
  expect((await app.get(`${PATH}/${first.id}`)).json.state).toBe('OLD')
  const source = await app.get(`/source-storage/source-records/${first.id}`)
  expect(source.json).toMatchObject({ recordId: first.id, snapshotId, generation: 1 })
})

test('posting a record again under its id replaces it', async () => {
  const record = bib(snapshotId)
  await app.post(PATH, record)
  const again = await app.post(PATH, { ...record, order: 3 })
  expect(again.status).toBe(201)
  expect((await app.get(`${PATH}/${record.id}`)).json).toMatchObject({
    generation: 0,
    order: 3,
    state: 'ACTUAL',
  })
})

test('a generation that the client gives is kept', async () => {
  const made = await app.post(PATH, bib(snapshotId, { generation: 5 }))
  expect(made.json.generation).toBe(5)
})

test('content that cannot be read makes an error record of a holdings record', async () => {
  const record = bib(snapshotId, {
    recordType: 'MARC_HOLDING',
    externalIdsHolder: { holdingsId: newId(), holdingsHrid: 'ho1' },
    rawRecord: { content: 'as it came' },
    parsedRecord: { content: { leader: '00000nu  a2200000 n 4500', fields: [{ '852': 1 }] } },
  })
  expect((await app.post(PATH, record)).status).toBe(201)
  const shown = (await app.get(`${PATH}/${record.id}`)).json
  expect(shown.parsedRecord).toBeUndefined()
  expect(shown.leaderRecordStatus).toBeUndefined()
  expect(shown.rawRecord.content).toBe('as it came')
  expect(shown.errorRecord).toMatchObject({ id: record.id, content: { fields: [{ '852': 1 }] } })
  expect(shown.errorRecord.description).toContain('852')
  expect((await app.get(`/source-storage/source-records/${record.id}`)).status).toBe(404)
})

test('a record that failed is mended by PUT, and its error is forgotten', async () => {
  const record = bib(snapshotId, {
    recordType: 'MARC_AUTHORITY',
    externalIdsHolder: { authorityId: newId() },
    rawRecord: { content: 'as it came' },
    parsedRecord: null,
    errorRecord: { description: 'could not be parsed', content: { why: 'unknown' } },
  })
  const made = await app.post(PATH, record)
  expect(made.json.errorRecord).toEqual({
    id: record.id,
    description: 'could not be parsed',
    content: { why: 'unknown' },
  })
  const kept = await app.put(`${PATH}/${record.id}`, { ...record, errorRecord: null })
  expect(kept.json).toMatchObject({
    rawRecord: { content: 'as it came' },
    errorRecord: { content: { why: 'unknown' } },
  })
  const { errorRecord: _, ...mended } = record as Record<string, unknown>
  const put = await app.put(`${PATH}/${record.id}`, {
    ...mended,
    parsedRecord: { content: marc({ '001': 'n1' }) },
  })
  expect(put.json.errorRecord).toBeUndefined()
  expect(put.json.rawRecord.content).toBe('00041nam a2200037 a 4500001000300000\u001en1\u001e\u001d')
})

test('an EDIFACT record keeps its raw text and its JSON', async () => {
  const content = "UNA:+.? 'UNB+UNOC:3+1'FTX+a?'b'UNZ+1'"
  const record = bib(snapshotId, {
    recordType: 'EDIFACT',
    externalIdsHolder: {},
    rawRecord: { content },
    parsedRecord: { content: { segments: [{ tag: 'UNB' }] } },
  })
  const made = await app.post(PATH, record)
  expect(made.status).toBe(201)
  expect(made.json).toMatchObject({
    rawRecord: { content },
    parsedRecord: { content: { segments: [{ tag: 'UNB' }] } },
    externalIdsHolder: {},
  })
  const formatted = await app.get(`${PATH}/${record.id}/formatted?idType=SRS_RECORD`)
  expect(formatted.json.parsedRecord.formattedContent).toBe("UNA:+.? '\nUNB+UNOC:3+1'\nFTX+a?'b'\nUNZ+1'\n")
  expect((await app.del(`${PATH}/${record.id}`)).status).toBe(204)
  expect((await app.get(`${PATH}/${record.id}`)).json).toMatchObject({ state: 'DELETED', deleted: true })
})

test('PUT replaces a generation in place', async () => {
  const record = bib(snapshotId)
  const made = (await app.post(PATH, record)).json
  const { formattedContent: _, ...parsedRecord } = made.parsedRecord
  parsedRecord.content.leader = '00000cam a2200000 a 4500'
  const put = await app.put(`${PATH}/${record.id}`, { ...made, parsedRecord, order: 9 })
  expect(put.status).toBe(200)
  expect(put.json).toMatchObject({ generation: 0, leaderRecordStatus: 'c', order: 9, state: 'ACTUAL' })
  expect(put.json.metadata.createdDate).toBe(made.metadata.createdDate)
})

test('PUT with content that cannot be read changes nothing and names the field', async () => {
  const record = bib(snapshotId)
  await app.post(PATH, record)
  const put = await app.put(`${PATH}/${record.id}`, { ...record, parsedRecord: { content: { leader: 'x' } } })
  expect(put.status).toBe(422)
  expect(put.json.errors[0].parameters[0].key).toBe('parsedRecord.content')
  expect((await app.get(`${PATH}/${record.id}`)).json.parsedRecord.content.fields).toHaveLength(3)
})

test('unknown records are not found by any method', async () => {
  const id = newId()
  const byId = { status: 404, text: `Record with id '${id}' was not found` }
  expect(await app.get(`${PATH}/${id}`)).toMatchObject(byId)
  expect(await app.put(`${PATH}/${id}`, bib(snapshotId))).toMatchObject(byId)
  expect(await app.get(`${PATH}/${id}/formatted?idType=INSTANCE`)).toMatchObject({
    status: 404,
    text: `Couldn't find record with id type INSTANCE and id ${id}`,
  })
  expect(await app.del(`${PATH}/${id}`)).toMatchObject({
    status: 404,
    text: `Record with SRS_RECORD id: ${id} was not found`,
  })
  expect((await app.post(`${PATH}/${id}/un-delete`)).status).toBe(404)
  expect((await app.put(`${PATH}/${id}/suppress-from-discovery`)).status).toBe(404)
  expect(await app.get(`/source-storage/source-records/${id}`)).toMatchObject({
    status: 404,
    text: `SourceRecord with id '${id}' was not found`,
  })
})

test('ids, id types and states that are none are refused', async () => {
  expect(await app.get(`${PATH}/abc`)).toMatchObject({ status: 400, text: 'Invalid UUID abc' })
  expect(await app.del(`${PATH}/${newId()}?idType=ITEM`)).toMatchObject({
    status: 400,
    text: 'Unknown id type ITEM',
  })
  expect(await app.get(`/source-storage/source-records/${newId()}?state=NEW`)).toMatchObject({
    status: 400,
    text: 'Unknown record state NEW',
  })
})

test('deleting marks the record, and un-deleting takes the mark back', async () => {
  const record = bib(snapshotId, {}, { '005': '20200101000000.0' })
  await app.post(PATH, record)
  const { instanceId } = record.externalIdsHolder as { instanceId: string }
  expect((await app.del(`${PATH}/${instanceId}?idType=INSTANCE`)).status).toBe(204)
  const deleted = (await app.get(`${PATH}/${record.id}`)).json
  expect(deleted).toMatchObject({
    state: 'DELETED',
    deleted: true,
    leaderRecordStatus: 'd',
    additionalInfo: { suppressDiscovery: true },
  })
  expect(deleted.parsedRecord.content.leader).toBe('00000dam a2200000 a 4500')
  const times = deleted.parsedRecord.content.fields.filter((field: object) => '005' in field)
  expect(times).toHaveLength(1)
  expect(times[0]['005']).toMatch(/^20\d{12}\.\d$/)
  expect(times[0]['005']).not.toBe('20200101000000.0')
  expect((await app.get(`/source-storage/source-records/${record.id}`)).json.deleted).toBe(true)
  expect((await app.get(`/source-storage/source-records?recordId=${record.id}`)).json.totalRecords).toBe(0)
  expect(
    (await app.get(`/source-storage/source-records?recordId=${record.id}&deleted=true`)).json.totalRecords,
  ).toBe(1)
  expect((await app.post(`${PATH}/${record.id}/un-delete`)).status).toBe(204)
  expect((await app.get(`${PATH}/${record.id}`)).json).toMatchObject({
    state: 'ACTUAL',
    deleted: false,
    leaderRecordStatus: 'c',
    additionalInfo: { suppressDiscovery: true },
  })
})

test('an old generation cannot be deleted', async () => {
  const record = bib(snapshotId, { state: 'OLD' })
  await app.post(PATH, record)
  expect((await app.del(`${PATH}/${record.id}`)).status).toBe(404)
})

test('suppression is set for the current generation and taken back', async () => {
  const record = bib(snapshotId)
  await app.post(PATH, record)
  const { instanceId } = record.externalIdsHolder as { instanceId: string }
  const path = `${PATH}/${instanceId}/suppress-from-discovery?idType=INSTANCE`
  expect((await app.put(path)).status).toBe(200)
  expect((await app.get(`${PATH}/${record.id}`)).json.additionalInfo.suppressDiscovery).toBe(true)
  expect((await app.put(`${path}&suppress=false`)).status).toBe(200)
  expect((await app.get(`${PATH}/${record.id}`)).json.additionalInfo.suppressDiscovery).toBe(false)
})

test('test records are taken only by tenants with sample records', async () => {
  const path = '/source-storage/populate-test-marc-records'
  const body = { rawRecords: [{ id: newId(), content: JSON.stringify(marc({ '001': 'test1' })) }] }
  expect(await app.post(path, body)).toMatchObject({
    status: 400,
    text: 'Endpoint is available only in test mode',
  })
  await app.octavo.app.db.tenant('diku', (tx) =>
    tx.query("insert into snapshot (id, status, processing_started_at) values ($1, 'COMMITTED', now())", [
      '00000000-0000-0000-0000-000000000000',
    ]),
  )
  expect((await app.post(path, body)).status).toBe(204)
  expect((await app.get(`${PATH}/${body.rawRecords[0]!.id}`)).json.parsedRecord.content.fields[0]).toEqual({
    '001': 'test1',
  })
})

test('a tenant sees nothing of another tenant', async () => {
  const record = bib(snapshotId)
  await app.post(PATH, record)
  await createTenant(app.octavo.app, {
    id: 'other',
    name: 'Another library',
    reference: false,
    sample: false,
    admin: { username: 'other_admin', password: 'secret' },
  })
  const login = await app.raw(
    'POST',
    '/authn/login',
    { 'x-okapi-tenant': 'other', 'content-type': 'application/json' },
    JSON.stringify({ username: 'other_admin', password: 'secret' }),
  )
  const headers = { 'x-okapi-tenant': 'other', 'x-okapi-token': String(login.headers['x-okapi-token']) }
  expect((await app.get(`${PATH}/${record.id}`, headers)).status).toBe(404)
  expect((await app.get(PATH, headers)).json).toEqual({ records: [], totalRecords: 0 })
})
