import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setClockOffset } from '../../src/kernel/clock.ts'
import { removeAbandonedUploads } from '../../src/modules/imports/stored-upload.ts'
import {
  CREATE_INSTANCE,
  answer,
  defineUpload,
  endOf,
  processFiles,
  sendFile,
} from '../flows/import-client.ts'
import { book, manyBooks } from '../flows/marc-files.ts'
import { cut, putPart, sendParts, target } from '../flows/part-client.ts'
import type { UploadUrl } from '../flows/part-client.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp({ work: true, env: { OCTAVO_MAX_UPLOAD_MIB: '1' } })
})

afterAll(() => app.close())

afterEach(() => setClockOffset(0))

const UPLOADS = '/data-import/uploadDefinitions'

async function addressFor(name: string): Promise<UploadUrl> {
  return answer(await app.get(`/data-import/uploadUrl?fileName=${encodeURIComponent(name)}`))
}

async function newFile(
  name: string,
): Promise<{ definitionId: string; fileId: string; assemble: string; jobId: string }> {
  const { id, fileDefinitions } = await defineUpload(app, [name])
  const [file] = fileDefinitions
  return {
    definitionId: id,
    fileId: file.id,
    jobId: file.jobExecutionId,
    assemble: `${UPLOADS}/${id}/files/${file.id}/assembleStorageFile`,
  }
}

const fileOf = async (id: string) => answer(await app.get(`${UPLOADS}/${id}`)).fileDefinitions[0]

function storedParts(uploadId: string): string[] {
  const folder = path.join(app.octavo.app.config.dataDir, 'files')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.includes(`${uploadId}/`),
  )
}

describe('an upload address', () => {
  it('names the key that the file will have and differs each time', async () => {
    const addresses = await Promise.all(Array.from({ length: 20 }, () => addressFor('weekly load.mrc')))
    for (const { key, url } of addresses) {
      expect(key).toMatch(/^data-import\/diku\/\d{13}-weekly load\.mrc$/)
      expect(url).toMatch(/^http:\/\/.+/)
    }
    expect(new Set(addresses.map(({ key }) => key)).size).toBe(20)
    expect(new Set(addresses.map(({ uploadId }) => uploadId)).size).toBe(20)
  })

  it('never leads out of the folder of uploads', async () => {
    for (const name of ['../../etc/passwd', 'a/b\\c.mrc', '..', 'x\u0000y.mrc', '图'.repeat(255)]) {
      const { key } = await addressFor(name)
      expect(key, name).toMatch(/^data-import\/diku\/\d{13}-[^/\\\0]{1,200}$/)
    }
  })

  it('is refused for what is no name, no upload and no part, by the name of the parameter', async () => {
    const { key, uploadId } = await addressFor('a.mrc')
    const next = '/data-import/uploadUrl/subsequent'
    for (const [url, name] of [
      ['/data-import/uploadUrl', 'fileName'],
      ['/data-import/uploadUrl?fileName=%20', 'fileName'],
      [`/data-import/uploadUrl?fileName=${'a'.repeat(256)}`, 'fileName'],
      [`${next}?key=${key}&uploadId=${uploadId}`, 'partNumber'],
      [`${next}?key=${key}&uploadId=${uploadId}&partNumber=1`, 'partNumber'],
      [`${next}?key=${key}&uploadId=${uploadId}&partNumber=10001`, 'partNumber'],
      [`${next}?key=${key}&uploadId=${uploadId}&partNumber=2.5`, 'partNumber'],
      [`${next}?key=${key}&uploadId=x&partNumber=2`, 'uploadId'],
      [`${next}?key=${key}&partNumber=2`, 'uploadId'],
      [`${next}?key=${key}x&uploadId=${uploadId}&partNumber=2`, 'key'],
    ] as const) {
      const reply = await app.get(url)
      expect(reply.status, url).toBe(400)
      expect(reply.text).toContain(`'${name}'`)
    }
  })

  it('takes bytes without a token and answers with an ETag in quotes that pages may read', async () => {
    const { url } = await addressFor('a.mrc')
    const reply = await app.raw('PUT', target(url), { origin: 'https://screens.example' }, book('e1', 'ETag'))
    expect(reply).toMatchObject({ status: 200, text: '' })
    expect(reply.headers.etag).toMatch(/^"[\da-f]{32}"$/)
    expect(String(reply.headers['access-control-expose-headers'])).toMatch(/etag/i)
  })

  it('is good for one part of one file for an hour', async () => {
    const { url, uploadId } = await addressFor('a.mrc')
    const other = await addressFor('b.mrc')
    const bytes = book('s1', 'Signed')
    const changed = (name: string, value: string) => {
      const address = new URL(url)
      address.searchParams.set(name, value)
      return address.href
    }
    for (const forged of [
      changed('key', other.key),
      changed('key', '../../../secret'),
      changed('tenant', 'other'),
      changed('tenant', '../diku'),
      changed('expires', '9999999999'),
      changed('signature', ''),
      changed('signature', 'AAAA'),
      url.replace(uploadId, other.uploadId),
      url.replace(`${uploadId}/1?`, `${uploadId}/2?`),
      url.replace(/&signature=.*/, ''),
    ]) {
      expect((await putPart(app, forged, bytes)).status, forged).toBe(403)
    }
    setClockOffset(3_590_000)
    expect((await putPart(app, url, bytes)).status).toBe(200)
    setClockOffset(3_601_000)
    const late = await putPart(app, url, bytes)
    expect(late).toMatchObject({ status: 403, text: 'This upload address has expired; ask for a new one.' })
  })
})

