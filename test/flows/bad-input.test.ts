import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleFile } from '../../src/sample-library/read-sample.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import {
  CREATE_INSTANCE,
  answer,
  defineUpload,
  endOf,
  importFile,
  logOf,
  makeProfile,
  makeUnusableProfile,
  processFiles,
  sendFile,
  startFiles,
  until,
} from './import-client.ts'
import type { Job } from './import-client.ts'
import { book } from './marc-files.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp({ work: true })
})

afterAll(() => app.close())

/** What a job says when nothing of its file could be used. */
function expectUnusable(job: Job, reason: RegExp): void {
  expect(job).toMatchObject({
    status: 'ERROR',
    uiStatus: 'ERROR',
    errorStatus: 'FILE_PROCESSING_ERROR',
    progress: { current: 0, total: 0 },
    completedDate: expect.any(String),
  })
  expect(job.errorText).toMatch(/^File is empty or content is invalid! /)
  expect(job.errorText).toMatch(reason)
}

describe('a file that holds no records', () => {
  it.each([
    ['empty.mrc', Buffer.alloc(0), /"empty.mrc" holds no bytes/],
    ['scan.mrc', Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\n%%EOF'), /"scan.mrc": .*PDF/],
    ['zeros.mrc', Buffer.alloc(3 * 1024 * 1024), /"zeros.mrc": /],
    ['blanks.mrc', Buffer.from(' \r\n\r\n '), /"blanks.mrc": /],
    ['letter.mrc', Buffer.from('Dear librarian,\nhere are the records.\n'), /"letter.mrc": /],
    ['list.xml', Buffer.from('<?xml version="1.0"?><orders><order/></orders>'), /"list.xml": /],
    ['list.json', Buffer.from('[]'), /"list.json": /],
    ['invoice.mrc', Buffer.from("UNA:+.? 'UNB+UNOC:3+a+b+260101:1200+1'UNZ+0+1'"), /EDIFACT/],
  ])('ends %s with the reason', async (name, bytes, reason) => {
    const job = await importFile(app, name, bytes)
    expectUnusable(job, reason)
    expect(await logOf(app, job.id)).toEqual([])
    expect((await app.get(`/metadata-provider/jobSummary/${job.id}`)).status).toBe(404)
    const errors = answer(await app.get(`/octavo/imports/${job.id}/errors`))
    expect(errors).toEqual({ errors: [], totalRecords: 0 })
  })

  it('is not taken at all when its extension is blocked', async () => {
    const reply = await app.post('/data-import/uploadDefinitions', {
      fileDefinitions: [{ name: 'good.mrc' }, { name: 'Scan.PDF' }],
    })
    expect(reply.status).toBe(422)
    expect(reply.json.errors).toEqual([
      { message: 'validation.uploadDefinition.fileExtension.blocked', code: 'Scan.PDF' },
    ])
  })

  it('does not keep the other file of its upload out', async () => {
    const [bad, good] = await startFiles(app, [
      { name: 'nothing.mrc', bytes: '' },
      { name: 'one.mrc', bytes: book('g1', 'The other file') },
    ])
    expectUnusable(await endOf(app, bad!), /holds no bytes/)
    expect(await endOf(app, good!)).toMatchObject({ status: 'COMMITTED', progress: { current: 1, total: 1 } })
  })
})

describe('an upload that breaks off', () => {
  async function sendHalf(url: string, head: string): Promise<void> {
    const server = await app.octavo.http()
    const port = (server.server.address() as net.AddressInfo).port
    const socket = net.connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      `POST ${url} HTTP/1.1\r\nhost: localhost\r\nx-okapi-tenant: diku\r\nx-okapi-token: ${app.token}\r\n` +
        `content-type: application/octet-stream\r\n${head}\r\n\r\n`,
    )
    const half = readFileSync(sampleFile('books.mrc')).subarray(0, 30_000)
    socket.write(head.startsWith('transfer') ? `7530\r\n${half.toString('latin1')}\r\n` : half, 'latin1')
    await new Promise((resolve) => setTimeout(resolve, 200))
    socket.destroy()
    await once(socket, 'close')
  }

  beforeAll(async () => {
    const server = await app.octavo.http()
    await server.listen({ host: '127.0.0.1', port: 0 })
  })

  it.each(['content-length: 66311', 'transfer-encoding: chunked'])(
    'leaves a file in error, nothing on the disk and no job running (%s)',
    async (head) => {
      const upload = await defineUpload(app, ['books.mrc'])
      const [file] = upload.fileDefinitions
      await sendHalf(`/data-import/uploadDefinitions/${upload.id}/files/${file.id}`, head)
      const broken = await until(async () => {
        const found = answer(await app.get(`/data-import/uploadDefinitions/${upload.id}`))
        return found.fileDefinitions[0].status === 'ERROR' ? found : null
      }, 10)
      expect(broken.status).toBe('ERROR')
      expect(broken.fileDefinitions[0].sourcePath).toBeUndefined()
      const folder = path.join(app.octavo.app.config.dataDir, 'files')
      const kept = readdirSync(folder, { recursive: true }).filter((name) => String(name).includes(file.id))
      expect(kept).toEqual([])
      expect(answer(await app.get(`/change-manager/jobExecutions/${file.jobExecutionId}`))).toMatchObject({
        status: 'NEW',
      })

      // The same file can be sent again.
      const whole = await sendFile(app, upload, file, readFileSync(sampleFile('books.mrc')))
      expect(whole.status).toBe('LOADED')
      await processFiles(app, whole, CREATE_INSTANCE)
      expect(await endOf(app, file.jobExecutionId)).toMatchObject({
        status: 'COMMITTED',
        progress: { current: 73, total: 73 },
      })
    },
  )

  it('ends the job with the reason when it is processed all the same', async () => {
    const upload = await defineUpload(app, ['books.mrc', 'never-sent.mrc'])
    const [broken, unsent] = upload.fileDefinitions
    await sendHalf(`/data-import/uploadDefinitions/${upload.id}/files/${broken.id}`, 'content-length: 66311')
    await until(async () => {
      const found = answer(await app.get(`/data-import/uploadDefinitions/${upload.id}`))
      return found.status === 'IN_PROGRESS'
    }, 10)
    await processFiles(app, upload, CREATE_INSTANCE)
    for (const { jobExecutionId, name } of [broken, unsent]) {
      expect(await endOf(app, jobExecutionId)).toMatchObject({
        status: 'ERROR',
        errorStatus: 'FILE_PROCESSING_ERROR',
        errorText: `The file "${name}" was not uploaded completely.`,
      })
    }
  })
})

