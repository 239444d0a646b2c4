import { quote } from './write-cql.ts'
import type { ShownAs } from './search-state.ts'

/** Which rows are chosen: some, or all that match, of which no list is held. */
export type Selection = { keys: ReadonlySet<string>; isAll: boolean }

export const nothingSelected: Selection = { keys: new Set(), isAll: false }

const ID_FIELDS: Record<ShownAs, string> = { titles: 'id', holdings: 'holdings.id', items: 'items.id' }

/** How many rows are chosen of so many. */
export function countSelected({ keys, isAll }: Selection, total: number | null): number {
  return isAll ? (total ?? 0) : keys.size
}

/** The query that finds exactly what is chosen. */
export function selectionQuery({ keys, isAll }: Selection, shown: ShownAs, query: string): string {
  if (isAll) return query
  return `${ID_FIELDS[shown]}==(${[...keys].map((key) => quote(key, true)).join(' or ')})`
}
