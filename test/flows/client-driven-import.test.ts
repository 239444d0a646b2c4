import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  RecordSplitter,
  decodeRecord,
  recordToJson,
  recordToMarcXml,
  titleOf,
} from '../../src/formats/marc/index.ts'
import { importsModule } from '../../src/modules/imports/index.ts'
import { sampleFile } from '../../src/sample-library/read-sample.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { rawRecord } from '../support/marc-bytes.ts'
import { CookieClient } from './cookie-client.ts'
import { CREATE_INSTANCE, answer, countOf, endOf, instanceOf, logOf, marcOf, until } from './import-client.ts'

let app: TestApp
let client: CookieClient
let books: string[]

const parse = (text: string) => decodeRecord(Buffer.from(text), { mode: 'permissive' }).record
const FIXED = '260101s2001    xx            000 0 eng  '

beforeAll(async () => {
  app = await testApp({ work: true })
  client = new CookieClient(app)
  const bytes = readFileSync(sampleFile('books.mrc'))
  const splitter = new RecordSplitter()
  books = [...splitter.push(bytes), ...splitter.end()].map(({ offset, length }) =>
    bytes.subarray(offset, offset + length).toString('utf8'),
  )
})

afterAll(() => app.close())

describe('folio_data_import', () => {
  it('signs in and lives on the cookies of the answer', async () => {
    const reply = await client.signIn()
    const body = answer(reply, 201)
    // Python 3.10 reads no trailing Z.
    const withOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/
    expect(body.accessTokenExpiration).toMatch(withOffset)
    expect(body.refreshTokenExpiration).toMatch(withOffset)
    expect(client.cookie.split('; ').map((cookie) => cookie.split('=')[0])).toEqual(
      expect.arrayContaining(['folioAccessToken', 'folioRefreshToken']),
    )
  })

  it('finds no consortium', async () => {
    const reply = await client.get('/consortia')
    if (reply.status === 200) expect(reply.json.consortia).toEqual([])
    else expect([403, 404]).toContain(reply.status)
  })

  it('finds its user in either way', async () => {
    const id = await client.userId()
    const { users } = answer(await client.get('/users?query=username==diku_admin'))
    expect(users[0].id).toBe(id)
  })

  it('finds its profile by name', async () => {
    const { jobProfiles } = answer(await client.get('/data-import-profiles/jobProfiles?limit=1000'))
    const profile = jobProfiles.find(({ name }: { name: string }) => name === CREATE_INSTANCE.name)
    expect(profile).toMatchObject(CREATE_INSTANCE)
  })

  it('names its file and gets its own fields back', async () => {
    const created = answer(
      await client.post('/change-manager/jobExecutions', {
        sourceType: 'ONLINE',
        userId: await client.userId(),
      }),
      201,
    )
    const url = `/change-manager/jobExecutions/${created.parentJobExecutionId}`
    const job = answer(await client.get(url))
    expect(job).toMatchObject({
      fileName: 'No file name',
      subordinationType: 'PARENT_SINGLE',
      progress: { current: 0, total: 100 },
    })
    answer(await client.put(url, { ...job, fileName: 'weekly (Part 01).mrc', libraryNote: { a: [1, null] } }))
    const again = answer(await client.get(url))
    expect(again).toEqual({ ...job, fileName: 'weekly (Part 01).mrc', libraryNote: { a: [1, null] } })
  })

  it('sends two batches and finds its job listed after each, then committed with a summary', async () => {
    const before = await countOf(app, '/instance-storage/instances')
    const jobId = await client.newJob()
    answer(await client.postBatch(jobId, { records: books.slice(0, 10), counter: 10, total: 20 }), 204)
    const first = await client.poll(jobId)
    expect(first.isEnded).toBe(false)
    expect(first.job).toMatchObject({ status: 'PARSING_IN_PROGRESS', uiStatus: 'RUNNING' })
    expect(first.job.progress.total).toBe(20)
    const second = { id: randomUUID(), records: books.slice(10, 20), counter: 20, total: 20, last: true }
    answer(await client.postBatch(jobId, second), 204)
    await client.poll(jobId)
    const repeated = await client.postBatch(jobId, second)
    expect(repeated.status).toBe(400)
    expect(repeated.text).toBe(
      `Source chunk with ${second.id} id for ${jobId} jobExecution is already exists`,
    )
    const job = await client.ended(jobId)
    expect(job).toMatchObject({ status: 'COMMITTED', progress: { current: 20, total: 20 } })
    expect((await client.postBatch(jobId, second)).status).toBe(400)
    expect(await countOf(app, '/instance-storage/instances')).toBe(before + 20)
    expect((await logOf(app, jobId)).map((entry) => entry.sourceRecordOrder)).toEqual(
      [...Array(20).keys()].map(String),
    )
    const { jobExecutionId, totalErrors, ...tables } = answer(
      await client.get(`/metadata-provider/jobSummary/${jobId}`),
    )
    expect([jobExecutionId, totalErrors]).toEqual([jobId, 0])
    expect(Object.keys(tables).sort()).toEqual(['instanceSummary', 'sourceRecordSummary'])
    for (const table of Object.values(tables)) {
      for (const value of Object.values(table as object)) expect(value).toEqual(expect.any(Number))
    }
  })

  it('stops a job half way and finds it among the finished ones', async () => {
    const jobId = await client.newJob()
    answer(await client.postBatch(jobId, { records: books.slice(0, 10), counter: 10, total: 20 }), 204)
    await until(async () => (await client.poll(jobId)).job.progress.current === 10)
    answer(await client.del(`/change-manager/jobExecutions/${jobId}/records`), 204)
    const { job, isEnded } = await client.poll(jobId)
    expect(isEnded).toBe(true)
    expect(job).toMatchObject({
      status: 'CANCELLED',
      uiStatus: 'CANCELLED',
      progress: { current: 10, total: 20 },
    })
    expect(job.completedDate).toEqual(expect.any(String))
    answer(await client.del(`/change-manager/jobExecutions/${jobId}/records`), 204)
    const late = await client.postBatch(jobId, {
      records: books.slice(10, 20),
      counter: 20,
      total: 20,
      last: true,
    })
    expect(late.status).toBe(400)
    expect(late.text).toMatch(
      /^Couldn't update JobExecution status, JobExecution already marked as CANCELLED/,
    )
    expect(await logOf(app, jobId)).toHaveLength(10)
  })

  it('signs out', async () => {
    const leaving = new CookieClient(app)
    await leaving.signIn()
    expect([204, 404]).toContain((await leaving.post('/authn/logout', undefined)).status)
  })
})

