import type { Transaction } from '../../kernel/db/database.ts'
import { lockRows } from '../inventory/index.ts'
import type { LockedRecord } from '../inventory/index.ts'
import type { Cascade, Document } from './contracts.ts'
import type { RecordRange } from './edit-records.ts'
import type { InventoryKind } from './entity-kinds.ts'
import type { OperationRow } from './operation.ts'
import type { ReadyRules } from './operation-rules.ts'
import { passOnMarks } from './pass-on-marks.ts'
import { GONE, NO_CHANGE, conflictMessage } from './record-outcome.ts'
import type { RecordOutcome } from './record-outcome.ts'
import { applyRules } from './rules/index.ts'

/** A suppression that goes on to the records below a committed one. */
export type RecordCascade = Cascade & { no: number; id: string }

type Matched = { no: number; id: string; version: number; identifier: string }
type Changed = Matched & { before: Document; after: Document }

/**
 * Writes what the rules make of a range of items, holdings or instances, as far as nobody else has changed them since they
 * were matched. The rows are locked before they are compared, so nothing that comes meanwhile is lost.
 */
export async function commitInventory(
  tx: Transaction,
  operation: OperationRow,
  kind: InventoryKind,
  { compiled, facts }: ReadyRules,
  { after, last }: RecordRange,
): Promise<{ outcomes: RecordOutcome[]; cascades: RecordCascade[] }> {
  const matched = await tx.query<Matched>(
    `select no, record_id as id, version, identifier from bulk_record
     where operation_no = $1 and no > $2 and no <= $3 order by no`,
    [operation.hr_id, after, last],
  )
  const locked = await lockRows(
    tx,
    kind.table,
    matched.map(({ id }) => id),
  )
  const outcomes: RecordOutcome[] = []
  const changed: Changed[] = []
  const cascades: RecordCascade[] = []
  for (const each of matched) {
    const refusal = refusalOf(each, locked.get(each.id))
    if (refusal !== null) {
      outcomes.push(refusal)
      continue
    }
    const before = locked.get(each.id)!.record as Document
    const { record, problems, cascade } = applyRules(compiled, before, facts)
    if (cascade !== null) cascades.push({ ...cascade, no: each.no, id: each.id })
    if (record !== before) changed.push({ ...each, before, after: record })
    else outcomes.push(unchanged(each, problems.length > 0))
  }
  outcomes.push(...(await write(tx, operation, kind, changed, locked)))
  return { outcomes, cascades }
}

function refusalOf(matched: Matched, stored: LockedRecord | undefined): RecordOutcome | null {
  const { no, id, identifier, version } = matched
  if (stored === undefined) return { no, id, identifier, state: 'refused', message: GONE }
  if (stored.version === version) return null
  const message = conflictMessage({ stored: stored.version, matched: version })
  return { no, id, identifier, state: 'refused', message, isConflict: true }
}

/** A record that the rules leave alone; where they said why, that is enough. */
function unchanged({ no, id, identifier }: Matched, isExplained: boolean): RecordOutcome {
  if (isExplained) return { no, id, identifier, state: 'refused' }
  return { no, id, identifier, state: 'unchanged', message: NO_CHANGE }
}

async function write(
  tx: Transaction,
  operation: OperationRow,
  kind: InventoryKind,
  changed: readonly Changed[],
  locked: ReadonlyMap<string, LockedRecord>,
): Promise<RecordOutcome[]> {
  if (changed.length === 0) return []
  const writer = { userId: operation.user_id }
  const records = changed.map(({ after }) => after)
  const options = { jobId: operation.id, locked }
  const results = await kind.update(tx, writer, records, options)
  await passOnMarks(
    tx,
    writer,
    kind,
    changed.filter((_, i) => results[i]!.ok),
  )
  return changed.map(({ no, id, identifier }, i) => {
    const result = results[i]!
    if (result.ok) return { no, id, identifier, state: 'written', version: result.version }
    return { no, id, identifier, state: 'refused', message: result.problem.message }
  })
}
