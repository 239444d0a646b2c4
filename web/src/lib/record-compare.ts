/** A field that two people changed in different ways. */
export type Overlap = { field: string; base: unknown; mine: unknown; theirs: unknown }

export type Comparison<T> = {
  /** Their record with my changes where they don't meet; in overlaps theirs stands. */
  merged: T
  /** Fields that only I, only they changed (or both, each in other entries of a list). */
  mine: string[]
  theirs: string[]
  overlaps: Overlap[]
}

/** Fields that the server computes: they never count as a change. */
const COMPUTED = ['_version', 'metadata', 'effectiveShelvingOrder', 'effectiveCallNumberComponents']

/** Text that equal values share: the order of properties and what is empty don't count. */
function canonical(value: unknown): string {
  return JSON.stringify(withoutEmpty(value) ?? null)
}

function withoutEmpty(value: unknown): unknown {
  if (value === null || value === undefined || value === '' || value === false) return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(withoutEmpty)
  if (typeof value !== 'object') return value
  const entries = Object.entries(value)
    .map(([name, inner]) => [name, withoutEmpty(inner)] as const)
    .filter(([, inner]) => inner !== undefined)
  return entries.length === 0 ? undefined : Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** True when two values say the same: absent, null, empty and false are equal. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || canonical(one) === canonical(other)
}

/** The fields in which two forms of a record differ, computed ones left out. */
export function changedFields(
  before: object,
  after: object,
  ignored: readonly string[] = COMPUTED,
): string[] {
  const one = before as Record<string, unknown>
  const other = after as Record<string, unknown>
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (field) => !ignored.includes(field) && !isSameValue(one[field], other[field]),
  )
}

type Counted = Map<string, { value: unknown; times: number }>

function counted(list: readonly unknown[]): Counted {
  const counts: Counted = new Map()
  for (const value of list) {
    const key = canonical(value)
    counts.set(key, { value, times: (counts.get(key)?.times ?? 0) + 1 })
  }
  return counts
}

/** Entries of `list` that `other` has fewer of. */
function surplus(list: readonly unknown[], other: readonly unknown[]): unknown[] {
  const left = counted(other)
  return list.filter((value) => {
    const count = left.get(canonical(value))
    if (count === undefined || count.times === 0) return true
    count.times--
    return false
  })
}

/**
 * Both sides' changes to a list: what I removed leaves theirs, what I added follows. Null when both touched the same
 * entry, or the order alone was changed.
 */
function mergeLists(base: unknown, mine: unknown, theirs: unknown): unknown[] | null {
  const [before, own, other] = [base ?? [], mine ?? [], theirs ?? []]
  if (!Array.isArray(before) || !Array.isArray(own) || !Array.isArray(other)) return null
  const removedByMe = surplus(before, own)
  const addedByMe = surplus(own, before)
  const removedByThem = surplus(before, other)
  const isSameEntry = surplus(removedByMe, removedByThem).length < removedByMe.length
  if (isSameEntry || removedByMe.length + addedByMe.length === 0) return null
  return [...surplus(other, removedByMe), ...surplus(addedByMe, surplus(other, before))]
}

/** Compares what I started from, what I made of it, and what is stored now. */
export function compareThreeWay<T extends object>(
  base: T,
  mine: T,
  theirs: T,
  ignored: readonly string[] = COMPUTED,
): Comparison<T> {
  const byMe = changedFields(base, mine, ignored)
  const byThem = changedFields(base, theirs, ignored)
  const at = (record: T, field: string): unknown => (record as Record<string, unknown>)[field]
  const merged = { ...theirs } as Record<string, unknown>
  const overlaps: Overlap[] = []
  for (const field of byMe) {
    const versions = { base: at(base, field), mine: at(mine, field), theirs: at(theirs, field) }
    if (isSameValue(versions.mine, versions.theirs)) continue
    if (!byThem.includes(field)) {
      merged[field] = versions.mine
      continue
    }
    const list = mergeLists(versions.base, versions.mine, versions.theirs)
    if (list === null) overlaps.push({ field, ...versions })
    else merged[field] = list
  }
  const met = new Set(overlaps.map(({ field }) => field))
  return {
    merged: merged as T,
    mine: byMe.filter((field) => !met.has(field)),
    theirs: byThem.filter((field) => !met.has(field)),
    overlaps,
  }
}
