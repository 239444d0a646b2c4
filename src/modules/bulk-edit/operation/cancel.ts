import { now } from '../../../kernel/clock.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { notFound, textProblem } from '../../../kernel/http/problems.ts'
import { cancelJobs, removeJobs } from '../../../kernel/jobs/ledger.ts'
import type { App } from '../../../kernel/module.ts'
import { startAnew } from './content-update.ts'
import { removeLater } from '../edit/edited-file.ts'
import { editedKey, fileNameOf, identifiersKey } from '../files/file-links.ts'
import type { Links } from '../files/file-links.ts'
import { changeOperation, getOperation } from './operation.ts'
import type { OperationStatus } from './operation-status.ts'

const MATCHING: readonly OperationStatus[] = [
  'NEW',
  'RETRIEVING_RECORDS',
  'SAVING_RECORDS_LOCALLY',
  'EXECUTING_QUERY',
]
const MANUAL: readonly OperationStatus[] = ['DATA_MODIFICATION', 'REVIEW_CHANGES']

/**
 * Stops an operation that still looks for its records; of one with an edited file it takes that away.
 * @throws Problem 404, 400 in any other status
 */
export async function cancelOperation(app: App, tx: Transaction, id: string): Promise<void> {
  const { job_id: jobId } = await getOperation(tx, id)
  // The job before the operation, as the end of a step locks them. What it has found so far goes later
  // (`expire-operations.ts`): a chunk at work may hold it, and there may be much of it.
  if (jobId !== null) await cancelJobs(tx, [jobId])
  const operation = await getOperation(tx, id, 'for update')
  if (operation.approach === 'MANUAL' && MANUAL.includes(operation.status)) {
    await startAnew(app, tx, operation)
    return
  }
  if (!MATCHING.includes(operation.status) || operation.job_id !== jobId)
    throw textProblem(400, `Operation with status ${operation.status} cannot be cancelled`)
  await changeOperation(tx, id, { status: 'CANCELLED', job_id: null, ended_at: now() })
  if (jobId !== null) removeJobLater(app, tx, jobId)
}

/** Once the cancellation is there: before, a chunk at work and the removal of its job would wait for each other. */
function removeJobLater(app: App, tx: Transaction, jobId: string): void {
  const tenant = tx.tenant!
  tx.afterCommit(() => {
    app.db
      .tenant(tenant, (later) => removeJobs(later, [jobId]))
      .catch((error: Error) => app.log.warn({ error: error.message }, 'a cancelled job of a bulk edit stays'))
  })
}

/**
 * Takes a file of an operation away by its name.
 * @throws Problem 404 when the operation has no file of that name, 400 while a step needs it
 */
export async function removeFile(app: App, tx: Transaction, id: string, fileName: string): Promise<void> {
  const operation = await getOperation(tx, id, 'for update')
  const links = JSON.parse(operation.links) as Links
  const found = Object.entries(links).find(([, link]) => fileNameOf(link) === fileName)
  if (!found) throw notFound(`The bulk operation ${id} has no file ${fileName}`)
  if (operation.job_id !== null)
    throw textProblem(400, `Files cannot be removed in bulk operation status ${operation.status}`)
  const [name] = found as [keyof Links, string]
  if (name === 'linkToModifiedRecordsCsvFile' && operation.approach === 'MANUAL') {
    if (MANUAL.includes(operation.status)) {
      await startAnew(app, tx, operation)
      return
    }
    // What it asked for has been written: of that nothing goes.
    removeLater(app, tx, editedKey(operation))
  }
  if (name === 'linkToTriggeringCsvFile') {
    if (operation.status === 'NEW')
      throw textProblem(400, 'The file of identifiers is needed until its records are found.')
    removeLater(app, tx, identifiersKey(id))
  }
  await changeOperation(tx, id, { links: { [name]: null } })
}
