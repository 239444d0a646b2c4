import { openAsBlob } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from './connection.ts'

/** What came of one file. */
export type ImportResult = {
  jobId: string
  jobNumber: number
  status: string
  /** Why the job as a whole did not run; null when it did. */
  reason: string | null
  records: number
  errors: number
  seconds: number
  summary: Record<string, EntitySummary>
  groups: ErrorGroup[]
}

export type EntitySummary = {
  totalCreatedEntities: number
  totalUpdatedEntities: number
  totalDiscardedEntities: number
  totalErrors: number
}

export type ErrorGroup = { kind: string; count: number; example: string }

/** Told about every step of the way: `current` of `total` records after `seconds`. */
export type Watch = (progress: { current: number; total: number; seconds: number }) => void

export type Profile = { id: string; name: string; dataType: string }
/** A job execution as far as commands read it. */
export type Job = {
  id: string
  status: string
  hrId: number
  fileName: string
  errorText?: string
  startedDate: string
  completedDate?: string
  progress: { current: number; total: number }
  jobProfileInfo?: { name: string }
  /** How the parts of a file ended, where the server splits files. */
  compositeDetails?: Record<string, unknown>
}
type UploadedFile = { id: string; jobExecutionId: string; sourcePath: string }
type Upload = { id: string; fileDefinitions: UploadedFile[] }

const FINAL = new Set(['COMMITTED', 'ERROR', 'CANCELLED', 'DISCARDED'])

/** Finds a job profile by its exact name or id. @returns null when there is none */
export async function findProfile(connection: Connection, nameOrId: string): Promise<Profile | null> {
  const { jobProfiles } = await connection.call<{ jobProfiles: Profile[] }>(
    'GET',
    '/data-import-profiles/jobProfiles?limit=5000',
  )
  return jobProfiles.find(({ name, id }) => name === nameOrId || id === nameOrId) ?? null
}

/** Names of all job profiles that can be chosen, in order. */
export async function listProfileNames(connection: Connection): Promise<string[]> {
  const { jobProfiles } = await connection.call<{ jobProfiles: Profile[] }>(
    'GET',
    '/data-import-profiles/jobProfiles?limit=5000',
  )
  return jobProfiles.map((profile) => profile.name).sort()
}

/** Defines an upload of one file and sends its bytes. */
export async function uploadFile(connection: Connection, file: string): Promise<Upload> {
  const name = path.basename(file)
  const blob = await openAsBlob(file)
  const upload = await connection.call<Upload>('POST', '/data-import/uploadDefinitions', {
    fileDefinitions: [{ name, size: Math.ceil(blob.size / 1024), uiKey: `${name}${Date.now()}` }],
  })
  return connection.upload<Upload>(
    `/data-import/uploadDefinitions/${upload.id}/files/${upload.fileDefinitions[0]!.id}`,
    blob.stream(),
  )
}

/** Loads one file the way FOLIO's screens do: define, upload, process, and watch until the job has ended. */
export async function importFile(
  connection: Connection,
  file: string,
  profile: Profile,
  watch: Watch,
): Promise<ImportResult> {
  const uploadDefinition = await uploadFile(connection, file)
  const started = performance.now()
  await connection.call(
    'POST',
    `/data-import/uploadDefinitions/${uploadDefinition.id}/processFiles?defaultMapping=false`,
    {
      uploadDefinition,
      jobProfileInfo: { id: profile.id, name: profile.name, dataType: profile.dataType },
    },
  )
  const jobId = await findJobId(connection, uploadDefinition.fileDefinitions[0]!)
  const job = await watchJob(connection, jobId, started, watch)
  return readResult(connection, jobId, job, (performance.now() - started) / 1000)
}

/** The job that shows the whole import: that of the upload, or where the server splits files the one of the parts. */
async function findJobId(connection: Connection, file: UploadedFile): Promise<string> {
  const { splitStatus } = await connection.call<{ splitStatus: boolean }>('GET', '/data-import/splitStatus')
  if (!splitStatus) return file.jobExecutionId
  const query = new URLSearchParams({ limit: '100', fileName: file.sourcePath.split('/').at(-1)! })
  for (const type of ['COMPOSITE_CHILD', 'PARENT_SINGLE']) query.append('subordinationTypeNotAny', type)
  const { jobExecutions } = await connection.call<{ jobExecutions: { id: string; sourcePath: string }[] }>(
    'GET',
    `/metadata-provider/jobExecutions?${query}`,
  )
  const job = jobExecutions.find(({ sourcePath }) => sourcePath === file.sourcePath)
  if (!job) throw new Error(`The server has no job for ${file.sourcePath}.`)
  return job.id
}

/** A composite job is COMMITTED whatever became of its parts; here it is only when all of them are. */
function statusOf({ status, compositeDetails = {} }: Job): string {
  const isWhole = Object.keys(compositeDetails).every((state) => state === 'committedState')
  return status === 'COMMITTED' && !isWhole ? 'ERROR' : status
}

async function watchJob(connection: Connection, jobId: string, started: number, watch: Watch): Promise<Job> {
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 1.3, 500)) {
    const job = await connection.call<Job>('GET', `/change-manager/jobExecutions/${jobId}`)
    watch({ ...job.progress, seconds: (performance.now() - started) / 1000 })
    if (FINAL.has(job.status)) return job
    await delay(waitMs)
  }
}

/** What came of a job: counts by entity and errors by kind. */
export async function readResult(
  connection: Connection,
  jobId: string,
  job: Job,
  seconds: number,
): Promise<ImportResult> {
  const records = job.progress.current
  const summary =
    records === 0
      ? {}
      : await connection.call<Record<string, unknown>>('GET', `/metadata-provider/jobSummary/${jobId}`)
  const { errors: groups } = await connection.call<{ errors: ErrorGroup[] }>(
    'GET',
    `/octavo/imports/${jobId}/errors`,
  )
  const entities = Object.entries(summary).filter(([, value]) => typeof value === 'object')
  return {
    jobId,
    jobNumber: job.hrId,
    status: statusOf(job),
    reason: job.errorText ?? null,
    records,
    errors: Number((summary as { totalErrors?: number }).totalErrors ?? 0),
    seconds,
    summary: Object.fromEntries(entities) as Record<string, EntitySummary>,
    groups,
  }
}