describe('a job profile that cannot run', () => {
  it('ends the job at once when its mapping was deleted, and holds no other job up', async () => {
    const profile = await makeUnusableProfile(app, 'Loses its mapping')
    const file = { name: 'one.mrc', bytes: book('p1', 'Never made') }
    const [jobId] = await startFiles(app, [file], profile)
    const [next] = await startFiles(app, [{ name: 'next.mrc', bytes: book('p2', 'Made') }])
    const job = await endOf(app, jobId!)
    expect(job).toMatchObject({ status: 'ERROR', errorStatus: 'PROFILE_SNAPSHOT_CREATING_ERROR' })
    expect(job.errorText).toMatch(
      /^Action profile to create an Instance requires a mapping profile: the action "Loses its mapping INSTANCE"/,
    )
    expect((await endOf(app, next!)).status).toBe('COMMITTED')
  })

  it('ends the job at once when it creates holdings without an instance', async () => {
    const profile = await makeProfile(app, 'Holdings alone', { HOLDINGS: [] })
    const job = await importFile(app, 'one.mrc', book('p3', 'Alone'), profile)
    expect(job).toMatchObject({ status: 'ERROR', progress: { current: 1, total: 1 } })
    const [entry] = await logOf(app, job.id)
    expect(entry!.error).toMatch(/^Record 1 at byte 0, control number p3: There is no instance/)
  })

  it.each([
    ['80898dee-449f-44dd-9c8e-37d5eb469b1d', 'MARC holdings records'],
    ['6eefa4c6-bbf7-4845-ad82-de7fc5abd0e3', 'MARC authority records'],
  ])('refuses a bibliographic record where it works on others (%s)', async (id, worksOn) => {
    const job = await importFile(app, 'one.mrc', book('p4', 'x'), { id, name: 'x', dataType: 'MARC' })
    expect(job).toMatchObject({ status: 'ERROR', progress: { current: 1, total: 1 } })
    const [entry] = await logOf(app, job.id)
    expect(entry!.error).toContain(`This is a bibliographic record, but the job profile`)
    expect(entry!.error).toContain(`works on ${worksOn}`)
    expect(entry!.error).toContain("does not support 'MARC_BIB' record type")
  })

  it('is refused when there is no such profile, and the upload can be processed with another', async () => {
    const upload = await defineUpload(app, ['one.mrc'])
    await sendFile(app, upload, upload.fileDefinitions[0], book('p5', 'Made in the end'))
    const unknown = '11111111-1111-4111-8111-111111111111'
    const reply = await app.post(`/data-import/uploadDefinitions/${upload.id}/processFiles`, {
      uploadDefinition: upload,
      jobProfileInfo: { id: unknown, name: 'x', dataType: 'MARC' },
    })
    expect(reply.status).toBe(404)
    expect(reply.text).toContain(unknown)
    await processFiles(app, upload, CREATE_INSTANCE)
    expect((await endOf(app, upload.fileDefinitions[0].jobExecutionId)).status).toBe('COMMITTED')
  })
})
