import type { Diff } from '../history/wire.ts'

type Document = Readonly<Record<string, unknown>>

/** What the server keeps for itself: it changes with every save. */
const UNSHOWN = new Set(['_version', 'metadata', 'effectiveShelvingOrder', 'sourceRecordFormat', 'order'])

/** How two documents differ, in the server's form: values, and what came into lists and went out of them. */
export function diffDocuments(before: Document, after: Document): Diff {
  const diff: Diff = { fieldChanges: [], collectionChanges: [] }
  compare(withoutUnshown(before), withoutUnshown(after), '', diff)
  return diff
}

function withoutUnshown(record: Document): Document {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !UNSHOWN.has(name)))
}

function compare(before: Document, after: Document, path: string, diff: Diff): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const one = before[name] ?? undefined
    const other = after[name] ?? undefined
    const fullPath = path === '' ? name : `${path}.${name}`
    if (Array.isArray(one) || Array.isArray(other)) {
      const itemChanges = listChanges((one ?? []) as unknown[], (other ?? []) as unknown[])
      if (itemChanges.length > 0) diff.collectionChanges.push({ collectionName: name, fullPath, itemChanges })
    } else if (isDocument(one) || isDocument(other)) {
      compare((one ?? {}) as Document, (other ?? {}) as Document, fullPath, diff)
    } else if (one !== other) {
      diff.fieldChanges.push({ fieldName: name, fullPath, oldValue: one, newValue: other })
    }
  }
}

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null
}

function listChanges(before: readonly unknown[], after: readonly unknown[]) {
  const left = new Map(before.map((value) => [canonical(value), value]))
  const come = new Map(after.map((value) => [canonical(value), value]))
  return [
    ...[...left].flatMap(([key, oldValue]) =>
      come.has(key) ? [] : [{ changeType: 'REMOVED' as const, oldValue }],
    ),
    ...[...come].flatMap(([key, newValue]) =>
      left.has(key) ? [] : [{ changeType: 'ADDED' as const, newValue }],
    ),
  ]
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    isDocument(member) && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  )
}
