import { isoInstant } from '../../../kernel/clock.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import type { Page } from '../../../kernel/http/parameters.ts'
import { fieldProblem, notFound } from '../../../kernel/http/problems.ts'
import type { Actor } from '../../../kernel/http/route.ts'
import { newId } from '../../../kernel/ids.ts'
import { appendChunks, insertJob, sealJob } from '../../../kernel/jobs/ledger.ts'
import { ringBell } from '../../../kernel/jobs/runner.ts'
import { getJob, isFinal } from '../job-execution.ts'
import { RECORD_KINDS } from './record-kinds.ts'
import { addUndoCounts, noCounts } from './undo-counts.ts'
import type { UndoCounts } from './undo-counts.ts'

/** The kind under which undos stand in the ledger of jobs. */
export const UNDO_KIND = 'undo'

type UndoRow = {
  id: string
  job_id: string
  status: 'RUNNING' | 'COMMITTED' | 'ERROR'
  user_id: string
  started_at: Date
  completed_at: Date | null
  total: number
  counts: string | null
  error_text: string | null
}

/** The last undo of a job; null when there was none. */
async function findUndo(tx: Transaction, jobId: string): Promise<UndoRow | null> {
  const [row] = await tx.query<UndoRow>(
    'select * from import_undo where job_id = $1 order by started_at desc limit 1',
    [jobId],
  )
  return row ?? null
}

/** The ids of all undos of a job: an undo that failed may have been followed by another. */
export async function undoIdsOf(tx: Transaction, jobId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>('select id from import_undo where job_id = $1', [jobId])
  return rows.map(({ id }) => id)
}

/**
 * Begins to undo a finished job; the workers do it.
 * @throws Problem 404 for an unknown job, 422 with a sentence when the job still runs, has made nothing, its log is
 *   not kept any more, or it was or is being undone.
 */
export async function startUndo(tx: Transaction, actor: Actor, jobId: string): Promise<void> {
  const job = await getJob(tx, jobId, 'for update')
  const refuse = (reason: string) => fieldProblem(reason, 'id', jobId, REFUSED)
  if (job.status === 'PARENT')
    throw refuse('This job only holds those of several files together: undo them one by one.')
  if (!isFinal(job)) throw refuse('The job still runs: it can be undone when it has ended or was cancelled.')
  const before = await findUndo(tx, jobId)
  if (before?.status === 'RUNNING') throw refuse('The job is being undone already.')
  if (before?.status === 'COMMITTED') throw refuse('The job was undone already.')
  const [log] = await tx.query<{ log_state: string; total: number }>(
    `select e.log_state, (select count(*)::int from journal where job_no = e.hr_id) as total
     from job_execution e where e.id = $1`,
    [jobId],
  )
  if (log!.log_state !== 'kept')
    throw refuse('The log of the job is not kept any more, so nothing tells what it made.')
  if (log!.total === 0) throw refuse('The job has made nothing that could be undone.')
  const id = newId()
  await tx.query('insert into import_undo (id, job_id, user_id, total) values ($1, $2, $3, $4)', [
    id,
    jobId,
    actor.userId,
    log!.total,
  ])
  await insertJob(tx, { id, kind: UNDO_KIND })
  await appendChunks(tx, id, [{ phase: 'journal', before: null }])
  // Sealed from the start: it ends when a chunk has added no further one, or when one is given up.
  await sealJob(tx, id)
  await ringBell(tx)
}

const REFUSED = 'undo.refused'

/** Refuses to add to a job that was or is being undone. @throws Problem 422 */
export async function refuseUndone(tx: Transaction, jobId: string): Promise<void> {
  if ((await findUndo(tx, jobId)) !== null)
    throw fieldProblem('The job was undone, so it takes no more records.', 'id', jobId, REFUSED)
}

