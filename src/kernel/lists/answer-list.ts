import type { Transaction } from '../db/database.ts'
import { readPage } from '../http/parameters.ts'
import type { Page } from '../http/parameters.ts'
import { textProblem } from '../http/problems.ts'
import { JsonText, ok } from '../http/route.ts'
import type { Answer, ApiRequest, QueryParameters } from '../http/route.ts'
import { countAll } from './list-statement.ts'
import type { ListStatement } from './list-statement.ts'
import { limitTime, readPageRows } from './read-rows.ts'
import { streamPieces } from './stream-answer.ts'

// Documents of a batch are in memory together: 500 of 4 KB are 2 MB a request. Smaller batches cost more
// round trips than they save; at 1,000 and more, ten long lists at once are felt in the process's memory.
const BATCH = 500
const COUNT_MODES = ['exact', 'estimated', 'none', 'auto']

/** What a client asks of a list. Totals are always exact; `isCounted` is false where none is wanted. */
export type ListQuery = Page & { query: string; isCounted: boolean }

/** The end of a list's JSON after the array, without the closing brace; `total` is null when not asked for. */
export type ListTail = (total: number | null) => string

/** A list as it is read and written. */
export type RowList<R extends Record<string, unknown>> = {
  listKey: string
  /** Rows of type `R`. */
  statement: ListStatement
  /** The JSON texts of a batch of rows. */
  write: (tx: Transaction, rows: readonly R[]) => readonly string[] | Promise<readonly string[]>
  /** Without it `,"totalRecords":12`. */
  tail?: ListTail
  /** How many rows are in memory together; longer pages leave as a stream. */
  batch?: number
}

/** The parameters `query`, `limit`, `offset` and `totalRecords`. @throws Problem 400 naming the one that is wrong. */
export function readListQuery(query: QueryParameters, defaultLimit?: number): ListQuery {
  const mode = query.get('totalRecords') || 'auto'
  if (!COUNT_MODES.includes(mode)) {
    throw textProblem(
      400,
      `'totalRecords' parameter is incorrect. parameter value {${mode}} is not valid: must be one of ${COUNT_MODES.join(', ')}`,
    )
  }
  return { query: query.get('query') ?? '', ...readPage(query, defaultLimit), isCounted: mode !== 'none' }
}

/** Writes rows of stored documents as they are. */
export function storedTexts(_tx: Transaction, rows: readonly { doc: string }[]): string[] {
  return rows.map(({ doc }) => doc)
}

const usualTail: ListTail = (total) => (total === null ? '' : `,"totalRecords":${total}`)

/** How RMB ends the lists of its storage modules: with the total twice (folio-org/raml-module-builder: PgUtil). */
export const rmbTail: ListTail = (total) => {
  const counted = total === null ? '' : `"totalRecords":${total},`
  return `,${counted}"resultInfo":{${counted}"facets":[],"diagnostics":[]}`
}

/**
 * Answers a page of a list. A page longer than a batch leaves as a stream while the transaction is open, so memory
 * stays flat at any limit.
 */
export async function answerList<R extends Record<string, unknown>>(
  request: ApiRequest,
  list: RowList<R>,
  page: Page & { isCounted: boolean },
): Promise<Answer> {
  return answerPieces(request, page.limit > (list.batch ?? BATCH), (tx) => listPieces(tx, list, page))
}

/**
 * Answers with JSON text that `makePieces` yields, whole or, when it may be long, as a stream while the transaction is
 * open; in either case within the time of a list.
 */
export async function answerPieces(
  request: ApiRequest,
  isLong: boolean,
  makePieces: (tx: Transaction) => AsyncGenerator<string>,
): Promise<Answer> {
  if (isLong) return streamPieces(request, 'application/json; charset=utf-8', makePieces)
  return request.transaction(async (tx) => {
    await limitTime(tx)
    let text = ''
    for await (const piece of makePieces(tx)) text += piece
    return ok(new JsonText(text))
  })
}

async function* listPieces<R extends Record<string, unknown>>(
  tx: Transaction,
  { listKey, statement, write, tail = usualTail, batch = BATCH }: RowList<R>,
  page: Page & { isCounted: boolean },
): AsyncGenerator<string> {
  let read = 0
  // The start leaves with the first rows, so that a query that fails does so before the status is sent.
  let start = `{${JSON.stringify(listKey)}:[`
  for await (const rows of readPageRows<R>(tx, statement, page, batch)) {
    yield start + (await write(tx, rows)).join(',')
    start = ','
    read += rows.length
  }
  const total = page.isCounted ? await countAll(tx, statement, page, read) : null
  yield `${read > 0 ? '' : start}]${tail(total)}}`
}
