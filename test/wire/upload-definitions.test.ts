import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import {
  CREATE_INSTANCE,
  answer,
  defineUpload,
  endOf,
  logOf,
  processFiles,
  sendFile,
  startFiles,
} from '../flows/import-client.ts'
import { book } from '../flows/marc-files.ts'

let app: TestApp

const UPLOADS = '/data-import/uploadDefinitions'
const JOBS = '/change-manager/jobExecutions'
const UNFINISHED = `${UPLOADS}?query=(status%3D%3D(%22NEW%22%20OR%20%22IN_PROGRESS%22%20OR%20%22LOADED%22))%20sortBy%20createdDate%2Fsort.descending&limit=1`

beforeAll(async () => {
  app = await testApp({ work: true })
})

afterAll(() => app.close())

const read = async (id: string) => answer(await app.get(`${UPLOADS}/${id}`))
const jobStatus = async (id: string) => answer(await app.get(`${JOBS}/${id}`)).status

/** Stored files with this name. */
function stored(fileName: string): string[] {
  const folder = path.join(app.octavo.app.config.dataDir, 'files')
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(`-${fileName}`))
}

describe('an upload definition', () => {
  it('of one file has the fields that clients read', async () => {
    const upload = await defineUpload(app, ['weekly.mrc'])
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
    const uuid = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(upload).toEqual({
      id: uuid,
      metaJobExecutionId: upload.fileDefinitions[0].jobExecutionId,
      status: 'NEW',
      createDate: date,
      fileDefinitions: [
        {
          id: uuid,
          name: 'weekly.mrc',
          status: 'NEW',
          size: 1,
          uiKey: 'weekly.mrc-key',
          jobExecutionId: uuid,
          uploadDefinitionId: upload.id,
          createDate: date,
        },
      ],
      metadata: { createdDate: date, createdByUserId: uuid, updatedDate: date, updatedByUserId: uuid },
    })
    expect(await read(upload.id)).toEqual(upload)
    expect(answer(await app.get(`${JOBS}/${upload.metaJobExecutionId}`))).toMatchObject({
      status: 'NEW',
      subordinationType: 'PARENT_SINGLE',
      fileName: 'weekly.mrc',
      sourcePath: 'weekly.mrc',
      progress: { current: 0, total: 0 },
    })

    const loaded = await sendFile(app, upload, upload.fileDefinitions[0], book('u1', 'One'))
    expect(loaded).toMatchObject({
      status: 'LOADED',
      fileDefinitions: [
        { status: 'UPLOADED', sourcePath: expect.stringContaining('weekly.mrc'), uploadedDate: date },
      ],
    })
    expect(answer(await app.get(`${JOBS}/${upload.metaJobExecutionId}`))).toMatchObject({
      status: 'FILE_UPLOADED',
      sourcePath: loaded.fileDefinitions[0].sourcePath,
    })
    await processFiles(app, loaded, CREATE_INSTANCE)
    expect((await read(upload.id)).status).toBe('COMPLETED')
    expect((await endOf(app, upload.metaJobExecutionId)).status).toBe('COMMITTED')
    // Handing it over again changes nothing.
    await processFiles(app, loaded, CREATE_INSTANCE)
    expect(await logOf(app, upload.metaJobExecutionId)).toHaveLength(1)
  })

  it('of several files has a parent that is never listed, and goes on file by file', async () => {
    const upload = await defineUpload(app, ['a.mrc', 'b.mrc', 'c.mrc'])
    const [a, b, c] = upload.fileDefinitions
    const jobIds = upload.fileDefinitions.map((file: { jobExecutionId: string }) => file.jobExecutionId)
    expect(new Set(jobIds).size).toBe(3)
    expect(jobIds).not.toContain(upload.metaJobExecutionId)
    expect(answer(await app.get(`${JOBS}/${upload.metaJobExecutionId}`))).toMatchObject({
      subordinationType: 'PARENT_MULTIPLE',
      status: 'PARENT',
    })
    const children = answer(await app.get(`${JOBS}/${upload.metaJobExecutionId}/children`))
    expect(children.jobExecutions.map(({ id }: { id: string }) => id)).toEqual(jobIds)

    const first = await sendFile(app, upload, a, book('m1', 'From a'))
    expect(first.status).toBe('IN_PROGRESS')
    // A file that was sent moves to the end.
    expect(first.fileDefinitions.map(({ name }: { name: string }) => name)).toEqual([
      'b.mrc',
      'c.mrc',
      'a.mrc',
    ])
    await sendFile(app, upload, b, Buffer.concat([book('m2', 'From b'), book('m3', 'From b too')]))
    const last = await sendFile(app, upload, c, book('m4', 'From c'))
    expect(last.status).toBe('LOADED')
    await processFiles(app, last, CREATE_INSTANCE)
    for (const [file, records] of [
      [a, 1],
      [b, 2],
      [c, 1],
    ] as const) {
      expect(await endOf(app, file.jobExecutionId)).toMatchObject({
        status: 'COMMITTED',
        progress: { current: records, total: records },
        subordinationType: 'CHILD',
        parentJobId: upload.metaJobExecutionId,
      })
    }
  })

  it('takes a file more', async () => {
    const upload = await defineUpload(app, ['first.mrc'])
    const more = answer(
      await app.post(`${UPLOADS}/${upload.id}/files`, { name: 'second.mrc', size: 3, uiKey: 'k2' }),
      201,
    )
    expect(more.fileDefinitions).toMatchObject([
      { name: 'first.mrc' },
      { name: 'second.mrc', size: 3, uiKey: 'k2', status: 'NEW', uploadDefinitionId: upload.id },
    ])
    let current = more
    for (const file of more.fileDefinitions)
      current = await sendFile(app, more, file, book(file.name, file.name))
    await processFiles(app, current, CREATE_INSTANCE)
    for (const file of more.fileDefinitions) {
      expect((await endOf(app, file.jobExecutionId)).status).toBe('COMMITTED')
    }
    const blocked = await app.post(`${UPLOADS}/${upload.id}/files`, { name: 'x.zip' })
    expect(answer(blocked, 422).errors[0]).toEqual({
      message: 'validation.uploadDefinition.fileExtension.blocked',
      code: 'x.zip',
    })
  })

  it('loses a file, its bytes and its job', async () => {
    const upload = await defineUpload(app, ['keep.mrc', 'drop.mrc'])
    const [keep, drop] = upload.fileDefinitions
    await sendFile(app, upload, keep, book('d1', 'Kept'))
    await sendFile(app, upload, drop, book('d2', 'Dropped'))
    expect(stored('drop.mrc')).toHaveLength(1)
    answer(await app.del(`${UPLOADS}/${upload.id}/files/${drop.id}`), 204)
    expect(stored('drop.mrc')).toEqual([])
    expect(await read(upload.id)).toMatchObject({ status: 'LOADED', fileDefinitions: [{ name: 'keep.mrc' }] })
    expect(await jobStatus(drop.jobExecutionId)).toBe('DISCARDED')
    expect((await app.del(`${UPLOADS}/${upload.id}/files/${drop.id}`)).status).toBe(404)
    expect((await app.post(`${UPLOADS}/${upload.id}/files/${drop.id}`, book('d2', 'x'))).status).toBe(404)
  })

  it('is deleted with its files, and its jobs are discarded', async () => {
    const upload = await defineUpload(app, ['x.mrc', 'y.mrc'])
    const [x, y] = upload.fileDefinitions
    await sendFile(app, upload, x, book('x1', 'X'))
    answer(await app.del(`${UPLOADS}/${upload.id}`), 204)
    expect(stored('x.mrc')).toEqual([])
    for (const file of [x, y]) expect(await jobStatus(file.jobExecutionId)).toBe('DISCARDED')
    const gone = await app.get(`${UPLOADS}/${upload.id}`)
    expect(gone).toMatchObject({ status: 404, text: `Upload definition not found by id: ${upload.id}` })
    expect((await app.del(`${UPLOADS}/${upload.id}`)).status).toBe(404)
  })

  it('cannot lose anything once it is processed', async () => {
    const upload = await defineUpload(app, ['busy.mrc'])
    const [file] = upload.fileDefinitions
    await sendFile(app, upload, file, book('b1', 'Busy'))
    await processFiles(app, upload, CREATE_INSTANCE)
    const whole = await app.del(`${UPLOADS}/${upload.id}`)
    expect(whole).toMatchObject({
      status: 400,
      text: `Cannot delete uploadDefinition ${upload.id} - linked files are already being processed`,
    })
    expect((await app.del(`${UPLOADS}/${upload.id}/files/${file.id}`)).status).toBe(400)
    expect((await app.post(`${UPLOADS}/${upload.id}/files/${file.id}`, book('b2', 'Late'))).status).toBe(400)
    expect(await endOf(app, file.jobExecutionId)).toMatchObject({ status: 'COMMITTED' })
    expect(await jobStatus(file.jobExecutionId)).toBe('COMMITTED')
  })

  it('takes the same file again and forgets the bytes it had', async () => {
    const upload = await defineUpload(app, ['again.mrc'])
    const [file] = upload.fileDefinitions
    await sendFile(app, upload, file, book('a1', 'The wrong file'))
    const right = Buffer.concat([book('a2', 'The right file'), book('a3', null)])
    const sent = await sendFile(app, upload, file, right)
    expect(sent.status).toBe('LOADED')
    expect(stored('again.mrc')).toHaveLength(1)
    await processFiles(app, upload, CREATE_INSTANCE)
    const job = await endOf(app, file.jobExecutionId)
    expect(job).toMatchObject({ status: 'ERROR', sourcePath: sent.fileDefinitions[0].sourcePath })
    const [entry] = await logOf(app, job.id)
    expect(entry!.sourceRecordTitle).toBe('The right file')
    const incoming = answer(await app.get(`/metadata-provider/incomingRecords/${entry!.incomingRecordId}`))
    expect(incoming.rawRecordContent).toBe(book('a2', 'The right file').toString())
    expect((await app.get(`/octavo/imports/${job.id}/failed-records`)).text).toBe(book('a3', null).toString())
    expect((await app.get(`/octavo/imports/${job.id}/file`)).text).toBe(right.toString())
  })

  it('is put back by a client: its stored files win', async () => {
    const upload = await defineUpload(app, ['p.mrc'])
    const sent = {
      ...upload,
      status: 'COMPLETED',
      fileDefinitions: [{ name: 'other.mrc', id: randomUUID() }],
    }
    const put = answer(await app.put(`${UPLOADS}/${upload.id}`, sent))
    expect(put).toMatchObject({ id: upload.id, status: 'NEW', fileDefinitions: upload.fileDefinitions })
    expect((await app.put(`${UPLOADS}/${randomUUID()}`, sent)).status).toBe(404)
  })

  it('takes names in any script and of any length that a client may send', async () => {
    for (const name of [
      '图书'.repeat(100) + '.mrc',
      'a b/c\\d.mrc',
      '../../up.mrc',
      'émile "quoted".mrc',
      '.mrc',
    ]) {
      const [jobId] = await startFiles(app, [{ name, bytes: book('n', 'Named') }])
      const job = await endOf(app, jobId!)
      expect(job, name).toMatchObject({ status: 'COMMITTED' })
      const file = await app.get(`/octavo/imports/${jobId}/file`)
      expect(file.status, name).toBe(200)
      expect(file.text).toBe(book('n', 'Named').toString())
    }
  })
})