async function countChunks(tx: Transaction, undoId: string): Promise<UndoCounts> {
  const rows = await tx.asSystem(() =>
    tx.query<{ counts: string }>('select counts from octavo.chunk where job_id = $1 and counts is not null', [
      undoId,
    ]),
  )
  const sum = noCounts()
  for (const { counts } of rows) addUndoCounts(sum, JSON.parse(counts) as UndoCounts)
  return sum
}

/** Ends an undo in the transaction that ends it in the ledger. */
export async function finishUndo(tx: Transaction, undoId: string, givenUp: number): Promise<void> {
  const reason =
    givenUp === 0
      ? null
      : 'A part could not be undone after several tries; the server log has the cause. The undo can be started again.'
  await tx.query(
    `update import_undo set status = $2, counts = $3, error_text = $4, completed_at = clock_timestamp()
     where id = $1`,
    [undoId, givenUp === 0 ? 'COMMITTED' : 'ERROR', JSON.stringify(await countChunks(tx, undoId)), reason],
  )
}

const listed = ({ instance, holdings, item, authority, sourceRecord }: UndoCounts['deleted']) => ({
  instances: instance,
  holdings,
  items: item,
  authorities: authority,
  sourceRecords: sourceRecord,
})

/** The last undo of a job with its progress and counts. @throws Problem 404 */
export async function readUndo(tx: Transaction, jobId: string): Promise<Record<string, unknown>> {
  const { row } = await getUndo(tx, jobId)
  const counts = row.counts === null ? await countChunks(tx, row.id) : (JSON.parse(row.counts) as UndoCounts)
  const left = await tx.query<{ reason: string; count: number }>(
    `select reason_kind as reason, count(*)::int as count from undo_left where undo_id = $1
     group by reason_kind order by 2 desc, 1`,
    [row.id],
  )
  return {
    id: row.id,
    jobExecutionId: row.job_id,
    status: row.status,
    userId: row.user_id,
    startedDate: isoInstant(row.started_at),
    ...(row.completed_at === null ? {} : { completedDate: isoInstant(row.completed_at) }),
    ...(row.error_text === null ? {} : { errorText: row.error_text }),
    progress: { current: counts.records, total: row.total },
    deleted: listed(counts.deleted),
    restored: listed(counts.restored),
    left: left.reduce((sum, { count }) => sum + count, 0),
    leftByReason: left,
  }
}

async function getUndo(tx: Transaction, jobId: string): Promise<{ row: UndoRow; jobNo: number }> {
  const job = await getJob(tx, jobId)
  const row = await findUndo(tx, jobId)
  if (!row) throw notFound(`The job with id '${jobId}' was not undone`)
  return { row, jobNo: job.hr_id }
}

const NAMES = new Map(Object.values(RECORD_KINDS).map(({ number, name }) => [number, name]))

/** The records that the last undo of a job left, in the order of the job, with the reason. @throws Problem 404 */
export async function listLeft(
  tx: Transaction,
  jobId: string,
  { limit, offset }: Page,
): Promise<Record<string, unknown>> {
  const { row, jobNo } = await getUndo(tx, jobId)
  const [count] = await tx.query<{ total: number }>(
    'select count(*)::int as total from undo_left where undo_id = $1',
    [row.id],
  )
  const rows = await tx.query<{
    record_type: number
    record_id: string
    hrid: string | null
    seq: number
    reason_kind: string
    reason: string
    title: string | null
  }>(
    `select l.*, j.title from undo_left l left join journal j on j.job_no = $2 and j.seq = l.seq
     where l.undo_id = $1 order by l.seq, l.record_type, l.record_id limit $3 offset $4`,
    [row.id, jobNo, limit, offset],
  )
  const left = rows.map((one) => ({
    recordType: NAMES.get(one.record_type),
    id: one.record_id,
    ...(one.hrid === null ? {} : { hrid: one.hrid }),
    sourceRecordOrder: one.seq,
    ...(one.title === null ? {} : { title: one.title }),
    reason: one.reason_kind,
    text: one.reason,
  }))
  return { left, totalRecords: count!.total }
}
