import net from 'node:net'
import tls from 'node:tls'
import {
  Z3950ReadError,
  closeRequest,
  diagnosticText,
  initRequest,
  presentRequest,
  readBer,
  readResponse,
  searchRequest,
} from '../../formats/z3950/index.ts'
import type { Diagnostic, PrefixQuery, TargetRecord, Z3950Response } from '../../formats/z3950/index.ts'
import type { TargetAddress } from './target-address.ts'
import { TargetError } from './target-error.ts'
import type { TargetOptions } from './target-options.ts'

/** Larger than any MARC record in XML; a target that sends more is cut off. */
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024

export type Z3950Search = {
  address: Extract<TargetAddress, { protocol: 'z3950' }>
  query: PrefixQuery
  options: TargetOptions
  /** The target as messages name it. */
  name: string
}

/**
 * Asks a target by Z39.50 for the one record that a query finds: init, search, present, close.
 * @returns how many were found, and the record when it is exactly one.
 * @throws TargetError in FOLIO's words where it has them (folio-org/mod-copycat: RecordRetriever).
 */
export async function searchZ3950(
  search: Z3950Search,
): Promise<{ hits: number; record: TargetRecord | null }> {
  const session = new Session(search.address, search.options.timeoutMs)
  try {
    return await converse(session, search)
  } catch (error) {
    if (error instanceof TargetError) throw error
    throw new TargetError(`Z39.50 error: ${search.name}: ${(error as Error).message}`)
  } finally {
    session.close()
  }
}

async function converse(
  session: Session,
  { address, query, options, name }: Z3950Search,
): Promise<{ hits: number; record: TargetRecord | null }> {
  const { credentials, wantsUtf8, syntax, elementSetName } = options
  const init = await session.ask(initRequest({ credentials, wantsUtf8, maxBytes: MAX_ANSWER_BYTES }), 'init')
  if (!init.isAccepted) {
    throw new TargetError(
      `Z39.50 error: server ${name} rejected init. This may be due to missing or incorrect authentication for the copycat profile`,
    )
  }
  const found = await session.ask(searchRequest(address.databases, query), 'search')
  refuseDiagnostics(found.diagnostics, name)
  if (!found.isDone) throw new TargetError(`Z39.50 error: server ${name} could not search.`)
  if (found.hits !== 1) return { hits: found.hits, record: null }
  const answer = await session.ask(presentRequest(syntax, elementSetName), 'present')
  refuseDiagnostics(answer.diagnostics, name)
  return { hits: 1, record: answer.records[0] ?? null }
}

function refuseDiagnostics([first]: readonly Diagnostic[], name: string): void {
  if (first === undefined) return
  throw new TargetError(
    `Z39.50 error: server ${name} returned diagnostic: Error Code = ${diagnosticText(first)}. Perhaps the copycat profile is incorrectly configured for this server`,
  )
}

type AnswerTo<T extends Z3950Response['type']> = Extract<Z3950Response, { type: T }>

/** One connection, on which each request waits for its answer; all of it must be over within the time given. */
class Session {
  readonly #socket: net.Socket
  readonly #timer: NodeJS.Timeout
  #received: Buffer = Buffer.alloc(0)
  #failure: Error | null = null
  #wake: () => void = () => undefined

  constructor({ host, port, isTls }: Z3950Search['address'], timeoutMs: number) {
    this.#socket = isTls
      ? tls.connect({ host, port, ...(net.isIP(host) === 0 ? { servername: host } : {}) })
      : net.connect({ host, port })
    this.#socket.on('data', (piece: Buffer) => {
      this.#received = Buffer.concat([this.#received, piece])
      if (this.#received.length > MAX_ANSWER_BYTES) {
        this.#fail(new Error(`the answer is larger than ${MAX_ANSWER_BYTES} bytes.`))
      }
      this.#wake()
    })
    this.#socket.on('error', (error) => this.#fail(new Error(connectionFault(error))))
    this.#socket.on('close', () => this.#fail(new Error('the server closed the connection.')))
    this.#timer = setTimeout(
      () => this.#fail(new Error(`no answer within ${timeoutMs / 1000} seconds.`)),
      timeoutMs,
    )
  }

  #fail(error: Error): void {
    this.#failure ??= error
    this.#socket.destroy()
    this.#wake()
  }

  /** Sends a request and waits for the answer of that kind. */
  async ask<T extends Z3950Response['type']>(request: Buffer, type: T): Promise<AnswerTo<T>> {
    this.#socket.write(request)
    const response = readResponse(await this.#next())
    if (response.type === type) return response as AnswerTo<T>
    if (response.type === 'close') {
      const why = response.text === '' ? `reason ${response.reason}` : response.text
      throw new Error(`the server closed the session (${why}).`)
    }
    throw new Z3950ReadError('The answer belongs to another request.')
  }

  async #next() {
    for (;;) {
      const message = readBer(this.#received)
      if (message !== null) {
        this.#received = this.#received.subarray(message.end)
        return message.value
      }
      if (this.#failure !== null) throw this.#failure
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** Says goodbye where the connection still stands, and does not wait for the answer. */
  close(): void {
    clearTimeout(this.#timer)
    if (this.#failure !== null) return
    this.#failure = new Error('the session is closed.')
    this.#socket.end(closeRequest())
    // A server that does not close its side must not keep the connection open.
    setTimeout(() => this.#socket.destroy(), 1000).unref()
  }
}

function connectionFault(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'Connection refused'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the server name is not known.'
    default:
      return error.message
  }
}
