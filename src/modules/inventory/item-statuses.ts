/** The names an item's status may have (folio-org/mod-inventory-storage: ramls/schemas/item-storage/itemStatus.json). */
export const ITEM_STATUSES = [
  'Aged to lost',
  'Available',
  'Awaiting pickup',
  'Awaiting delivery',
  'Checked out',
  'Claimed returned',
  'Declared lost',
  'In process',
  'In process (non-requestable)',
  'In transit',
  'Intellectual item',
  'Long missing',
  'Lost and paid',
  'Missing',
  'On order',
  'Order closed',
  'Paged',
  'Restricted',
  'Unavailable',
  'Unknown',
  'Withdrawn',
] as const

export type ItemStatus = (typeof ITEM_STATUSES)[number]

/** True for the name of an item status. */
export function isItemStatus(name: unknown): name is ItemStatus {
  return ITEM_STATUSES.includes(name as ItemStatus)
}

const markable: readonly ItemStatus[] = [
  'Available',
  'Awaiting delivery',
  'Awaiting pickup',
  'In process',
  'In process (non-requestable)',
  'In transit',
  'Intellectual item',
  'Long missing',
  'Paged',
  'Restricted',
  'Unavailable',
  'Unknown',
]

function anyBut(...names: ItemStatus[]): readonly ItemStatus[] {
  return ITEM_STATUSES.filter((status) => !names.includes(status))
}

/**
 * The moves of `POST /inventory/items/{id}/mark-…`: the last part of the path, the new status, and the
 * statuses an item may have before (folio-org/mod-inventory: validation/status/*).
 */
export const STATUS_MARKS: readonly { mark: string; status: ItemStatus; from: readonly ItemStatus[] }[] = [
  { mark: 'mark-in-process', status: 'In process', from: anyBut('In process') },
  ...(
    [
      ['mark-in-process-non-requestable', 'In process (non-requestable)'],
      ['mark-intellectual-item', 'Intellectual item'],
      ['mark-long-missing', 'Long missing'],
      ['mark-restricted', 'Restricted'],
      ['mark-unavailable', 'Unavailable'],
      ['mark-unknown', 'Unknown'],
    ] as const
  ).map(([mark, status]) => ({ mark, status, from: anyBut(status, 'In process') })),
  { mark: 'mark-missing', status: 'Missing', from: [...markable, 'Withdrawn'] },
  { mark: 'mark-withdrawn', status: 'Withdrawn', from: [...markable, 'Lost and paid', 'Missing'] },
]
