import type { Transaction } from '../db/database.ts'

// Counts only grow and say nothing of what changed, so it does no harm that all apps of a process share them.
const changes = new Map<string, number>()

/** How often this process has changed what users of a tenant may do, or who they are. */
export function accessChanges(tenant: string): number {
  return changes.get(tenant) ?? 0
}

/**
 * Notes that the transaction changes what users of its tenant may do. From its commit on, what this process remembers
 * of the tenant's users holds no more; other processes ask again when their memory of a user is over.
 */
export function noteAccessChange(tx: Transaction): void {
  const { tenant } = tx
  if (tenant !== null) tx.afterCommit(() => changes.set(tenant, accessChanges(tenant) + 1))
}
