import type { Transaction } from '../../../kernel/db/database.ts'
import type { JobKind } from '../../../kernel/jobs/runner.ts'
import type { App } from '../../../kernel/module.ts'
import { applyToRecords } from './apply-to-records.ts'
import { forgetEditedRows } from './edited-file.ts'
import { editUsersByFile } from './edit-users.ts'
import { proposedLinks, proposedMarcLink } from '../files/file-links.ts'
import { NOT_IN_FILE, fitsIso2709 } from '../files/marc-files.ts'
import { changeOperation, findOperationOfJob } from '../operation/operation.ts'
import type { OperationRow } from '../operation/operation.ts'
import { readyRulesOfJob, rulesOf } from '../operation/operation-rules.ts'
import type { ReadyRules } from '../operation/operation-rules.ts'
import { canProbe, probeRange } from './probe-records.ts'
import { countProblems, keepProblems } from '../operation/problems.ts'
import type { KeptProblem } from '../operation/problems.ts'
import { STAGE } from '../operation/problem-stage.ts'
import { countMarcRecords, readRange } from '../files/record-documents.ts'
import { forgetChanges, keepChanges, sumUpChanges } from '../review/keep-changes.ts'
import { noStepCounts } from '../operation/step-counts.ts'
import type { StepCounts } from '../operation/step-counts.ts'

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

/** A chunk of an edit; an edited file is read in one. */
export type EditChunk = (RecordRange | { isByFile: true }) & {
  /** Whether what is made of each record is kept for the review. */
  keepsChanges: boolean
}

// Two thousand documents and what is made of them are about 20 MB.
export const EDIT_STEP = 2000

/**
 * Applies the rules to the matched records and keeps what the rules say against some. What the records would be is worked out
 * again wherever it is shown, and by the commit: that is cheaper than to keep it.
 */
export function editJobKind(app: App): JobKind {
  return {
    kind: EDIT_KIND,
    runChunk: (chunk, commit) =>
      commit(async (tx) => {
        // A chunk that the database forgets in a crash is done again; the end of the step waits for the disk.
        tx.commitLazily()
        const input = chunk.input as EditChunk
        const operation = await findOperationOfJob(tx, chunk.jobId)
        if (operation === null) return { records: 0, counts: noStepCounts() }
        if ('isByFile' in input) return editUsersByFile(app, tx, operation, input.keepsChanges)
        return editRange(tx, operation, input, input.keepsChanges)
      }),
    onFinished: finishEdit,
  }
}

async function editRange(
  tx: Transaction,
  operation: OperationRow,
  range: RecordRange,
  keepsChanges: boolean,
): Promise<{ records: number; counts: StepCounts }> {
  const ready = await readyRulesOfJob(tx, operation)
  const probed = keepsChanges ? null : await probedProblems(tx, operation, ready, range)
  const problems = probed ?? (await editedProblems(tx, operation, ready, range, keepsChanges))
  await keepProblems(tx, operation.hr_id, STAGE.rules, problems)
  const records = range.last - range.after
  return { records, counts: { ...noStepCounts(), processed: records } }
}

/** What the rules say against the records of a range, where no document need be read for it; null otherwise. */
async function probedProblems(
  tx: Transaction,
  operation: OperationRow,
  ready: ReadyRules,
  range: RecordRange,
): Promise<KeptProblem[] | null> {
  if (!canProbe(operation.entity_type, rulesOf(operation), ready.facts)) return null
  const probed = await probeRange(tx, operation, ready, range)
  if (probed.some(({ problems }) => problems === null)) return null
  return probed.flatMap(({ no: place, identifier, problems }) =>
    problems!.map((problem, ordinal) => ({ ...problem, place, ordinal, identifier })),
  )
}

async function editedProblems(
  tx: Transaction,
  operation: OperationRow,
  ready: ReadyRules,
  range: RecordRange,
  keepsChanges: boolean,
): Promise<KeptProblem[]> {
  const records = await readRange(tx, operation, 'matched', range)
  const edited = await applyToRecords(tx, operation.entity_type, ready, records)
  if (keepsChanges) await keepChanges(tx, operation, ready.labels, edited)
  return edited.flatMap(({ no: place, identifier, marc, problems: own }) => {
    const said = marc === null || fitsIso2709(marc) ? own : [...own, NOT_IN_FILE]
    return said.map((problem, ordinal): KeptProblem => ({ ...problem, place, ordinal, identifier }))
  })
}

/** Ends an edit in the transaction that ends it in the ledger. */
async function finishEdit(tx: Transaction, jobId: string, givenUp: number): Promise<void> {
  const operation = await findOperationOfJob(tx, jobId)
  if (operation === null) return
  if (operation.approach === 'MANUAL') {
    await finishEditByFile(tx, operation, givenUp)
    return
  }
  const { errors, warnings } = await countProblems(tx, operation.hr_id, [STAGE.rules])
  const isOfMarc = operation.entity_type === 'INSTANCE_MARC'
  const edited = isOfMarc ? await countMarcRecords(tx, operation) : operation.matched
  const reviewed = edited > 0 ? 'REVIEW_CHANGES' : 'REVIEWED_NO_MARC_RECORDS'
  await changeOperation(tx, operation.id, {
    status: givenUp > 0 ? 'DATA_MODIFICATION' : reviewed,
    error_message: givenUp > 0 ? 'The rules could not be applied; the server log has the cause.' : null,
    processed: edited,
    committed_errors: errors,
    committed_warnings: warnings,
    job_id: null,
    links: {
      ...(givenUp > 0 || edited === 0 ? {} : proposedLinks(operation)),
      ...(givenUp === 0 && isOfMarc && edited > 0 ? proposedMarcLink(operation) : {}),
    },
  })
  await sumUpReview(tx, operation, givenUp)
}

/** Sums up the changes where they were kept: the step has marked the operation at its start. */
async function sumUpReview(tx: Transaction, operation: OperationRow, givenUp: number): Promise<void> {
  if (operation.review === null) return
  if (givenUp > 0) await forgetChanges(tx, operation)
  else {
    const review = JSON.stringify(await sumUpChanges(tx, operation, operation.matched))
    await changeOperation(tx, operation.id, { review })
  }
}

/** The link to the edited file is that of its upload. */
async function finishEditByFile(tx: Transaction, operation: OperationRow, givenUp: number): Promise<void> {
  // The step that failed has left what an earlier file made.
  if (givenUp > 0) await forgetEditedRows(tx, operation)
  const { errors, warnings } = await countProblems(tx, operation.hr_id, [STAGE.rules])
  const [row] = await tx.query<{ edited: number }>(
    'select count(*) as edited from bulk_record where operation_no = $1 and edited_doc is not null',
    [operation.hr_id],
  )
  const isRead = givenUp === 0
  const { linkToModifiedRecordsJsonFile: link } = proposedLinks(operation)
  await changeOperation(tx, operation.id, {
    status: isRead ? 'REVIEW_CHANGES' : 'DATA_MODIFICATION',
    error_message: isRead ? null : 'The edited file could not be read; the server log has the cause.',
    processed: row!.edited,
    committed_errors: errors,
    committed_warnings: warnings,
    job_id: null,
    links: isRead ? { linkToModifiedRecordsJsonFile: link ?? null } : {},
  })
  await sumUpReview(tx, operation, givenUp)
}
