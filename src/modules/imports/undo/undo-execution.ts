import type { Transaction } from '../../../kernel/db/database.ts'
import type { Page } from '../../../kernel/http/parameters.ts'
import { fieldProblem, notFound } from '../../../kernel/http/problems.ts'
import type { Actor, Answer, ApiRequest } from '../../../kernel/http/route.ts'
import { appendChunks, insertJob, sealJob } from '../../../kernel/jobs/ledger.ts'
import { ringBell } from '../../../kernel/jobs/runner.ts'
import { getJob, isFinal } from '../job-execution.ts'
import type { JobRow } from '../job-execution.ts'
import { answerLeft, describeUndo, findUndo, insertUndo } from '../../undo/index.ts'
import type { UndoCounts, UndoRow } from '../../undo/index.ts'

/** The kind under which undos stand in the ledger of jobs. */
export const UNDO_KIND = 'undo'

/**
 * Begins to undo a finished job; the workers do it.
 * @throws Problem 404 for an unknown job, 422 with a sentence when the job still runs, has made nothing, its log is
 *   not kept any more, or it was or is being undone.
 */
export async function startUndo(tx: Transaction, actor: Actor, jobId: string): Promise<void> {
  const job = await getJob(tx, jobId, 'for update')
  const { refusal, total } = await readUndoable(tx, job)
  if (refusal !== null) throw fieldProblem(refusal, 'id', jobId, REFUSED)
  const id = await insertUndo(tx, { jobId, userId: actor.userId, total })
  await insertJob(tx, { id, kind: UNDO_KIND })
  await appendChunks(tx, id, [{ phase: 'journal', before: null }])
  // Sealed from the start: it ends when a chunk has added no further one, or when one is given up.
  await sealJob(tx, id)
  await ringBell(tx)
}

const REFUSED = 'undo.refused'

/** Why a job cannot be undone, in a sentence, or null; and how many of its records an undo goes through. */
export async function readUndoable(
  tx: Transaction,
  job: JobRow,
): Promise<{ refusal: string | null; total: number }> {
  const [log] = await tx.query<{ log_state: string; total: number }>(
    `select e.log_state, (select count(*)::int from journal where job_no = e.hr_id) as total
     from job_execution e where e.id = $1`,
    [job.id],
  )
  return { refusal: refusalOf(job, await findUndo(tx, job.id), log!), total: log!.total }
}

function refusalOf(
  job: JobRow,
  before: UndoRow | null,
  log: { log_state: string; total: number },
): string | null {
  if (job.status === 'PARENT')
    return 'This job only holds those of several files together: undo them one by one.'
  if (!isFinal(job)) return 'The job still runs: it can be undone when it has ended or was cancelled.'
  if (before?.status === 'RUNNING') return 'The job is being undone already.'
  if (before?.status === 'COMMITTED') return 'The job was undone already.'
  if (log.log_state !== 'kept')
    return 'The log of the job is not kept any more, so nothing tells what it made.'
  return log.total === 0 ? 'The job has made nothing that could be undone.' : null
}

/** Refuses to add to a job that was or is being undone. @throws Problem 422 */
export async function refuseUndone(tx: Transaction, jobId: string): Promise<void> {
  if ((await findUndo(tx, jobId)) !== null)
    throw fieldProblem('The job was undone, so it takes no more records.', 'id', jobId, REFUSED)
}

export const listedKinds = ({
  instance,
  holdings,
  item,
  authority,
  sourceRecord,
}: UndoCounts['deleted']) => ({
  instances: instance,
  holdings,
  items: item,
  authorities: authority,
  sourceRecords: sourceRecord,
})

/** The last undo of a job with its progress and counts. @throws Problem 404 */
export async function readUndo(tx: Transaction, jobId: string): Promise<Record<string, unknown>> {
  const { row } = await getUndo(tx, jobId)
  const { counts, state, left } = await describeUndo(tx, row)
  return {
    id: row.id,
    jobExecutionId: row.job_id,
    ...state,
    deleted: listedKinds(counts.deleted),
    restored: listedKinds(counts.restored),
    ...left,
  }
}

async function getUndo(tx: Transaction, jobId: string): Promise<{ row: UndoRow; jobNo: number }> {
  const job = await getJob(tx, jobId)
  const row = await findUndo(tx, jobId)
  if (!row) throw notFound(`The job with id '${jobId}' was not undone`)
  return { row, jobNo: job.hr_id }
}

/** The records that the last undo of a job left, in the order of the job, with the reason. @throws Problem 404 */
export async function answerImportLeft(request: ApiRequest, jobId: string, page: Page): Promise<Answer> {
  const { row, jobNo } = await request.transaction((tx) => getUndo(tx, jobId))
  return answerLeft(request, row.id, page, async (tx, records) => {
    const seqs = records.map(({ seq }) => seq)
    const titles = await readTitles(tx, jobNo, seqs)
    return records.map(({ recordType, id, hrid, seq, reason, text }) => ({
      recordType,
      id,
      ...(hrid === null ? {} : { hrid }),
      sourceRecordOrder: seq,
      ...(titles.has(seq) ? { title: titles.get(seq) } : {}),
      reason,
      text,
    }))
  })
}

export async function readTitles(
  tx: Transaction,
  jobNo: number,
  seqs: readonly number[],
): Promise<Map<number, string>> {
  const rows = await tx.query<{ seq: number; title: string }>(
    'select seq, title from journal where job_no = $1 and seq = any($2::int[]) and title is not null',
    [jobNo, seqs],
  )
  return new Map(rows.map(({ seq, title }) => [seq, title]))
}
