type ChangeType = 'ADDED' | 'REMOVED' | 'MODIFIED'

/** A value that changed; `fullPath` leads to it from the top of the record. */
export type FieldChange = {
  changeType: ChangeType
  fieldName: string
  fullPath: string
  oldValue?: unknown
  newValue?: unknown
}

/** What came into a list and what went out of it; the order of a list counts for nothing. */
export type CollectionChange = {
  collectionName: string
  fullPath: string
  itemChanges: { changeType: ChangeType; oldValue?: unknown; newValue?: unknown }[]
}

/** How two versions differ, in FOLIO's form (folio-org/mod-audit: ramls/common/diff.json). */
export type Diff = { fieldChanges: FieldChange[]; collectionChanges: CollectionChange[] }

type Document = Readonly<Record<string, unknown>>

/**
 * What the server keeps for itself: it changes with every save, or follows from what is shown
 * (folio-org/mod-audit: ramls/schemas/external).
 */
const UNSHOWN = new Set(['_version', 'metadata', 'effectiveShelvingOrder', 'sourceRecordFormat', 'order'])

/** How a record changed; null when nothing did that is shown. */
export function diffRecords(before: Document, after: Document): Diff | null {
  const diff: Diff = { fieldChanges: [], collectionChanges: [] }
  compareObjects(withoutUnshown(before), withoutUnshown(after), '', diff)
  return isEmpty(diff) ? null : diff
}

/** True when a difference says nothing. */
export function isEmpty({ fieldChanges, collectionChanges }: Diff): boolean {
  return fieldChanges.length === 0 && collectionChanges.length === 0
}

function withoutUnshown(record: Document): Document {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !UNSHOWN.has(name)))
}

function compareObjects(before: Document, after: Document, path: string, diff: Diff): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const one = before[name] ?? undefined
    const other = after[name] ?? undefined
    const fullPath = path === '' ? name : `${path}.${name}`
    if (Array.isArray(one) || Array.isArray(other)) {
      const itemChanges = changesOfItems((one ?? []) as unknown[], (other ?? []) as unknown[])
      if (itemChanges.length > 0) diff.collectionChanges.push({ collectionName: name, fullPath, itemChanges })
    } else if (isObject(one) || isObject(other)) {
      compareObjects((one ?? {}) as Document, (other ?? {}) as Document, fullPath, diff)
    } else if (one !== other) {
      diff.fieldChanges.push(fieldChange(name, fullPath, one, other))
    }
  }
}

function isObject(value: unknown): value is Document {
  return typeof value === 'object' && value !== null
}

/** A value that came, went or became another. */
export function fieldChange(
  fieldName: string,
  fullPath: string,
  before: unknown,
  after: unknown,
): FieldChange {
  return {
    changeType: before === undefined ? 'ADDED' : after === undefined ? 'REMOVED' : 'MODIFIED',
    fieldName,
    fullPath,
    ...(before === undefined ? {} : { oldValue: before }),
    ...(after === undefined ? {} : { newValue: after }),
  }
}

/** What left a list and what came into it, each value once. */
export function changesOfItems(
  before: readonly unknown[],
  after: readonly unknown[],
): CollectionChange['itemChanges'] {
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

/** Equal for equal values, whatever the order of properties. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    isObject(member) && !Array.isArray(member)
      ? Object.fromEntries(
          Object.entries(member)
            .filter(([, one]) => one !== null)
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : member,
  )
}
