import type { Transaction } from '../../kernel/db/database.ts'
import { isUuid } from '../../kernel/ids.ts'
import { readNames, readTrees, withoutSuppressed } from '../inventory-views/index.ts'
import { rtacRows } from './rtac-rows.ts'
import type { ItemCirculation, PublicPiece, RtacHolding } from './rtac-rows.ts'

/** What later modules know of items and holdings records; each answers a list with one statement. */
export type AvailabilitySources = {
  /** Open loans and requests by item id; items without either may be missing. */
  circulationOf?: (tx: Transaction, itemIds: readonly string[]) => Promise<Map<string, ItemCirculation>>
  /** Pieces of holdings records, expected or received, that the public may see. */
  piecesOf?: (tx: Transaction, holdingsIds: readonly string[]) => Promise<PublicPiece[]>
}

export type InstanceAvailability = { instanceId: string; holdings: RtacHolding[] }

export type AvailabilityError = { message: string; code: string }

/** What was found, in the order of the ids, and which ids nothing was found for. */
export type AvailabilityPage = {
  found: InstanceAvailability[]
  unknown: string[]
  empty: string[]
}

// Serials run into hundreds of holdings each; so many instances are in memory together.
export const INSTANCES_AT_ONCE = 50

/**
 * Reads the availability of instances as it is at this moment. A page costs at most six statements, however many
 * holdings and items there are.
 */
export async function readAvailability(
  tx: Transaction,
  ids: readonly string[],
  fullPeriodicals: boolean,
  { circulationOf, piecesOf }: AvailabilitySources,
): Promise<AvailabilityPage> {
  const trees = (await readTrees(tx, ids.filter(isUuid))).map(withoutSuppressed)
  const reference = await readNames(tx, trees)
  const itemIds = trees.flatMap(({ items }) => items.map(({ item }) => item.id!))
  const holdingsIds = trees.flatMap(({ holdings }) => holdings.map(({ id }) => id!))
  const availability = {
    circulation: (await circulationOf?.(tx, itemIds)) ?? new Map<string, ItemCirculation>(),
    pieces: (await piecesOf?.(tx, holdingsIds)) ?? [],
  }
  const known = new Set(trees.map(({ instance }) => instance.id!))
  return {
    found: trees.map((tree) => ({
      instanceId: tree.instance.id!,
      holdings: rtacRows(tree, reference, availability, fullPeriodicals),
    })),
    unknown: ids.filter((id) => !known.has(id.toLowerCase())),
    empty: trees.flatMap(({ instance, holdings }) => (holdings.length === 0 ? [instance.id!] : [])),
  }
}

/** What an answer says of instances that were not found, and of those without holdings. */
export function availabilityErrors(
  unknown: readonly string[],
  empty: readonly string[],
): AvailabilityError[] {
  return [
    ...unknown.map((id) => ({ message: `Instance ${id} can not be retrieved`, code: '404' })),
    ...empty.map((id) => ({ message: `Holdings not found for instance ${id}`, code: '404' })),
  ]
}
