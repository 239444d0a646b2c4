import { now } from '../../../kernel/clock.ts'
import { isDatabaseAway, sqlState } from '../../../kernel/db/database.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { Problem } from '../../../kernel/http/problems.ts'
import { givenUpInputs } from '../../../kernel/jobs/ledger.ts'
import type { JobKind } from '../../../kernel/jobs/runner.ts'
import type { Log } from '../../../kernel/log.ts'
import type { App } from '../../../kernel/module.ts'
import { carrySuppressionOn } from './carry-suppression.ts'
import { commitInventory } from './commit-inventory.ts'
import { keepCommitProblems } from './commit-problems.ts'
import { commitUsers } from './commit-users.ts'
import { deleteUsers } from './delete-users.ts'
import { INVENTORY_KIND } from '../entity-kinds.ts'
import type { RecordRange } from '../edit/edit-records.ts'
import {
  commitErrorsLink,
  committedLinks,
  committedMarcLink,
  queryStatementLink,
} from '../files/file-links.ts'
import { kindOf } from '../match/match-records.ts'
import { changeOperation, findOperationOfJob } from '../operation/operation.ts'
import type { OperationRow } from '../operation/operation.ts'
import { readyRulesOfJob } from '../operation/operation-rules.ts'
import { countProblems } from '../operation/problems.ts'
import { RECORD_STATE, STAGE } from '../operation/problem-stage.ts'
import type { RecordOutcome } from './record-outcome.ts'
import { addStepCounts, noStepCounts } from '../operation/step-counts.ts'
import type { StepCounts } from '../operation/step-counts.ts'

/** The kind under which commits stand in the ledger of jobs. */
export const COMMIT_KIND = 'bulk-commit'

/** A chunk of a commit; `denied` is the start of the message for all records, where the user may not edit them. */
export type CommitChunkInput = RecordRange & { denied: string | null }

// A thousand documents twice, as they are and as they will be, and their rows: about 20 MB.
export const COMMIT_STEP = 1000

/** Writes the changes of a reviewed operation, or deletes its users, a range of records a transaction. */
export function commitJobKind(app: App): JobKind {
  return {
    kind: COMMIT_KIND,
    runChunk: (chunk, commit) =>
      commit(async (tx) => {
        // A chunk that the database forgets in a crash is done again; the end of the step waits for the disk.
        tx.commitLazily()
        const operation = await findOperationOfJob(tx, chunk.jobId)
        if (operation === null) return { records: 0, counts: noStepCounts() }
        const input = chunk.input as CommitChunkInput
        return chunk.attempt < CAREFUL_FROM
          ? commitRange(tx, operation, input)
          : commitCarefully(app.log, tx, operation, input)
      }),
    onFinished: finishCommit,
  }
}

// By then it is no fault of the moment: some record of the range cannot be written.
const CAREFUL_FROM = 3

/** Commits a range in halves where the whole fails, down to the records at fault, which become errors. */
async function commitCarefully(
  log: Log,
  tx: Transaction,
  operation: OperationRow,
  input: CommitChunkInput,
): Promise<{ records: number; counts: StepCounts }> {
  const { after, last } = input
  await tx.query('savepoint careful_range')
  try {
    const done = await commitRange(tx, operation, input)
    await tx.query('release savepoint careful_range')
    return done
  } catch (error) {
    if (isOfTheMoment(error)) throw error
    await tx.query('rollback to savepoint careful_range; release savepoint careful_range')
    if (last - after === 1) {
      log.warn({ operation: operation.id, place: last, err: error }, 'a record could not be saved')
      return refuseOne(tx, operation, input, reasonOf(error))
    }
    const middle = after + ((last - after) >> 1)
    const first = await commitCarefully(log, tx, operation, { ...input, last: middle })
    const second = await commitCarefully(log, tx, operation, { ...input, after: middle })
    addStepCounts(first.counts, second.counts)
    return { records: first.records + second.records, counts: first.counts }
  }
}

