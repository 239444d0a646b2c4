import type { TakenJob } from '../composite-job.ts'
import type { JobCounts } from '../job-counts.ts'
import type { MessageHeaders } from '../edifact/message-text.ts'
import type { MatchQuestion } from '../matching/pure.ts'
import type { HridRange } from './hrid-dealer.ts'
import type { Answer, Hit, Question } from './questions.ts'

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
  /** Only so many of the records are wanted; null for all. */
  limit: number | null
  /** Of EDIFACT. */
  headers: MessageHeaders | null
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
  job: TakenJob
  source: ChunkSource
}

/** What the thread keeps, and what the job's steps are like. */
export type LoadedChunk = {
  records: number
  /** Who began the job. */
  userId: string
  /** The kinds of records that draw human-readable ids. */
  draws: HridOf[]
  /** What the matches ask, by their numbers. */
  matches: MatchQuestion[]
  /** The numbers of those whose hits may be others once chunks before this one are stored. */
  changeable: number[]
  /** True when records may ask the database. */
  asks: boolean
  /** True when the chunks before this one must be done before it is written. */
  isOrdered: boolean
}

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

/** The answers to the questions of the last message, in their order. */
export type AnswerRequest = { key: string; answers: Answer[] }

export type HridOf = 'instances' | 'holdings' | 'items'

/** Tables of inventory records whose rows are changed, not only made. */
export type ChangedTable = 'instance' | 'holdings_record' | 'item' | 'authority'

/** Places count from the first record that was computed. */
export type Recheck = { question: Question; place: number; hits: Hit[] }

/** A stored record that was read, and the version that it then had. */
export type ReadVersion = [id: string, version: number]

/** What was computed and what must hold for it: the rows may be stored when the database knows nothing against it. */
export type ComputedChunk = {
  /** New rows as COPY streams, by table. */
  rows: Record<string, Uint8Array>
  /** Rows that take the place of stored ones, as COPY streams, by table. */
  changes: Partial<Record<ChangedTable, Uint8Array>>
  /** The stored records that `changes` replace or `deletedAuthorities` name, with the version that they must have. */
  replaced: Partial<Record<ChangedTable, ReadVersion[]>>
  /** Stored records that the rows were computed from and that must not have changed. */
  readOnly: Partial<Record<ChangedTable, ReadVersion[]>>
  /** Holdings all of whose items were read, and how many those were. */
  itemCounts: [holdingsId: string, count: number][]
  /** Answers without a version that the rows were computed from, as JSON, and their questions. */
  unversioned: [question: Question, answer: string][]
  /** Matches whose hits the rows may have changed, with the place of the record that asked and its hits. */
  rechecks: Recheck[]
  /** Ids of the records that the rows make or change, with the place of the first record to do so. */
  firstTouches: [id: string, place: number][]
  /** Ids of the records that the rows make, by table. */
  made: Partial<Record<ChangedTable, string[]>>
  /** Stored records that the records behind `end` were about to change, by table. */
  later: Partial<Record<ChangedTable, string[]>>
  /** Holdings that get items: they must stay as they are while those are made. */
  holdings: string[]
  /** Instances that must be there, because holdings are made for them. */
  parents: string[]
  /** Source records, by row id, that become OLD. */
  retiredSources: string[]
  deletedAuthorities: string[]
  endedLinks: number[]
  /** The place behind the last record computed: the records from there on depend on what these write. */
  end: number
  counts: JobCounts
  /** These must not be in use. */
  uses: TakenValues
  /** Reference ids that must exist, by list. */
  references: Record<string, string[]>
  /** Human-readable ids that were not dealt, and how many were missing. */
  hridsLeft: Record<HridOf, HridRange[]>
  hridsMissing: Record<HridOf, number>
}

/** What a thread says to `compute` and `answer`: it must know more, or it is done. */
export type ComputeReply = { questions: Question[] } | { computed: ComputedChunk }
