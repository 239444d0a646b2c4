import type { RunTransaction, Transaction } from '../../../kernel/db/database.ts'
import { ChunkTooEarlyError } from '../../../kernel/jobs/earlier-chunks.ts'
import { holdChunk } from '../../../kernel/jobs/ledger.ts'
import type { ClaimedChunk } from '../../../kernel/jobs/ledger.ts'
import type { JobKind } from '../../../kernel/jobs/runner.ts'
import type { App } from '../../../kernel/module.ts'
import type { Thread, ThreadPool } from '../../../kernel/threads/thread-pool.ts'
import type { TakenJob } from '../composite-job.ts'
import {
  areAnswersCurrent,
  chunkParts,
  computeChunk,
  discard,
  loadChunk,
  storeChunk,
} from '../engine/run-chunk.ts'
import type { ChunkParts, Computation } from '../engine/run-chunk.ts'
import { HridSupply } from '../engine/hrid-supply.ts'
import { NO_COUNTS, addCounts } from '../job-counts.ts'
import type { JobCounts } from '../job-counts.ts'
import { chunkInput, chunksOf } from '../process-files.ts'
import type { FileRow } from '../upload-definition.ts'
import type { ChunkInput } from '../start-job.ts'
import type { ChunkRange } from '../upload-file.ts'
import { PREVIEW_KIND, finishPreview } from './import-preview.ts'
import { TWINS } from './twin-destination.ts'
import { alignIndexes, analyzeTwins, createTwins } from './twin-tables.ts'

/** A preview that a worker has taken up, and the chunks of its file. */
type TakenPreview = { job: TakenJob; chunks: ChunkInput[] }

/** A chunk in a thread; `first` are its rows as they would be if no chunk before it had an effect on it. */
type ReadyChunk = { parts: ChunkParts; first: Computation }

/**
 * The kind of job that previews imports: the pass of an import, chunk after chunk, over temporary twins of the tables
 * on a connection of its own. A preview is one chunk of the ledger; when its process dies it starts over.
 */
export function previewJobKind(app: App, threads: () => ThreadPool): JobKind {
  // A preview takes as long as its import, so one worker of the process is left for other jobs.
  const places = Math.max(1, app.config.jobConcurrency - 1)
  let running = 0
  return {
    kind: PREVIEW_KIND,
    async runChunk(chunk, commit) {
      if (running >= places) throw new ChunkTooEarlyError('Other previews are at work.')
      running += 1
      try {
        const counts = await runPreview(app, threads(), chunk)
        await commit(async () => ({ records: counts.records, counts }))
      } finally {
        running -= 1
      }
    },
    onFinished: finishPreview,
  }
}

async function runPreview(app: App, threads: ThreadPool, chunk: ClaimedChunk): Promise<JobCounts> {
  const { job, chunks } = await app.db.tenant(chunk.tenant, (tx) => takeUp(tx, chunk))
  const supply = new HridSupply(previewNumbers())
  const ahead: Promise<ReadyChunk>[] = []
  const prepareTo = (end: number, from: number) => {
    for (let no = from + ahead.length; no < Math.min(end, chunks.length); no += 1) {
      const ready = readyChunk(app, threads.pick(), { ...chunk, no, input: chunks[no] }, job, supply)
      // Its failure is met when its turn comes.
      ready.catch(() => undefined)
      ahead.push(ready)
    }
  }
  try {
    return await app.db.session(chunk.tenant, async (transaction) => {
      await transaction(createTwins)
      let counts = NO_COUNTS
      for (let no = 0; no < chunks.length; no += 1) {
        // The threads work on the next chunks while the database stores this one.
        prepareTo(no + 1 + app.config.workerThreads, no)
        const ready = await ahead[0]!
        counts = addCounts(counts, await forecast(transaction, chunk, ready, counts))
        ahead.shift()
        await forget(ready)
        if (isPowerOfTwo(no + 1)) await transaction(analyzeTwins)
      }
      return counts
    })
  } finally {
    for (const ready of ahead) await ready.then(forget).catch(() => undefined)
  }
}

