import { itemText } from '#text/inventory-record.ts'

/** A status that can be given by hand: the end of its path, and the statuses from which it may not be given. */
export type StatusMark = { path: string; status: string; isFrom: (status: string) => boolean }

/** From which an item can be marked as missing or withdrawn (folio-org/mod-inventory: validation/status). */
const AT_HAND = [
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

const anyOther = (path: string, status: string): StatusMark => ({
  path,
  status,
  isFrom: (now) => now !== 'In process',
})

/** The marks of `POST /inventory/items/{id}/mark-…`. */
export const STATUS_MARKS: readonly StatusMark[] = [
  { path: 'mark-in-process', status: 'In process', isFrom: () => true },
  anyOther('mark-in-process-non-requestable', 'In process (non-requestable)'),
  anyOther('mark-intellectual-item', 'Intellectual item'),
  anyOther('mark-long-missing', 'Long missing'),
  { path: 'mark-missing', status: 'Missing', isFrom: (now) => [...AT_HAND, 'Withdrawn'].includes(now) },
  anyOther('mark-restricted', 'Restricted'),
  anyOther('mark-unavailable', 'Unavailable'),
  anyOther('mark-unknown', 'Unknown'),
  {
    path: 'mark-withdrawn',
    status: 'Withdrawn',
    isFrom: (now) => [...AT_HAND, 'Lost and paid', 'Missing'].includes(now),
  },
]

/** Why an item with that status can't be given the mark; null when it can. */
export function markBarrier(mark: StatusMark, now: string): string | null {
  if (now === mark.status) return itemText.alreadyIs(now)
  return mark.isFrom(now) ? null : itemText.markRefused(mark.status, now)
}