/**
 * Whether an error has nothing to do with the records, so that the range is for another try: a lost or read-only connection
 * (08, 25006, 25P03), a conflict with others (40, 55P03), a lack of room (53), a server that stops or is disturbed (57, 58).
 */
function isOfTheMoment(error: unknown): boolean {
  return isDatabaseAway(error) || /^(?:08|25006|25P03|40|53|55P03|57|58)/.test(sqlState(error) ?? '')
}

/** What is said of a record that fails: refusals, and what PostgreSQL says of data or a trigger of its own accord, are in words. */
function reasonOf(error: unknown): string {
  const isInWords = error instanceof Problem || /^(?:2[23]|54|P0001)/.test(sqlState(error) ?? '')
  return isInWords ? (error as Error).message : 'The record could not be saved; the server log has the cause.'
}

async function refuseOne(
  tx: Transaction,
  operation: OperationRow,
  range: RecordRange,
  message: string,
): Promise<{ records: number; counts: StepCounts }> {
  const [row] = await tx.query<{ no: number; id: string; identifier: string }>(
    'select no, record_id as id, identifier from bulk_record where operation_no = $1 and no = $2',
    [operation.hr_id, range.last],
  )
  // The row of an operation whose records are being taken away.
  if (row === undefined) return { records: 0, counts: noStepCounts() }
  await keepOutcomes(tx, operation, range, [{ ...row, state: 'refused', message }])
  return { records: 1, counts: { ...noStepCounts(), processed: 1 } }
}

async function commitRange(
  tx: Transaction,
  operation: OperationRow,
  { after, last, denied }: CommitChunkInput,
): Promise<{ records: number; counts: StepCounts }> {
  const range = { after, last }
  const outcomes =
    denied === null ? await writeRange(tx, operation, range) : await denyRange(tx, operation, range, denied)
  await keepOutcomes(tx, operation, range, outcomes)
  const committed = outcomes.filter(({ state }) => state === 'written').length
  return {
    records: outcomes.length,
    counts: { ...noStepCounts(), processed: outcomes.length, committed },
  }
}

async function writeRange(
  tx: Transaction,
  operation: OperationRow,
  range: RecordRange,
): Promise<RecordOutcome[]> {
  if (operation.operation_type === 'DELETE') return deleteUsers(tx, operation, range)
  const kind = INVENTORY_KIND[operation.entity_type]
  const rules = await readyRulesOfJob(tx, operation)
  if (kind === null) return commitUsers(tx, operation, rules, range)
  const { outcomes, cascades } = await commitInventory(tx, operation, kind, rules, range)
  return carrySuppressionOn(tx, operation, outcomes, cascades)
}

async function denyRange(
  tx: Transaction,
  operation: OperationRow,
  { after, last }: RecordRange,
  denied: string,
): Promise<RecordOutcome[]> {
  const { field } = kindOf(operation)
  const rows = await tx.query<{ no: number; id: string; identifier: string }>(
    `select r.no, r.record_id as id, r.identifier from bulk_record r
     where r.operation_no = $1 and r.no > $2 and r.no <= $3 and ${askedFor(operation)} order by r.no`,
    [operation.hr_id, after, last],
  )
  return rows.map((row) => ({
    ...row,
    state: 'refused',
    message: `${denied} - ${field}=${row.identifier} on the tenant ${tx.tenant}`,
  }))
}

/** Keeps what became of each record, and says why of those that were not written. */
async function keepOutcomes(
  tx: Transaction,
  operation: OperationRow,
  { after, last }: RecordRange,
  outcomes: readonly RecordOutcome[],
): Promise<void> {
  const inPlace = new Map(outcomes.map((outcome) => [outcome.no, outcome]))
  const places = Array.from({ length: last - after }, (_, i) => inPlace.get(after + 1 + i))
  const states = places.map((outcome) => RECORD_STATE[outcome?.state ?? 'matched'])
  const versions = places.map((outcome) => outcome?.version ?? 0)
  // By subscript: the planner has no statistics of rows so new, and would compare each row with each outcome.
  await tx.query(
    `update bulk_record set state = ($4::smallint[])[no - $2], committed_version = nullif(($5::int[])[no - $2], 0)
     where operation_no = $1 and no > $2 and no <= $3`,
    [operation.hr_id, after, last, states, versions],
  )
  await keepWritten(tx, operation, { after, last }, places)
  await keepCommitProblems(tx, operation, { after, last }, outcomes)
}

