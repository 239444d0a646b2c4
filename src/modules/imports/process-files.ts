import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { fieldProblem } from '../../kernel/http/problems.ts'
import type { Actor } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import { fileTypeFault } from './edifact/invoice-plan.ts'
import { JOB_COLUMNS, failJobs, findRunBy } from './job-execution.ts'
import type { JobRow, RunBy } from './job-execution.ts'
import { plannedSteps } from './job-plan.ts'
import { splitFiles } from './split-file.ts'
import { beginFileJobs, chooseProfile, freezeContext, markBegun, setProfile } from './start-job.ts'
import type { ProfileSnapshot } from '../import-profiles/index.ts'
import type { ChosenProfile, FileChunkInput, FileJob, ProfileChoice } from './start-job.ts'
import { filesOf, getUpload } from './upload-definition.ts'
import type { FileRow } from './upload-definition.ts'
import type { ChunkRange } from './upload-file.ts'

/** The profile in a processFiles body. @throws Problem 422 */
function readProfileChoice(body: unknown): ProfileChoice {
  const { jobProfileInfo } = objectBody(body)
  const info = (jobProfileInfo ?? {}) as Record<string, unknown>
  if (!isUuid(info.id))
    throw fieldProblem('must be the id of a job profile', 'jobProfileInfo.id', info.id ?? null)
  return { id: info.id }
}

/**
 * Hands the files of an upload definition over to be imported with one profile, each as one job, or in parts of
 * `recordsPerPart` records. What is wrong with a single file ends that file's job with the reason; the others run.
 * @throws Problem 404 for an unknown definition or profile.
 */
export async function processFiles(
  tx: Transaction,
  actor: Actor,
  uploadId: string,
  body: unknown,
  recordsPerPart: number | null,
): Promise<void> {
  const upload = await getUpload(tx, uploadId, 'for update')
  const choice = readProfileChoice(body)
  const files = await filesOf(tx, [upload.id])
  const jobs = await lockJobs(
    tx,
    files.map((file) => file.job_id),
  )
  const waiting = files.filter((file) => isWaiting(file, jobs.get(file.job_id)))
  if (waiting.length > 0) {
    const run = await planRun(tx, waiting, await chooseProfile(tx, choice))
    if (recordsPerPart === null) await runWhole(tx, run, jobs)
    else await runInParts(tx, run, await findRunBy(tx, actor.userId), recordsPerPart)
  }
  await tx.query(
    "update upload_definition set status = 'COMPLETED', updated_at = clock_timestamp(), updated_by = $2 where id = $1",
    [upload.id, actor.userId],
  )
}