describe('the list of upload definitions', () => {
  it('shows a user the newest of his own that are unfinished', async () => {
    const upload = await defineUpload(app, ['mine.mrc'])
    const { uploadDefinitions } = answer(await app.get(UNFINISHED))
    expect(uploadDefinitions).toEqual([upload])
    const query = encodeURIComponent(`id==${upload.id}`)
    expect(answer(await app.get(`${UPLOADS}?query=${query}`)).totalRecords).toBe(1)
    await app.octavo.app.db.tenant('diku', (tx) =>
      tx.query('update upload_definition set created_by = $2 where id = $1', [upload.id, randomUUID()]),
    )
    expect(answer(await app.get(`${UPLOADS}?query=${query}`)).totalRecords).toBe(0)
  })

  it('refuses a query that it cannot read', async () => {
    for (const query of ['status=="NEW', 'limit=x', 'nonsense=1']) {
      const reply = await app.get(
        query.startsWith('limit') ? `${UPLOADS}?${query}` : `${UPLOADS}?query=${encodeURIComponent(query)}`,
      )
      expect(reply.status, query).toBeLessThan(500)
    }
    expect((await app.get(`${UPLOADS}?query=status%3D%3D%22NEW`)).status).toBe(400)
  })
})

describe('what a screen asks before it uploads', () => {
  it('is answered', async () => {
    expect(answer(await app.get('/data-import/splitStatus'))).toEqual({ splitStatus: false })
    const marc = answer(await app.get('/data-import/fileExtensions?query=extension==%22.mrc%22'))
    expect(marc.fileExtensions).toMatchObject([
      { extension: '.mrc', dataTypes: ['MARC'], importBlocked: false },
    ])
    expect(answer(await app.get('/data-import/dataTypes')).dataTypes).toEqual(
      expect.arrayContaining(['Delimited', 'EDIFACT', 'MARC']),
    )
  })

  it('and the link to the original of a job leads to its bytes', async () => {
    const bytes = book('o1', 'Original')
    const [jobId] = await startFiles(app, [{ name: 'original.mrc', bytes }])
    await endOf(app, jobId!)
    const { url } = answer(await app.get(`/data-import/jobExecutions/${jobId}/downloadUrl`))
    const file = await app.get(new URL(url).pathname)
    expect(file.text).toBe(bytes.toString())
    expect(file.headers['content-disposition']).toContain('original.mrc')
    expect((await app.get(`/data-import/jobExecutions/${randomUUID()}/downloadUrl`)).status).toBe(404)
  })
})
