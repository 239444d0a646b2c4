import type { Kind, Left, Reason, SourceTarget, Target, Work } from '../../undo/index.ts'
import type { Step, StepEntity } from '../journal-row.ts'

const ENTITY_KINDS: Partial<Record<StepEntity, Kind>> = {
  INSTANCE: 'instance',
  HOLDINGS: 'holdings',
  ITEM: 'item',
  AUTHORITY: 'authority',
}
const SOURCE_ENTITIES: readonly StepEntity[] = [
  'MARC_BIBLIOGRAPHIC',
  'MARC_HOLDINGS',
  'MARC_AUTHORITY',
  'EDIFACT',
]

/**
 * The records that steps of the journal made or changed, each once; steps that failed or changed nothing count for
 * nothing. Rows come with the last one first, so that a record shows the place of its last change.
 */
export function workOf(rows: readonly { seq: number; steps: string }[]): Work {
  const targets = new Map<string, Target>()
  const sources = new Map<string, SourceTarget>()
  const left: Left[] = []
  for (const { seq, steps } of rows) {
    for (const [entity, action, id, hrid, , error] of JSON.parse(steps) as Step[]) {
      if (error !== null || id === null) continue
      const isCreated = action === 'CREATE'
      const isChange = isCreated || action === 'UPDATE' || action === 'MODIFY'
      const kind = ENTITY_KINDS[entity]
      if (kind !== undefined && action === 'DELETE') {
        left.push({ kind, id, hrid, seq, reason: DELETED_BY_JOB })
      } else if (kind !== undefined && isChange) {
        const known = targets.get(`${kind} ${id}`)
        if (known) known.isCreated ||= isCreated
        else targets.set(`${kind} ${id}`, { kind, id, hrid, seq, isCreated })
      } else if (isChange && SOURCE_ENTITIES.includes(entity)) {
        const known = sources.get(id)
        if (known) known.isCreated ||= isCreated
        else sources.set(id, { id, seq, isCreated })
      }
    }
  }
  return { targets: [...targets.values()], sources: [...sources.values()], left }
}

const DELETED_BY_JOB: Reason = {
  kind: 'deleted-by-job',
  text: 'The import deleted it; an undo does not bring deleted records back.',
}
