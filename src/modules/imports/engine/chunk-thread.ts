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

const MAX_CONTEXTS = 4

/** Jobs that share a context differ in what `TakenJob` holds alone. */
const contexts = new Map<string, CompiledJob>()
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

/** A worker thread of the import: bytes in, COPY text out; it never talks to the database. */
serveThread({
  context({ job, text }: { job: TakenJob; text: string }): Transferred {
    if (contexts.size >= MAX_CONTEXTS) contexts.delete(contexts.keys().next().value!)
    contexts.set(job.contextId, compileJob({ ...(JSON.parse(text) as FrozenContext), ...job }))
    return { result: null, transfer: [] }
  },

  prepare(request: PrepareRequest): Transferred {
    const { jobId, jobNo, userId, contextId } = request.job
    const context = contexts.get(contextId)
    if (!context) return { result: UNKNOWN, transfer: [] }
    const job = { ...context, jobId, jobNo, userId }
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
