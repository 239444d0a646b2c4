import type { Kind } from './undo-target.ts'

export type CountedKind = Kind | 'sourceRecord' | 'user'

/** How many records an undo, or one piece of it, has deleted and put back. */
export type UndoCounts = {
  /** Records of the undone work that were gone through. */
  records: number
  deleted: Record<CountedKind, number>
  restored: Record<CountedKind, number>
}

const nothing = (): Record<CountedKind, number> => ({
  instance: 0,
  holdings: 0,
  item: 0,
  authority: 0,
  sourceRecord: 0,
  user: 0,
})

export function noCounts(): UndoCounts {
  return { records: 0, deleted: nothing(), restored: nothing() }
}

/** Adds `part` to `sum`. */
export function addUndoCounts(sum: UndoCounts, part: UndoCounts): void {
  sum.records += part.records
  for (const kind of Object.keys(sum.deleted) as CountedKind[]) {
    sum.deleted[kind] += part.deleted[kind]
    sum.restored[kind] += part.restored[kind]
  }
}
