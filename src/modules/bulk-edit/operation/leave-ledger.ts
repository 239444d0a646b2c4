import { removeJobs } from '../../../kernel/jobs/ledger.ts'
import type { JobKind } from '../../../kernel/jobs/runner.ts'

/**
 * A kind of job that goes out of the ledger with its chunks in the transaction that ends it. What its chunks counted is
 * written down by then, and nothing names the job any more: an operation has a job while a step runs only.
 */
export function leavingLedger(kind: JobKind): JobKind {
  return {
    ...kind,
    async onFinished(tx, jobId, givenUp) {
      await kind.onFinished(tx, jobId, givenUp)
      await removeJobs(tx, [jobId])
    },
  }
}
