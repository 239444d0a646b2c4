import { isoInstant } from '../../../kernel/clock.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { readDoneChunks, readPulses } from '../../../kernel/jobs/read-ledger.ts'
import type { DoneChunk, JobPulse } from '../../../kernel/jobs/read-ledger.ts'
import { USER_NAME, paceOfChunks, selectJobs } from '../../job-progress/index.ts'
import type { JobProgress, JobSelection, JobState, ProgressSource } from '../../job-progress/index.ts'
import { FINAL_STATUSES } from './operation-status.ts'
import type { OperationStatus } from './operation-status.ts'
import { addStepCounts, noStepCounts } from './step-counts.ts'
import type { StepCounts } from './step-counts.ts'

type Row = {
  id: string
  hr_id: number
  status: OperationStatus
  base_name: string
  total: number
  processed: number
  matched: number
  committed: number
  matched_errors: number
  committed_errors: number
  job_id: string | null
  user_id: string
  user_name: string
  error_message: string | null
  started_at: Date
  ended_at: Date | null
  undo_left: number | null
}

const FINAL = FINAL_STATUSES.map((status) => `'${status}'`).join(', ')

const OPERATIONS = {
  select: `select o.id, o.hr_id, o.status, o.base_name, o.total, o.processed, o.matched, o.committed,
      o.matched_errors, o.committed_errors, o.job_id, o.user_id, ${USER_NAME} as user_name, o.error_message,
      o.started_at, o.ended_at,
      (select (select count(*)::int from undo_left l where l.undo_id = r.id)
       from undo_run r where r.job_id = o.id and r.status = 'COMMITTED' limit 1) as undo_left
    from bulk_operation o left join users u on u.id = o.user_id`,
  where: 'true',
  id: 'o.id',
  running: `(o.job_id is not null and o.status not in (${FINAL}))`,
  ended: 'o.ended_at',
}

/** Bulk edits: each step that runs, and how they ended. */
export const bulkEditProgress: ProgressSource = {
  permission: 'bulk-operations.collection.get',
  list: listOperations,
}

async function listOperations(tx: Transaction, selection: JobSelection): Promise<JobProgress[]> {
  const rows = await tx.query<Row>(...selectJobs(OPERATIONS, selection))
  const jobIds = rows.flatMap(({ job_id: id, status }) =>
    id === null || FINAL_STATUSES.includes(status) ? [] : [id],
  )
  const pulses = await readPulses(tx, jobIds)
  const chunks = Map.groupBy(await readDoneChunks(tx, jobIds), ({ jobId }) => jobId)
  return rows.map((row) =>
    progressOf(row, row.job_id === null ? null : stepOfLedger(row.job_id, pulses, chunks)),
  )
}

/** The step that runs, as the ledger sees it. */
type RunningStep = { pulse: JobPulse | undefined; chunks: readonly DoneChunk[] }

function stepOfLedger(
  id: string,
  pulses: ReadonlyMap<string, JobPulse>,
  chunks: ReadonlyMap<string, DoneChunk[]>,
): RunningStep | null {
  const pulse = pulses.get(id)
  return pulse === undefined ? null : { pulse, chunks: chunks.get(id) ?? [] }
}

const countsOf = (chunk: DoneChunk) => JSON.parse(chunk.counts) as StepCounts

function progressOf(row: Row, step: RunningStep | null): JobProgress {
  const counts = noStepCounts()
  for (const chunk of step?.chunks ?? []) addStepCounts(counts, countsOf(chunk))
  const sums = sumsOf(row, step === null ? null : counts)
  return {
    jobId: row.id,
    kind: 'bulk-edit',
    number: row.hr_id,
    title: row.base_name,
    profile: null,
    step: stepName(row.status),
    state: stateOf(row, step),
    reason: row.status === 'FAILED' ? row.error_message : null,
    ...sums,
    left: row.undo_left ?? 0,
    ...(step === null
      ? { ratePerSecond: null, etaSeconds: null }
      : paceOfChunks(step.chunks, (chunk) => countsOf(chunk).processed, {
          startedAt: row.started_at,
          left: sums.total - sums.done,
        })),
    startedAt: isoInstant(row.started_at),
    finishedAt: row.ended_at && isoInstant(row.ended_at),
    resumedAt: step?.pulse?.resumedAt ? isoInstant(step.pulse.resumedAt) : null,
    userId: row.user_id,
    userName: row.user_name,
    originalJobId: null,
    originalKind: null,
    followUps: [],
  }
}

const STEP_NAMES: Partial<Record<OperationStatus, JobProgress['step']>> = {
  NEW: 'find',
  EXECUTING_QUERY: 'find',
  RETRIEVING_RECORDS: 'find',
  SAVING_RECORDS_LOCALLY: 'find',
  DATA_MODIFICATION: 'find',
  DATA_MODIFICATION_IN_PROGRESS: 'change',
  REVIEW_CHANGES: 'change',
  REVIEWED_NO_MARC_RECORDS: 'change',
  APPLY_CHANGES: 'commit',
  APPLY_MARC_CHANGES: 'commit',
  DELETING_RECORDS: 'commit',
  COMPLETED: 'commit',
  COMPLETED_WITH_ERRORS: 'commit',
}

const stepName = (status: OperationStatus) => STEP_NAMES[status] ?? null

function stateOf(row: Row, step: RunningStep | null): JobState {
  if (row.undo_left !== null) return row.undo_left === 0 ? 'undone' : 'undone-with-leftovers'
  if (row.status === 'COMPLETED') return 'finished'
  if (row.status === 'COMPLETED_WITH_ERRORS') return 'finished-with-errors'
  if (row.status === 'FAILED') return 'failed'
  if (row.status === 'CANCELLED') return 'stopped'
  if (step === null) return 'waiting'
  return step.pulse?.hasBegun ? 'running' : 'queued'
}

type Sums = Pick<JobProgress, 'done' | 'total' | 'created' | 'updated' | 'discarded' | 'errors'>

/** The counts of the step that runs, else of the last one; records with nothing to change count as discarded. */
function sumsOf(row: Row, counts: StepCounts | null): Sums {
  const isCommit = stepName(row.status) === 'commit'
  const total = Math.max(row.total, counts?.processed ?? 0)
  const isFinished = row.status === 'COMPLETED' || row.status === 'COMPLETED_WITH_ERRORS'
  const done = isFinished ? total : (counts?.processed ?? Math.min(row.processed, total))
  const updated = isCommit ? Math.min(done, row.committed + (counts?.committed ?? 0)) : 0
  const found = isCommit ? row.committed_errors : row.matched_errors
  const errors = Math.min(done - updated, counts?.errors ?? found)
  return { done, total, created: 0, updated, errors, discarded: done - updated - errors }
}
