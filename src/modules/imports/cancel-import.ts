import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { cancelJobs } from '../../kernel/jobs/ledger.ts'
import { finishParent, lockParent, openParts, totalCounts } from './composite-job.ts'
import { getJob, isFinal, runningCounts } from './job-execution.ts'
import { NO_COUNTS } from './job-counts.ts'
import type { JobRow } from './job-execution.ts'

/**
 * Stops a job for good: chunks not begun are dropped, chunks at work can't commit. A composite job stops with all
 * its parts that have not ended. Repeating it is harmless. @throws Problem 404
 */
export async function cancelImport(tx: Transaction, jobId: string): Promise<void> {
  const job = await getJob(tx, jobId)
  const isComposite = job.subordination === 'COMPOSITE_PARENT'
  await cancelKnown(tx, isComposite ? job : await getJob(tx, jobId, 'for update'))
}

/** The same for a job that has been read; it must be locked unless it is composite. */
export async function cancelKnown(tx: Transaction, job: JobRow): Promise<void> {
  if (isFinal(job)) return
  if (job.subordination === 'COMPOSITE_PARENT') {
    await cancelComposite(tx, job.id)
    return
  }
  await cancelJobs(tx, [job.id])
  const parentId = await lockParent(tx, job.id)
  await markCancelled(tx, [job.id])
  if (parentId !== null) await finishParent(tx, parentId)
}

/**
 * `DELETE /data-import/jobExecutions/{id}/cancel`
 * @throws Problem 404, and 400 for a job that has no parts, where FOLIO answers 500
 */
export async function cancelParts(tx: Transaction, jobId: string): Promise<void> {
  const job = await getJob(tx, jobId)
  if (job.subordination !== 'COMPOSITE_PARENT') {
    throw textProblem(
      400,
      `JobExecution with id '${jobId}' has the subordinationType ${job.subordination}; only a COMPOSITE_PARENT can be cancelled here.`,
    )
  }
  await cancelComposite(tx, jobId)
}

async function cancelComposite(tx: Transaction, parentId: string): Promise<void> {
  // The ledger first, as parts that end take their locks too; what a client added meanwhile is stopped behind it.
  await cancelJobs(tx, await openParts(tx, parentId))
  if (isFinal(await getJob(tx, parentId, 'for update'))) return
  const parts = await openParts(tx, parentId)
  await tx.query('select from job_execution where id = any($1::uuid[]) order by id for update', [parts])
  await cancelJobs(tx, parts)
  await markCancelled(tx, parts)
  const counts = await totalCounts(tx, await getJob(tx, parentId))
  await setCancelled(tx, [{ id: parentId, summary: counts }])
}

async function markCancelled(tx: Transaction, ids: readonly string[]): Promise<void> {
  const counts = await runningCounts(tx, ids)
  await setCancelled(
    tx,
    ids.map((id) => ({ id, summary: counts.get(id) ?? NO_COUNTS })),
  )
}

async function setCancelled(
  tx: Transaction,
  jobs: readonly { id: string; summary: object }[],
): Promise<void> {
  await tx.query(
    `update job_execution j
     set status = 'CANCELLED', completed_at = clock_timestamp(), summary = ended.summary,
       started_at = coalesce(started_at, clock_timestamp())
     from json_to_recordset($1) as ended (id uuid, summary json)
     where j.id = ended.id and j.status not in ('COMMITTED', 'ERROR', 'CANCELLED', 'DISCARDED')`,
    [JSON.stringify(jobs)],
  )
  await tx.query("update snapshot set status = 'CANCELLED' where id = any($1::uuid[])", [
    jobs.map((job) => job.id),
  ])
}
