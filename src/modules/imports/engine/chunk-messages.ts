import type { TakenJob } from '../composite-job.ts'
import type { JobCounts } from '../job-execution.ts'

/** What a thread is asked to read and map. */
export type PrepareRequest = {
  /** Names the prepared chunk for the calls that follow. */
  key: string
  job: TakenJob
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

/** What the database must be asked before the chunk can be written. */
export type PreparedChunk = {
  /** False when the thread does not have the job's context yet: send it and ask again. */
  isKnown: boolean
  records: number
  instances: number
  holdings: number
  items: number
  /** Lower-cased barcodes of all items. */
  barcodes: string[]
  /** Human-readable ids that a profile gives to holdings and items instead of drawing them. */
  holdingsHrids: string[]
  itemHrids: string[]
  /** Reference ids in use, by list. */
  references: Record<string, string[]>
}

/** What the database said. */
export type RenderRequest = {
  key: string
  takenBarcodes: string[]
  takenHoldingsHrids: string[]
  takenItemHrids: string[]
  /** Reference ids that have been deleted since the job began. */
  missingReferences: string[]
  hrids: { instances: string[]; holdings: string[]; items: string[] }
  /** Instant of the write, milliseconds. */
  nowMs: number
  /** The records of the chunk to render: from, inclusive, to, exclusive. */
  from: number
  to: number
  /** When PostgreSQL refused to store the one record of the range: its words. Only the log is written then. */
  refusal: string | null
}

/** The rows of a chunk as COPY text, by table, and its counts. */
export type RenderedChunk = { rows: Record<string, Uint8Array | null>; counts: JobCounts }
