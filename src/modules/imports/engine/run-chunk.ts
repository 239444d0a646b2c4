import { sqlState } from '../../../kernel/db/database.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import type { ClaimedChunk } from '../../../kernel/jobs/ledger.ts'
import type { CommitChunk, JobKind } from '../../../kernel/jobs/runner.ts'
import type { App } from '../../../kernel/module.ts'
import type { Thread, ThreadPool } from '../../../kernel/threads/thread-pool.ts'
import { finishImport, tidyAfterImport } from '../finish-job.ts'
import { addCounts } from '../job-execution.ts'
import type { JobCounts } from '../job-execution.ts'
import { IMPORT_KIND } from '../start-job.ts'
import type { ComputedChunk, Known, LoadedChunk } from './chunk-messages.ts'
import { readChunkSource } from './chunk-source.ts'
import { HridSupply } from './hrid-supply.ts'
import { findObjections, storeRows } from './store-chunk.ts'

type ChunkParts = {
  app: App
  thread: Thread
  key: string
  chunk: ClaimedChunk
  supply: HridSupply
  known: Known
  loaded: LoadedChunk
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
        const loaded = await load(app, thread, chunk, key)
        const known = { barcodes: [], holdingsHrids: [], itemHrids: [], missingReferences: [], refusals: [] }
        await writeChunk({ app, thread, key, chunk, supply, known, loaded }, commit)
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
async function load(app: App, thread: Thread, chunk: ClaimedChunk, key: string): Promise<LoadedChunk> {
  const ask = async () => {
    const source = await readChunkSource(app, chunk)
    const transfer = source.bytes ? [source.bytes.buffer as ArrayBuffer] : []
    return thread.call<LoadedChunk | null>('load', { key, jobId: chunk.jobId, source }, transfer)
  }
  const first = await ask()
  if (first !== null) return first
  const text = await app.db.tenant(chunk.tenant, async (tx) => {
    const [row] = await tx.query<{ context: string }>(
      'select context from import_context where job_id = $1',
      [chunk.jobId],
    )
    return row?.context
  })
  if (text === undefined) throw new Error(`The context of import ${chunk.jobId} is missing.`)
  await thread.call('context', { text })
  return (await ask())!
}

/** Computes before the transaction begins, so that it holds its locks for as long as it writes and no longer. */
async function writeChunk(parts: ChunkParts, commit: CommitChunk): Promise<void> {
  const { app, chunk } = parts
  const { records } = parts.loaded
  const computed = await compute(parts, 0, records, (work) => app.db.tenant(chunk.tenant, work))
  await commit(async (tx) => {
    const counts = await writeRange(parts, tx, 0, records, computed)
    return { records: counts.records, counts }
  })
}

type InTransaction = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

const NONE_MORE = { instances: 0, holdings: 0, items: 0 }

/** Lets the thread compute the rows of a range, again when it made more records than there were numbers for. */
async function compute(
  { thread, key, supply, known, loaded }: ChunkParts,
  from: number,
  to: number,
  within: InTransaction,
): Promise<ComputedChunk> {
  for (let more = NONE_MORE; ;) {
    const hrids = await within((tx) => supply.take(tx, to - from, loaded.draws, more))
    const request = { key, from, to, known, hrids, nowMs: Date.now() }
    const computed = await thread.call<ComputedChunk>('compute', request)
    const { instances, holdings, items } = computed.hridsMissing
    if (instances + holdings + items === 0) {
      supply.giveBack(computed.hridsLeft)
      return computed
    }
    supply.giveBack(hrids)
    more = {
      instances: more.instances + instances,
      holdings: more.holdings + holdings,
      items: more.items + items,
    }
  }
}

/**
 * Writes the records `from` to `to` of a chunk; `computed` are their rows where they are there already. When
 * PostgreSQL refuses them for what they hold, the range is halved until the one record is found, which then is a
 * line in the log like any other failure; so a record that nobody foresaw never keeps others out.
 */
async function writeRange(
  parts: ChunkParts,
  tx: Transaction,
  from: number,
  to: number,
  computed: ComputedChunk | null,
): Promise<JobCounts> {
  await tx.query('savepoint chunk_range')
  try {
    const counts = await storeRange(parts, tx, from, to, computed)
    await tx.query('release savepoint chunk_range')
    return counts
  } catch (error) {
    if (!isRefusedContent(error, parts.chunk.attempt)) throw error
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

async function storeRange(
  parts: ChunkParts,
  tx: Transaction,
  from: number,
  to: number,
  first: ComputedChunk | null,
): Promise<JobCounts> {
  for (let computed = first; ; computed = null) {
    computed ??= await compute(parts, from, to, (work) => work(tx))
    const objections = await findObjections(tx, computed)
    if (objections === null) {
      await storeRows(tx, computed.rows)
      return computed.counts
    }
    parts.known.barcodes.push(...objections.barcodes)
    parts.known.holdingsHrids.push(...objections.holdingsHrids)
    parts.known.itemHrids.push(...objections.itemHrids)
    parts.known.missingReferences.push(...objections.missingReferences)
  }
}
