import type { Transaction } from '../../kernel/db/database.ts'
import { HANDLED_RECORDS, countsOf } from './job-execution.ts'
import { NO_COUNTS, addCounts } from './job-counts.ts'
import type { JobRow } from './job-execution.ts'
import type { JobCounts } from './job-counts.ts'
import { FINAL_STATUSES } from './job-status.ts'
import type { JobStatus } from './job-status.ts'

// A file that is imported in parts is one composite job with a job for each part. The composite job itself has no
// chunks: what it shows is the sum over its parts. Locks are taken in the order: part in the ledger, composite
// job, part.

const PARTS = `subordination = 'COMPOSITE_CHILD'`

/** The parts of a composite job that are in one state: how many, their records, and those handled. */
export type PartState = { status: JobStatus; parts: number; total: number; current: number }

/** What the parts of composite jobs are at, by composite job; one query for all of them. */
export async function partStates(
  tx: Transaction,
  parentIds: readonly string[],
): Promise<Map<string, PartState[]>> {
  const states = new Map<string, PartState[]>()
  if (parentIds.length === 0) return states
  const rows = await tx.asSystem(() =>
    tx.query<PartState & { parent_id: string }>(
      `select parent_id, status, count(*) as parts, sum(total) as total,
         sum(coalesce(${HANDLED_RECORDS}, running.records, 0))::int as current
       from job_execution part
       left join lateral (
         select sum((c.counts ->> 'records')::int) as records
         from octavo.chunk c where c.job_id = part.id and part.summary is null and c.counts is not null
       ) running on true
       where parent_id = any($1::uuid[]) and ${PARTS}
       group by parent_id, status`,
      [parentIds],
    ),
  )
  for (const { parent_id: parentId, status, parts, total, current } of rows) {
    const known = states.get(parentId) ?? []
    known.push({ status, parts, total, current })
    states.set(parentId, known)
  }
  return states
}

/** `compositeDetails` of FOLIO's job: an object for each state that a part is in. */
export function compositeDetails(parts: readonly PartState[]): Record<string, unknown> {
  return Object.fromEntries(
    parts.map(({ status, parts: chunksCount, total, current }) => [
      `${status.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}State`,
      { chunksCount, totalRecordsCount: total, currentlyProcessedCount: current },
    ]),
  )
}

/** What a job has done so far; of a composite job the sum over its parts. */
export async function totalCounts(tx: Transaction, job: JobRow): Promise<JobCounts> {
  if (job.subordination !== 'COMPOSITE_PARENT' || job.summary !== null) {
    return (await countsOf(tx, [job])).get(job.id) ?? NO_COUNTS
  }
  const parts = await tx.query<Pick<JobRow, 'id' | 'summary' | 'started_at'>>(
    `select id, summary, started_at from job_execution where parent_id = $1 and ${PARTS}`,
    [job.id],
  )
  return [...(await countsOf(tx, parts)).values()].reduce(addCounts, NO_COUNTS)
}

/** The jobs whose journal rows are those of a job, in the order of the file: its parts, or the job itself. */
export async function jobsWithJournal(
  tx: Transaction,
  job: JobRow,
): Promise<Pick<JobRow, 'id' | 'hr_id' | 'first_record'>[]> {
  if (job.subordination !== 'COMPOSITE_PARENT') return [job]
  return tx.query(
    `select id, hr_id, first_record from job_execution where parent_id = $1 and ${PARTS} order by hr_id`,
    [job.id],
  )
}

/** Ids of the parts of a composite job that have not ended. */
export async function openParts(tx: Transaction, parentId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from job_execution where parent_id = $1 and ${PARTS} and status <> all($2::text[])
     order by hr_id`,
    [parentId, FINAL_STATUSES],
  )
  return rows.map((row) => row.id)
}

/**
 * Locks the composite job that a job is a part of, before the part ends. Of two parts that end at the same moment
 * the later one waits here, and then sees that the other has ended. @returns its id, null for any other job.
 */
export async function lockParent(tx: Transaction, jobId: string): Promise<string | null> {
  const [parent] = await tx.query<{ id: string }>(
    `select id from job_execution
     where id = (select parent_id from job_execution where id = $1 and ${PARTS})
     for update`,
    [jobId],
  )
  return parent?.id ?? null
}

/**
 * Ends a locked composite job when its last part has ended: COMMITTED whatever became of the parts, as in FOLIO,
 * because each part says that itself. Does nothing while parts are open or announced, or when it has ended.
 */
export async function finishParent(tx: Transaction, parentId: string): Promise<void> {
  // Asked for by every part, so it stops at the first one that is open.
  const open = await tx.query(
    `select from job_execution where parent_id = $1 and ${PARTS} and status <> all($2::text[]) limit 1`,
    [parentId, FINAL_STATUSES],
  )
  if (open.length > 0) return
  const parts = await tx.query<Pick<JobRow, 'id' | 'part_count' | 'summary' | 'started_at'>>(
    `select id, part_count, summary, started_at from job_execution where parent_id = $1 and ${PARTS}`,
    [parentId],
  )
  if (parts.some((part) => part.part_count > parts.length)) return
  const counts = [...(await countsOf(tx, parts)).values()].reduce(addCounts, NO_COUNTS)
  const ended = await tx.execute(
    `update job_execution
     set status = 'COMMITTED', completed_at = clock_timestamp(), summary = $2,
       started_at = coalesce(started_at, created_at)
     where id = $1 and status <> all($3::text[])`,
    [parentId, JSON.stringify(counts), FINAL_STATUSES],
  )
  if (ended === 0) return
  await tx.query("update snapshot set status = 'COMMITTED', updated_at = clock_timestamp() where id = $1", [
    parentId,
  ])
}

/** What a worker must know of a job before it maps its records. */
export type TakenJob = {
  jobId: string
  jobNo: number
  userId: string
  contextId: string
  /** It is a part that was picked and of which nothing has been read yet. */
  isPicked: boolean
  isPreview: boolean
}

/** A worker takes up a chunk of a job: a part that waited in the queue is picked now. */
export async function takeUpJob(tx: Transaction, jobId: string): Promise<TakenJob> {
  const [job] = await tx.query<
    Omit<TakenJob, 'isPicked' | 'isPreview'> & { status: JobStatus; is_part: boolean }
  >(
    `select id as "jobId", hr_id as "jobNo", user_id as "userId", context_id as "contextId", status, ${PARTS} as is_part
     from job_execution where id = $1 and context_id is not null`,
    [jobId],
  )
  if (!job) throw new Error(`The context of import ${jobId} is missing.`)
  const { status, is_part: isPart, ...identity } = job
  if (isPart && status === 'FILE_UPLOADED') {
    await tx.query(
      `update job_execution set status = 'PROCESSING_IN_PROGRESS', started_at = clock_timestamp()
       where id = $1 and status = 'FILE_UPLOADED'`,
      [jobId],
    )
  }
  return {
    ...identity,
    isPicked: isPart && (status === 'FILE_UPLOADED' || status === 'PROCESSING_IN_PROGRESS'),
    isPreview: false,
  }
}

/** The first records of a part that was picked have been read. */
export async function beginPart(tx: Transaction, jobId: string): Promise<void> {
  await tx.query(
    `update job_execution set status = 'PARSING_IN_PROGRESS' where id = $1 and status = 'PROCESSING_IN_PROGRESS'`,
    [jobId],
  )
}