/** Keeps what was written of records whose documents or MARC are not found by their version. */
async function keepWritten(
  tx: Transaction,
  operation: OperationRow,
  { after, last }: RecordRange,
  places: readonly (RecordOutcome | undefined)[],
): Promise<void> {
  const docs = places.map((outcome) => outcome?.doc ?? null)
  const marcVersions = places.map((outcome) => outcome?.marcVersion ?? null)
  if ([...docs, ...marcVersions].every((value) => value === null)) return
  await tx.query(
    `update bulk_record set edited_doc = coalesce(($4::text[])[no - $2]::jsonb, edited_doc),
       committed_marc_version = ($5::text[])[no - $2]
     where operation_no = $1 and no > $2 and no <= $3`,
    [operation.hr_id, after, last, docs, marcVersions],
  )
}

/** Ends a commit in the transaction that ends it in the ledger. */
async function finishCommit(tx: Transaction, jobId: string, givenUp: number): Promise<void> {
  const operation = await findOperationOfJob(tx, jobId)
  if (operation === null) return
  if (givenUp > 0) await refuseLeftOver(tx, operation, jobId)
  const { hr_id: no } = operation
  const { errors, warnings } = await countProblems(tx, no, [STAGE.rules, STAGE.commit])
  const [row] = await tx.query<{ committed: number }>(
    `select count(*) as committed from bulk_record where operation_no = $1 and state = ${RECORD_STATE.written}`,
    [no],
  )
  const committed = row!.committed
  const hasProblems = errors + warnings > 0
  await changeOperation(tx, operation.id, {
    status: hasProblems ? 'COMPLETED_WITH_ERRORS' : 'COMPLETED',
    processed: committed,
    committed,
    committed_errors: errors,
    committed_warnings: warnings,
    job_id: null,
    ended_at: now(),
    links: {
      ...(committed > 0 ? committedLinks(operation) : {}),
      ...(committed > 0 && operation.entity_type === 'INSTANCE_MARC' ? committedMarcLink(operation) : {}),
      ...(hasProblems ? commitErrorsLink(operation) : {}),
      ...(isStatementKept(operation) ? queryStatementLink(operation.id) : {}),
    },
  })
}

/** What was asked for in words stays with those who were deleted for it. */
function isStatementKept(operation: OperationRow): boolean {
  return operation.operation_type === 'DELETE' && operation.user_friendly_query !== null
}

/** Records of chunks that failed again and again: nothing of them was written. */
async function refuseLeftOver(tx: Transaction, operation: OperationRow, jobId: string): Promise<void> {
  const ranges = (await givenUpInputs(tx, jobId)) as CommitChunkInput[]
  await tx.query(
    `with left_over as (
       update bulk_record r set state = ${RECORD_STATE.refused}
       from unnest($2::int[], $3::int[]) as given_up (after, last)
       where r.operation_no = $1 and r.no > given_up.after and r.no <= given_up.last and ${askedFor(operation)}
       returning r.no, r.identifier
     )
     insert into bulk_problem (operation_no, stage, is_warning, place, identifier, message)
     select $1, ${STAGE.commit}, false, no, identifier,
       'The record could not be saved after several tries; the server log has the cause.'
     from left_over`,
    [operation.hr_id, ranges.map(({ after }) => after), ranges.map(({ last }) => last)],
  )
}

/** SQL of the matched records `r` that a commit is for: an edited file asks for nothing but its rows. */
function askedFor({ operation_type: type, approach }: OperationRow): string {
  return type === 'UPDATE' && approach === 'MANUAL' ? 'r.edited_doc is not null' : 'true'
}
