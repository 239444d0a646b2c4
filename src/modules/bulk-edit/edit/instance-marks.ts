import type { Transaction } from '../../../kernel/db/database.ts'
import type { Writer } from '../../inventory/index.ts'
import { markDeleted, setSuppression, unmarkDeleted } from '../../records/index.ts'
import type { Document } from '../contracts.ts'

/** The documents of a MARC instance before and after it was written, its MARC left alone. */
export type MarkedInstance = { before: Document; after: Document }

/**
 * Passes changes of suppression and of the mark of deletion on to the MARC records of instances, in place. While an
 * instance is marked as deleted its MARC stays suppressed (folio-org/mod-inventory: Instances.updateVisibilityFlagsInSrs).
 */
export async function passOnMarks(
  tx: Transaction,
  writer: Writer,
  instances: readonly MarkedInstance[],
): Promise<void> {
  const choice = { idType: 'INSTANCE', writer } as const
  const idsOf = (isChosen: (marked: MarkedInstance) => boolean) =>
    instances.filter(isChosen).map(({ after }) => after.id as string)
  const deleted = idsOf(({ before, after }) => isDeleted(after) && !isDeleted(before))
  if (deleted.length > 0) await markDeleted(tx, deleted, choice)
  for (const flag of [true, false]) {
    const ids = idsOf(
      ({ before, after }) =>
        !isDeleted(after) && isSuppressed(after) === flag && isSuppressed(before) !== flag,
    )
    if (ids.length > 0) await setSuppression(tx, ids, flag, choice)
  }
  const restored = idsOf(({ before, after }) => isDeleted(before) && !isDeleted(after))
  if (restored.length > 0) await unmarkDeleted(tx, restored, choice)
}

/** Whether an instance is marked as deleted. */
export function isDeleted({ deleted }: Document): boolean {
  return deleted === true
}

function isSuppressed({ discoverySuppress }: Document): boolean {
  return discoverySuppress === true
}

/** Whether the MARC record of an instance is suppressed from discovery. */
export function hidesMarc(instance: Document): boolean {
  return isDeleted(instance) || isSuppressed(instance)
}
