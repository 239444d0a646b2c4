import type { Transaction } from '../../kernel/db/database.ts'
import { readGenerations } from '../records/index.ts'
import type { RecordTypeName } from '../records/index.ts'
import { isEmpty } from './diff.ts'
import type { Diff } from './diff.ts'
import { diffMarc } from './diff-marc.ts'

/** Something that happened to a source record. */
export type MarcEvent = {
  matchedId: string
  generation: number
  action: 'CREATED' | 'UPDATED' | 'DELETED'
  at: Date
  userId: string | null
  diff: Diff
}

/**
 * What happened to a source record, the oldest first, read from its generations: the first is its creation, each later
 * one an update unless it says the same, and a current one that was marked as deleted is that too.
 */
export async function marcEvents(
  tx: Transaction,
  recordType: RecordTypeName,
  id: string,
): Promise<MarcEvent[]> {
  const generations = await readGenerations(tx, recordType, id)
  return generations.flatMap((one, i) => {
    const { matchedId, generation, marcJson, createdAt, createdBy, updatedAt, updatedBy } = one
    const previous = generations[i - 1]?.matchedId === matchedId ? generations[i - 1]! : null
    const diff = diffMarc(previous?.marcJson ?? null, marcJson)
    const events: MarcEvent[] = []
    if (previous === null || !isEmpty(diff)) {
      const action = previous === null ? 'CREATED' : 'UPDATED'
      events.push({ matchedId, generation, action, at: createdAt, userId: createdBy, diff })
    }
    if (one.state === 'DELETED') {
      const gone = diffMarc(marcJson, null)
      events.push({
        matchedId,
        generation,
        action: 'DELETED',
        at: updatedAt,
        userId: updatedBy,
        diff: gone,
      })
    }
    return events
  })
}