/** What a preview starts with; what an earlier attempt has said is removed. */
async function takeUp(tx: Transaction, chunk: ClaimedChunk): Promise<TakenPreview> {
  await holdChunk(tx, chunk)
  await tx.query('delete from preview_record where preview_id = $1', [chunk.jobId])
  const [row] = await tx.query<
    Pick<FileRow, 'source_path' | 'format' | 'encoding' | 'chunks'> & {
      user_id: string
      context_id: string
      total: number
    }
  >(
    `update import_preview p set counts = $2 from file_definition f
     where p.id = $1 and f.id = p.file_id and f.source_path is not null
     returning p.user_id, p.context_id, p.total, f.source_path, f.format, f.encoding, f.chunks`,
    [chunk.jobId, JSON.stringify(NO_COUNTS)],
  )
  if (!row) throw new Error('The file of the preview is gone.')
  return {
    job: {
      jobId: chunk.jobId,
      jobNo: 0,
      userId: row.user_id,
      contextId: row.context_id,
      isPicked: false,
      isPreview: true,
    },
    chunks: firstRecords(chunksOf(row), row.total).map((range) => chunkInput(row, range)),
  }
}

/** The chunks that hold the first `total` records of a file, the last of them cut there. */
function firstRecords(chunks: readonly ChunkRange[], total: number): ChunkRange[] {
  return chunks
    .filter(({ first }) => first < total)
    .map((range) =>
      range.first + range.count <= total
        ? range
        : { ...range, count: total - range.first, limit: total - range.first },
    )
}

/** Numbers for what would be made; no sequence is touched, and no human-readable id begins with `~`. */
function previewNumbers(): ConstructorParameters<typeof HridSupply>[0] {
  let last = 0
  return async (_tx, _kind, count) => {
    const first = last + 1
    last += count
    return { prefix: '~', pad: 0, first }
  }
}

async function readyChunk(
  app: App,
  thread: Thread,
  chunk: ClaimedChunk,
  job: TakenJob,
  supply: HridSupply,
): Promise<ReadyChunk> {
  const key = `${chunk.jobId}/${chunk.no}/${chunk.attempt}`
  const loaded = await loadChunk(app, thread, chunk, key, job)
  const parts = chunkParts({
    thread,
    key,
    jobId: chunk.jobId,
    // Nobody else writes into the twins: a value that collides there always does.
    attempt: Number.POSITIVE_INFINITY,
    supply,
    loaded,
    destination: TWINS,
  })
  // Answered from the tables themselves, while the chunk before goes into the twins.
  try {
    const first = await computeChunk(parts, (work) => app.db.tenant(chunk.tenant, work))
    return { parts, first }
  } catch (error) {
    await forget({ parts })
    throw error
  }
}

/** Takes the records of a chunk through their steps. @returns its counts */
function forecast(
  transaction: RunTransaction,
  chunk: ClaimedChunk,
  { parts, first }: ReadyChunk,
  before: JobCounts,
): Promise<JobCounts> {
  return transaction(async (tx) => {
    await holdChunk(tx, chunk)
    await alignIndexes(tx)
    const isCurrent = await areAnswersCurrent(tx, parts, first, () => true)
    const counts = await storeChunk(parts, tx, isCurrent ? first : discard(parts, first))
    await tx.query('update import_preview set counts = $2 where id = $1', [
      chunk.jobId,
      JSON.stringify(addCounts(before, counts)),
    ])
    return counts
  })
}

async function forget({ parts: { thread, key } }: Pick<ReadyChunk, 'parts'>): Promise<void> {
  await thread.call('forget', { key }).catch(() => undefined)
}

function isPowerOfTwo(n: number): boolean {
  return (n & (n - 1)) === 0
}
