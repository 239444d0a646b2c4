import { sqlState } from '../../../kernel/db/database.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import type { ClaimedChunk } from '../../../kernel/jobs/ledger.ts'
import type { CommitChunk, JobKind } from '../../../kernel/jobs/runner.ts'
import type { App } from '../../../kernel/module.ts'
import type { Thread, ThreadPool } from '../../../kernel/threads/thread-pool.ts'
import {
  HOLDINGS_COLUMNS,
  INSTANCE_COLUMNS,
  ITEM_COLUMNS,
  findMissingReferences,
  findTakenBarcodes,
  findTakenHrids,
  reserveHridTexts,
} from '../../inventory/index.ts'
import { SOURCE_RECORD_COLUMNS } from '../../records/pure.ts'
import { beginPart, takeUpJob } from '../composite-job.ts'
import type { TakenJob } from '../composite-job.ts'
import { finishImport, tidyAfterImport } from '../finish-job.ts'
import { addCounts } from '../job-execution.ts'
import type { JobCounts } from '../job-execution.ts'
import { JOURNAL_COLUMNS } from '../journal-row.ts'
import { IMPORT_KIND } from '../start-job.ts'
import type { ChunkInput } from '../start-job.ts'
import type { PrepareRequest, PreparedChunk, RenderRequest, RenderedChunk } from './chunk-messages.ts'

/** Tables of a chunk in the one order in which locks are taken: instance, holdings, item. */
const TABLES: [table: string, columns: readonly string[]][] = [
  ['instance', INSTANCE_COLUMNS],
  ['holdings_record', HOLDINGS_COLUMNS],
  ['item', ITEM_COLUMNS],
  ['source_record', SOURCE_RECORD_COLUMNS],
  ['journal', JOURNAL_COLUMNS],
]

/** Works on the chunks of imports: threads read, map and render; one transaction checks and writes. */
export function importJobKind(app: App, threads: () => ThreadPool): JobKind {
  return {
    kind: IMPORT_KIND,
    async runChunk(chunk, commit) {
      const thread = threads().pick()
      const key = `${chunk.jobId}/${chunk.no}/${chunk.attempt}`
      try {
        const prepared = await prepare(app, thread, chunk, key)
        await write({ thread, prepared, attempt: chunk.attempt }, key, commit)
      } finally {
        await thread.call('forget', { key }).catch(() => undefined)
      }
    },
    onFinished: finishImport,
    afterFinished: (tenant, jobId) => tidyAfterImport(app, tenant, jobId),
  }
}

async function prepare(app: App, thread: Thread, chunk: ClaimedChunk, key: string): Promise<PreparedChunk> {
  const job = await app.db.tenant(chunk.tenant, (tx) => takeUpJob(tx, chunk.jobId))
  const ask = async () => {
    const request = await readRecords(app, chunk, key, job)
    return thread.call<PreparedChunk>(
      'prepare',
      request,
      request.bytes ? [request.bytes.buffer as ArrayBuffer] : [],
    )
  }
  let prepared = await ask()
  if (!prepared.isKnown) {
    await thread.call('context', { job, text: await readContext(app, chunk.tenant, job) })
    prepared = await ask()
  }
  if (job.isPicked) await app.db.tenant(chunk.tenant, (tx) => beginPart(tx, chunk.jobId))
  return prepared
}

function readContext(app: App, tenant: string, { contextId }: TakenJob): Promise<string> {
  return app.db.tenant(tenant, async (tx) => {
    const [row] = await tx.query<{ context: string }>('select context from import_context where id = $1', [
      contextId,
    ])
    return row!.context
  })
}

async function readRecords(
  app: App,
  chunk: ClaimedChunk,
  key: string,
  job: TakenJob,
): Promise<PrepareRequest> {
  const input = chunk.input as ChunkInput
  const request = {
    key,
    job,
    first: input.first,
    encoding: input.source === 'file' ? input.encoding : 'utf-8',
    places: input.source === 'file' ? (input.records ?? null) : null,
    overlongBytes: null,
  }
  if (input.source === 'file' && input.isOverlong) {
    const bytes = Buffer.alloc(0)
    return {
      ...request,
      bytes,
      records: null,
      format: input.format,
      byteOffset: input.offset,
      overlongBytes: input.length,
    }
  }
  if (input.source === 'file') {
    const bytes = await app.files.readRange(chunk.tenant, input.key, input.offset, input.length)
    return { ...request, bytes, records: null, format: input.format, byteOffset: input.offset }
  }
  const posted = await app.db.tenant(chunk.tenant, async (tx) => {
    const [row] = await tx.query<{ content_type: string; records: string }>(
      'select content_type, records from posted_chunk where job_id = $1 and chunk_id = $2',
      [chunk.jobId, input.chunkId],
    )
    return row!
  })
  return {
    ...request,
    bytes: null,
    records: JSON.parse(posted.records) as string[],
    format: posted.content_type,
    byteOffset: 0,
  }
}

type Answers = Omit<RenderRequest, 'hrids' | 'from' | 'to' | 'refusal'>

type ChunkParts = { thread: Thread; prepared: PreparedChunk; attempt: number }

async function write(parts: ChunkParts, key: string, commit: CommitChunk): Promise<void> {
  await commit(async (tx) => {
    const answers = await askDatabase(tx, key, parts.prepared)
    const counts = await writeRange({ ...parts, tx, answers }, 0, parts.prepared.records)
    return { records: counts.records, counts }
  })
}

async function askDatabase(tx: Transaction, key: string, prepared: PreparedChunk): Promise<Answers> {
  return {
    key,
    missingReferences: await findMissingReferences(tx, prepared.references),
    takenBarcodes: await findTakenBarcodes(tx, prepared.barcodes),
    takenHoldingsHrids: await findTakenHrids(tx, 'holdings', prepared.holdingsHrids),
    takenItemHrids: await findTakenHrids(tx, 'items', prepared.itemHrids),
    nowMs: Date.now(),
  }
}

type RangeParts = ChunkParts & { tx: Transaction; answers: Answers }

/**
 * Writes the records `from` to `to` of a chunk. When PostgreSQL refuses them for what they hold, the range is
 * halved until the one record is found, which then is a line in the log like any other failure; so a record
 * that nobody foresaw never keeps others out.
 */
async function writeRange(parts: RangeParts, from: number, to: number): Promise<JobCounts> {
  const { tx, attempt } = parts
  await tx.query('savepoint chunk_range')
  try {
    const counts = await copyRange(parts, from, to, null)
    await tx.query('release savepoint chunk_range')
    return counts
  } catch (error) {
    if (!isRefusedContent(error, attempt)) throw error
    await tx.query('rollback to savepoint chunk_range')
    if (to - from === 1) return copyRange(parts, from, to, (error as Error).message)
  }
  const middle = Math.floor((from + to) / 2)
  return addCounts(await writeRange(parts, from, middle), await writeRange(parts, middle, to))
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

async function copyRange(
  { tx, thread, answers, prepared }: RangeParts,
  from: number,
  to: number,
  refusal: string | null,
): Promise<JobCounts> {
  const hrids = {
    instances: await reserveHridTexts(tx, 'instances', prepared.instances),
    holdings: await reserveHridTexts(tx, 'holdings', prepared.holdings),
    items: await reserveHridTexts(tx, 'items', prepared.items),
  }
  const request: RenderRequest = { ...answers, hrids, from, to, refusal }
  const { rows, counts } = await thread.call<RenderedChunk>('render', request)
  for (const [table, columns] of TABLES) {
    const bytes = rows[table]
    if (bytes) await tx.copy(table, columns, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }
  return counts
}
