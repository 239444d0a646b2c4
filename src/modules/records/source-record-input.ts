import { encodeCompact } from '../../formats/marc/index.ts'
import type { MarcRecord } from '../../formats/marc/index.ts'
import type { Problem } from '../../kernel/http/problems.ts'
import type { StoredRecord } from './stored-record.ts'

/** Who writes; null for the server itself. */
export type Writer = { userId: string } | null

/** A source record to be stored. Numbers of types and states as in `RECORD_TYPES` and `STATES`. */
export type SourceRecordInput = {
  /** Of this generation; a new one when absent. */
  id?: string
  snapshotId: string
  recordType: number
  /** ACTUAL when absent. */
  state?: number
  /** Computed from the earlier generations when absent. */
  generation?: number
  order?: number | null
  externalId?: string | null
  externalHrid?: string | null
  isSuppressed?: boolean
  /** Field 999 ff is written into it. */
  marc: MarcRecord | null
  /** Parsed EDIFACT as JSON text. */
  edifact?: string | null
  /** Raw text of a record without MARC. */
  raw?: string | null
  /** Why it failed; `content` is JSON text. */
  error?: { description: string; content: string } | null
}

/** What became of one record of a list. */
export type SourceRecordOutcome = { ok: true; record: StoredRecord } | { ok: false; problem: Problem }

const NOTHING = Buffer.alloc(0)

/** The parsed content in the form of the column `marc`. */
export function storedContent({ marc, edifact }: Pick<SourceRecordInput, 'marc' | 'edifact'>): Buffer {
  if (marc !== null) return encodeCompact(marc)
  // The compact form of MARC that fits no pattern is 0x1D and JSON; EDIFACT, which is JSON only, shares it.
  return edifact == null ? NOTHING : Buffer.from(`\u001d${edifact}`)
}
