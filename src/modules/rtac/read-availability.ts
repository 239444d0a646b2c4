import type { Transaction } from '../../kernel/db/database.ts'
import { isUuid } from '../../kernel/ids.ts'
import { addItems, readBranches, readNames, withoutSuppressed } from '../inventory-views/index.ts'
import type { InstanceTree, ReferenceNames } from '../inventory-views/index.ts'
import { isPeriodical, rtacLines } from './rtac-rows.ts'
import type { ItemCirculation, PublicPiece, RtacHolding, RtacLine } from './rtac-rows.ts'

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
 * Reads the availability of instances as it is at this moment. A page costs at most ten statements, however many
 * holdings and items there are.
 */
export async function readAvailability(
  tx: Transaction,
  ids: readonly string[],
  fullPeriodicals: boolean,
  sources: AvailabilitySources,
): Promise<AvailabilityPage> {
  const instances = await readLines(tx, ids, fullPeriodicals, sources)
  const known = new Set(instances.map(({ tree }) => tree.instance.id!))
  return {
    found: instances.map(({ tree, lines }) => ({
      instanceId: tree.instance.id!,
      holdings: lines.map(({ row }) => row),
    })),
    unknown: ids.filter((id) => !known.has(id.toLowerCase())),
    empty: instances.flatMap(({ tree: { instance, holdings } }) =>
      holdings.length === 0 ? [instance.id!] : [],
    ),
  }
}

/** The lines of instances in the order of `ids`, with the records that they show; unknown ids are left out. */
export async function readLines(
  tx: Transaction,
  ids: readonly string[],
  fullPeriodicals: boolean,
  { circulationOf, piecesOf }: AvailabilitySources,
): Promise<{ tree: InstanceTree; reference: ReferenceNames; lines: RtacLine[] }[]> {
  const trees = (await readShownTrees(tx, ids.filter(isUuid), fullPeriodicals)).map(withoutSuppressed)
  const reference = await readNames(tx, trees)
  const itemIds = trees.flatMap(({ items }) => items.map(({ item }) => item.id!))
  const holdingsIds = trees.flatMap(({ holdings }) => holdings.map(({ id }) => id!))
  const availability = {
    circulation: (await circulationOf?.(tx, itemIds)) ?? new Map<string, ItemCirculation>(),
    pieces: (await piecesOf?.(tx, holdingsIds)) ?? [],
  }
  return trees.map((tree) => ({
    tree,
    reference,
    lines: rtacLines(tree, reference, availability, fullPeriodicals),
  }))
}

/** Trees in the order of `ids`, without the items of periodicals where these are not shown: a serial may have thousands. */
async function readShownTrees(
  tx: Transaction,
  ids: readonly string[],
  fullPeriodicals: boolean,
): Promise<InstanceTree[]> {
  const trees = await readBranches(tx, ids)
  if (fullPeriodicals) {
    await addItems(tx, trees)
    return trees
  }
  const bare = trees.map(({ instance }) => ({ instance, holdings: [], items: [] }))
  const reference = await readNames(tx, bare)
  await addItems(
    tx,
    trees.filter((tree) => !isPeriodical(tree, reference)),
  )
  return trees
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
