import { Worker } from 'node:worker_threads'
import type { TransferListItem } from 'node:worker_threads'

/** One worker thread. Calls are answered in the order they were made. */
export type Thread = {
  call<T>(method: string, argument: unknown, transfer?: TransferListItem[]): Promise<T>
}

export type ThreadPool = {
  /** The thread with the fewest open calls; keep it for calls that share state. */
  pick(): Thread
  close(): Promise<void>
}

type Reply = { id: number; result?: unknown; error?: { message: string; stack?: string; name: string } }

/** Thrown on the calling side when a thread's method throws; carries the message and the thread's stack. */
export class ThreadError extends Error {}

// A chunk of 500 records and its rows live in about 30 MiB. Left to itself a thread's heap grows to several
// hundred before it is collected; half of these sizes makes collections take a fifth of the time.
const HEAP = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 32 }

class PooledThread implements Thread {
  open = 0
  #worker: Worker
  #nextId = 1
  #calls = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  readonly #entry: URL

  constructor(entry: URL) {
    this.#entry = entry
    this.#worker = this.#start()
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, { resourceLimits: HEAP })
    worker.unref()
    worker.on('message', (reply: Reply) => this.#settle(reply))
    worker.on('error', (error) => this.#fail(worker, error))
    worker.on('exit', () => this.#fail(worker, new ThreadError('The worker thread ended.')))
    return worker
  }

  #settle({ id, result, error }: Reply): void {
    const call = this.#calls.get(id)
    if (!call) return
    this.#calls.delete(id)
    this.open -= 1
    if (!error) {
      call.resolve(result as never)
      return
    }
    const failure = new ThreadError(error.message)
    if (error.stack !== undefined) failure.stack = error.stack
    call.reject(failure)
  }

  /** A dead thread fails its open calls and is replaced by a fresh one. */
  #fail(worker: Worker, error: Error): void {
    if (worker !== this.#worker) return
    const calls = [...this.#calls.values()]
    this.#calls.clear()
    this.open = 0
    if (!this.isClosing) this.#worker = this.#start()
    for (const call of calls) call.reject(error)
  }

  isClosing = false

  call<T>(method: string, argument: unknown, transfer: TransferListItem[] = []): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const id = this.#nextId
      this.#nextId += 1
      this.open += 1
      this.#calls.set(id, { resolve, reject })
      this.#worker.postMessage({ id, method, argument }, transfer)
    })
  }

  async close(): Promise<void> {
    this.isClosing = true
    await this.#worker.terminate()
  }
}

/** Starts `size` threads that run the module `entry`, which answers with `serveThread`. */
export function createThreadPool(entry: URL, size: number): ThreadPool {
  const threads: PooledThread[] = []
  return {
    pick() {
      const idle = threads.find((thread) => thread.open === 0)
      if (idle) return idle
      if (threads.length < size) {
        const thread = new PooledThread(entry)
        threads.push(thread)
        return thread
      }
      return threads.reduce((least, thread) => (thread.open < least.open ? thread : least))
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}
