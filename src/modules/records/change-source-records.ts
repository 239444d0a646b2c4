import { isoInstant, now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { Writer } from './source-record-input.ts'
import { storedLeaderStatus } from './source-record-row.ts'
import { RECORD_COLUMNS } from './stored-record.ts'
import type { StoredRecord } from './stored-record.ts'

/** A change of one stored generation in place. What is absent or null stays as it is. */
export type RecordChange = {
  /** Id of the generation. */
  id: string
  snapshotId?: string | null
  matchedId?: string | null
  generation?: number | null
  recordType?: number | null
  state?: number | null
  order?: number | null
  externalId?: string | null
  externalHrid?: string | null
  isSuppressed?: boolean | null
  /** Parsed content as stored, and the leader status that goes with it. */
  marc?: Buffer | null
  leaderStatus?: string
}

const STEP = 500

/**
 * Changes stored generations without making new ones.
 * @returns the changed rows by id; ids that are not there are missing
 */
export async function changeSourceRecords(
  tx: Transaction,
  writer: Writer,
  changes: readonly RecordChange[],
): Promise<Map<string, StoredRecord>> {
  const at = isoInstant(now())
  const changed = new Map<string, StoredRecord>()
  for (let start = 0; start < changes.length; start += STEP) {
    const step = changes.slice(start, start + STEP)
    const rows = await tx.query<StoredRecord>(UPDATE, [at, writer?.userId ?? null, ...columnsOf(step)])
    for (const row of rows) changed.set(row.id, row)
  }
  return changed
}

const UPDATE = `update source_record s set
    snapshot_id = coalesce(c.snapshot_id, s.snapshot_id),
    matched_id = coalesce(c.matched_id, s.matched_id),
    generation = coalesce(c.generation, s.generation),
    record_type = coalesce(c.record_type, s.record_type),
    state = coalesce(c.state, s.state),
    record_order = coalesce(c.record_order, s.record_order),
    external_id = coalesce(c.external_id, s.external_id),
    external_hrid = coalesce(c.external_hrid, s.external_hrid),
    is_suppressed = coalesce(c.is_suppressed, s.is_suppressed),
    marc = coalesce(c.marc, s.marc),
    leader_status = case when c.marc is null then s.leader_status else c.leader_status end,
    updated_at = $1, updated_by = $2
  from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::integer[], $7::smallint[], $8::smallint[], $9::integer[],
      $10::uuid[], $11::text[], $12::boolean[], $13::bytea[], $14::"char"[])
    as c (id, snapshot_id, matched_id, generation, record_type, state, record_order,
      external_id, external_hrid, is_suppressed, marc, leader_status)
  where s.id = c.id
  returning ${RECORD_COLUMNS}`

function columnsOf(changes: readonly RecordChange[]): unknown[][] {
  return [
    changes.map(({ id }) => id),
    changes.map(({ snapshotId }) => snapshotId ?? null),
    changes.map(({ matchedId }) => matchedId ?? null),
    changes.map(({ generation }) => generation ?? null),
    changes.map(({ recordType }) => recordType ?? null),
    changes.map(({ state }) => state ?? null),
    changes.map(({ order }) => order ?? null),
    changes.map(({ externalId }) => externalId ?? null),
    changes.map(({ externalHrid }) => externalHrid ?? null),
    changes.map(({ isSuppressed }) => isSuppressed ?? null),
    changes.map(({ marc }) => marc ?? null),
    changes.map(({ leaderStatus }) => storedLeaderStatus(leaderStatus ?? '')),
  ]
}
