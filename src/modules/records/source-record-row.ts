import type { CopyType, CopyValue } from '../../kernel/db/copy-buffer.ts'

/** What a new generation of a source record is made of. Numbers as in `schema.sql`. */
export type NewSourceRecord = {
  id: string
  matchedId: string
  generation: number
  snapshotId: string
  recordType: number
  state: number
  externalId: string | null
  externalHrid: string | null
  order: number | null
  isSuppressed: boolean
  leaderStatus: string
  /** ISO instant of the write. */
  at: string
  userId: string | null
  /** When and by whom the record was created, if not by this write. */
  created?: { at: string; userId: string | null }
  /** The MARC in compact form. */
  marc: Buffer
}

/** Columns of `source_record` in the order in which `sourceRecordRow` gives their values. */
export const SOURCE_RECORD_COLUMNS = [
  'id',
  'matched_id',
  'generation',
  'snapshot_id',
  'record_type',
  'state',
  'external_id',
  'external_hrid',
  'record_order',
  'leader_status',
  'is_suppressed',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'marc',
] as const

/** SQL types of the columns, in order. */
export const SOURCE_RECORD_TYPES: readonly CopyType[] = [
  'uuid',
  'uuid',
  'int',
  'uuid',
  'smallint',
  'smallint',
  'uuid',
  'text',
  'int',
  '"char"',
  'boolean',
  'timestamptz',
  'uuid',
  'timestamptz',
  'uuid',
  'bytea',
]

/** The values of one row of `source_record`. */
export function sourceRecordRow(record: NewSourceRecord): CopyValue[] {
  return [
    record.id,
    record.matchedId,
    record.generation,
    record.snapshotId,
    record.recordType,
    record.state,
    record.externalId,
    record.externalHrid,
    record.order,
    storedLeaderStatus(record.leaderStatus),
    record.isSuppressed,
    record.created?.at ?? record.at,
    record.created ? record.created.userId : record.userId,
    record.at,
    record.userId,
    record.marc,
  ]
}

/** Leader/05 as the column of one ASCII character takes it; null for anything else. */
export function storedLeaderStatus(status: string): string | null {
  return status.length === 1 && status > ' ' && status < '\u007f' ? status : null
}
