import type { Transaction } from '../../kernel/db/database.ts'
import { isUuid } from '../../kernel/ids.ts'
import { nameReader, readBranches, readInstances, withoutSuppressed } from '../inventory-views/index.ts'
import type { InstanceRoot, InstanceTree, ReferenceNames } from '../inventory-views/index.ts'
import { isPeriodical, rtacLines } from './rtac-rows.ts'
import type { Availability, ItemCirculation, PublicPiece, RtacHolding, RtacLine } from './rtac-rows.ts'

/** What later modules know of items and holdings records; each answers a list with one statement. */
export type AvailabilitySources = {
  /** Open loans and requests by item id; items without either may be missing. */
  circulationOf?: (tx: Transaction, itemIds: readonly string[]) => Promise<Map<string, ItemCirculation>>
  /** Pieces of holdings records, expected or received, that the public may see. */
  piecesOf?: (tx: Transaction, holdingsIds: readonly string[]) => Promise<PublicPiece[]>
}

export type InstanceAvailability = { instanceId: string; holdings: RtacHolding[] }

export type AvailabilityError = { message: string; code: string }

/** An instance with its lines and the records that they show. */
export type InstanceLines = { tree: InstanceTree; reference: ReferenceNames; lines: RtacLine[] }

const INSTANCES_AT_ONCE = 50

// So many holdings records and their items are in memory together, and the next ones as text. At 300 PostgreSQL took half
// as much again for planning more statements, and no less was spent on collecting garbage (2026-12-01). An instance is
// not divided.
const HOLDINGS_AT_ONCE = 1000

/** The availability of one instance at this moment; null for an unknown one. */
export async function readAvailability(
  tx: Transaction,
  id: string,
  fullPeriodicals: boolean,
  sources: AvailabilitySources,
): Promise<InstanceAvailability | null> {
  for await (const [instance] of readLines(tx, [id], fullPeriodicals, sources)) {
    if (instance) return availabilityOf(instance)
  }
  return null
}

/** What an answer shows of an instance. */
export function availabilityOf({ tree, lines }: InstanceLines): InstanceAvailability {
  return { instanceId: tree.instance.id!, holdings: lines.map(({ row }) => row) }
}

/**
 * The lines of instances at this moment, in the order of `ids` and piece by piece; unknown ids are left out. 50 instances
 * cost two statements, and each piece of them one, one for each of the sources, and at most three for names that no
 * piece before it had.
 */
export async function* readLines(
  tx: Transaction,
  ids: readonly string[],
  fullPeriodicals: boolean,
  sources: AvailabilitySources,
): AsyncGenerator<InstanceLines[]> {
  const readReference = nameReader(tx)
  const valid = ids.filter(isUuid)
  for (let start = 0; start < valid.length; start += INSTANCES_AT_ONCE) {
    const page = valid.slice(start, start + INSTANCES_AT_ONCE)
    const pieces = inPieces(await readRoots(tx, page, fullPeriodicals, readReference))
    let coming = readAhead(tx, pieces[0])
    for (let next = 1; next <= pieces.length; next += 1) {
      const trees = (await coming).map(withoutSuppressed)
      const reference = await readReference(trees)
      const availability = await askSources(tx, trees, sources)
      // PostgreSQL reads the next piece while this one is written.
      coming = readAhead(tx, pieces[next])
      yield trees.map((tree) => ({
        tree,
        reference,
        lines: rtacLines(tree, reference, availability, fullPeriodicals),
      }))
    }
  }
}

type CountedRoot = InstanceRoot & { holdingsCount: number }

/** Instances; those whose items are not shown are marked: a serial may have thousands. */
async function readRoots(
  tx: Transaction,
  ids: readonly string[],
  fullPeriodicals: boolean,
  readReference: ReturnType<typeof nameReader>,
): Promise<CountedRoot[]> {
  const roots = await readInstances(tx, ids)
  if (fullPeriodicals) return roots
  const reference = await readReference(roots.map(({ instance }) => ({ instance, holdings: [], items: [] })))
  return roots.map((root) => ({ ...root, hasItems: !isPeriodical(root, reference) }))
}

function inPieces(roots: readonly CountedRoot[]): CountedRoot[][] {
  const pieces: CountedRoot[][] = []
  let count = Infinity
  for (const root of roots) {
    count += root.holdingsCount
    if (count > HOLDINGS_AT_ONCE) {
      pieces.push([])
      count = root.holdingsCount
    }
    pieces.at(-1)!.push(root)
  }
  return pieces
}

function readAhead(tx: Transaction, piece: readonly InstanceRoot[] = []): Promise<InstanceTree[]> {
  const trees = readBranches(tx, piece)
  // Nobody waits for it when what is before it fails.
  trees.catch(() => undefined)
  return trees
}

async function askSources(
  tx: Transaction,
  trees: readonly InstanceTree[],
  { circulationOf, piecesOf }: AvailabilitySources,
): Promise<Availability> {
  const itemIds = trees.flatMap(({ items }) => items.map(({ item }) => item.id!))
  const holdingsIds = trees.flatMap(({ holdings }) => holdings.map(({ id }) => id!))
  return {
    circulation: (await circulationOf?.(tx, itemIds)) ?? new Map<string, ItemCirculation>(),
    pieces: (await piecesOf?.(tx, holdingsIds)) ?? [],
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
