import { parentPort } from 'node:worker_threads'
import type { TransferListItem } from 'node:worker_threads'

/** A method's answer with the buffers that change hands instead of being copied. */
export type Transferred = { result: unknown; transfer: TransferListItem[] }

export type ThreadMethods = Record<string, (argument: never) => Promise<Transferred> | Transferred>

/** Answers the calls of a `ThreadPool` inside a worker thread; one at a time, in order. */
export function serveThread(methods: ThreadMethods): void {
  const port = parentPort
  if (!port) throw new Error('serveThread runs inside a worker thread only')
  let queue = Promise.resolve()
  port.on('message', ({ id, method, argument }: { id: number; method: string; argument: never }) => {
    queue = queue.then(async () => {
      try {
        const { result, transfer } = await methods[method]!(argument)
        port.postMessage({ id, result }, transfer)
      } catch (error) {
        const { message, stack, name } = error as Error
        port.postMessage({ id, error: { message, stack, name } })
      }
    })
  })
}
