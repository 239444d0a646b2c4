import { Readable } from 'node:stream'
import type { Transaction } from '../../kernel/db/database.ts'
import { fieldProblem } from '../../kernel/http/problems.ts'
import type { ApiRequest } from '../../kernel/http/route.ts'
import type { App } from '../../kernel/module.ts'
import { findJobProfile } from '../import-profiles/index.ts'
import { jobsWithJournal } from './composite-job.ts'
import { readFileChunk } from './engine/chunk-source.ts'
import { rawRecords } from './engine/read-chunk.ts'
import { codeCondition } from './errors/error-code.ts'
import { asLoadable, failedRecords, isInvoiceJob } from './incoming-records.ts'
import { getJob, isFinal, requireActor } from './job-execution.ts'
import type { JobRow } from './job-execution.ts'
import type { FileChunkInput } from './start-job.ts'
import { reserveKey } from './stored-upload.ts'
import { createUpload, deleteUpload, readUploadDto } from './upload-definition.ts'
import type { FileRow } from './upload-definition.ts'
import { openFile, storeFile } from './upload-file.ts'

const REFUSED = 'octavo.load-again.refused'

/**
 * Makes an upload of the records of a job that failed, or of one group of them (`code`), to be loaded again with the same
 * profile. @throws Problem 404, 422 with a sentence when the job runs or there is nothing to load
 */
export async function loadFailedAgain(
  app: App,
  request: ApiRequest,
  id: string,
): Promise<Record<string, unknown>> {
  const { job, jobs, condition } = await request.transaction(async (tx) => {
    const found = await getEndedJob(tx, id)
    const withJournal = await jobsWithJournal(tx, found)
    const numbers = withJournal.map(({ hr_id: no }) => no)
    return { job: found, jobs: withJournal, condition: codeCondition(request.query, numbers) }
  })
  return makeUpload(app, request, job, 'failed', failedRecords(app, request, jobs, condition))
}

/**
 * Makes an upload of the records that a stopped or failed job did not read. @throws Problem 404, 422 with a sentence when
 * the job runs or has read all
 */
export async function loadRest(app: App, request: ApiRequest, id: string): Promise<Record<string, unknown>> {
  const { job, chunks } = await request.transaction(async (tx) => {
    const found = await getEndedJob(tx, id)
    const ids = (await jobsWithJournal(tx, found)).map((one) => one.id)
    return { job: found, chunks: await unreadChunks(tx, ids) }
  })
  async function* records(): AsyncGenerator<Buffer> {
    for (const chunk of chunks) {
      if (chunk.isOverlong) continue
      for (const raw of rawRecords(await readFileChunk(app, request.tenant, chunk))) yield asLoadable(raw)
    }
  }
  return makeUpload(app, request, job, 'rest', records())
}

async function getEndedJob(tx: Transaction, id: string): Promise<JobRow> {
  const job = await getJob(tx, id)
  if (!isFinal(job))
    throw fieldProblem('The job still runs: wait until it has ended, or stop it.', 'id', id, REFUSED)
  return job
}

/** The pieces of files that no chunk has done, in order. */
async function unreadChunks(tx: Transaction, ids: readonly string[]): Promise<FileChunkInput[]> {
  const rows = await tx.asSystem(() =>
    tx.query<{ input: string }>(
      `select c.input from unnest($1::uuid[]) with ordinality as asked (id, place)
       join octavo.chunk c on c.job_id = asked.id
       where c.state <> 2 and c.input ->> 'source' = 'file' order by asked.place, c.no`,
      [ids],
    ),
  )
  return rows.map(({ input }) => JSON.parse(input) as FileChunkInput)
}

async function makeUpload(
  app: App,
  request: ApiRequest,
  job: JobRow,
  what: 'failed' | 'rest',
  records: AsyncGenerator<Buffer>,
): Promise<Record<string, unknown>> {
  const first = await records.next()
  if (first.done) {
    const reason =
      what === 'failed'
        ? 'The job has no failed records that are kept.'
        : 'The job has read all of its records.'
    throw fieldProblem(reason, 'id', job.id, REFUSED)
  }
  const { file, key } = await request.transaction((tx) => defineFile(tx, request, job, what))
  async function* all(): AsyncGenerator<Buffer> {
    yield first.value as Buffer
    yield* records
  }
  try {
    const source = Readable.from(all(), { objectMode: false })
    await storeFile(app, request, file, key, source)
  } catch (error) {
    await request.transaction((tx) => deleteUpload(tx, file.upload_id))
    throw error
  }
  return request.transaction(async (tx) => {
    const profile = job.profile_id === null ? null : await findJobProfile(tx, job.profile_id)
    return {
      originalJobId: job.id,
      uploadDefinition: await readUploadDto(tx, file.upload_id),
      jobProfileInfo: profile && { id: profile.id, name: profile.name, dataType: profile.dataType },
    }
  })
}

async function defineFile(
  tx: Transaction,
  request: ApiRequest,
  job: JobRow,
  what: string,
): Promise<{ file: FileRow; key: string }> {
  const extension = isInvoiceJob(job) ? 'edi' : 'mrc'
  const base = job.file_name.replace(/\.\w{1,8}$/, '').slice(0, 200)
  const name = `${base} #${job.hr_id} ${what}.${extension}`
  const upload = (await createUpload(tx, requireActor(request.actor), { fileDefinitions: [{ name }] })) as {
    id: string
    fileDefinitions: { id: string }[]
  }
  const file = await openFile(tx, upload.id, upload.fileDefinitions[0]!.id)
  await tx.query('update job_execution set original_id = $2 where id = $1', [file.job_id, job.id])
  const { key } = await reserveKey(tx, name)
  return { file, key }
}
