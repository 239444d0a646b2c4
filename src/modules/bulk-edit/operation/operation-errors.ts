import type { Page } from '../../../kernel/http/parameters.ts'
import { notFound, textProblem } from '../../../kernel/http/problems.ts'
import type { Answer, ApiRequest } from '../../../kernel/http/route.ts'
import { answerList } from '../../../kernel/lists/index.ts'
import { getOperation } from './operation.ts'
import type { OperationRow } from './operation.ts'
import { problemRows } from './problems.ts'
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

/** `GET /bulk-operations/{id}/errors`: a page of what is said of identifiers or records. @throws Problem 404 */
export async function answerErrors(
  request: ApiRequest,
  id: string,
  type: ProblemType | null,
  page: Page,
): Promise<Answer> {
  const operation = await request.transaction((tx) => getOperation(tx, id))
  const { select, count, params } = problemRows(operation.hr_id, shownStages(operation), type)
  return answerList<ProblemRow>(
    request,
    {
      listKey: 'errors',
      statement: { select: `${select} limit ${page.limit} offset ${page.offset}`, count, params },
      write: (_tx, rows) => rows.map((row) => JSON.stringify(errorOf(row))),
    },
    { ...page, isCounted: true },
  )
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
