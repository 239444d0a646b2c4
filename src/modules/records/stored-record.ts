import { SOURCE_RECORD_COLUMNS, storedLeaderStatus } from './source-record-row.ts'
import type { NewSourceRecord } from './source-record-row.ts'

/** A row of `source_record`, with what `source_record_raw` has of it where that was joined. */
export type StoredRecord = {
  id: string
  matched_id: string
  generation: number
  snapshot_id: string
  record_type: number
  state: number
  external_id: string | null
  external_hrid: string | null
  record_order: number | null
  leader_status: string | null
  is_suppressed: boolean
  created_at: Date
  created_by: string | null
  updated_at: Date
  updated_by: string | null
  /** Compact MARC; for EDIFACT 0x1D and JSON; empty when nothing was parsed. */
  marc: Buffer
  content?: string | null
  error_description?: string | null
  error_content?: string | null
}

/** Columns of a source record without its raw text; the table goes by the name `s`. */
export const RECORD_COLUMNS = SOURCE_RECORD_COLUMNS.map((column) => `s.${column}`).join(', ')

/** Columns and source of whole records, raw text and error included. */
export const WHOLE_RECORD_COLUMNS = `${RECORD_COLUMNS}, r.content, r.error_description, r.error_content`
export const WHOLE_RECORD_FROM = 'source_record s left join source_record_raw r on r.id = s.id'

/** What a row that was just written reads like. */
export function asStored(
  record: NewSourceRecord,
  raw: Pick<StoredRecord, 'content' | 'error_description' | 'error_content'>,
): StoredRecord {
  return {
    id: record.id,
    matched_id: record.matchedId,
    generation: record.generation,
    snapshot_id: record.snapshotId,
    record_type: record.recordType,
    state: record.state,
    external_id: record.externalId,
    external_hrid: record.externalHrid,
    record_order: record.order,
    leader_status: storedLeaderStatus(record.leaderStatus),
    is_suppressed: record.isSuppressed,
    created_at: new Date(record.created?.at ?? record.at),
    created_by: record.created ? record.created.userId : record.userId,
    updated_at: new Date(record.at),
    updated_by: record.userId,
    marc: record.marc,
    ...raw,
  }
}