async function lockJobs(tx: Transaction, ids: readonly string[]): Promise<Map<string, JobRow>> {
  const rows = await tx.query<JobRow>(
    `select ${JOB_COLUMNS} from job_execution where id = any($1::uuid[]) and not is_deleted order by id for update`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A file is imported once, however often it is handed over. */
function isWaiting(file: FileRow, job: JobRow | undefined): boolean {
  return file.composite_id === null && (job?.status === 'NEW' || job?.status === 'FILE_UPLOADED')
}

/** Files to be imported with one profile, which of them cannot be, and what is frozen for the others. */
type Run = {
  files: readonly FileRow[]
  profile: ChosenProfile
  contextId: string | null
  faultOf: (file: FileRow) => RunFault | null
}

type RunFault = { status: 'FILE_PROCESSING_ERROR' | 'PROFILE_SNAPSHOT_CREATING_ERROR'; reason: string }

async function planRun(tx: Transaction, files: readonly FileRow[], profile: ChosenProfile): Promise<Run> {
  const faults = new Map<string, RunFault>()
  const steps = plannedSteps(JSON.parse(profile.snapshot) as ProfileSnapshot)
  for (const file of files) {
    const reason = fileFault(file) ?? fileTypeFault(profile.name, steps, file)
    if (reason !== null) faults.set(file.id, { status: 'FILE_PROCESSING_ERROR', reason })
  }
  let contextId: string | null = null
  if (faults.size < files.length) {
    const frozen = await freezeContext(tx, profile.snapshot)
    contextId = frozen.contextId
    if (frozen.fault !== null) {
      const fault: RunFault = { status: 'PROFILE_SNAPSHOT_CREATING_ERROR', reason: frozen.fault }
      for (const file of files) if (!faults.has(file.id)) faults.set(file.id, fault)
    }
  }
  return { files, profile, contextId, faultOf: (file) => faults.get(file.id) ?? null }
}

async function runWhole(tx: Transaction, run: Run, jobs: ReadonlyMap<string, JobRow>): Promise<void> {
  const { files, profile, contextId, faultOf } = run
  await setProfile(
    tx,
    files.map((file) => jobs.get(file.job_id)!),
    profile,
  )
  const begun: FileJob[] = []
  for (const file of files) {
    const fault = faultOf(file)
    if (fault) await failJobs(tx, [file.job_id], fault.status, fault.reason)
    else begun.push(fileJob(file, { id: file.job_id }, file.record_count!, chunksOf(file)))
  }
  if (contextId !== null) await beginFileJobs(tx, contextId, begun)
}

async function runInParts(
  tx: Transaction,
  { files, profile, contextId, faultOf }: Run,
  runBy: RunBy,
  recordsPerPart: number,
): Promise<void> {
  const split = await splitFiles(tx, runBy, files, (file) => faultOf(file) === null, recordsPerPart)
  await setProfile(
    tx,
    split.flatMap(({ parent, parts }) => [parent, ...parts.map(({ job }) => job)]),
    profile,
  )
  const parents: { id: string; total: number }[] = []
  const begun: FileJob[] = []
  for (const { file, parent, parts } of split) {
    const fault = faultOf(file)
    if (fault) {
      await failJobs(tx, [parent.id, ...parts.map(({ job }) => job.id)], fault.status, fault.reason)
      continue
    }
    parents.push(parent)
    const groupId = parts[0]!.job.id
    for (const { job, part } of parts) {
      begun.push(fileJob(file, { id: job.id, groupId }, part.records, part.chunks, part.firstRecord))
    }
  }
  if (contextId === null) return
  await markBegun(tx, contextId, parents)
  await beginFileJobs(tx, contextId, begun)
}

export const chunksOf = (file: Pick<FileRow, 'chunks'>) => JSON.parse(file.chunks!) as ChunkRange[]

/** The job of a file or of a part of it, whose records are numbered from 0. */
function fileJob(
  file: FileRow,
  { id, groupId = id }: { id: string; groupId?: string },
  total: number,
  ranges: readonly ChunkRange[],
  firstRecord = 0,
): FileJob {
  return { id, groupId, total, chunks: ranges.map((range) => chunkInput(file, range, firstRecord)) }
}

/** A chunk of a file, or of a part of it before which `firstRecord` records stand. */
export function chunkInput(
  file: Pick<FileRow, 'source_path' | 'format' | 'encoding'>,
  range: ChunkRange,
  firstRecord = 0,
): FileChunkInput {
  return {
    source: 'file',
    key: file.source_path!,
    format: file.format!,
    encoding: file.encoding!,
    ...range,
    first: range.first - firstRecord,
  }
}

/** Why nothing of a file can be read, in words; null when something can. */
export function fileFault(file: FileRow): string | null {
  if (file.status !== 'UPLOADED') return `The file "${file.name}" was not uploaded completely.`
  if (file.byte_size === 0)
    return `File is empty or content is invalid! The file "${file.name}" holds no bytes.`
  if (file.format === 'unknown' || file.record_count === 0) {
    const what = file.format_reason ?? 'no record was found in it'
    return `File is empty or content is invalid! "${file.name}": ${what}`
  }
  return null
}
