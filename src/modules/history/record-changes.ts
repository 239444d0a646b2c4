import type { Transaction } from '../../kernel/db/database.ts'
import { readVersions } from '../inventory/index.ts'
import type { RecordEvent, VersionKey, VersionedTable } from '../inventory/index.ts'
import { diffRecords } from './diff.ts'
import type { Diff } from './diff.ts'

/** How each of some events changed its record; null for creations, deletions and saves that changed nothing shown. */
export async function diffsOf(
  tx: Transaction,
  table: VersionedTable,
  id: string,
  events: readonly RecordEvent[],
): Promise<(Diff | null)[]> {
  const keys: VersionKey[] = []
  for (const { action, before, after } of events) {
    if (action === 'UPDATE' && before !== undefined && after !== undefined) keys.push(before, after)
  }
  const texts = await readVersions(tx, table, id, keys)
  let next = 0
  return events.map(({ action, before, after }) => {
    if (action !== 'UPDATE' || before === undefined || after === undefined) return null
    const [old, fresh] = [texts[next], texts[next + 1]]
    next += 2
    if (!old || !fresh) return null
    return diffRecords(
      JSON.parse(old) as Record<string, unknown>,
      JSON.parse(fresh) as Record<string, unknown>,
    )
  })
}
