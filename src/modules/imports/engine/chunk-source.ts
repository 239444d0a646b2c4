import type { ClaimedChunk } from '../../../kernel/jobs/ledger.ts'
import type { App } from '../../../kernel/module.ts'
import type { ChunkInput, FileChunkInput } from '../start-job.ts'
import type { ChunkSource } from './chunk-messages.ts'

/** Reads the records of a chunk from where they are: a range of a stored file, or what a client posted. */
export async function readChunkSource(app: App, chunk: ClaimedChunk): Promise<ChunkSource> {
  const input = chunk.input as ChunkInput
  if (input.source === 'posted') return readPosted(app, chunk, input.chunkId, input.first)
  return readFileChunk(app, chunk.tenant, input)
}

/** Reads a range of a stored file. */
export async function readFileChunk(app: App, tenant: string, input: FileChunkInput): Promise<ChunkSource> {
  const source = {
    records: null,
    first: input.first,
    format: input.format,
    encoding: input.encoding,
    places: input.records ?? null,
    limit: input.limit ?? null,
    headers: input.headers ?? null,
    byteOffset: input.offset,
  }
  if (input.isOverlong) return { ...source, bytes: Buffer.alloc(0), overlongBytes: input.length }
  const bytes = await app.files.readRange(tenant, input.key, input.offset, input.length)
  return { ...source, bytes, overlongBytes: null }
}

async function readPosted(
  app: App,
  { tenant, jobId }: ClaimedChunk,
  chunkId: string,
  first: number,
): Promise<ChunkSource> {
  const posted = await app.db.tenant(tenant, async (tx) => {
    const [row] = await tx.query<{ content_type: string; records: string }>(
      'select content_type, records from posted_chunk where job_id = $1 and chunk_id = $2',
      [jobId, chunkId],
    )
    return row!
  })
  return {
    bytes: null,
    records: JSON.parse(posted.records) as string[],
    first,
    format: posted.content_type,
    encoding: 'utf-8',
    places: null,
    limit: null,
    headers: null,
    byteOffset: 0,
    overlongBytes: null,
  }
}
