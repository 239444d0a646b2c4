import { serveThread } from '../../../kernel/threads/serve-thread.ts'
import type { Transferred } from '../../../kernel/threads/serve-thread.ts'
import type { TakenJob } from '../composite-job.ts'
import { inspectChunk } from '../inspection/inspect-chunk.ts'
import type { FrozenContext } from '../job-plan.ts'
import type {
  AnswerRequest,
  ChunkSource,
  ComputeReply,
  ComputeRequest,
  LoadRequest,
  LoadedChunk,
} from './chunk-messages.ts'
import { compileJob } from './compiled-job.ts'
import type { CompiledJob } from './compiled-job.ts'
import { ChunkComputation } from './compute-chunk.ts'
import { createMemoryPool } from './memory-pool.ts'
import { rawRecords } from './read-chunk.ts'
import type { RawRecord } from './record-work.ts'

type LoadedContext = { job: CompiledJob; usedAt: number }

type KeptChunk = {
  job: CompiledJob
  raw: RawRecord[]
  computation: ChunkComputation | null
  pieces: [table: string, piece: ArrayBufferLike][]
}

/** Contexts kept compiled; one that nobody has used for a while makes room, so that ended jobs cost nothing. */
const MAX_CONTEXTS = 4
const CONTEXT_IDLE_MS = 20_000

/** Jobs that share a context differ in what `TakenJob` holds alone. */
const contexts = new Map<string, LoadedContext>()
const memory = createMemoryPool()
const chunks = new Map<string, KeptChunk>()

function findJob({ contextId, jobId, jobNo, userId, isPreview }: TakenJob): CompiledJob | null {
  const now = Date.now()
  for (const [key, { usedAt }] of contexts) {
    if (key !== contextId && now - usedAt > CONTEXT_IDLE_MS) contexts.delete(key)
  }
  const context = contexts.get(contextId)
  if (!context) return null
  context.usedAt = now
  return { ...context.job, jobId, jobNo, userId, isPreview }
}

function giveBack(chunk: KeptChunk): void {
  for (const [table, piece] of chunk.pieces) memory.giveBack(table, piece)
  chunk.pieces = []
}

const done = (result: unknown): Transferred => ({ result, transfer: [] })

function keptChunk(key: string): KeptChunk {
  const chunk = chunks.get(key)
  if (!chunk) throw new Error('The chunk is not loaded.')
  return chunk
}

function reply(chunk: KeptChunk, answer: ComputeReply): Transferred {
  if ('computed' in answer) {
    const { rows, changes } = answer.computed
    for (const [table, bytes] of Object.entries(rows)) chunk.pieces.push([table, bytes.buffer])
    for (const [table, bytes] of Object.entries(changes)) {
      chunk.pieces.push([`changes of ${table}`, bytes.buffer])
    }
    chunk.computation = null
  }
  return done(answer)
}

/** A worker thread of the import: bytes in, COPY rows out; it never talks to the database. */
serveThread({
  context({ job, text }: { job: TakenJob; text: string }): Transferred {
    if (contexts.size >= MAX_CONTEXTS) contexts.delete(contexts.keys().next().value!)
    const compiled = compileJob({ ...(JSON.parse(text) as FrozenContext), ...job })
    contexts.set(job.contextId, { job: compiled, usedAt: Date.now() })
    return done(null)
  },

  /** The answer is null when the thread does not know the job's context yet: send it and ask again. */
  load({ key, job: taken, source }: LoadRequest): Transferred {
    const job = findJob(taken)
    if (job === null) return done(null)
    const raw = rawRecords(source)
    chunks.set(key, { job, raw, computation: null, pieces: [] })
    return done({
      records: raw.length,
      userId: job.userId,
      draws: job.draws,
      matches: job.matches.map(({ question }) => question),
      changeable: job.addsHits ? [...job.matches.keys()] : [...job.changeable],
      asks: job.asks,
      isOrdered: job.isOrdered,
    } satisfies LoadedChunk)
  },

  compute(request: ComputeRequest): Transferred {
    const chunk = keptChunk(request.key)
    giveBack(chunk)
    chunk.computation = new ChunkComputation(chunk.job, chunk.raw, request, (table) => memory.take(table))
    return reply(chunk, chunk.computation.begin())
  },

  answer({ key, answers }: AnswerRequest): Transferred {
    const chunk = keptChunk(key)
    return reply(chunk, chunk.computation!.goOn(answers))
  },

  inspect(source: ChunkSource): Transferred {
    return done(inspectChunk(source))
  },

  forget({ key }: { key: string }): Transferred {
    const chunk = chunks.get(key)
    if (chunk) giveBack(chunk)
    chunks.delete(key)
    return done(null)
  },
})
