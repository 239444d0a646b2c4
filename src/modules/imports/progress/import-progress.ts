import { isoInstant } from '../../../kernel/clock.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { readDoneChunks, readPulses } from '../../../kernel/jobs/read-ledger.ts'
import type { DoneChunk, JobPulse } from '../../../kernel/jobs/read-ledger.ts'
import { paceOfChunks, selectJobs } from '../../job-progress/index.ts'
import type { JobProgress, JobSelection, JobState, ProgressSource } from '../../job-progress/index.ts'
import { NO_COUNTS, addCounts } from '../job-counts.ts'
import type { JobCounts } from '../job-counts.ts'
import { FINAL_STATUSES, RUNNING_STATUSES } from '../job-status.ts'
import type { JobStatus } from '../job-status.ts'

type Row = {
  id: string
  hr_id: number
  subordination: string
  status: JobStatus
  error_status: string | null
  error_text: string | null
  profile_id: string | null
  profile_name: string | null
  file_name: string
  user_id: string
  user_name: string
  started_at: Date | null
  completed_at: Date | null
  total: number
  summary: string | null
  original_id: string | null
  follow_ups: string | null
  undo_left: number | null
}

const texts = (statuses: readonly string[]) => statuses.map((status) => `'${status}'`).join(', ')

const JOBS = {
  select: `select e.id, e.hr_id, e.subordination, e.status, e.error_status, e.error_text, e.profile_id,
      e.profile_name, e.file_name, e.user_id, btrim(concat_ws(' ', e.first_name, e.last_name)) as user_name,
      e.started_at, e.completed_at, e.total, e.summary, e.original_id,
      (select json_agg(json_build_object('jobId', f.id, 'number', f.hr_id) order by f.hr_id)
       from job_execution f
       where f.original_id = e.id and f.profile_id is not null and not f.is_deleted) as follow_ups,
      (select (select count(*)::int from undo_left l where l.undo_id = u.id)
       from undo_run u where u.job_id = e.id and u.status = 'COMMITTED' limit 1) as undo_left
    from job_execution e`,
  where: `not e.is_deleted and not e.is_profile_hidden
    and e.subordination not in ('PARENT_MULTIPLE', 'COMPOSITE_CHILD')`,
  id: 'e.id',
  running: `e.status in (${texts(RUNNING_STATUSES)})`,
  ended: 'e.completed_at',
}

/** Imports of files and of posted records; those in parts are one job. */
export const importProgress: ProgressSource = {
  permission: 'metadata-provider.jobExecutions.collection.get',
  list: listImports,
}

async function listImports(tx: Transaction, selection: JobSelection): Promise<JobProgress[]> {
  const rows = await tx.query<Row>(...selectJobs(JOBS, selection))
  const running = rows.filter(({ status }) => RUNNING_STATUSES.includes(status))
  const workOf = await readWork(tx, running)
  return rows.map((row) => progressOf(row, workOf.get(row.id) ?? null))
}

/** What the ledger knows of a running import: its chunks, or those of its parts. */
type Work = { chunks: DoneChunk[]; pulse: JobPulse | undefined }

async function readWork(tx: Transaction, rows: readonly Row[]): Promise<Map<string, Work>> {
  const composites = rows.filter(({ subordination }) => subordination === 'COMPOSITE_PARENT')
  const parts =
    composites.length === 0
      ? []
      : await tx.query<{ id: string; parent_id: string }>(
          `select id, parent_id from job_execution
           where parent_id = any($1::uuid[]) and subordination = 'COMPOSITE_CHILD' order by hr_id`,
          [composites.map(({ id }) => id)],
        )
  const ownerOf = new Map(parts.map(({ id, parent_id: parentId }) => [id, parentId]))
  const ids = [...rows.map(({ id }) => id), ...ownerOf.keys()]
  const pulses = await readPulses(tx, ids)
  const work = new Map<string, Work>()
  for (const id of ids) {
    const owner = ownerOf.get(id) ?? id
    const known = work.get(owner)
    if (known?.pulse === undefined) work.set(owner, { chunks: known?.chunks ?? [], pulse: pulses.get(id) })
  }
  for (const chunk of await readDoneChunks(tx, ids)) {
    work.get(ownerOf.get(chunk.jobId) ?? chunk.jobId)!.chunks.push(chunk)
  }
  return work
}

const countsOf = (chunk: DoneChunk) => JSON.parse(chunk.counts) as JobCounts

function progressOf(row: Row, work: Work | null): JobProgress {
  const counts =
    work === null
      ? ((JSON.parse(row.summary ?? 'null') as JobCounts | null) ?? NO_COUNTS)
      : work.chunks.map(countsOf).reduce(addCounts, NO_COUNTS)
  const sums = sumsOf(row, counts)
  return {
    jobId: row.id,
    kind: 'import',
    number: row.hr_id,
    title: row.file_name,
    profile: row.profile_id === null ? null : { id: row.profile_id, name: row.profile_name ?? '' },
    step: null,
    state: stateOf(row, work),
    reason: row.error_text,
    ...sums,
    left: row.undo_left ?? 0,
    ...(work === null
      ? { ratePerSecond: averageOf(row, sums.done), etaSeconds: null }
      : paceOfChunks(work.chunks, (chunk) => countsOf(chunk).records, {
          startedAt: row.started_at,
          left: sums.total - sums.done,
        })),
    startedAt: row.started_at && isoInstant(row.started_at),
    finishedAt: row.completed_at && isoInstant(row.completed_at),
    resumedAt: work?.pulse?.resumedAt ? isoInstant(work.pulse.resumedAt) : null,
    userId: row.user_id,
    userName: row.user_name,
    originalJobId: row.original_id,
    originalKind: row.original_id === null ? null : 'import',
    followUps: JSON.parse(row.follow_ups ?? '[]') as JobProgress['followUps'],
  }
}

function stateOf(row: Row, work: Work | null): JobState {
  if (work !== null) return work.pulse?.hasBegun ? 'running' : 'queued'
  if (row.undo_left !== null) return row.undo_left === 0 ? 'undone' : 'undone-with-leftovers'
  if (row.status === 'CANCELLED' || row.status === 'DISCARDED') return 'stopped'
  if (row.error_text !== null) return 'failed'
  if (!FINAL_STATUSES.includes(row.status)) return 'queued'
  const counts = JSON.parse(row.summary ?? 'null') as JobCounts | null
  return row.status === 'ERROR' || (counts?.errors ?? 0) > 0 ? 'finished-with-errors' : 'finished'
}

type Sums = Pick<JobProgress, 'done' | 'total' | 'created' | 'updated' | 'discarded' | 'errors'>

/** Each record in one of four counts; what a finished job did not reach, after several tries, counts as errors. */
function sumsOf({ status, total: announced }: Row, counts: JobCounts): Sums {
  const { records, created, updated } = counts
  const isDone = status === 'COMMITTED' || status === 'ERROR'
  const total = Math.max(announced, records)
  const done = isDone ? total : records
  const errors = counts.errors + (done - records)
  return { done, total, created, updated, errors, discarded: done - errors - created - updated }
}

function averageOf({ started_at: from, completed_at: to }: Row, done: number): number | null {
  if (from === null || to === null || done === 0) return null
  return Math.round((done / Math.max(0.001, (to.getTime() - from.getTime()) / 1000)) * 10) / 10
}
