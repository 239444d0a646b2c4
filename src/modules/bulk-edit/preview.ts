import type { Transaction } from '../../kernel/db/database.ts'
import type { Page } from '../../kernel/http/parameters.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { getOperation } from './operation.ts'
import type { OperationRow } from './operation.ts'
import { recordTable } from './record-table.ts'
import type { TableStep } from './record-table.ts'

const PREVIEWED: readonly TableStep[] = ['UPLOAD', 'EDIT', 'COMMIT']

/** The step of a preview. @throws Problem 400 for any other */
export function readTableStep(text: string | undefined): TableStep {
  if (!PREVIEWED.includes(text as TableStep))
    throw textProblem(400, `'step' parameter is incorrect. It must be one of ${PREVIEWED.join(', ')}`)
  return text as TableStep
}

/**
 * A page of an operation's records as they were matched, would be or have become. What is not there yet shows no rows.
 * @throws Problem 404
 */
export async function readPreview(
  tx: Transaction,
  id: string,
  step: TableStep,
  { limit, offset }: Page,
): Promise<Record<string, unknown>> {
  const operation = await getOperation(tx, id)
  const table = await recordTable(tx, operation, step, 'preview')
  const { cells } = isThere(operation, step)
    ? await table.rows({ after: 0, limit, offset })
    : { cells: [] as string[][] }
  return { header: table.columns, rows: cells.map((row) => ({ row })) }
}

/** Whether a step's records can be shown: its link is there, and those of a commit once it has ended. */
function isThere({ links, status }: OperationRow, step: TableStep): boolean {
  if (status === 'RETRIEVING_RECORDS') return false
  if (step === 'UPLOAD') return links.includes('"linkToMatchedRecordsCsvFile"')
  if (step === 'EDIT') return links.includes('"linkToModifiedRecordsCsvFile"')
  return links.includes('"linkToCommittedRecordsCsvFile"')
}
