import type { RunTransaction, Transaction } from '../../../kernel/db/database.ts'
import { ChunkTooEarlyError } from '../../../kernel/jobs/earlier-chunks.ts'
import { holdChunk } from '../../../kernel/jobs/ledger.ts'
import type { ClaimedChunk } from '../../../kernel/jobs/ledger.ts'
import type { JobKind } from '../../../kernel/jobs/runner.ts'
import type { App } from '../../../kernel/module.ts'
import type { Thread, ThreadPool } from '../../../kernel/threads/thread-pool.ts'
import type { TakenJob } from '../composite-job.ts'
import { chunkParts, computeChunk, loadChunk, storeChunk } from '../engine/run-chunk.ts'
import type { ChunkParts, Computation } from '../engine/run-chunk.ts'
import { HridSupply } from '../engine/hrid-supply.ts'
import { NO_COUNTS, addCounts } from '../job-counts.ts'
import type { JobCounts } from '../job-counts.ts'
import { chunkInput, chunksOf } from '../process-files.ts'
import type { FileRow } from '../upload-definition.ts'
import type { ChunkInput } from '../start-job.ts'
import { PREVIEW_KIND, finishPreview } from './import-preview.ts'
import { TWINS } from './twin-destination.ts'
import { alignIndexes, analyzeTwins, createTwins } from './twin-tables.ts'

/** A preview that a worker has taken up, and the chunks of its file. */
type TakenPreview = { job: TakenJob; chunks: ChunkInput[] }

/** A chunk in a thread; `first` are its rows where they could be computed without asking the database. */
type ReadyChunk = { parts: ChunkParts; first: Computation | null }

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
        const counts = await runPreview(app, threads().pick(), chunk)
        await commit(async () => ({ records: counts.records, counts }))
      } finally {
        running -= 1
      }
    },
    onFinished: finishPreview,
  }
}

async function runPreview(app: App, thread: Thread, chunk: ClaimedChunk): Promise<JobCounts> {
  const { job, chunks } = await app.db.tenant(chunk.tenant, (tx) => takeUp(tx, chunk))
  const supply = new HridSupply(previewNumbers())
  const prepare = (no: number) => readyChunk(app, thread, { ...chunk, no, input: chunks[no] }, job, supply)
  return app.db.session(chunk.tenant, async (transaction) => {
    await transaction(createTwins)
    let counts = NO_COUNTS
    let next: Promise<ReadyChunk> | null = prepare(0)
    for (let no = 0; next !== null; no += 1) {
      const ready: ReadyChunk = await next
      // The thread works on the next chunk while the database stores this one.
      next = no + 1 < chunks.length ? prepare(no + 1) : null
      // Its failure is met when its turn comes.
      next?.catch(() => undefined)
      try {
        counts = addCounts(counts, await forecast(transaction, chunk, ready, counts))
      } catch (error) {
        await next?.then(forget).catch(() => undefined)
        throw error
      } finally {
        await forget(ready)
      }
      if (isPowerOfTwo(no + 1)) await transaction(analyzeTwins)
    }
    return counts
  })
}

/** What a preview starts with; what an earlier attempt has said is removed. */
async function takeUp(tx: Transaction, chunk: ClaimedChunk): Promise<TakenPreview> {
  await holdChunk(tx, chunk)
  await tx.query('delete from preview_record where preview_id = $1', [chunk.jobId])
  const [row] = await tx.query<
    Pick<FileRow, 'source_path' | 'format' | 'encoding' | 'chunks'> & { user_id: string; context_id: string }
  >(
    `update import_preview p set counts = $2 from file_definition f
     where p.id = $1 and f.id = p.file_id and f.source_path is not null
     returning p.user_id, p.context_id, f.source_path, f.format, f.encoding, f.chunks`,
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
    chunks: chunksOf(row).map((range) => chunkInput(row, range)),
  }
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
  const first = loaded.asks ? null : await computeChunk(parts, (work) => app.db.tenant(chunk.tenant, work))
  return { parts, first }
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
    const counts = await storeChunk(parts, tx, first)
    await tx.query('update import_preview set counts = $2 where id = $1', [
      chunk.jobId,
      JSON.stringify(addCounts(before, counts)),
    ])
    return counts
  })
}

async function forget({ parts: { thread, key } }: ReadyChunk): Promise<void> {
  await thread.call('forget', { key }).catch(() => undefined)
}

function isPowerOfTwo(n: number): boolean {
  return (n & (n - 1)) === 0
}