describe('a job that a client drives', () => {
  it('takes one record and then an empty last chunk, as copy cataloguing sends them', async () => {
    const jobId = await client.newJob({ id: CREATE_INSTANCE.id, dataType: 'MARC' })
    const [record] = books
    const marc = parse(record!)
    answer(
      await client.postBatch(jobId, {
        records: [recordToJson(marc)],
        counter: 1,
        total: 1,
        contentType: 'MARC_JSON',
      }),
      204,
    )
    answer(
      await client.postBatch(jobId, {
        records: [],
        counter: 1,
        total: 1,
        last: true,
        contentType: 'MARC_JSON',
      }),
      204,
    )
    expect(await client.ended(jobId)).toMatchObject({
      status: 'COMMITTED',
      progress: { current: 1, total: 1 },
    })
    const [entry] = await logOf(app, jobId)
    expect((await instanceOf(app, entry!)).title).toBe(
      'Pride and prejudice : a novel : in three volumes / by the author of "Sense and sensibility".',
    )
  })

  it('takes MARC in JSON and in XML as well as in ISO 2709', async () => {
    const marc = parse(books[4]!)
    const forms = {
      MARC_RAW: books[4]!,
      MARC_JSON: recordToJson(marc),
      MARC_XML: recordToMarcXml(marc),
    }
    const stored: unknown[] = []
    for (const [contentType, record] of Object.entries(forms)) {
      const jobId = await client.newJob()
      answer(
        await client.postBatch(jobId, { records: [record], counter: 1, total: 1, last: true, contentType }),
        204,
      )
      expect((await client.ended(jobId)).status, contentType).toBe('COMMITTED')
      const [entry] = await logOf(app, jobId)
      const { fields } = await marcOf(app, entry!)
      // Ids, HRID and time of writing differ from record to record.
      stored.push(fields.filter((field) => !['001', '005', '999'].includes(Object.keys(field)[0]!)))
      const incoming = answer(
        await client.get(`/metadata-provider/incomingRecords/${entry!.incomingRecordId}`),
      )
      expect(incoming).toMatchObject({ jobExecutionId: jobId, recordType: 'MARC_BIB', order: 0 })
      expect(incoming.rawRecordContent).toBe(record)
      expect(JSON.parse(incoming.parsedRecordContent)).toEqual(JSON.parse(recordToJson(marc)))
    }
    expect(stored[1]).toEqual(stored[0])
    expect(stored[2]).toEqual(stored[0])
  })

  it('reads ISO 2709 in JSON as UTF-8 whatever leader/09 says', async () => {
    const jobId = await client.newJob()
    const record = rawRecord(
      [
        ['008', FIXED],
        ['245', '00$aÜber Bücher'],
      ],
      { head: 'nam  ' },
    ).toString('utf8')
    answer(await client.postBatch(jobId, { records: [record], counter: 1, total: 1, last: true }), 204)
    expect((await client.ended(jobId)).status).toBe('COMMITTED')
    const [entry] = await logOf(app, jobId)
    expect(entry!.sourceRecordTitle).toBe('Über Bücher')
  })

  it('numbers records by their order where the client gives one, and by the counter where not', async () => {
    const jobId = await client.newJob()
    const inOrder = [3, 4].map((order) => ({ record: books[order]!, order }))
    answer(await client.postBatch(jobId, { records: inOrder, counter: 5, total: 5 }), 204)
    answer(await client.postBatch(jobId, { records: books.slice(0, 3), counter: 3, total: 5 }), 204)
    expect((await client.ended(jobId)).status).toBe('COMMITTED')
    const titles = (await logOf(app, jobId)).map((entry) => entry.sourceRecordTitle)
    expect(titles).toEqual(books.slice(0, 5).map((text) => titleOf(parse(text))))
    const page = await logOf(app, jobId, 'limit=2&offset=3')
    expect(page.map((entry) => entry.sourceRecordTitle)).toEqual(titles.slice(3))
  })

  it('keeps every record when two chunks claim the same places', async () => {
    const jobId = await client.newJob()
    answer(await client.postBatch(jobId, { records: books.slice(0, 3), counter: 3, total: 6 }), 204)
    answer(
      await client.postBatch(jobId, { records: books.slice(3, 6), counter: 3, total: 6, last: true }),
      204,
    )
    expect(await client.ended(jobId)).toMatchObject({
      status: 'COMMITTED',
      progress: { current: 6, total: 6 },
    })
    expect((await logOf(app, jobId)).map((entry) => entry.sourceRecordOrder)).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
    ])
  })

  it('counts more records than were announced, and goes on after it had ended', async () => {
    const jobId = await client.newJob()
    answer(await client.postBatch(jobId, { records: books.slice(0, 2), counter: 2, total: 2 }), 204)
    expect(await client.ended(jobId)).toMatchObject({
      status: 'COMMITTED',
      progress: { current: 2, total: 2 },
    })
    answer(
      await client.postBatch(jobId, { records: books.slice(2, 5), counter: 5, total: 2, last: true }),
      204,
    )
    expect(await client.ended(jobId)).toMatchObject({
      status: 'COMMITTED',
      progress: { current: 5, total: 5 },
    })
    expect(answer(await client.get(`/metadata-provider/jobSummary/${jobId}`)).instanceSummary).toMatchObject({
      totalCreatedEntities: 5,
    })
  })

  it('ends on the last chunk though fewer records came than were announced', async () => {
    const jobId = await client.newJob()
    answer(
      await client.postBatch(jobId, { records: books.slice(0, 2), counter: 2, total: 50, last: true }),
      204,
    )
    expect(await client.ended(jobId)).toMatchObject({
      status: 'COMMITTED',
      progress: { current: 2, total: 2 },
    })
  })

  it('takes chunks that are posted at the same time', async () => {
    const jobId = await client.newJob()
    answer(await client.postBatch(jobId, { records: books.slice(0, 10), counter: 10, total: 70 }), 204)
    const rest = [2, 3, 4, 5, 6, 7].map((part) =>
      client.postBatch(jobId, {
        records: books.slice(part * 10 - 10, part * 10),
        counter: part * 10,
        total: 70,
      }),
    )
    for (const reply of await Promise.all(rest)) answer(reply, 204)
    expect(await client.ended(jobId)).toMatchObject({
      status: 'COMMITTED',
      progress: { current: 70, total: 70 },
    })
    expect(await logOf(app, jobId)).toHaveLength(70)
  })

  it('writes one chunk that arrives several times at once only once', async () => {
    const jobId = await client.newJob()
    const batch = { id: randomUUID(), records: books.slice(0, 5), counter: 5, total: 5, last: true }
    const replies = await Promise.all([1, 2, 3, 4].map(() => client.postBatch(jobId, batch)))
    expect(replies.map((reply) => reply.status).sort()).toEqual([204, 400, 400, 400])
    expect(await client.ended(jobId)).toMatchObject({
      status: 'COMMITTED',
      progress: { current: 5, total: 5 },
    })
    expect(await logOf(app, jobId)).toHaveLength(5)
  })

  it('logs a record that cannot be read and takes the others', async () => {
    const jobId = await client.newJob()
    // U+0000 and half a surrogate pair cannot be stored as text in PostgreSQL.
    const records = [books[0]!, 'no record\u0000 at \ud800 all', books[1]!]
    answer(await client.postBatch(jobId, { records, counter: 3, total: 3, last: true }), 204)
    const job = await client.ended(jobId)
    expect(job).toMatchObject({ status: 'ERROR', progress: { current: 3, total: 3 } })
    const entries = await logOf(app, jobId)
    expect(entries.map((entry) => entry.sourceRecordActionStatus)).toEqual([
      'CREATED',
      'DISCARDED',
      'CREATED',
    ])
    expect(entries[1]!.error).toMatch(/^Record 2: /)
    const failed = await client.get(`/octavo/imports/${jobId}/failed-records`)
    expect(failed.text).toBe('no record\u0000 at \ufffd all\u001d')
    const bad = answer(await client.get(`/metadata-provider/incomingRecords/${entries[1]!.incomingRecordId}`))
    expect(bad.rawRecordContent).toBe('no record\u0000 at \ufffd all')
    expect(bad.parsedRecordContent).toBeUndefined()
  })

  it('is ended when no records come for a while, with what has come', async () => {
    const jobId = await client.newJob()
    answer(await client.postBatch(jobId, { records: books.slice(0, 3), counter: 3, total: 10 }), 204)
    await until(async () => (await client.poll(jobId)).job.progress.current === 3)
    const { db } = app.octavo.app
    const sweep = importsModule.tasks!(app.octavo.app).find(({ name }) => name === 'end-idle-imports')!
    await sweep.run()
    expect((await client.poll(jobId)).isEnded).toBe(false)
    await db.tenant('diku', (tx) =>
      tx.query("update posted_chunk set posted_at = posted_at - interval '1 hour' where job_id = $1", [
        jobId,
      ]),
    )
    await sweep.run()
    expect(await client.ended(jobId)).toMatchObject({
      status: 'COMMITTED',
      progress: { current: 3, total: 3 },
    })
  })

  it('does not get a second profile, and takes no records without one', async () => {
    const created = answer(
      await client.post('/change-manager/jobExecutions', {
        sourceType: 'ONLINE',
        userId: await client.userId(),
      }),
      201,
    )
    const url = `/change-manager/jobExecutions/${created.parentJobExecutionId}`
    const early = await client.postBatch(created.parentJobExecutionId, {
      records: [books[0]!],
      counter: 1,
      total: 1,
    })
    expect(early.status).toBe(400)
    expect(early.text).toContain('job profile')
    answer(await client.put(`${url}/jobProfile`, CREATE_INSTANCE))
    const again = await client.put(`${url}/jobProfile`, CREATE_INSTANCE)
    expect(again.status).toBe(400)
    expect(again.text).toBe(`JobExecution already associated to JobProfile with id '${CREATE_INSTANCE.id}'`)
    // The refused chunk may be sent again now.
    answer(
      await client.postBatch(created.parentJobExecutionId, {
        records: [books[0]!],
        counter: 1,
        total: 1,
        last: true,
      }),
      204,
    )
    expect((await client.ended(created.parentJobExecutionId)).status).toBe('COMMITTED')
  })

  it('is not found under an unknown id', async () => {
    const unknown = randomUUID()
    const replies = [
      await client.get(`/change-manager/jobExecutions/${unknown}`),
      await client.put(`/change-manager/jobExecutions/${unknown}/jobProfile`, CREATE_INSTANCE),
      await client.postBatch(unknown, { records: [books[0]!], counter: 1, total: 1 }),
      await client.del(`/change-manager/jobExecutions/${unknown}/records`),
    ]
    for (const reply of replies) {
      expect(reply.status).toBe(404)
      expect(reply.text).toBe(`JobExecution with id '${unknown}' was not found`)
    }
    expect((await client.get(`/metadata-provider/jobSummary/${unknown}`)).status).toBe(404)
  })

  it('has the log complete when it says that it is done', async () => {
    const jobId = await client.newJob()
    answer(await client.postBatch(jobId, { records: books, counter: books.length, total: books.length }), 204)
    const job = await endOf(app, jobId)
    const log = answer(await client.get(`/metadata-provider/jobLogEntries/${jobId}?limit=0`))
    expect(log.totalRecords).toBe(job.progress.total)
  })
})
