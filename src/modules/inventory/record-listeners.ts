import type { Transaction } from '../../kernel/db/database.ts'

/** Records that a list function or an import has written, in the transaction that wrote them. */
export type RecordsChange = {
  kind: 'instance' | 'holdings' | 'item' | 'authority'
  ids: readonly string[]
  how: 'inserted' | 'updated' | 'deleted'
  /** The documents before and after, where the writer had both at hand. */
  documents?: readonly { id: string; before: object; after: object }[]
}

/** What a later module does in the same transaction when records change. */
export type RecordListener = (tx: Transaction, changes: readonly RecordsChange[]) => Promise<void>

const listeners: RecordListener[] = []

/** Has `listener` called after each write of records; for `modules/index.ts`, once for all tenants. */
export function listenToRecords(listener: RecordListener): void {
  listeners.push(listener)
}

/**
 * Tells all listeners what was written. Whoever writes rows of instances, holdings, items or authorities calls it,
 * once a list, when the rows are written.
 */
export async function announceChanges(tx: Transaction, changes: readonly RecordsChange[]): Promise<void> {
  const filled = changes.filter(({ ids }) => ids.length > 0)
  if (filled.length === 0) return
  for (const listener of listeners) await listener(tx, filled)
}
