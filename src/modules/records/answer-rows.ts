import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Transaction } from '../../kernel/db/database.ts'
import { JsonText, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'

// Records of a batch are in memory together. A record is 2 to 4 KB, so 200 are under 1 MB; even of records
// of 300 KB a batch is 60 MB. With 20 the round trips to the database were felt in streams of 100,000.
const BATCH = 200
/** How long one statement of a list or scan may run. */
export const STATEMENT_TIMEOUT_MS = 30_000
// A client that stops reading a long list gives its database connection back after this time.
const STALLED_CLIENT_MS = 60_000

/** A selection of rows in a total order. */
export type RowList = { select: string; params: readonly unknown[] }

/** Bounds what one request may cost the database. */
export async function limitTime(tx: Transaction): Promise<void> {
  await tx.query(
    `select set_config('statement_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $2, true)`,
    [String(STATEMENT_TIMEOUT_MS), String(STALLED_CLIENT_MS)],
  )
}

/** Reads rows through a cursor in batches, so that memory holds one batch at any length. */
export async function* readBatches<R extends Record<string, unknown>>(
  tx: Transaction,
  { select, params }: RowList,
  batch = BATCH,
): AsyncGenerator<R[]> {
  await tx.query(`declare source_rows no scroll cursor for ${select}`, params)
  for (;;) {
    const rows = await tx.query<R>(`fetch ${batch} from source_rows`)
    if (rows.length > 0) yield rows
    if (rows.length < batch) break
  }
  await tx.query('close source_rows')
}

/**
 * Answers 200 with the pieces. A short answer is sent as a whole; a long one leaves as a stream while the
 * transaction is open. Faults before the first rows are ordinary refusals; a later one breaks the connection,
 * because the status has left already.
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

/** Answers 200 with a chunked stream of the pieces. */
export function streamPieces(
  request: ApiRequest,
  contentType: string,
  makePieces: (tx: Transaction) => AsyncGenerator<string>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let body: Readable | null = null
    request
      .transaction(async (tx) => {
        if (body !== null) throw new Error('A stream that has begun to leave cannot be read again.')
        await limitTime(tx)
        const pieces = makePieces(tx)
        const first = await pieces.next()
        body = Readable.from(first.done ? [] : joined(first.value, pieces), { objectMode: false })
        // Every reader of the stream has its own handler; this one keeps an error after them from ending the process.
        body.on('error', () => undefined)
        const done = finished(body)
        resolve({ status: 200, body, headers: { 'content-type': contentType } })
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
