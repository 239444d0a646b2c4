import type { Transaction } from '../../kernel/db/database.ts'
import type { Page } from '../../kernel/http/parameters.ts'
import { notFound, textProblem } from '../../kernel/http/problems.ts'
import { getOperation } from './operation.ts'
import type { OperationRow } from './operation.ts'
import { countProblems, problemRows } from './problems.ts'
import type { ProblemRow } from './problems.ts'
import { STAGE } from './problem-stage.ts'

export type ProblemType = 'ERROR' | 'WARNING'

/** The type of errors that a client asks for; null for both. @throws Problem 400 */
export function readProblemType(text: string | undefined): ProblemType | null {
  if (text === undefined || text === '') return null
  if (text !== 'ERROR' && text !== 'WARNING')
    throw textProblem(400, "'errorType' parameter is incorrect. It must be ERROR or WARNING")
  return text
}

/** The stages whose problems are shown: those of matching until something was committed. @throws Problem 404 */
function shownStages({
  status,
  committed_errors: errors,
  committed_warnings: warnings,
}: OperationRow): number[] {
  const commit = [STAGE.rules, STAGE.commit]
  switch (status) {
    case 'DATA_MODIFICATION':
    case 'REVIEW_CHANGES':
    case 'REVIEWED_NO_MARC_RECORDS':
      return [STAGE.matching]
    case 'COMPLETED_WITH_ERRORS':
      return errors + warnings > 0 ? commit : [STAGE.matching]
    case 'COMPLETED':
      return commit
    default:
      throw notFound('Errors preview is not available')
  }
}

/** A page of what is said of an operation's identifiers or records. @throws Problem 404 */
export async function readErrors(
  tx: Transaction,
  id: string,
  type: ProblemType | null,
  { limit, offset }: Page,
): Promise<Record<string, unknown>> {
  const operation = await getOperation(tx, id)
  const stages = shownStages(operation)
  const counts = await countProblems(tx, operation.hr_id, stages)
  const { select, params } = problemRows(operation.hr_id, stages, type)
  const rows =
    limit === 0 ? [] : await tx.query<ProblemRow>(`${select} limit $4 offset $5`, [...params, limit, offset])
  return { errors: rows.map(errorOf), totalRecords: totalOf(counts, type) }
}

function totalOf(
  { errors, warnings }: { errors: number; warnings: number },
  type: ProblemType | null,
): number {
  if (type === null) return errors + warnings
  return type === 'ERROR' ? errors : warnings
}

function errorOf({ is_warning: isWarning, identifier, message, link }: ProblemRow): Record<string, unknown> {
  return {
    message,
    type: isWarning ? 'WARNING' : 'ERROR',
    parameters: [
      { key: 'IDENTIFIER', value: identifier },
      ...(link === null ? [] : [{ key: 'LINK', value: link }]),
    ],
  }
}
