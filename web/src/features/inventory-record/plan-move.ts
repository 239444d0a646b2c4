import type { Holdings, Item } from './records.ts'

/** What a move of items to other holdings will do. */
export type MovePlan = {
  /** Items that are not there yet. */
  moving: readonly Item[]
  /** How many of them will be found at another location. */
  changing: number
  /** How many keep a location of their own. */
  keeping: number
  /** How many belong to an order line. */
  ordered: number
}

export function planMove(items: readonly Item[], target: Holdings): MovePlan {
  const moving = items.filter(({ holdingsRecordId }) => holdingsRecordId !== target.id)
  const isOwn = (item: Item): boolean => (item.temporaryLocation ?? item.permanentLocation) !== undefined
  const keeping = moving.filter(isOwn)
  const changing = moving.filter(
    (item) => !isOwn(item) && item.effectiveLocation?.id !== target.effectiveLocationId,
  )
  const ordered = moving.filter(({ purchaseOrderLineIdentifier }) => Boolean(purchaseOrderLineIdentifier))
  return { moving, changing: changing.length, keeping: keeping.length, ordered: ordered.length }
}
