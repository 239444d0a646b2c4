import { sqlState } from '../../../kernel/db/database.ts'
import type { RunTransaction, Transaction } from '../../../kernel/db/database.ts'
import { waitForEarlierChunks } from '../../../kernel/jobs/earlier-chunks.ts'
import type { ClaimedChunk } from '../../../kernel/jobs/ledger.ts'
import type { CommitChunk, JobKind } from '../../../kernel/jobs/runner.ts'
import type { App } from '../../../kernel/module.ts'
import type { Thread, ThreadPool } from '../../../kernel/threads/thread-pool.ts'
import { beginPart, takeUpJob } from '../composite-job.ts'
import type { TakenJob } from '../composite-job.ts'
import { finishImport, tidyAfterImport } from '../finish-job.ts'
import { NO_COUNTS, addCounts } from '../job-counts.ts'
import type { JobCounts } from '../job-counts.ts'
import { IMPORT_KIND } from '../start-job.ts'
import { answerQuestions } from './answer-questions.ts'
import type { ComputeReply, ComputedChunk, Known, LoadedChunk } from './chunk-messages.ts'
import { readChunkSource } from './chunk-source.ts'
import { HridSupply } from './hrid-supply.ts'
import type { HridRanges } from './hrid-supply.ts'
import { gistOf } from './questions.ts'
import type { Question } from './questions.ts'
import { firstLate } from './first-late.ts'
import { STORED } from './store-chunk.ts'
import type { Destination } from './store-chunk.ts'

/** A chunk on its way: where it is computed, and where its rows go. */
export type ChunkParts = {
  thread: Thread
  key: string
  jobId: string
  /** How often the chunk was tried, this time included. */
  attempt: number
  supply: HridSupply
  known: Known
  loaded: LoadedChunk
  destination: Destination
}

/** The parts of a chunk of which the database has said nothing yet. */
export function chunkParts(parts: Omit<ChunkParts, 'known'>): ChunkParts {
  return {
    ...parts,
    known: { barcodes: [], holdingsHrids: [], itemHrids: [], missingReferences: [], refusals: [] },
  }
}

/** Works on the chunks of imports: threads compute the rows; one transaction checks and writes. */
export function importJobKind(app: App, threads: () => ThreadPool): JobKind {
  const supplies = new Map<string, HridSupply>()
  return {
    kind: IMPORT_KIND,
    async runChunk(chunk, commit) {
      const thread = threads().pick()
      const key = `${chunk.jobId}/${chunk.no}/${chunk.attempt}`
      const supply = supplies.get(chunk.jobId) ?? new HridSupply()
      supplies.set(chunk.jobId, supply)
      try {
        const { tenant, jobId, attempt } = chunk
        const job = await app.db.tenant(tenant, (tx) => takeUpJob(tx, jobId))
        const loaded = await loadChunk(app, thread, chunk, key, job)
        if (job.isPicked) await app.db.tenant(tenant, (tx) => beginPart(tx, jobId))
        const parts = chunkParts({ thread, key, jobId, attempt, supply, loaded, destination: STORED })
        await writeChunk(app, parts, chunk, commit)
      } finally {
        await thread.call('forget', { key }).catch(() => undefined)
      }
    },
    onFinished: finishImport,
    async afterFinished(tenant, jobId) {
      supplies.delete(jobId)
      await tidyAfterImport(app, tenant, jobId)
    },
  }
}

/** Hands the chunk's records to a thread, and the job's context if it has not got it. */
export async function loadChunk(
  app: App,
  thread: Thread,
  chunk: ClaimedChunk,
  key: string,
  job: TakenJob,
): Promise<LoadedChunk> {
  const ask = async () => {
    const source = await readChunkSource(app, chunk)
    const transfer = source.bytes ? [source.bytes.buffer as ArrayBuffer] : []
    return thread.call<LoadedChunk | null>('load', { key, job, source }, transfer)
  }
  let loaded = await ask()
  if (loaded === null) {
    await thread.call('context', { job, text: await readContext(app, chunk.tenant, job) })
    loaded = await ask()
  }
  return loaded!
}

function readContext(app: App, tenant: string, { contextId }: TakenJob): Promise<string> {
  return app.db.tenant(tenant, async (tx) => {
    const [row] = await tx.query<{ context: string }>('select context from import_context where id = $1', [
      contextId,
    ])
    return row!.context
  })
}

