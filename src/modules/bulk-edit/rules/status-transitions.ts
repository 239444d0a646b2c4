/** Statuses among which staff may choose freely. */
const FREE = [
  'Available',
  'Missing',
  'Withdrawn',
  'In process (non-requestable)',
  'Intellectual item',
  'Long missing',
  'Restricted',
  'Unavailable',
  'Unknown',
] as const

const TARGETS: ReadonlyMap<string, ReadonlySet<string>> = new Map<string, ReadonlySet<string>>([
  ...FREE.map((status) => [status, new Set<string>(FREE)] as const),
  ['Available', new Set([...FREE, 'In process'])],
  ['In process', new Set(['Missing', 'Withdrawn'])],
  ['Lost and paid', new Set(['Withdrawn'])],
])

/** The statuses that a bulk edit may move an item to from one. */
export function statusesAfter(from: string): string[] {
  return [...(TARGETS.get(from) ?? [])].filter((to) => to !== from)
}

/**
 * True when a bulk edit may move an item from one status to another. Statuses that belong to a loan, a request or an
 * order are left to these (folio-org/mod-bulk-operations: 19-08-2025_add_allowed_item_statuses_table_with_data.sql).
 */
export function mayMove(from: string, to: string): boolean {
  return from !== to && (TARGETS.get(from)?.has(to) ?? false)
}
