import type { Transaction } from '../../../kernel/db/database.ts'
import { hasUuidShape } from '../../../kernel/ids.ts'
import type { App } from '../../../kernel/module.ts'
import type { Document } from '../contracts.ts'
import { forgetEditedRows } from './edited-file.ts'
import { editedKey } from '../files/file-links.ts'
import { changeOperation } from '../operation/operation.ts'
import type { OperationRow } from '../operation/operation.ts'
import { keepProblems } from '../operation/problems.ts'
import type { KeptProblem } from '../operation/problems.ts'
import { STAGE } from '../operation/problem-stage.ts'
import { noStepCounts } from '../operation/step-counts.ts'
import type { StepCounts } from '../operation/step-counts.ts'
import { EditedFileError, loadLabels, readEditedUsers } from '../tables/index.ts'
import type { EditedUser, Labels } from '../tables/index.ts'
import { readNext, readRange } from '../files/record-documents.ts'
import { keepChanges } from '../review/keep-changes.ts'

/**
 * Reads the edited file of an operation and keeps what each user would be; what is wrong with a row is kept as a problem.
 * A file that cannot be read, or breaks off, leaves the operation to another file, with the reason, and nothing of it is kept.
 */
export async function editUsersByFile(
  app: App,
  tx: Transaction,
  operation: OperationRow,
  keepsChanges: boolean,
): Promise<{ records: number; counts: StepCounts }> {
  await forgetEditedRows(tx, operation)
  const places = new Map<string, number>()
  const find = async (ids: readonly string[]) => {
    places.clear()
    const rows = await tx.query<{ no: number; id: string; doc: string }>(
      `select no, record_id as id, doc from bulk_record
       where operation_no = $1 and record_id = any($2::uuid[])`,
      [operation.hr_id, ids.filter(hasUuidShape)],
    )
    for (const { no, id } of rows) places.set(id, no)
    return new Map(rows.map(({ id, doc }) => [id, JSON.parse(doc) as Document]))
  }
  let processed = 0
  await tx.query('savepoint edited_file')
  const file = app.files.stream(tx.tenant!, editedKey(operation))
  try {
    const labels = await loadLabels(tx)
    for await (const rows of readEditedUsers(file, operation.identifier_type ?? 'ID', labels, find)) {
      await keepRows(tx, operation, rows, places)
      processed += rows.length
    }
    if (keepsChanges) await keepChangesOfFile(tx, operation, labels)
  } catch (error) {
    if (!(error instanceof EditedFileError)) throw error
    await tx.query('rollback to savepoint edited_file')
    processed = 0
    await changeOperation(tx, operation.id, {
      status: 'DATA_MODIFICATION',
      error_message: `Error applying changes: ${error.message}`,
      job_id: null,
    })
  }
  return { records: processed, counts: { ...noStepCounts(), processed } }
}

/** So many users with their documents are in memory together. */
const BATCH = 1000

/** Keeps what the file makes of the users, for the review. */
async function keepChangesOfFile(tx: Transaction, operation: OperationRow, labels: Labels): Promise<void> {
  let after = 0
  for (;;) {
    const range = { listed: 'edited', after, limit: BATCH, offset: 0 } as const
    const edited = await readNext(tx, operation, 'edited', range)
    if (edited.length === 0) return
    const last = edited.at(-1)!.no
    const matched = await readRange(tx, operation, 'matched', { after, last })
    const documents = new Map(edited.map(({ no, document }) => [no, document]))
    await keepChanges(
      tx,
      operation,
      labels,
      matched.flatMap((record) => {
        const document = documents.get(record.no)
        return document === undefined ? [] : [{ ...record, edited: document }]
      }),
    )
    after = last
  }
}

async function keepRows(
  tx: Transaction,
  { hr_id: no, matched }: OperationRow,
  rows: readonly EditedUser[],
  places: ReadonlyMap<string, number>,
): Promise<void> {
  const edited = rows.flatMap(({ id, record }) => (record === null ? [] : [{ id: id!, record }]))
  await tx.query(
    `update bulk_record r set edited_doc = edited.doc
     from unnest($2::uuid[], $3::jsonb[]) as edited (id, doc)
     where r.operation_no = $1 and r.record_id = edited.id`,
    [no, edited.map(({ id }) => id), edited.map(({ record }) => JSON.stringify(record))],
  )
  // A row that is of no matched record comes behind them all.
  const problems = rows.flatMap(({ id, line, identifier, problems: said }) =>
    said.map((problem, ordinal): KeptProblem => {
      const isOfRecord = id !== null && places.has(id) && problem.message !== 'Duplicate entry'
      const place = isOfRecord ? places.get(id)! : matched + line
      return { ...problem, place, ordinal, identifier }
    }),
  )
  await keepProblems(tx, no, STAGE.rules, problems)
}
