import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Transaction } from '../db/database.ts'
import { readPage } from '../http/parameters.ts'
import type { Page } from '../http/parameters.ts'
import { textProblem } from '../http/problems.ts'
import { JsonText, ok } from '../http/route.ts'
import type { Answer, ApiRequest, QueryParameters } from '../http/route.ts'
import type { Collection, ListTail } from './collection.ts'
import { countAll, listStatement, streamDocuments } from './list-documents.ts'
import type { ListRequest, ListStatement } from './list-documents.ts'

// Documents of a batch are in memory together: 500 of 4 KB are 2 MB a request. Smaller batches cost more
// round trips than they save; at 1,000 and more, ten long lists at once are felt in the process's memory.
const BATCH = 500
const STATEMENT_TIMEOUT_MS = 30_000
// A client that stops reading a long list gives its database connection back after this time.
const STALLED_CLIENT_MS = 60_000
const COUNT_MODES = ['exact', 'estimated', 'none', 'auto']

const usualTail: ListTail = (total) => (total === null ? '' : `,"totalRecords":${total}`)

/** What a list request is narrowed to: a condition, and a query in place of the one that was sent. */
export type ListNarrowing = { visible?: ListRequest['visible']; query?: string }

/**
 * Answers a list request: `query`, `limit`, `offset`, `totalRecords`. Totals are always exact; `none` leaves
 * them out. Long lists leave as a stream while the transaction is open, so memory stays flat at any limit.
 */
export async function answerList(
  request: ApiRequest,
  collection: Collection,
  { visible, query = request.query.get('query') }: ListNarrowing = {},
): Promise<Answer> {
  const page = readPage(request.query, collection.defaultLimit)
  const isCounted = readCountMode(request.query) !== 'none'
  const list = { query, ...page, ...(visible ? { visible } : {}) }
  const statement = listStatement(collection, list)
  const start = `{${JSON.stringify(collection.listKey)}:[`
  const tail = collection.listTail ?? usualTail
  const end = (total: number | null): string => `]${tail(total)}}`
  if (page.limit > BATCH) {
    return streamAnswer(request, (tx) => listPieces(tx, statement, list, isCounted, start, end))
  }
  return request.transaction(async (tx) => {
    let text = ''
    for await (const piece of listPieces(tx, statement, list, isCounted, start, end)) text += piece
    return ok(new JsonText(text))
  })
}

function readCountMode(query: QueryParameters): string {
  const mode = query.get('totalRecords') || 'auto'
  if (COUNT_MODES.includes(mode)) return mode
  throw textProblem(
    400,
    `'totalRecords' parameter is incorrect. parameter value {${mode}} is not valid: must be one of ${COUNT_MODES.join(', ')}`,
  )
}

async function* listPieces(
  tx: Transaction,
  statement: ListStatement,
  list: Page,
  isCounted: boolean,
  start: string,
  end: (total: number | null) => string,
): AsyncGenerator<string> {
  await tx.query(`select set_config('statement_timeout', $1, true)`, [String(STATEMENT_TIMEOUT_MS)])
  yield start
  let read = 0
  for await (const texts of batches(tx, statement, list.limit)) {
    yield (read > 0 ? ',' : '') + texts.join(',')
    read += texts.length
  }
  yield end(isCounted ? await countAll(tx, statement, list, read) : null)
}

async function* batches(tx: Transaction, statement: ListStatement, limit: number): AsyncGenerator<string[]> {
  if (limit === 0) return
  if (limit > BATCH) {
    yield* streamDocuments(tx, statement, BATCH)
    return
  }
  const rows = await tx.query<{ doc: string }>(statement.select, statement.params)
  if (rows.length > 0) yield rows.map(({ doc }) => doc)
}

/**
 * Answers with what `pieces` yields while the transaction stays open. Faults before the first piece are
 * ordinary refusals; a later one breaks the connection, because the status has left already.
 */
function streamAnswer(
  request: ApiRequest,
  makePieces: (tx: Transaction) => AsyncGenerator<string>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let body: Readable | null = null
    request
      .transaction(async (tx) => {
        if (body !== null) throw new Error('A list that has begun to leave cannot be read again.')
        const pieces = makePieces(tx)
        const first = await startOf(pieces)
        const stream = Readable.from(watched(first, pieces, () => stalled.refresh()))
        const stalled = setTimeout(
          () => stream.destroy(new Error('the client stopped reading')),
          STALLED_CLIENT_MS,
        )
        // Every reader of the stream has its own handler; this one keeps an error after them from ending the process.
        stream.on('error', () => undefined)
        body = stream
        resolve(ok(stream))
        await finished(stream).finally(() => clearTimeout(stalled))
      })
      .catch((error: unknown) => {
        reject(error as Error)
        if (body === null) return
        request.log.info({ error: (error as Error).message }, 'a long list broke off')
        body.destroy(error as Error)
      })
  })
}

/** The pieces up to the first rows, so that a query that fails does so before the status is sent. */
async function startOf(pieces: AsyncGenerator<string>): Promise<string> {
  const start = await pieces.next()
  const rows = await pieces.next()
  return `${start.value as string}${rows.done ? '' : rows.value}`
}

async function* watched(
  first: string,
  rest: AsyncGenerator<string>,
  onRead: () => void,
): AsyncGenerator<string> {
  yield first
  for await (const piece of rest) {
    onRead()
    yield piece
  }
}