/** Computes before the transaction begins, so that it holds its locks for as long as it writes and no longer. */
async function writeChunk(
  app: App,
  parts: ChunkParts,
  chunk: ClaimedChunk,
  commit: CommitChunk,
): Promise<void> {
  const { loaded } = parts
  const within: RunTransaction = (work) => app.db.tenant(chunk.tenant, work)
  const first = await computeChunk(parts, within)
  const isInOrder = loaded.isOrdered ? await waitForEarlierChunks(app.db, chunk) : true
  await commit(async (tx) => {
    // A chunk that the database forgets in a crash is done again; the end of the job waits for the disk.
    tx.commitLazily()
    // What other chunks of the job have stored since may be found by this one's matches now.
    const mayChange = (question: Question) =>
      question.kind === 'match' && loaded.changeable.includes(question.no)
    const isCurrent = isInOrder || (await areAnswersCurrent(tx, parts, first, mayChange))
    const counts = await storeChunk(parts, tx, isCurrent ? first : discard(parts, first))
    return { records: counts.records, counts }
  })
}

/** Computes all rows of a chunk; what its records ask is answered `within` transactions. */
export function computeChunk(parts: ChunkParts, within: RunTransaction): Promise<Computation> {
  return compute(parts, 0, parts.loaded.records, within)
}

/** Stores all records of a chunk; `first` are their rows where they are there already. */
export function storeChunk(
  parts: ChunkParts,
  tx: Transaction,
  first: Computation | null,
): Promise<JobCounts> {
  return writeRange(parts, tx, 0, parts.loaded.records, first)
}

/** Rows with the numbers that were drawn for them, and what was asked on the way with the gist of the answers. */
export type Computation = {
  computed: ComputedChunk
  hrids: HridRanges
  nowMs: number
  asked: [question: Question, gist: string][]
}

/** Gives the numbers of rows back that are not stored. */
export function discard({ supply }: ChunkParts, { hrids }: Computation): null {
  supply.giveBack(hrids)
  return null
}

const NONE_MORE = { instances: 0, holdings: 0, items: 0 }

/** Lets the thread compute the rows of a range, again when it made more records than there were numbers for. */
async function compute(
  parts: ChunkParts,
  from: number,
  to: number,
  within: RunTransaction,
): Promise<Computation> {
  const { supply, loaded } = parts
  for (let more = NONE_MORE; ;) {
    const hrids = await within((tx) => {
      // The rows that use the numbers are committed later and take this along.
      tx.commitLazily()
      return supply.take(tx, to - from, loaded.draws, more)
    })
    // One transaction for all questions; a job that asks nothing needs none while it computes.
    const computation = loaded.asks
      ? await within((tx) => computeWith(parts, from, to, hrids, tx))
      : await computeWith(parts, from, to, hrids, null)
    const { instances, holdings, items } = computation.computed.hridsMissing
    if (instances + holdings + items === 0) return computation
    supply.giveBack(hrids)
    more = {
      instances: more.instances + instances,
      holdings: more.holdings + holdings,
      items: more.items + items,
    }
  }
}

async function computeWith(
  { thread, key, known, loaded }: ChunkParts,
  from: number,
  to: number,
  hrids: HridRanges,
  tx: Transaction | null,
): Promise<Computation> {
  const nowMs = Date.now()
  const asked: Computation['asked'] = []
  let reply = await thread.call<ComputeReply>('compute', { key, from, to, known, hrids, nowMs })
  while ('questions' in reply) {
    const { questions } = reply
    const answers = await answerQuestions(tx!, questions, loaded.matches)
    questions.forEach((question, index) => asked.push([question, gistOf(answers[index]!)]))
    reply = await thread.call<ComputeReply>('answer', { key, answers })
  }
  return { computed: reply.computed, hrids, nowMs, asked }
}

/** Whether those questions of a computation that `counts` would be answered now as they were. */
export async function areAnswersCurrent(
  tx: Transaction,
  { loaded }: ChunkParts,
  computation: Computation,
  counts: (question: Question) => boolean,
): Promise<boolean> {
  const asked = computation.asked.filter(([question]) => counts(question))
  const questions = asked.map(([question]) => question)
  const answers = await answerQuestions(tx, questions, loaded.matches)
  return asked.every(([, gist], index) => gistOf(answers[index]!) === gist)
}

