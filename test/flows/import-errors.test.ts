import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { rawRecord } from '../support/marc-bytes.ts'
import {
  SAMPLE_PROFILE,
  answer,
  endOf,
  importFile,
  newTenant,
  processFiles,
  startFiles,
} from './import-client.ts'
import type { Api } from './import-client.ts'
import { book, copy, manyBooks } from './marc-files.ts'
import { uploadOnly } from './preview-client.ts'

let app: TestApp
let api: Api
beforeAll(async () => {
  app = await testApp({ work: true })
  api = await newTenant(app, 'lib', true)
})
afterAll(() => app.close())

const elsewhere = (barcode: string): [string, string] => ['952', `  $bMNSTK$hPR 1$p${barcode}$ybook`]

/** Two sound records, three of an unknown location, two barcodes that are taken, one without title, one cut off. */
const RECORDS = {
  sound: [book('e1', 'One', [copy('e-1')]), book('e2', 'Two', [copy('e-2')])],
  location: ['e3', 'e4', 'e5'].map((id) => book(id, `Title ${id}`, [elsewhere(id)])),
  barcode: [book('e6', 'Six', [copy('e-1')]), book('e7', 'Seven', [copy('e-2')])],
  title: [book('e8', null, [copy('e-8')])],
  broken: [Buffer.concat([book('e9', 'Nine').subarray(0, 40), Buffer.from([0x1d])])],
}
const FILE = Buffer.concat(Object.values(RECORDS).flat())

async function bytesOf(url: string): Promise<Buffer> {
  const reply = await api.get(url)
  expect(reply.status, reply.text).toBe(200)
  return Buffer.from(reply.text, 'latin1')
}

test('errors are grouped by their cause; each group has its rows and its file', async () => {
  const job = await importFile(api, 'errors.mrc', FILE, SAMPLE_PROFILE)
  const path = `/octavo/imports/${job.id}`
  const { errors, totalRecords } = answer(await api.get(`${path}/errors`))
  expect(totalRecords).toBe(4)
  expect(errors[0]).toMatchObject({
    code: 'unknown-value',
    count: 3,
    field: 'permanentLocationId',
    value: 'MNSTK',
    marcFields: [{ tag: '952', code: 'b' }],
    isFixable: true,
    sampleOrders: [2, 3, 4],
    text: 'The permanent location "MNSTK" is not in the settings.',
  })
  expect(errors[1]).toMatchObject({
    code: 'duplicate-barcode',
    count: 2,
    field: 'barcode',
    value: null,
    isOneText: false,
    sampleOrders: [5, 6],
  })
  expect(errors[1].marcFields).toEqual([{ tag: '952', code: 'p' }])
  expect(errors.slice(2).map(({ code }: { code: string }) => code)).toEqual(['no-title', 'unreadable'])
  const rows = answer(await api.get(`${path}/errors/records?code=duplicate-barcode&limit=1&offset=1`))
  expect(rows.totalRecords).toBe(2)
  expect(rows.records[0]).toMatchObject({ order: 6, controlNumber: 'e7', value: 'e-2', title: 'Seven' })
  expect(await bytesOf(`${path}/failed-records`)).toEqual(
    Buffer.concat([...RECORDS.location, ...RECORDS.barcode, ...RECORDS.title, ...RECORDS.broken]),
  )
  expect(await bytesOf(`${path}/failed-records?code=unknown-value`)).toEqual(Buffer.concat(RECORDS.location))
  const table = answerText(await api.get(`${path}/failed-records?format=csv&code=no-title`))
  expect(table.split('\n')[1]).toMatch(/^8,e8,,no-title,The record has no title/)
  for (const query of ['code=x', 'code=failed.zz', 'format=xml'])
    expect((await api.get(`${path}/failed-records?${query}`)).status).toBe(400)
})

function answerText(reply: { status: number; text: string }): string {
  expect(reply.status, reply.text).toBe(200)
  return reply.text
}

test('of two values that repeat each has a group; those that occur once are together', async () => {
  const places = ['AA', 'AA', 'BB', 'BB', 'CC', 'DD']
  const file = places.map((place, at) => book(`g${at}`, 'G', [['952', `  $b${place}$hPR 1$pg-${at}$ybook`]]))
  const job = await importFile(api, 'groups.mrc', Buffer.concat(file), SAMPLE_PROFILE)
  const { errors } = answer(await api.get(`/octavo/imports/${job.id}/errors`))
  const seen = errors.map(({ value, count, code }: Record<string, unknown>) => [value, count, code])
  expect(seen.map(([value, count]: unknown[]) => [value, count])).toEqual(
    expect.arrayContaining([
      ['AA', 2],
      ['BB', 2],
      [null, 2],
    ]),
  )
  const codes = seen.map(([, , code]: unknown[]) => String(code))
  expect(codes).toContain('unknown-value.other')
  for (const code of codes) {
    const { totalRecords } = answer(await api.get(`/octavo/imports/${job.id}/errors/records?code=${code}`))
    expect(totalRecords).toBe(2)
  }
})

