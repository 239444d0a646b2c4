import type { Transaction } from '../../kernel/db/database.ts'
import { isMarcHoldings } from './blocked-fields.ts'
import type { Holdings, Instance } from './records.ts'
import type { Writer } from './write-outcome.ts'

type Choice = { idType: 'INSTANCE' | 'HOLDINGS'; writer: Writer }

/**
 * Marks of the source records that inventory records were made from, set in the caller's transaction. The module
 * that owns source records uses this one, so it is handed in where both are put together.
 */
export type SourceRecordMarks = {
  setSuppression: (
    tx: Transaction,
    ids: readonly string[],
    isSuppressed: boolean,
    choice: Choice,
  ) => Promise<unknown>
  markDeleted: (tx: Transaction, ids: readonly string[], choice: Choice) => Promise<unknown>
  unmarkDeleted: (tx: Transaction, ids: readonly string[], choice: Choice) => Promise<unknown>
}

/**
 * Passes a change of suppression or deletion on to the MARC record of an instance. While an instance is marked as
 * deleted its MARC record stays suppressed (folio-org/mod-inventory: Instances.updateVisibilityFlagsInSrs).
 */
export async function passOnInstanceMarks(
  tx: Transaction,
  writer: Writer,
  marks: SourceRecordMarks,
  before: Instance,
  after: Instance,
): Promise<void> {
  if (after.source !== 'MARC') return
  const ids = [before.id!]
  const choice: Choice = { idType: 'INSTANCE', writer }
  const wasDeleted = before.deleted === true
  if (after.deleted === true) {
    if (!wasDeleted) await marks.markDeleted(tx, ids, choice)
    return
  }
  const isSuppressed = after.discoverySuppress === true
  if (isSuppressed !== (before.discoverySuppress === true))
    await marks.setSuppression(tx, ids, isSuppressed, choice)
  if (wasDeleted) await marks.unmarkDeleted(tx, ids, choice)
}

/**
 * Passes a change of suppression on to the MARC record of a holdings record; also when it ends, other than
 * folio-org/mod-inventory: Holdings.java, which leaves the MARC record suppressed for good.
 */
export async function passOnHoldingsMarks(
  tx: Transaction,
  writer: Writer,
  marks: SourceRecordMarks,
  before: Holdings,
  after: Holdings,
): Promise<void> {
  const isSuppressed = after.discoverySuppress === true
  if (!isMarcHoldings(after) || isSuppressed === (before.discoverySuppress === true)) return
  await marks.setSuppression(tx, [before.id!], isSuppressed, { idType: 'HOLDINGS', writer })
}