/**
 * Writes the records `from` to `to` of a chunk; `first` are their rows where they are there already. When PostgreSQL
 * refuses them for what they hold, the range is halved until the one record is found, which then is a line in the log
 * like any other failure; so a record that nobody foresaw never keeps others out.
 */
async function writeRange(
  parts: ChunkParts,
  tx: Transaction,
  from: number,
  to: number,
  first: Computation | null,
): Promise<JobCounts> {
  await tx.query('savepoint chunk_range')
  try {
    const counts = await storeRange(parts, tx, from, to, first)
    await tx.query('release savepoint chunk_range')
    return counts
  } catch (error) {
    if (!isRefusedContent(error, parts.attempt)) throw error
    await tx.query('rollback to savepoint chunk_range')
    if (to - from === 1) {
      parts.known.refusals.push([from, (error as Error).message])
      return storeRange(parts, tx, from, to, null)
    }
  }
  const middle = Math.floor((from + to) / 2)
  return addCounts(
    await writeRange(parts, tx, from, middle, null),
    await writeRange(parts, tx, middle, to, null),
  )
}

/** Attempts after which a value that collides with another one is not taken for a coincidence any more. */
const COLLISION_ATTEMPTS = 2

/**
 * Data exceptions and program limits: the values themselves cannot be stored. A collision with what another job
 * writes at the same moment is found and named when the chunk is tried again; one that stays is content too.
 */
function isRefusedContent(error: unknown, attempt: number): boolean {
  const kind = sqlState(error)?.slice(0, 2)
  return kind === '22' || kind === '54' || (kind === '23' && attempt > COLLISION_ATTEMPTS)
}

/** Stores a range in pieces, each of which ends before a record that depends on what the piece writes. */
async function storeRange(
  parts: ChunkParts,
  tx: Transaction,
  from: number,
  to: number,
  first: Computation | null,
): Promise<JobCounts> {
  let counts: JobCounts = NO_COUNTS
  let size = to - from
  for (let place = from, computation = first; place < to; computation = null) {
    const { end, counts: added } = await storePiece(parts, tx, place, Math.min(to, place + size), computation)
    counts = addCounts(counts, added)
    // After a piece that ended early the next one is short too: records that depend on each other come in runs.
    size = end - place < size ? Math.max(1, end - place) : size * 2
    place = end
  }
  return counts
}

/** Records that change while they are computed again are locked after the first time; more tries mean a fault here. */
const MAX_TRIES = 8

async function storePiece(
  parts: ChunkParts,
  tx: Transaction,
  from: number,
  to: number,
  first: Computation | null,
): Promise<ComputedChunk> {
  const { known, supply, jobId, loaded, destination } = parts
  let end = to
  for (let tries = 1, computation = first; tries <= MAX_TRIES; tries += 1, computation = null) {
    const ready = computation ?? (await compute(parts, from, end, (work) => work(tx)))
    const { computed } = ready
    const isCurrent = await destination.lock(tx, computed)
    const objections = isCurrent ? await destination.findObjections(tx, computed) : 'stale'
    if (objections === null) {
      const mayBeLate = computed.rechecks.length > 0
      if (mayBeLate) await tx.query('savepoint chunk_piece')
      await destination.store(tx, { jobId, userId: loaded.userId }, computed, new Date(ready.nowMs))
      const late = await firstLate(tx, computed, loaded.matches)
      if (late === null) {
        if (mayBeLate) await tx.query('release savepoint chunk_piece')
        supply.giveBack(computed.hridsLeft)
        return computed
      }
      await tx.query('rollback to savepoint chunk_piece')
      discard(parts, ready)
      end = from + late
      continue
    }
    discard(parts, ready)
    if (objections === 'stale') continue
    known.barcodes.push(...objections.barcodes)
    known.holdingsHrids.push(...objections.holdingsHrids)
    known.itemHrids.push(...objections.itemHrids)
    known.missingReferences.push(...objections.missingReferences)
  }
  throw new Error('The records of the chunk changed each time they were looked at.')
}
