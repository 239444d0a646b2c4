import { encodeCompact } from '../../formats/marc/index.ts'
import type { MarcRecord } from '../../formats/marc/index.ts'
import { setFolio999 } from '../mapping/index.ts'
import { isoInstant, now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import type { Problem } from '../../kernel/http/problems.ts'
import { newId } from '../../kernel/ids.ts'
import { DUPLICATE, lockChains, retireOthers } from './insert-source-records.ts'
import { ACTUAL, DELETED } from './record-types.ts'
import { unusableSnapshots } from './snapshots.ts'
import type { SourceRecordOutcome, Writer } from './source-record-input.ts'
import type { NewSourceRecord } from './source-record-row.ts'
import { asStored } from './stored-record.ts'
import type { StoredRecord } from './stored-record.ts'
import { insertRows } from './write-rows.ts'

/** The next generation of a stored record. What is absent is as in the current generation. */
export type NextGeneration = {
  matchedId: string
  /** Number of the generation that this one is made of; when it is no longer the current one, the record is refused. */
  follows?: number
  /** The job that changes it; its processing must have begun. */
  snapshotId: string
  /** The whole new MARC; field 999 ff is written into it. */
  marc: MarcRecord
  /** Number of a state; ACTUAL when absent. */
  state?: number
  externalId?: string
  externalHrid?: string
  isSuppressed?: boolean
  order?: number
}

type Current = Omit<StoredRecord, 'marc' | 'content' | 'error_description' | 'error_content'> & {
  latest: number
}

/**
 * Stores new generations of records: number + 1, and the current generation becomes OLD in the same transaction.
 * A record that is not there is refused with 404, one that has changed since with 409, and one that occurs twice in the
 * list the second time with 400.
 * @returns one outcome a record, in order
 */
export async function replaceGenerations(
  tx: Transaction,
  writer: Writer,
  list: readonly NextGeneration[],
): Promise<SourceRecordOutcome[]> {
  const snapshots = await unusableSnapshots(
    tx,
    list.map(({ snapshotId }) => snapshotId),
  )
  const current = await lockCurrent(
    tx,
    list.map(({ matchedId }) => matchedId),
  )
  const at = isoInstant(now())
  const seen = new Set<string>()
  const rows: NewSourceRecord[] = []
  const results = list.map((next): NewSourceRecord | Problem => {
    const before = current.get(next.matchedId)
    const problem = snapshots.get(next.snapshotId) ?? refusal(next, before, seen)
    if (problem) return problem
    seen.add(next.matchedId)
    const row = nextRow(next, before!, at, writer)
    rows.push(row)
    return row
  })
  const stored = await insertRows(tx, rows)
  await retireOthers(
    tx,
    rows.filter(({ id }) => stored.has(id)),
  )
  return results.map((result) => {
    if (!('marc' in result)) return { ok: false, problem: result }
    if (!stored.has(result.id)) return { ok: false, problem: textProblem(400, DUPLICATE) }
    return { ok: true, record: asStored(result, {}) }
  })
}

function refusal(
  next: NextGeneration,
  before: Current | undefined,
  seen: ReadonlySet<string>,
): Problem | null {
  if (before === undefined) {
    return textProblem(404, `Record with given matched id (${next.matchedId}) not found`)
  }
  if (next.follows !== undefined && next.follows !== before.generation) {
    return textProblem(
      409,
      `Cannot update record ${before.id} because it has been changed (optimistic locking): ` +
        `Stored _version is ${before.generation}, _version of request is ${next.follows}`,
    )
  }
  return seen.has(next.matchedId) ? textProblem(400, DUPLICATE) : null
}

async function lockCurrent(tx: Transaction, matchedIds: readonly string[]): Promise<Map<string, Current>> {
  await lockChains(tx, matchedIds)
  const rows = await tx.query<Current>(
    `select distinct on (s.matched_id) s.id, s.matched_id, s.generation, s.record_type, s.external_id, s.external_hrid,
       s.is_suppressed, s.record_order,
       (select max(generation) from source_record g where g.matched_id = s.matched_id) as latest
     from source_record s where s.matched_id = any($1::uuid[]) and s.state in (${ACTUAL}, ${DELETED})
     order by s.matched_id, s.generation desc`,
    [matchedIds],
  )
  return new Map(rows.map((row) => [row.matched_id, row]))
}

function nextRow(next: NextGeneration, before: Current, at: string, writer: Writer): NewSourceRecord {
  const externalId = next.externalId ?? before.external_id
  setFolio999(next.marc, { recordId: next.matchedId, ...(externalId === null ? {} : { externalId }) })
  return {
    id: newId(),
    matchedId: next.matchedId,
    generation: before.latest + 1,
    snapshotId: next.snapshotId,
    recordType: before.record_type,
    state: next.state ?? ACTUAL,
    externalId,
    externalHrid: next.externalHrid ?? before.external_hrid,
    order: next.order ?? before.record_order,
    isSuppressed: next.isSuppressed ?? before.is_suppressed,
    leaderStatus: next.marc.leader.charAt(5),
    at,
    userId: writer?.userId ?? null,
    marc: encodeCompact(next.marc),
  }
}
