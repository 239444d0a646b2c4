import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { ChunkLostError, isAbandoned } from './ledger.ts'
import type { ClaimedChunk } from './ledger.ts'

/** Thrown when a chunk cannot go on before another that nobody works on; it goes back and is not counted as a try. */
export class ChunkTooEarlyError extends Error {}

const FIRST_LOOK_MS = 5
const LONGEST_LOOK_MS = 40

/**
 * Waits until all chunks of the job before this one are done, for kinds of jobs whose chunks are written in order.
 * @returns true when there was nothing to wait for.
 * @throws ChunkTooEarlyError when one of them waits for a worker, so that this one can take it; ChunkLostError when
 *   the job was cancelled.
 */
export async function waitForEarlierChunks(db: Database, chunk: ClaimedChunk): Promise<boolean> {
  for (let looks = 0, waitMs = FIRST_LOOK_MS; ; looks += 1) {
    const [row] = await db.system((tx) =>
      tx.query<{ is_running: boolean; open: number; free: number }>(
        `select j.state = 'running' as is_running,
           count(c.no) as open, count(c.no) filter (where c.state = 0 or ${isAbandoned}) as free
         from octavo.job j
         left join octavo.chunk c on c.job_id = j.id and c.state < 2 and c.no < $2
         where j.id = $1
         group by j.state`,
        [chunk.jobId, chunk.no],
      ),
    )
    if (!row?.is_running) throw new ChunkLostError('The job was cancelled.')
    if (row.open === 0) return looks === 0
    if (row.free > 0) throw new ChunkTooEarlyError('A chunk before this one waits for a worker.')
    await delay(waitMs)
    waitMs = Math.min(LONGEST_LOOK_MS, waitMs * 2)
  }
}
