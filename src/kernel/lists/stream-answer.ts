import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Transaction } from '../db/database.ts'
import type { Answer, ApiRequest } from '../http/route.ts'
import { limitTime } from './read-rows.ts'

// A client that stops reading a long list gives its database connection back after this time.
const STALLED_CLIENT_MS = 60_000

/**
 * Answers 200 with what `makePieces` yields, while the transaction stays open: memory holds a piece or two at any
 * length. Faults before the first piece are ordinary refusals; a later one breaks the connection, because the status
 * has left already.
 */
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
        const stream = Readable.from(first.done ? [] : joined(first.value, pieces, () => stalled.refresh()), {
          objectMode: false,
        })
        const stalled = setTimeout(
          () => stream.destroy(new Error('the client stopped reading')),
          STALLED_CLIENT_MS,
        )
        // Every reader of the stream has its own handler; this one keeps an error after them from ending the process.
        stream.on('error', () => undefined)
        body = stream
        const done = finished(stream).finally(() => clearTimeout(stalled))
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

async function* joined(
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
