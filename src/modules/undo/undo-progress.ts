import { isoInstant } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { readDoneChunks, readPulses } from '../../kernel/jobs/read-ledger.ts'
import type { DoneChunk, JobPulse } from '../../kernel/jobs/read-ledger.ts'
import { USER_NAME, paceOfChunks, selectJobs } from '../job-progress/index.ts'
import type { JobProgress, JobSelection, ProgressSource } from '../job-progress/index.ts'
import type { UndoCounts } from './undo-counts.ts'

type Row = {
  id: string
  job_id: string
  number: number
  title: string
  status: 'RUNNING' | 'COMMITTED' | 'ERROR'
  user_id: string
  user_name: string
  started_at: Date
  completed_at: Date | null
  total: number
  left_count: number
  error_text: string | null
}

/** Where the undone work is: the table of it, and the column with the name that people know it by, as SQL. */
type UndoneTable = { table: string; title: string; kind: 'import' | 'bulk-edit'; permission: string }

/** Undos of imports, or of bulk edits, as jobs. */
export function undoProgress({ table, title, kind, permission }: UndoneTable): ProgressSource {
  const runs = {
    select: `select r.id, r.job_id, o.hr_id as number, ${title} as title, r.status, r.user_id,
        ${USER_NAME} as user_name, r.started_at, r.completed_at, r.total, r.error_text,
        (select count(*)::int from undo_left l where l.undo_id = r.id) as left_count
      from undo_run r join ${table} o on o.id = r.job_id left join users u on u.id = r.user_id`,
    where: 'true',
    id: 'r.id',
    running: `r.status = 'RUNNING'`,
    ended: 'r.completed_at',
  }
  return {
    permission,
    async list(tx: Transaction, selection: JobSelection) {
      const rows = await tx.query<Row>(...selectJobs(runs, selection))
      const running = rows.filter(({ status }) => status === 'RUNNING').map(({ id }) => id)
      const pulses = await readPulses(tx, running)
      const chunks = Map.groupBy(await readDoneChunks(tx, running), ({ jobId }) => jobId)
      return rows.map((row) => progressOf(row, kind, pulses.get(row.id), chunks.get(row.id) ?? []))
    },
  }
}

const recordsOf = (chunk: DoneChunk) => (JSON.parse(chunk.counts) as UndoCounts).records

/** An undo's records are the records of the undone work; those gone through count as changed, whatever became of them. */
function progressOf(
  row: Row,
  kind: 'import' | 'bulk-edit',
  pulse: JobPulse | undefined,
  chunks: readonly DoneChunk[],
): JobProgress {
  const isRunning = row.status === 'RUNNING'
  const gone = chunks.reduce((sum, chunk) => sum + recordsOf(chunk), 0)
  const done = isRunning ? Math.min(gone, row.total) : row.status === 'COMMITTED' ? row.total : 0
  return {
    jobId: row.id,
    kind: 'undo',
    number: row.number,
    title: row.title,
    profile: null,
    step: null,
    state: stateOf(row, pulse),
    reason: row.error_text,
    done,
    total: row.total,
    created: 0,
    updated: done,
    discarded: 0,
    errors: 0,
    left: row.left_count,
    ...(isRunning
      ? paceOfChunks(chunks, recordsOf, { startedAt: row.started_at, left: row.total - done })
      : { ratePerSecond: null, etaSeconds: null }),
    startedAt: isoInstant(row.started_at),
    finishedAt: row.completed_at && isoInstant(row.completed_at),
    resumedAt: pulse?.resumedAt ? isoInstant(pulse.resumedAt) : null,
    userId: row.user_id,
    userName: row.user_name,
    originalJobId: row.job_id,
    originalKind: kind,
    followUps: [],
  }
}

function stateOf(row: Row, pulse: JobPulse | undefined): JobProgress['state'] {
  if (row.status === 'RUNNING') return pulse?.hasBegun ? 'running' : 'queued'
  if (row.status === 'ERROR') return 'failed'
  return row.left_count > 0 ? 'finished-with-errors' : 'finished'
}
