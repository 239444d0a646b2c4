import { serveThread } from '../../../kernel/threads/serve-thread.ts'
import type { Transferred } from '../../../kernel/threads/serve-thread.ts'
import type { TakenJob } from '../composite-job.ts'
import type { FrozenContext } from '../job-plan.ts'
import type { PrepareRequest, RenderRequest } from './chunk-messages.ts'
import { compileJob } from './compiled-job.ts'
import type { CompiledJob } from './compiled-job.ts'
import { createMemoryPool } from './memory-pool.ts'
import { prepareChunk, questionsOf } from './prepare-chunk.ts'
import type { PreparedRecord } from './prepared-record.ts'
import { renderChunk } from './render-chunk.ts'

/** Compiled contexts are megabytes; what tells jobs of one context apart is not. */
const MAX_CONTEXTS = 4
const MAX_JOBS = 10_000

const contexts = new Map<string, CompiledJob>()
const jobs = new Map<string, TakenJob>()
const memory = createMemoryPool()
const chunks = new Map<
  string,
  { job: CompiledJob; records: PreparedRecord[]; rendered: [table: string, piece: ArrayBufferLike][] }
>()

const UNKNOWN = {
  isKnown: false,
  records: 0,
  instances: 0,
  holdings: 0,
  items: 0,
  barcodes: [],
  holdingsHrids: [],
  itemHrids: [],
  references: {},
}

function keep<T>(map: Map<string, T>, limit: number, key: string, value: T): void {
  if (map.size >= limit) map.delete(map.keys().next().value!)
  map.set(key, value)
}

function compiledJob(jobId: string): CompiledJob | null {
  const job = jobs.get(jobId)
  const context = job && contexts.get(job.contextId)
  return context ? { ...context, jobId, jobNo: job.jobNo, userId: job.userId } : null
}

/** A worker thread of the import: bytes in, COPY text out; it never talks to the database. */
serveThread({
  /** Makes a job known. Its context is asked for by `isKnown: false` and sent once for all jobs that share it. */
  job({ job, context }: { job: TakenJob; context: string | null }): Transferred {
    if (context !== null) {
      const compiled = compileJob({ ...(JSON.parse(context) as FrozenContext), ...job })
      keep(contexts, MAX_CONTEXTS, job.contextId, compiled)
    }
    const isKnown = contexts.has(job.contextId)
    if (isKnown) keep(jobs, MAX_JOBS, job.jobId, job)
    return { result: { isKnown }, transfer: [] }
  },

  prepare(request: PrepareRequest): Transferred {
    const job = compiledJob(request.jobId)
    if (!job) return { result: UNKNOWN, transfer: [] }
    const records = prepareChunk(job, request)
    chunks.set(request.key, { job, records, rendered: [] })
    return { result: questionsOf(records), transfer: [] }
  },

  render(request: RenderRequest): Transferred {
    const chunk = chunks.get(request.key)
    if (!chunk) throw new Error('The prepared chunk is gone.')
    const result = renderChunk(chunk.job, chunk.records, request, (table) => memory.take(table))
    for (const [table, rows] of Object.entries(result.rows)) {
      if (rows !== null) chunk.rendered.push([table, rows.buffer])
    }
    return { result, transfer: [] }
  },

  forget({ key }: { key: string }): Transferred {
    for (const [table, piece] of chunks.get(key)?.rendered ?? []) memory.giveBack(table, piece)
    chunks.delete(key)
    return { result: null, transfer: [] }
  },
})
