import type { Transaction } from '../../kernel/db/database.ts'
import { NO_COUNTS, runningCounts } from './job-execution.ts'

/**
 * Ends an import whose chunks are all done, in the transaction that says so in the ledger: state, counts and
 * log are complete at the same moment. `givenUp` chunks failed for good after several tries.
 */
export async function finishImport(tx: Transaction, jobId: string, givenUp: number): Promise<void> {
  const counts = (await runningCounts(tx, [jobId])).get(jobId) ?? NO_COUNTS
  const isClean = counts.errors === 0 && givenUp === 0
  const reason =
    givenUp === 0
      ? null
      : `${givenUp} part(s) of the file could not be worked on after several tries; the server log has the cause.`
  await tx.query(
    `update job_execution
     set status = $2, summary = $3, completed_at = clock_timestamp(), error_text = $4,
       error_status = case when $4::text is null then error_status else 'RECORD_UPDATE_ERROR' end
     where id = $1 and status not in ('CANCELLED', 'DISCARDED')`,
    [jobId, isClean ? 'COMMITTED' : 'ERROR', JSON.stringify(counts), reason],
  )
  await tx.query('update snapshot set status = $2, updated_at = clock_timestamp() where id = $1', [
    jobId,
    isClean ? 'COMMITTED' : 'ERROR',
  ])
}
