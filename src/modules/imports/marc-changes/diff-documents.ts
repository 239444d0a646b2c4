/** One difference between two inventory documents. A side that has nothing there is null. */
export type DocumentChange = { path: string; before: unknown; after: unknown }

export type DocumentDiffOptions = {
  /** Also compare what storage reckons itself (`effectiveLocationId` and the like). */
  withEffectiveValues?: boolean
}

type Document = Record<string, unknown>

/**
 * What differs between two versions of an instance, holdings or item, with paths such as `notes[1].note`. `metadata`
 * and `_version` are left out, and effective values unless asked for; a member that is null counts as missing.
 * Elements at the beginning and end of an array that are the same do not show, so one that is put in the middle is
 * one change.
 */
export function diffDocuments(
  before: Document,
  after: Document,
  options: DocumentDiffOptions = {},
): DocumentChange[] {
  const changes: DocumentChange[] = []
  const isCompared = (name: string): boolean =>
    name !== 'metadata' &&
    name !== '_version' &&
    (options.withEffectiveValues || !/^effective[A-Z]/.test(name))
  for (const name of membersOf(before, after)) {
    if (isCompared(name)) diffValues(name, before[name], after[name], changes)
  }
  return changes
}

function membersOf(before: Document, after: Document): Set<string> {
  return new Set([...Object.keys(before), ...Object.keys(after)])
}

function diffValues(path: string, before: unknown, after: unknown, changes: DocumentChange[]): void {
  if (isSame(before, after)) return
  if (Array.isArray(before) && Array.isArray(after)) diffArrays(path, before, after, changes)
  else if (isObject(before) && isObject(after)) {
    for (const name of membersOf(before, after)) {
      diffValues(`${path}.${name}`, before[name], after[name], changes)
    }
  } else changes.push({ path, before: before ?? null, after: after ?? null })
}

function diffArrays(
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
  changes: DocumentChange[],
): void {
  let start = 0
  const shorter = Math.min(before.length, after.length)
  while (start < shorter && isSame(before[start], after[start])) start++
  let end = 0
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++
  const last = Math.max(before.length, after.length) - end
  for (let at = start; at < last; at++) {
    const old = at < before.length - end ? before[at] : undefined
    const fresh = at < after.length - end ? after[at] : undefined
    diffValues(`${path}[${at}]`, old, fresh, changes)
  }
}

function isSame(before: unknown, after: unknown): boolean {
  if (before === after || (before ?? null) === (after ?? null)) return true
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.length === after.length && before.every((value, at) => isSame(value, after[at]))
  }
  if (!isObject(before) || !isObject(after)) return false
  for (const name of membersOf(before, after)) if (!isSame(before[name], after[name])) return false
  return true
}

function isObject(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
