import type { DoneChunk } from '../../kernel/jobs/read-ledger.ts'

/** The stretch over which a rate is measured: longer ones are late to tell that a job has become slow. */
const WINDOW_SECONDS = 10

/** How fast a running job is, and how long the rest will take. */
export type Pace = { ratePerSecond: number | null; etaSeconds: number | null }

const UNKNOWN: Pace = { ratePerSecond: null, etaSeconds: null }

/** The pace of a job that works `rate` records a second. */
export function paceOf(rate: number, left: number): Pace {
  if (rate <= 0) return UNKNOWN
  return { ratePerSecond: Math.round(rate * 10) / 10, etaSeconds: Math.ceil(left / rate) }
}

/** The pace of a job by the chunks that were done in the last seconds; `recordsOf` reads a chunk's counts. */
export function paceOfChunks(
  chunks: readonly DoneChunk[],
  recordsOf: (chunk: DoneChunk) => number,
  { startedAt, left }: { startedAt: Date | null; left: number },
): Pace {
  if (startedAt === null) return UNKNOWN
  const runs = (Date.now() - startedAt.getTime()) / 1000
  const seconds = Math.max(0.5, Math.min(WINDOW_SECONDS, runs))
  const records = chunks
    .filter(({ ageSeconds }) => ageSeconds <= seconds)
    .reduce((sum, chunk) => sum + recordsOf(chunk), 0)
  return paceOf(records / seconds, left)
}
