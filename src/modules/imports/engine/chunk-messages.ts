import type { JobCounts } from '../job-execution.ts'
import type { HridRange } from './hrid-dealer.ts'

/** The records of a chunk as they came in. */
export type ChunkSource = {
  /** Bytes of a file, or null when `records` holds what a client posted. */
  bytes: Uint8Array | null
  records: string[] | null
  format: string
  /** Of XML. */
  encoding: string
  /** Where the records lie in the file; null when their terminators tell. */
  places: [offset: number, length: number][] | null
  /** Where `bytes` begin in the file. */
  byteOffset: number
  /** Place of the first record in the job. */
  first: number
  /** Length of a single record that is too long to be loaded; `bytes` is empty then. */
  overlongBytes: number | null
}

/** Asks a thread to keep a chunk. */
export type LoadRequest = {
  /** Names the chunk for the calls that follow. */
  key: string
  jobId: string
  source: ChunkSource
}

/** What the thread keeps: how many records, and of which kinds the job's steps draw human-readable ids. */
export type LoadedChunk = { records: number; draws: HridOf[] }

/** Values in use, by what they are. */
export type TakenValues = {
  /** Barcodes as `barcodeKey` writes them. */
  barcodes: string[]
  holdingsHrids: string[]
  itemHrids: string[]
}

/** What the database has said so far about the chunk. */
export type Known = TakenValues & {
  /** Reference ids that have been deleted since the job began. */
  missingReferences: string[]
  /** Words with which PostgreSQL refused to store a record, by its place in the chunk. */
  refusals: [place: number, words: string][]
}

/** Asks for the rows of the records `from`, inclusive, to `to`, exclusive, of a chunk. */
export type ComputeRequest = {
  key: string
  from: number
  to: number
  known: Known
  hrids: Record<HridOf, HridRange[]>
  /** Instant of the write, milliseconds. */
  nowMs: number
}

export type HridOf = 'instances' | 'holdings' | 'items'

/** What was computed and what must hold for it: the rows may be stored when the database knows nothing against it. */
export type ComputedChunk = {
  /** The rows as COPY streams, by table. */
  rows: Record<string, Uint8Array>
  counts: JobCounts
  /** These must not be in use. */
  uses: TakenValues
  /** Reference ids that must exist, by list. */
  references: Record<string, string[]>
  /** Human-readable ids that were not dealt, and how many were missing. */
  hridsLeft: Record<HridOf, HridRange[]>
  hridsMissing: Record<HridOf, number>
}
