import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import {
  CREATE_INSTANCE,
  answer,
  countOf,
  defineUpload,
  endOf,
  logOf,
  makeUnusableProfile,
  processFiles,
  sendFile,
} from './import-client.ts'
import { book, manyBooks } from './marc-files.ts'
import { childrenOf, findParent, startSplit } from './part-client.ts'

let app: TestApp

const LIST = '/metadata-provider/jobExecutions'

beforeAll(async () => {
  // Chunks of 4 in parts of 10: 4, 4, 2 records.
  app = await testApp({
    work: true,
    env: { OCTAVO_SPLIT_FILES: 'on', OCTAVO_RECORDS_PER_SPLIT_FILE: '10', OCTAVO_CHUNK_RECORDS: '4' },
  })
})

afterAll(() => app.close())

const find = async (query: string) =>
  answer(await app.get(`${LIST}?limit=1000&${query}`)).jobExecutions as { id: string }[]

/** 25 books; the 3rd, 12th and 13th have no title, which an instance must have. */
function faultyBooks(prefix: string): Buffer {
  return Buffer.concat(
    Array.from({ length: 25 }, (_, index) =>
      book(`${prefix}${index}`, [2, 11, 12].includes(index) ? null : `${prefix} ${index}`),
    ),
  )
}

describe('a file that is imported in parts', () => {
  it('is announced to clients', async () => {
    expect(answer(await app.get('/data-import/splitStatus'))).toEqual({ splitStatus: true })
  })

  it('has a job for each part and one for the whole, which ends with the last of them', async () => {
    const { file, key, parent } = await startSplit(app, 'weekly.mrc', manyBooks(25, 'w'))
    expect(parent).toMatchObject({
      subordinationType: 'COMPOSITE_PARENT',
      parentJobId: parent.id,
      sourcePath: key,
      fileName: key.split('/').at(-1),
      totalRecordsInFile: 25,
      jobProfileInfo: { id: CREATE_INSTANCE.id, name: CREATE_INSTANCE.name },
      progress: { jobExecutionId: parent.id, total: 25 },
      runBy: { firstName: expect.any(String) },
    })
    expect(await endOf(app, parent.id)).toMatchObject({
      status: 'COMMITTED',
      uiStatus: 'RUNNING_COMPLETE',
      completedDate: expect.any(String),
      progress: { current: 25, total: 25 },
      compositeDetails: {
        committedState: { chunksCount: 3, totalRecordsCount: 25, currentlyProcessedCount: 25 },
      },
    })
    const children = await childrenOf(app, parent.id)
    expect(children).toMatchObject(
      [10, 10, 5].map((records, index) => {
        const path = key.replace(/\.mrc$/, `_${index + 1}.mrc`)
        return {
          subordinationType: 'COMPOSITE_CHILD',
          parentJobId: parent.id,
          jobPartNumber: index + 1,
          totalJobParts: 3,
          totalRecordsInFile: 0,
          sourcePath: path,
          fileName: path.split('/').at(-1),
          status: 'COMMITTED',
          progress: { current: records, total: records },
          jobProfileInfo: { id: CREATE_INSTANCE.id },
        }
      }),
    )
    expect(children.map((child) => child.compositeDetails)).toEqual([undefined, undefined, undefined])
    const uploaded = answer(await app.get(`/change-manager/jobExecutions/${file.jobExecutionId}`))
    expect(uploaded).toMatchObject({ subordinationType: 'PARENT_SINGLE', status: 'FILE_UPLOADED' })
    expect(uploaded.jobProfileInfo).toBeUndefined()
    expect(await countOf(app, '/instance-storage/instances', 'title="of w"')).toBe(25)
  })

  it('stands in the lists that the screens ask for: running as a whole, logged by its parts', async () => {
    const { parent } = await startSplit(app, 'listed.mrc', manyBooks(12, 'l'))
    await endOf(app, parent.id)
    const parts = (await childrenOf(app, parent.id)).map((child) => child.id)
    const ended = 'statusAny=COMMITTED&statusAny=ERROR&statusAny=CANCELLED&fileName=*listed*'
    const ids = async (query: string) => (await find(query)).map((job) => job.id).sort()
    expect(await ids(`${ended}&subordinationTypeNotAny=COMPOSITE_PARENT`)).toEqual([...parts].sort())
    expect(await ids(`${ended}&subordinationTypeNotAny=COMPOSITE_CHILD`)).toEqual([parent.id])
  })

  it('has logs of its parts, and one of the whole with the sums', async () => {
    const { parent } = await startSplit(app, 'faulty.mrc', faultyBooks('f'))
    expect(await endOf(app, parent.id)).toMatchObject({
      status: 'COMMITTED',
      compositeDetails: {
        errorState: { chunksCount: 2, totalRecordsCount: 20, currentlyProcessedCount: 20 },
        committedState: { chunksCount: 1, totalRecordsCount: 5, currentlyProcessedCount: 5 },
      },
    })
    const children = await childrenOf(app, parent.id)
    expect(children.map((child) => child.status)).toEqual(['ERROR', 'ERROR', 'COMMITTED'])
    const second = await logOf(app, children[1]!.id)
    expect(second.map((entry) => entry.sourceRecordOrder)).toEqual([...Array(10).keys()].map(String))
    expect(second.flatMap((entry) => (entry.error === '' ? [] : [entry.sourceRecordOrder]))).toEqual([
      '1',
      '2',
    ])
    // The 12th record of the file, which begins behind 11 others.
    const offset = Buffer.concat(
      [...Array(11).keys()].map((index) => book(`f${index}`, index === 2 ? null : `f ${index}`)),
    ).length
    expect(second[1]!.error).toContain(`Record 12 at byte ${offset}`)

    const whole = await logOf(app, parent.id)
    expect(whole.map((entry) => entry.sourceRecordOrder)).toEqual([...Array(25).keys()].map(String))
    expect(whole.map((entry) => entry.sourceRecordTitle)).toEqual(
      [...Array(25).keys()].map((index) => ([2, 11, 12].includes(index) ? 'No content' : `f ${index}`)),
    )
    const page = await logOf(app, parent.id, 'limit=3&offset=9&order=desc')
    expect(page.map((entry) => entry.sourceRecordOrder)).toEqual(['15', '14', '13'])
    const failed = await logOf(app, parent.id, 'limit=10&errorsOnly=true')
    expect(failed.map((entry) => entry.sourceRecordOrder)).toEqual(['2', '11', '12'])
    const record = `${failed[1]!.incomingRecordId}`
    expect(answer(await app.get(`/metadata-provider/jobLogEntries/${parent.id}/records/${record}`))).toEqual(
      failed[1],
    )
    const incoming = answer(await app.get(`/metadata-provider/incomingRecords/${record}`))
    expect(incoming).toMatchObject({
      jobExecutionId: children[1]!.id,
      rawRecordContent: book('f11', null).toString(),
    })
    expect((await app.get(`/octavo/imports/${parent.id}/failed-records`)).text).toBe(
      [2, 11, 12].map((index) => book(`f${index}`, null).toString()).join(''),
    )
    expect((await app.get(`/octavo/imports/${children[1]!.id}/failed-records`)).text).toBe(
      [11, 12].map((index) => book(`f${index}`, null).toString()).join(''),
    )
    const { errors } = answer(await app.get(`/octavo/imports/${parent.id}/errors`))
    expect(errors).toMatchObject([{ count: 3, example: expect.stringMatching(/^Record 3 at byte/) }])
    const summary = answer(await app.get(`/metadata-provider/jobSummary/${parent.id}`))
    expect(summary).toMatchObject({
      jobExecutionId: parent.id,
      totalErrors: 3,
      instanceSummary: { totalCreatedEntities: 22 },
    })
    const parts = await Promise.all(
      children.map(
        async (child) => answer(await app.get(`/metadata-provider/jobSummary/${child.id}`)).totalErrors,
      ),
    )
    expect(parts).toEqual([1, 2, 0])
    const journal = answer(await app.get(`/metadata-provider/journalRecords/${parent.id}`)).journalRecords
    expect(new Set(journal.map((row: { jobExecutionId: string }) => row.jobExecutionId)).size).toBe(3)
  })

  it('is fetched whole, and each part by itself', async () => {
    const bytes = manyBooks(25, 'd')
    const { parent, file } = await startSplit(app, 'download.mrc', bytes)
    await endOf(app, parent.id)
    const fetch = async (id: string) => {
      const { url } = answer(await app.get(`/data-import/jobExecutions/${id}/downloadUrl`))
      return (await app.get(new URL(url).pathname)).text
    }
    expect(await fetch(parent.id)).toBe(bytes.toString())
    expect(await fetch(file.jobExecutionId)).toBe(bytes.toString())
    const parts = await Promise.all((await childrenOf(app, parent.id)).map((child) => fetch(child.id)))
    expect(parts.map((part) => part.split('\u001d').length - 1)).toEqual([10, 10, 5])
    expect(parts.join('')).toBe(bytes.toString())
  })

  it('is imported once, and its bytes stay, whatever a client asks for afterwards', async () => {
    const { upload, file, parent } = await startSplit(app, 'once.mrc', manyBooks(11, 'o'))
    await processFiles(app, upload, CREATE_INSTANCE)
    await endOf(app, parent.id)
    expect(await find('fileName=*once*&subordinationTypeNotAny=PARENT_SINGLE')).toHaveLength(3)
    expect(await countOf(app, '/instance-storage/instances', 'title="of o"')).toBe(11)
    const uploads = '/data-import/uploadDefinitions'
    expect((await app.del(`${uploads}/${upload.id}`)).status).toBe(400)
    expect((await app.del(`${uploads}/${upload.id}/files/${file.id}`)).status).toBe(400)
    expect((await app.post(`${uploads}/${upload.id}/files/${file.id}`, book('x', 'X'))).status).toBe(400)
    expect((await app.get(`/octavo/imports/${parent.id}/file`)).text).toBe(manyBooks(11, 'o').toString())
  })

  it('vanishes with its parts when it is deleted', async () => {
    const { parent } = await startSplit(app, 'gone.mrc', manyBooks(11, 'g'))
    await endOf(app, parent.id)
    const [first] = await childrenOf(app, parent.id)
    const deleted = answer(await app.del('/change-manager/jobExecutions', { ids: [parent.id] }))
    expect(deleted).toEqual({ jobExecutionDetails: [{ jobExecutionId: parent.id, isDeleted: true }] })
    for (const id of [parent.id, first!.id]) {
      expect((await app.get(`/change-manager/jobExecutions/${id}`)).status).toBe(404)
    }
    expect((await app.get(`/change-manager/jobExecutions/${parent.id}/children`)).status).toBe(404)
    expect(await find('fileName=*gone*&subordinationTypeNotAny=PARENT_SINGLE')).toEqual([])
  })

  it('in another format than binary MARC is one part under its own name', async () => {
    const xml = Buffer.from(
      `<collection xmlns="http://www.loc.gov/MARC21/slim">${Array.from(
        { length: 12 },
        (_, index) =>
          `<record><leader>00000nam a2200000 a 4500</leader><controlfield tag="001">x${index}</controlfield><controlfield tag="008">260101s2001    xx            000 0 eng  </controlfield><datafield tag="245" ind1="0" ind2="0"><subfield code="a">Xml ${index}</subfield></datafield></record>`,
      ).join('')}</collection>`,
    )
    const { parent, key } = await startSplit(app, 'books.xml', xml)
    expect(await endOf(app, parent.id)).toMatchObject({
      status: 'COMMITTED',
      progress: { current: 12, total: 12 },
    })
    const children = await childrenOf(app, parent.id)
    expect(children).toMatchObject([
      { sourcePath: key, jobPartNumber: 1, totalJobParts: 1, status: 'COMMITTED' },
    ])
    expect((await app.get(`/octavo/imports/${children[0]!.id}/file`)).text).toBe(xml.toString())
  })

  it('that cannot be imported is one part that says why', async () => {
    for (const [name, bytes] of [
      ['empty.mrc', Buffer.alloc(0)],
      ['words.mrc', Buffer.from('no records here')],
    ] as const) {
      const upload = await defineUpload(app, [name])
      const sent = await sendFile(app, upload, upload.fileDefinitions[0], bytes)
      await processFiles(app, upload, CREATE_INSTANCE)
      const parent = await findParent(app, sent.fileDefinitions[0].sourcePath)
      const wanted = {
        status: 'ERROR',
        errorStatus: 'FILE_PROCESSING_ERROR',
        errorText: expect.stringContaining('File is empty or content is invalid!'),
        progress: { current: 0, total: 0 },
      }
      expect(parent, name).toMatchObject(wanted)
      const [child] = await childrenOf(app, parent.id)
      expect(child).toMatchObject({ ...wanted, jobPartNumber: 1, totalJobParts: 1 })
      expect((await app.get(`/octavo/imports/${child!.id}/file`)).text).toBe(bytes.toString())
    }
  })

  it('with a profile that cannot run is one part that says so', async () => {
    const profile = await makeUnusableProfile(app, 'Cannot run')
    const { parent } = await startSplit(app, 'idle.mrc', manyBooks(25, 'i'), profile)
    const wanted = { status: 'ERROR', errorStatus: 'PROFILE_SNAPSHOT_CREATING_ERROR' }
    expect(parent).toMatchObject(wanted)
    expect(await childrenOf(app, parent.id)).toMatchObject([{ ...wanted, totalJobParts: 1 }])
  })

  it('has the rules that it was mapped with, asked for by the whole or a part', async () => {
    const { parent } = await startSplit(app, 'rules.mrc', manyBooks(11, 'r'))
    await endOf(app, parent.id)
    const [, second] = await childrenOf(app, parent.id)
    for (const id of [parent.id, second!.id]) {
      expect(answer(await app.get(`/mapping-metadata/${id}`))).toMatchObject({ jobExecutionId: id })
    }
    const rows = await app.octavo.app.db.tenant('diku', (tx) =>
      tx.query('select distinct context_id from job_execution where id = $1 or parent_id = $1', [parent.id]),
    )
    expect(rows).toHaveLength(1)
  })
})

describe('several files of one upload', () => {
  it('have a composite job each', async () => {
    const names = ['one.mrc', 'two.mrc']
    const upload = await defineUpload(app, names)
    let sent = upload
    for (const [index, file] of upload.fileDefinitions.entries()) {
      sent = await sendFile(app, upload, file, manyBooks(11 + index * 10, `m${index}-`))
    }
    await processFiles(app, upload, CREATE_INSTANCE)
    const sizes: number[][] = []
    for (const { sourcePath } of sent.fileDefinitions) {
      const parent = await findParent(app, sourcePath)
      await endOf(app, parent.id)
      sizes.push((await childrenOf(app, parent.id)).map((child) => child.progress.total))
    }
    expect(sizes).toEqual([
      [10, 1],
      [10, 10, 1],
    ])
  })
})