test('the failed records are loaded again: only they run, and both jobs name each other', async () => {
  const file = [book('a1', 'A', [copy('a-1')]), book('a2', 'B', [elsewhere('a-2')])]
  const job = await importFile(api, 'again.mrc', Buffer.concat(file), SAMPLE_PROFILE)
  const again = answer(await api.post(`/octavo/imports/${job.id}/failed-records/again`), 201)
  expect(again.jobProfileInfo.id).toBe(SAMPLE_PROFILE.id)
  const [definition] = again.uploadDefinition.fileDefinitions
  expect(definition.name).toBe(`again #${job.hrId} failed.mrc`)
  const places = answer(await api.get('/locations?limit=1')).locations
  const { id: _, ...place } = places[0]
  answer(await api.post('/locations', { ...place, name: 'New', code: 'MNSTK' }), 201)
  await processFiles(api, again.uploadDefinition, SAMPLE_PROFILE)
  const second = await endOf(api, definition.jobExecutionId)
  expect(second).toMatchObject({ status: 'COMMITTED', progress: { current: 1, total: 1 } })
  const progress = answer(await api.get(`/octavo/jobs/${second.id}`))
  expect(progress).toMatchObject({ originalJobId: job.id, created: 1, errors: 0 })
  expect(answer(await api.get(`/octavo/jobs/${job.id}`)).followUps).toEqual([
    { jobId: second.id, number: second.hrId },
  ])
  const refused = await api.post(`/octavo/imports/${second.id}/failed-records/again`)
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('no failed records')
})

test('what a stopped job did not read is loaded by another; together they have it all', async () => {
  const total = 4000
  const [id] = await startFiles(api, [{ name: 'part.mrc', bytes: manyBooks(total, 'part') }], SAMPLE_PROFILE)
  for (;;) {
    const { done } = answer(await api.get(`/octavo/jobs/${id}`))
    if (done > 0) break
  }
  answer(await api.del(`/change-manager/jobExecutions/${id}/records`), 204)
  const stopped = answer(await api.get(`/octavo/jobs/${id}`))
  expect(stopped.state).toBe('stopped')
  const rest = answer(await api.post(`/octavo/imports/${id}/unread-records/again`), 201)
  await processFiles(api, rest.uploadDefinition, SAMPLE_PROFILE)
  const second = await endOf(api, rest.uploadDefinition.fileDefinitions[0].jobExecutionId)
  expect(second.progress.total).toBe(total - stopped.done)
  const { totalRecords } = answer(
    await api.get(`/inventory/instances?limit=0&query=${encodeURIComponent('title="of part"')}`),
  )
  expect(totalRecords).toBe(total)
})

test('an uploaded file tells what is in it, by its content and whatever its name', async () => {
  const latin = rawRecord([
    ['001', 'i3'],
    ['008', '260101s2001    xx            000 0 eng  '],
    ['245', Buffer.from('00\u001faÜber', 'utf8').toString('latin1')],
  ])
  const wrong = Buffer.from(book('i2', 'Two', [copy('i-2')]))
  wrong.write('00099', 0, 'latin1')
  const bytes = Buffer.concat([
    book('i1', 'One', [copy('i-1'), copy('i-1b')]),
    wrong,
    latin,
    RECORDS.broken[0]!,
  ])
  const upload = await uploadOnly(api, 'vendor.dat', bytes)
  const seen = answer(await api.get(`/octavo/import/files/${upload.fileDefinitions[0].id}/inspection`))
  expect(seen).toMatchObject({
    format: 'marc',
    reason: null,
    recordCount: 4,
    recordsRead: 4,
    isComplete: true,
    recordTypes: [{ name: 'MARC_BIB', records: 3 }],
  })
  expect(seen.tags).toContainEqual({ tag: '952', records: 2, fields: 3 })
  expect(seen.defects.map(({ kind, sampleOrders }: Record<string, unknown>) => [kind, sampleOrders])).toEqual(
    expect.arrayContaining([
      ['lengths', [1]],
      ['unreadable', [3]],
    ]),
  )
  expect(seen.firstRecords).toHaveLength(4)
  expect(seen.firstRecords[0]).toMatchObject({ title: 'One', controlNumber: 'i1', recordType: 'MARC_BIB' })
  expect(seen.firstRecords[0].marc.fields.at(-1)).toMatchObject({ tag: '952', value: null })
  const pdf = await uploadOnly(api, 'scan.mrc', '%PDF-1.7 not records')
  const other = answer(await api.get(`/octavo/import/files/${pdf.fileDefinitions[0].id}/inspection`))
  expect(other).toMatchObject({ format: 'unknown', recordCount: 0, isComplete: true })
  expect(other.reason).toContain('PDF')
})
