import type { Page } from '../../../kernel/http/parameters.ts'
import { textProblem } from '../../../kernel/http/problems.ts'
import type { Answer, ApiRequest } from '../../../kernel/http/route.ts'
import { answerPieces } from '../../../kernel/lists/index.ts'
import { getOperation } from '../operation/operation.ts'
import type { OperationRow } from '../operation/operation.ts'
import { recordTable } from './record-table.ts'
import type { RecordTable, TableStep } from './record-table.ts'

const PREVIEWED: readonly TableStep[] = ['UPLOAD', 'EDIT', 'COMMIT']

/** The step of a preview. @throws Problem 400 for any other */
export function readTableStep(text: string | undefined): TableStep {
  if (!PREVIEWED.includes(text as TableStep))
    throw textProblem(400, `'step' parameter is incorrect. It must be one of ${PREVIEWED.join(', ')}`)
  return text as TableStep
}

// Five hundred rows with their documents are about 5 MB; what of a page goes beyond leaves as a stream.
const BATCH = 500

/**
 * `GET /bulk-operations/{id}/preview`: a page of an operation's records as they were matched, would be or have become.
 * What is not there yet shows no rows.
 * @throws Problem 404
 */
export function answerPreview(request: ApiRequest, id: string, step: TableStep, page: Page): Promise<Answer> {
  return answerPieces(request, page.limit > BATCH, async function* pieces(tx) {
    const operation = await getOperation(tx, id)
    const table = await recordTable(tx, operation, step, 'preview')
    let start = `{"header":${JSON.stringify(table.columns)},"rows":[`
    for await (const cells of isThere(operation, step) ? rowsOf(table, page) : []) {
      if (cells.length === 0) continue
      yield start + cells.map((row) => JSON.stringify({ row })).join(',')
      start = ','
    }
    yield `${start === ',' ? '' : start}]}`
  })
}

/** The rows of a page in batches: the first ones are passed over once, the next begin behind the last. */
async function* rowsOf(table: RecordTable, { limit, offset }: Page): AsyncGenerator<string[][]> {
  let after = 0
  for (let read = 0; read < limit; read += BATCH) {
    const step = Math.min(BATCH, limit - read)
    const { cells, last } = await table.rows({ after, limit: step, offset: read === 0 ? offset : 0 })
    if (last === after) return
    yield cells
    after = last
  }
}

/** Whether a step's records can be shown: its link is there, and those of a commit once it has ended. */
function isThere({ links, status }: OperationRow, step: TableStep): boolean {
  if (status === 'RETRIEVING_RECORDS') return false
  if (step === 'UPLOAD') return links.includes('"linkToMatchedRecordsCsvFile"')
  if (step === 'EDIT') return links.includes('"linkToModifiedRecordsCsvFile"')
  return links.includes('"linkToCommittedRecordsCsvFile"')
}
