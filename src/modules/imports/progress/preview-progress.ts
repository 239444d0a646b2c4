import { isoInstant } from '../../../kernel/clock.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { readPulses } from '../../../kernel/jobs/read-ledger.ts'
import type { JobPulse } from '../../../kernel/jobs/read-ledger.ts'
import { USER_NAME, paceOf, selectJobs } from '../../job-progress/index.ts'
import type { JobProgress, JobSelection, ProgressSource } from '../../job-progress/index.ts'
import type { JobCounts } from '../job-counts.ts'

type Row = {
  id: string
  file_name: string
  profile_id: string
  profile_name: string
  status: 'RUNNING' | 'FINISHED' | 'ERROR'
  user_id: string
  user_name: string
  started_at: Date
  completed_at: Date | null
  total: number
  counts: string
  error_text: string | null
}

const PREVIEWS = {
  select: `select p.id, p.file_name, p.profile_id, p.profile_name, p.status, p.user_id, ${USER_NAME} as user_name,
      p.started_at, p.completed_at, p.total, p.counts, p.error_text
    from import_preview p left join users u on u.id = p.user_id`,
  where: 'true',
  id: 'p.id',
  running: `p.status = 'RUNNING'`,
  ended: 'p.completed_at',
}

/** Previews of imports. */
export const previewProgress: ProgressSource = {
  permission: 'data-import.previews.item.get',
  list: listPreviews,
}

async function listPreviews(tx: Transaction, selection: JobSelection): Promise<JobProgress[]> {
  const rows = await tx.query<Row>(...selectJobs(PREVIEWS, selection))
  const running = rows.filter(({ status }) => status === 'RUNNING').map(({ id }) => id)
  const pulses = await readPulses(tx, running)
  return rows.map((row) => progressOf(row, pulses.get(row.id)))
}

function progressOf(row: Row, pulse: JobPulse | undefined): JobProgress {
  const { records: done, created, updated, errors } = JSON.parse(row.counts) as JobCounts
  const seconds = ((row.completed_at ?? new Date()).getTime() - row.started_at.getTime()) / 1000
  const pace = paceOf(done / Math.max(0.5, seconds), row.total - done)
  return {
    jobId: row.id,
    kind: 'preview',
    number: null,
    title: row.file_name,
    profile: { id: row.profile_id, name: row.profile_name },
    step: null,
    state: stateOf(row, errors, pulse),
    reason: row.error_text,
    done,
    total: Math.max(row.total, done),
    created,
    updated,
    errors,
    discarded: done - created - updated - errors,
    left: 0,
    ...pace,
    etaSeconds: row.status === 'RUNNING' ? pace.etaSeconds : null,
    startedAt: isoInstant(row.started_at),
    finishedAt: row.completed_at && isoInstant(row.completed_at),
    resumedAt: pulse?.resumedAt ? isoInstant(pulse.resumedAt) : null,
    userId: row.user_id,
    userName: row.user_name,
    originalJobId: null,
    originalKind: null,
    followUps: [],
  }
}

function stateOf(row: Row, errors: number, pulse: JobPulse | undefined): JobProgress['state'] {
  if (row.status === 'RUNNING') return pulse?.hasBegun ? 'running' : 'queued'
  if (row.status === 'ERROR') return 'failed'
  return errors > 0 ? 'finished-with-errors' : 'finished'
}
