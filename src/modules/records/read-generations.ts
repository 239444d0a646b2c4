import { compactToJson } from '../../formats/marc/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { hasMarc } from './render-record.ts'
import { RECORD_TYPES, STATES } from './record-types.ts'
import type { RecordTypeName, StateName } from './record-types.ts'

/** A generation of a source record. `marcJson` is FOLIO's tag-keyed JSON; null where nothing was parsed. */
export type Generation = {
  id: string
  matchedId: string
  generation: number
  state: StateName
  snapshotId: string
  createdAt: Date
  createdBy: string | null
  updatedAt: Date
  updatedBy: string | null
  marcJson: string | null
}

/** All generations of a record of that type, by its matched id or the id of what was made of it; the oldest first. */
export async function readGenerations(
  tx: Transaction,
  recordType: RecordTypeName,
  id: string,
): Promise<Generation[]> {
  const rows = await tx.query<{
    id: string
    matched_id: string
    generation: number
    record_type: number
    state: number
    snapshot_id: string
    created_at: Date
    created_by: string | null
    updated_at: Date
    updated_by: string | null
    marc: Buffer
  }>(
    `select id, matched_id, generation, record_type, state, snapshot_id, created_at, created_by, updated_at, updated_by, marc
     from source_record
     where record_type = $2
       and matched_id in (select matched_id from source_record where matched_id = $1 or external_id = $1)
     order by matched_id, generation`,
    [id, RECORD_TYPES.indexOf(recordType)],
  )
  return rows.map((row) => ({
    id: row.id,
    matchedId: row.matched_id,
    generation: row.generation,
    state: STATES[row.state]!,
    snapshotId: row.snapshot_id,
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    marcJson: hasMarc(row) ? compactToJson(row.marc) : null,
  }))
}