describe('the parts of a file', () => {
  it('are joined in order and are then a file like any other', async () => {
    const bytes = manyBooks(40, 'joined')
    const { definitionId, assemble, jobId } = await newFile('joined.mrc')
    const assembly = await sendParts(app, 'joined.mrc', cut(bytes, 600))
    expect(assembly.tags.length).toBeGreaterThan(10)
    answer(await app.post(assemble, assembly), 204)
    expect(storedParts(assembly.uploadId)).toEqual([])
    const upload = answer(await app.get(`${UPLOADS}/${definitionId}`))
    expect(upload).toMatchObject({
      status: 'LOADED',
      fileDefinitions: [{ status: 'UPLOADED', sourcePath: assembly.key }],
    })
    await processFiles(app, upload, CREATE_INSTANCE)
    expect(await endOf(app, jobId)).toMatchObject({
      status: 'COMMITTED',
      sourcePath: assembly.key,
      progress: { current: 40, total: 40 },
    })
    expect((await app.get(`/octavo/imports/${jobId}/file`)).text).toBe(bytes.toString())
  })

  it('may be joined again by a client that saw no answer, and sent no more after that', async () => {
    const { definitionId, assemble } = await newFile('twice.mrc')
    const { url, key, uploadId } = await addressFor('twice.mrc')
    const tag = String((await putPart(app, url, book('t1', 'Twice'))).headers.etag)
    const assembly = { uploadId, key, tags: [tag.slice(1, -1)] }
    answer(await app.post(assemble, assembly), 204)
    answer(await app.post(assemble, assembly), 204)
    expect(await fileOf(definitionId)).toMatchObject({ status: 'UPLOADED', sourcePath: key })
    expect((await putPart(app, url, book('t2', 'Late'))).status).toBe(404)
    const next = `/data-import/uploadUrl/subsequent?key=${key}&uploadId=${uploadId}&partNumber=2`
    expect((await app.get(next)).status).toBe(400)
  })

  it('may be sent again: the last one counts', async () => {
    const { definitionId, assemble, jobId } = await newFile('again.mrc')
    const { url, key, uploadId } = await addressFor('again.mrc')
    const wrong = String((await putPart(app, url, book('w', 'Wrong'))).headers.etag)
    const right = String((await putPart(app, url, book('r', 'Right'))).headers.etag)
    expect(storedParts(uploadId)).toHaveLength(1)
    const refused = await app.post(assemble, { uploadId, key, tags: [wrong] })
    expect(answer(refused, 422).errors[0].parameters[0].key).toBe('tags[0]')
    answer(await app.post(assemble, { uploadId, key, tags: [right] }), 204)
    await processFiles(app, { id: definitionId }, CREATE_INSTANCE)
    await endOf(app, jobId)
    expect((await app.get(`/octavo/imports/${jobId}/file`)).text).toBe(book('r', 'Right').toString())
  })

  it('that are missing, wrong or left out are named, and the file waits for the right ones', async () => {
    const { definitionId, assemble } = await newFile('faulty.mrc')
    const { uploadId, key, tags } = await sendParts(app, 'faulty.mrc', cut(manyBooks(9, 'faulty'), 500))
    for (const [body, field, text] of [
      [
        { uploadId, key, tags: [...tags, '"more"'] },
        `tags[${tags.length}]`,
        `part ${tags.length + 1} was not sent`,
      ],
      [
        { uploadId, key, tags: tags.slice(0, -1) },
        'tags',
        `has no tag for part ${tags.length}, which was sent`,
      ],
      [{ uploadId, key, tags: [tags[1], tags[0], ...tags.slice(2)] }, 'tags[0]', 'is not the ETag of part 1'],
      [{ uploadId, key: `${key}x`, tags }, 'key', 'must be the key of the upload'],
    ] as const) {
      const { errors } = answer(await app.post(assemble, body), 422)
      expect(errors).toMatchObject([{ message: text, parameters: [{ key: field }] }])
    }
    expect(await fileOf(definitionId)).toMatchObject({ status: 'NEW' })
    answer(await app.post(assemble, { uploadId, key, tags }), 204)
  })

  it('together are no longer than a file may be', async () => {
    const half = Buffer.alloc(600 * 1024, 'x')
    const { url, key, uploadId } = await addressFor('big.mrc')
    expect((await putPart(app, url, half)).status).toBe(200)
    expect((await putPart(app, url, half)).status).toBe(200)
    const query = `key=${key}&uploadId=${uploadId}&partNumber=2`
    const next = answer(await app.get(`/data-import/uploadUrl/subsequent?${query}`))
    const reply = await putPart(app, next.url, half)
    expect(reply).toMatchObject({ status: 413, text: 'The parts together are larger than 1048576 bytes.' })
    expect(storedParts(uploadId)).toHaveLength(1)
  })

  it('are not joined to a file that is being imported', async () => {
    const { definitionId, fileId, assemble, jobId } = await newFile('busy.mrc')
    const upload = await sendFile(app, { id: definitionId }, { id: fileId }, book('b1', 'Busy'))
    await processFiles(app, upload, CREATE_INSTANCE)
    await endOf(app, jobId)
    const reply = await app.post(assemble, await sendParts(app, 'busy.mrc', [book('b2', 'Busier')]))
    expect(reply).toMatchObject({ status: 400, text: 'The file "busy.mrc" is being processed already.' })
  })

  it('that nobody joins are removed after a week', async () => {
    const { uploadId } = await sendParts(app, 'left.mrc', [book('l1', 'Left')])
    const young = await sendParts(app, 'young.mrc', [book('y1', 'Young')])
    await app.octavo.app.db.tenant('diku', (tx) =>
      tx.query("update stored_upload set created_at = now() - interval '8 days' where id = $1", [uploadId]),
    )
    await removeAbandonedUploads(app.octavo.app)
    expect(storedParts(uploadId)).toEqual([])
    expect(storedParts(young.uploadId)).toHaveLength(1)
  })
})
