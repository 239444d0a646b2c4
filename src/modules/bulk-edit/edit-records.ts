import type { Transaction } from '../../kernel/db/database.ts'
import type { JobKind } from '../../kernel/jobs/runner.ts'
import { proposedLinks } from './file-links.ts'
import { changeOperation, findOperationOfJob } from './operation.ts'
import type { OperationRow } from './operation.ts'
import { readyRules } from './operation-rules.ts'
import { countProblems, keepProblems } from './problems.ts'
import type { KeptProblem } from './problems.ts'
import { STAGE } from './problem-stage.ts'
import { readRange } from './record-documents.ts'
import { applyRules } from './rules/index.ts'
import { noStepCounts } from './step-counts.ts'
import type { StepCounts } from './step-counts.ts'

/** The kind under which edits stand in the ledger of jobs. */
export const EDIT_KIND = 'bulk-edit'

/** A range of matched records by their places: behind `after`, up to `last`. */
export type RecordRange = { after: number; last: number }

/** Cuts the places of matched records into ranges of `step`. */
export function rangesOf(matched: number, step: number): RecordRange[] {
  const count = Math.ceil(matched / step)
  return Array.from({ length: count }, (_, i) => ({
    after: i * step,
    last: Math.min((i + 1) * step, matched),
  }))
}

// Two thousand documents and what is made of them are about 20 MB.
export const EDIT_STEP = 2000

/**
 * Applies the rules to the matched records and keeps what the rules say against some. What the records would be is worked out
 * again wherever it is shown, and by the commit: that is cheaper than to keep it.
 */
export const editJobKind: JobKind = {
  kind: EDIT_KIND,
  runChunk: (chunk, commit) =>
    commit(async (tx) => {
      const range = chunk.input as RecordRange
      const operation = await findOperationOfJob(tx, chunk.jobId)
      if (operation === null) return { records: 0, counts: noStepCounts() }
      return editRange(tx, operation, range)
    }),
  onFinished: finishEdit,
}

async function editRange(
  tx: Transaction,
  operation: OperationRow,
  range: RecordRange,
): Promise<{ records: number; counts: StepCounts }> {
  const { compiled, facts } = await readyRules(tx, operation)
  const records = await readRange(tx, operation, 'matched', range)
  const problems: KeptProblem[] = []
  for (const { no: place, identifier, document } of records) {
    if (document === null) continue
    applyRules(compiled, document, facts).problems.forEach((problem, ordinal) =>
      problems.push({ ...problem, place, ordinal, identifier }),
    )
  }
  await keepProblems(tx, operation.hr_id, STAGE.rules, problems)
  return { records: records.length, counts: { ...noStepCounts(), processed: records.length } }
}

/** Ends an edit in the transaction that ends it in the ledger. */
async function finishEdit(tx: Transaction, jobId: string, givenUp: number): Promise<void> {
  const operation = await findOperationOfJob(tx, jobId)
  if (operation === null) return
  const { errors, warnings } = await countProblems(tx, operation.hr_id, [STAGE.rules])
  await changeOperation(tx, operation.id, {
    status: givenUp > 0 ? 'DATA_MODIFICATION' : 'REVIEW_CHANGES',
    error_message: givenUp > 0 ? 'The rules could not be applied; the server log has the cause.' : null,
    processed: operation.matched,
    committed_errors: errors,
    committed_warnings: warnings,
    job_id: null,
    links: givenUp > 0 ? {} : proposedLinks(operation),
  })
}
