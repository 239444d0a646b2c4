import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { compileCql, parseCql } from '../../formats/cql/index.ts'
import type { CqlSource } from '../../formats/cql/index.ts'
import { countAll, streamDocuments } from '../../kernel/collections/index.ts'
import type { ListStatement } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody, readPage } from '../../kernel/http/parameters.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { JsonText, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { compileValidator } from '../../kernel/http/validation.ts'

// Documents of a batch are in memory together: 500 of 4 KB are 2 MB for each long list that is under way.
const BATCH = 500
const STATEMENT_TIMEOUT_MS = 30_000
// A client that stops reading a long list gives its database connection back after this time.
const STALLED_CLIENT_MS = 60_000

/** What a client asks of a list. */
export type ListQuery = { query: string; limit: number; offset: number; isCounted: boolean }

/** Where a list reads from, what its records are called, and how it ends after them. */
export type RecordList = {
  source: CqlSource
  listKey: string
  /** Turns a batch of stored documents into what is answered; without it they leave as they are. */
  represent?: (tx: Transaction, documents: readonly string[]) => Promise<string[]>
  /** True for the lists of FOLIO's storage, which repeat the total in `resultInfo`. */
  hasResultInfo: boolean
}

/** The list parameters of a GET. @throws Problem 400 naming the parameter that cannot be used. */
export function listQueryOf(request: ApiRequest, defaultLimit = 10): ListQuery {
  const mode = request.query.get('totalRecords') || 'auto'
  if (!['exact', 'estimated', 'none', 'auto'].includes(mode)) {
    throw textProblem(
      400,
      `'totalRecords' parameter is incorrect. parameter value {${mode}} is not valid: must be one of exact, estimated, none, auto`,
    )
  }
  return {
    query: request.query.get('query') ?? '',
    ...readPage(request.query, defaultLimit),
    isCounted: mode !== 'none',
  }
}

const count = { type: 'integer', minimum: 0, maximum: 2_147_483_647 }
const checkRetrieve = compileValidator({
  type: 'object',
  properties: { query: { type: 'string' }, limit: count, offset: count, totalRecords: { type: 'string' } },
  additionalProperties: false,
})

/** The list parameters in the body of a `POST …/retrieve`. @throws Problem 400 or 422. */
export function listQueryOfBody(body: unknown): ListQuery {
  const sent = objectBody(body)
  checkRetrieve(sent)
  const { query, limit, offset, totalRecords } = sent as {
    query?: string | null
    limit?: number | null
    offset?: number | null
    totalRecords?: string | null
  }
  return { query: query ?? '', limit: limit ?? 10, offset: offset ?? 0, isCounted: totalRecords !== 'none' }
}

/** A list as statements over a source: what to read, in a total order, and how to count. @throws CqlError */
export function recordStatement(source: CqlSource, { query, limit, offset }: ListQuery): ListStatement {
  const { where, params, orderBy } = compileCql(parseCql(query), source)
  const from = `from ${source.from} where ${where}`
  return {
    select: `select ${source.document} as doc ${from} order by ${orderBy} limit ${limit} offset ${offset}`,
    count: `select count(*) as total ${from}`,
    params,
  }
}

/**
 * Answers a list of stored documents, with totals that are always exact. Long lists leave as a stream while
 * the transaction is open, so memory stays flat at any limit.
 */
export async function answerRecordList(
  request: ApiRequest,
  records: RecordList,
  list: ListQuery,
): Promise<Answer> {
  const statement = recordStatement(records.source, list)
  const pieces = (tx: Transaction): AsyncGenerator<string> => listPieces(tx, statement, list, records)
  if (list.limit > BATCH) return streamAnswer(request, pieces)
  return request.transaction(async (tx) => {
    let text = ''
    for await (const piece of pieces(tx)) text += piece
    return ok(new JsonText(text))
  })
}

async function* listPieces(
  tx: Transaction,
  statement: ListStatement,
  list: ListQuery,
  { listKey, represent, hasResultInfo }: RecordList,
): AsyncGenerator<string> {
  await tx.query(
    `select set_config('statement_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $2, true)`,
    [String(STATEMENT_TIMEOUT_MS), String(STALLED_CLIENT_MS)],
  )
  yield `{"${listKey}":[`
  let read = 0
  for await (const documents of batches(tx, statement, list.limit)) {
    const shown = represent ? await represent(tx, documents) : documents
    yield (read > 0 ? ',' : '') + shown.join(',')
    read += documents.length
  }
  const total = list.isCounted ? `"totalRecords":${await countAll(tx, statement, list, read)}` : ''
  if (hasResultInfo)
    yield `],${total && `${total},`}"resultInfo":{${total && `${total},`}"facets":[],"diagnostics":[]}}`
  else yield `]${total && `,${total}`}}`
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
 * Answers with what `pieces` yields while the transaction stays open. A fault before the first rows is an
 * ordinary refusal; a later one breaks the connection, because the status has left already.
 */
function streamAnswer(
  request: ApiRequest,
  pieces: (tx: Transaction) => AsyncGenerator<string>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let body: Readable | null = null
    request
      .transaction(async (tx) => {
        if (body !== null) throw new Error('A list that has begun to leave cannot be read again.')
        const rest = pieces(tx)
        const start = await rest.next()
        const rows = await rest.next()
        body = Readable.from(joined(`${start.value as string}${rows.done ? '' : rows.value}`, rest))
        // Every reader of the stream has its own handler; this one keeps an error from ending the process.
        body.on('error', () => undefined)
        const done = finished(body)
        resolve(ok(body))
        await done
      })
      .catch((error: unknown) => {
        reject(error as Error)
        if (body === null) return
        request.log.info({ error: (error as Error).message }, 'a long list broke off')
        body.destroy(error as Error)
      })
  })
}

async function* joined(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}
