import { decodeCompact, encodeCompact } from '../../formats/marc/index.ts'
import { setUpdatedTime005 } from '../mapping/index.ts'
import { now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { changeSourceRecords } from './change-source-records.ts'
import type { RecordChange } from './change-source-records.ts'
import { condition, idsCondition } from './record-filters.ts'
import { ACTUAL, DELETED, idColumn } from './record-types.ts'
import type { IdType } from './record-types.ts'
import { hasMarc } from './render-record.ts'
import type { Writer } from './source-record-input.ts'

type Choice = {
  /** What the ids are ids of; EXTERNAL, those of inventory records, when absent. */
  idType?: IdType
  writer?: Writer
}

type Current = {
  id: string
  matched_id: string
  external_id: string | null
  generation: number
  record_type: number
  marc: Buffer
}

const STEP = 500

/**
 * Marks the current records as deleted: state DELETED, suppressed from discovery, leader/05 `d`, 005 refreshed.
 * Their rows stay. (folio-org/mod-source-record-storage: RecordServiceImpl.deleteRecordById)
 * @returns those of the ids that have a record
 */
export function markDeleted(
  tx: Transaction,
  ids: readonly string[],
  choice: Choice = {},
): Promise<Set<string>> {
  return rewriteCurrent(tx, ids, choice, 'd', { state: DELETED, isSuppressed: true })
}

/**
 * Takes a mark of deletion back: state ACTUAL, leader/05 `c`, 005 refreshed. Suppression stays, as in FOLIO.
 * @returns those of the ids that have a record
 */
export function unmarkDeleted(
  tx: Transaction,
  ids: readonly string[],
  choice: Choice = {},
): Promise<Set<string>> {
  return rewriteCurrent(tx, ids, choice, 'c', { state: ACTUAL })
}

/**
 * Sets or takes back the suppression from discovery of the current records.
 * @returns those of the ids that have a record
 */
export async function setSuppression(
  tx: Transaction,
  ids: readonly string[],
  isSuppressed: boolean,
  { idType = 'EXTERNAL', writer = null }: Choice = {},
): Promise<Set<string>> {
  const found = new Set<string>()
  const column = idColumn(idType)
  const { where, params } = condition((bind) => [
    idsCondition(idType, ids, bind),
    `s.state in (${ACTUAL}, ${DELETED})`,
  ])
  const at = params.length
  const rows = await tx.query<Record<string, string>>(
    `update source_record s set is_suppressed = $${at + 1}, updated_at = $${at + 2}, updated_by = $${at + 3}
     where ${where} returning s.${column}`,
    [...params, isSuppressed, now(), writer?.userId ?? null],
  )
  for (const row of rows) found.add(row[column]!)
  return found
}

async function rewriteCurrent(
  tx: Transaction,
  ids: readonly string[],
  { idType = 'EXTERNAL', writer = null }: Choice,
  leaderStatus: string,
  change: Omit<RecordChange, 'id'>,
): Promise<Set<string>> {
  const found = new Set<string>()
  for (let start = 0; start < ids.length; start += STEP) {
    const current = await lockCurrent(tx, idType, ids.slice(start, start + STEP))
    for (const id of current.keys()) found.add(id)
    const at = now()
    const changes = [...current.values()].map((row): RecordChange => {
      if (!hasMarc(row)) return { id: row.id, ...change }
      return { id: row.id, ...change, marc: withLeaderStatus(row.marc, leaderStatus, at), leaderStatus }
    })
    await changeSourceRecords(tx, writer, changes)
  }
  return found
}

function withLeaderStatus(compact: Buffer, status: string, at: Date): Buffer {
  const record = decodeCompact(compact)
  // A leader too short to have the position stays as it is.
  if (record.leader.length > 5) record.leader = record.leader.slice(0, 5) + status + record.leader.slice(6)
  setUpdatedTime005(record, at)
  return encodeCompact(record)
}

/** The newest current generation by the id it was asked for. */
async function lockCurrent(
  tx: Transaction,
  idType: IdType,
  ids: readonly string[],
): Promise<Map<string, Current>> {
  const current = await selectForUpdate(tx, idType, ids)
  const missing = ids.filter((id) => !current.has(id))
  if (missing.length === 0) return current
  // A record whose generation was replaced while this waited for it is found by a second look.
  for (const [id, row] of await selectForUpdate(tx, idType, missing)) current.set(id, row)
  return current
}

async function selectForUpdate(
  tx: Transaction,
  idType: IdType,
  ids: readonly string[],
): Promise<Map<string, Current>> {
  const { where, params } = condition((bind) => [
    idsCondition(idType, ids, bind),
    `s.state in (${ACTUAL}, ${DELETED})`,
  ])
  const rows = await tx.query<Current>(
    `select s.id, s.matched_id, s.external_id, s.generation, s.record_type, s.marc
     from source_record s where ${where} order by s.id for update`,
    params,
  )
  const column = idColumn(idType)
  const newest = new Map<string, Current>()
  for (const row of rows) {
    const key = row[column]!
    const known = newest.get(key)
    if (!known || known.generation < row.generation) newest.set(key, row)
  }
  return newest
}
