import type { Transaction } from '../../kernel/db/database.ts'
import { notFound, textProblem } from '../../kernel/http/problems.ts'
import type { Actor } from '../../kernel/http/route.ts'
import { newId } from '../../kernel/ids.ts'
import { findUser } from '../users/index.ts'
import { NO_COUNTS, addCounts } from './job-counts.ts'
import type { JobCounts } from './job-counts.ts'
import { FINAL_STATUSES } from './job-status.ts'
import type { ErrorStatus, JobStatus } from './job-status.ts'

export type Subordination =
  | 'PARENT_SINGLE'
  | 'PARENT_MULTIPLE'
  | 'CHILD'
  | 'COMPOSITE_PARENT'
  | 'COMPOSITE_CHILD'
export type SourceType = 'FILES' | 'ONLINE' | 'COMPOSITE'

/** A row of `job_execution`; json columns as text. */
export type JobRow = {
  id: string
  hr_id: number
  parent_id: string
  subordination: Subordination
  source_type: SourceType
  status: JobStatus
  error_status: ErrorStatus | null
  error_text: string | null
  profile_id: string | null
  profile_name: string | null
  profile_data_type: string | null
  is_profile_hidden: boolean
  profile_snapshot: string | null
  source_path: string | null
  file_name: string
  user_id: string
  first_name: string
  last_name: string
  created_at: Date
  started_at: Date | null
  completed_at: Date | null
  total: number
  part_number: number
  part_count: number
  records_in_file: number
  /** Of a part: how many records stand before it in the file. */
  first_record: number
  context_id: string | null
  summary: string | null
  extra: string | null
}

/** The file name that jobs without a file show. */
export const NO_FILE_NAME = 'No file name'

export const JOB_COLUMNS = `id, hr_id, parent_id, subordination, source_type, status, error_status, error_text,
  profile_id, profile_name, profile_data_type, is_profile_hidden, profile_snapshot, source_path, file_name,
  user_id, first_name, last_name, created_at, started_at, completed_at, total, part_number, part_count,
  records_in_file, first_record, context_id, summary, extra`

/** Records that a job which has ended handled, as SQL over its columns; null while it runs. */
export const HANDLED_RECORDS = `case
    when status in ('COMMITTED', 'ERROR') and error_status is distinct from 'FILE_PROCESSING_ERROR' then total
    else (summary ->> 'records')::int end`

