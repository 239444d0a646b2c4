import { Readable } from 'node:stream'
import type { Answer } from './route.ts'

/** Proxies and browsers give up on a line that is silent for long; a comment keeps it. */
const HEARTBEAT_MS = 15_000

/**
 * Server-sent events that may be late but never pile up: while the client does not read, of several events with one
 * key only the last is kept.
 */
export class EventStream extends Readable {
  readonly #waiting = new Map<string, string>()
  readonly #heartbeat: NodeJS.Timeout
  #isWanted = false
  #isOver = false

  constructor() {
    super()
    this.#heartbeat = setInterval(() => this.#put('heartbeat', ': still here\n\n'), HEARTBEAT_MS)
    // Every reader of the stream has its own handler; this one keeps an error after them from ending the process.
    this.on('error', () => undefined)
    // How long a client waits before it connects again.
    this.#put('retry', 'retry: 2000\n\n')
  }

  /** Sends an event with JSON data; it takes the place of one with the same key that has not left yet. */
  send(key: string, event: string, data: unknown): void {
    this.#put(key, `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Ends the stream; the client may connect again. */
  finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearInterval(this.#heartbeat)
    this.push(null)
  }

  #put(key: string, text: string): void {
    if (this.#isOver) return
    // Behind what came in between: an event must not arrive before those that it builds on.
    this.#waiting.delete(key)
    this.#waiting.set(key, text)
    if (this.#isWanted) this.#flush()
  }

  #flush(): void {
    if (this.#waiting.size === 0) return
    this.#isWanted = this.push([...this.#waiting.values()].join(''))
    this.#waiting.clear()
  }

  override _read(): void {
    this.#isWanted = true
    this.#flush()
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#isOver = true
    clearInterval(this.#heartbeat)
    callback(error)
  }
}

/** The answer that an event stream is; neither the server nor a proxy in front of it may hold pieces back. */
export function answerEvents(stream: EventStream): Answer {
  return {
    status: 200,
    body: stream,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  }
}
