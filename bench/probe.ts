import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from './client.ts'
import { quantile } from './statistics.ts'

/** Milliseconds that requests took. */
export type Latencies = { get: number[]; put: number[] }

/** Reads and edits one instance again and again, as a librarian's screen does, until it is stopped. */
export function probeInstance(client: Client, id: string): { stop(): Promise<Latencies> } {
  const latencies: Latencies = { get: [], put: [] }
  let isStopped = false
  const timed = async <T>(list: number[], request: Promise<T>): Promise<T> => {
    const started = performance.now()
    const answer = await request
    list.push(performance.now() - started)
    return answer
  }
  const run = async () => {
    for (let round = 1; !isStopped; round += 1) {
      const instance = await timed(latencies.get, client.get<object>(`/inventory/instances/${id}`))
      const edited = { ...instance, administrativeNotes: [`edited ${round} times`] }
      await timed(latencies.put, client.put(`/inventory/instances/${id}`, edited))
      await delay(100)
    }
  }
  const running = run()
  return {
    async stop() {
      isStopped = true
      await running
      return latencies
    },
  }
}

/** `GET median 5 ms, 95 % below 12 ms, at most 20 ms of 80` */
export function describeLatencies(name: string, list: readonly number[]): string {
  const ms = (share: number) => quantile(list, share).toFixed(0)
  return `${name} median ${ms(0.5)} ms, 95 % below ${ms(0.95)} ms, at most ${ms(1)} ms of ${list.length}`
}
