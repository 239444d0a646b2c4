import type { Transaction } from '../../kernel/db/database.ts'
import type { Writer } from '../inventory/index.ts'
import { markDeleted, setSuppression, unmarkDeleted } from '../records/index.ts'
import type { Document } from './contracts.ts'
import type { InventoryKind } from './entity-kinds.ts'

type Written = { id: string; before: Document; after: Document }

const isOn = (value: unknown): boolean => value === true

/**
 * Passes what changed of the suppression and deletion of instances on to their MARC records, as `/inventory` does for one
 * (inventory: source-record-marks.ts): while an instance is marked as deleted, its MARC record stays suppressed.
 */
export async function passOnMarks(
  tx: Transaction,
  writer: Writer,
  { kind }: InventoryKind,
  written: readonly Written[],
): Promise<void> {
  if (kind !== 'instance') return
  const ofMarc = written.filter(({ after }) => after.source === 'MARC')
  const ids = (choose: (one: Written) => boolean) => ofMarc.filter(choose).map(({ id }) => id)
  const choice = { idType: 'INSTANCE', writer } as const
  const deleted = ids(({ before, after }) => isOn(after.deleted) && !isOn(before.deleted))
  const undeleted = ids(({ before, after }) => isOn(before.deleted) && !isOn(after.deleted))
  if (deleted.length > 0) await markDeleted(tx, deleted, choice)
  for (const isSuppressed of [true, false]) {
    const suppressed = ids(
      ({ before, after }) =>
        !isOn(after.deleted) &&
        isOn(after.discoverySuppress) === isSuppressed &&
        isOn(before.discoverySuppress) !== isSuppressed,
    )
    if (suppressed.length > 0) await setSuppression(tx, suppressed, isSuppressed, choice)
  }
  if (undeleted.length > 0) await unmarkDeleted(tx, undeleted, choice)
}