/** What the chunks of these jobs have done so far, by job id; one query for all of them. */
export async function runningCounts(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, JobCounts>> {
  const sums = new Map<string, JobCounts>()
  if (ids.length === 0) return sums
  const rows = await tx.asSystem(() =>
    tx.query<{ job_id: string; counts: string }>(
      'select job_id, counts from octavo.chunk where job_id = any($1::uuid[]) and counts is not null',
      [ids],
    ),
  )
  for (const { job_id: id, counts } of rows) {
    sums.set(id, addCounts(sums.get(id) ?? NO_COUNTS, JSON.parse(counts) as JobCounts))
  }
  return sums
}

/** The counts of jobs: what was written down at the end, or the running sums. */
export async function countsOf(
  tx: Transaction,
  rows: readonly Pick<JobRow, 'id' | 'summary' | 'started_at'>[],
): Promise<Map<string, JobCounts>> {
  const open = rows.filter((row) => row.summary === null && row.started_at !== null).map((row) => row.id)
  const counts = await runningCounts(tx, open)
  for (const row of rows) {
    if (row.summary !== null) counts.set(row.id, JSON.parse(row.summary) as JobCounts)
  }
  return counts
}

/** @throws Problem 404 with FOLIO's text when there is no such job, or it was deleted. */
export async function getJob(tx: Transaction, id: string, lock: '' | 'for update' = ''): Promise<JobRow> {
  const [row] = await tx.query<JobRow>(
    `select ${JOB_COLUMNS} from job_execution where id = $1 and not is_deleted ${lock}`,
    [id],
  )
  if (!row) throw notFound(`JobExecution with id '${id}' was not found`)
  return row
}

export function isFinal(row: JobRow): boolean {
  return FINAL_STATUSES.includes(row.status)
}

export type RunBy = { userId: string; firstName: string; lastName: string }

/**
 * Who a job is shown to be run by: the user's name, or the user name and `SYSTEM` without a personal block
 * (folio-org/mod-source-record-manager: JobExecutionServiceImpl).
 * @throws Problem 422 with FOLIO's text (there a 500) when the user does not exist.
 */
export async function findRunBy(tx: Transaction, userId: string): Promise<RunBy> {
  const user = (await findUser(tx, { id: userId })) as {
    username?: string
    personal?: { firstName?: string; lastName?: string }
  } | null
  if (!user) throw textProblem(422, `No user found by user id :${userId}`)
  if (!user.personal) return { userId, firstName: user.username ?? '', lastName: 'SYSTEM' }
  return { userId, firstName: user.personal.firstName ?? '', lastName: user.personal.lastName ?? '' }
}

export type NewJob = {
  subordination: Subordination
  sourceType: SourceType
  fileName: string | null
  sourcePath?: string | null
  parentId?: string
  partNumber?: number
  partCount?: number
  /** Records of the job, and of the whole file where the job is the parent of its parts. */
  total?: number
  recordsInFile?: number
  /** Where a part lies in its file. */
  place?: { firstRecord: number; byteOffset: number; byteLength: number }
}

/** Adds job executions for one user, in order; each gets the next number. */
export async function insertJobs(tx: Transaction, runBy: RunBy, jobs: readonly NewJob[]): Promise<JobRow[]> {
  const rows = jobs.map((job) => {
    const id = newId()
    return {
      id,
      parent_id: job.parentId ?? id,
      subordination: job.subordination,
      source_type: job.sourceType,
      status: job.subordination === 'PARENT_MULTIPLE' ? 'PARENT' : 'NEW',
      file_name: job.fileName ?? NO_FILE_NAME,
      source_path: job.sourcePath ?? null,
      user_id: runBy.userId,
      first_name: runBy.firstName,
      last_name: runBy.lastName,
      // An ONLINE job shows 0 of 100 until the first records say how many will come.
      total: job.total ?? (job.sourceType === 'ONLINE' ? 100 : 0),
      part_number: job.partNumber ?? 1,
      part_count: job.partCount ?? 1,
      records_in_file: job.recordsInFile ?? 0,
      first_record: job.place?.firstRecord ?? 0,
      byte_offset: job.place?.byteOffset ?? null,
      byte_length: job.place?.byteLength ?? null,
    }
  })
  return tx.query<JobRow>(
    `insert into job_execution (id, hr_id, parent_id, subordination, source_type, status, file_name, source_path,
       user_id, first_name, last_name, total, part_number, part_count, records_in_file, first_record,
       byte_offset, byte_length)
     select id, nextval('job_execution_number'), parent_id, subordination, source_type, status, file_name,
       source_path, user_id, first_name, last_name, total, part_number, part_count, records_in_file, first_record,
       byte_offset, byte_length
     from json_to_recordset($1) as job (id uuid, parent_id uuid, subordination text, source_type text, status text,
       file_name text, source_path text, user_id uuid, first_name text, last_name text, total int,
       part_number int, part_count int, records_in_file int, first_record int, byte_offset bigint,
       byte_length bigint)
     returning ${JOB_COLUMNS}`,
    [JSON.stringify(rows)],
  )
}

/** Ends jobs that could not run as a whole, with a reason in words. */
export async function failJobs(
  tx: Transaction,
  ids: readonly string[],
  errorStatus: ErrorStatus,
  reason: string,
): Promise<void> {
  await tx.query(
    `update job_execution
     set status = 'ERROR', error_status = $2, error_text = $3, completed_at = clock_timestamp(),
       started_at = coalesce(started_at, clock_timestamp()),
       total = case when $2 = 'FILE_PROCESSING_ERROR' then 0 else total end,
       summary = coalesce(summary, $4::json)
     where id = any($1::uuid[])`,
    [ids, errorStatus, reason, JSON.stringify(NO_COUNTS)],
  )
}

/** The acting user of a route that demands a token. */
export function requireActor(actor: Actor | null): Actor {
  if (!actor) throw textProblem(401, 'This call needs a signed-in user.')
  return actor
}
