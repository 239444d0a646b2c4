import { isoInstant } from '../../kernel/clock.ts'
import type { Instance, Item } from './records.ts'

/** Puts back what the server keeps of an instance whoever writes it: status date and format of the source record. */
export function keepServerValues(record: Instance, before: Instance, at: Date): void {
  const isSameStatus = (record.statusId ?? null) === (before.statusId ?? null)
  record.statusUpdatedDate = isSameStatus ? before.statusUpdatedDate : at.toISOString()
  record.sourceRecordFormat = before.sourceRecordFormat
}

/** The date of an item's status is the server's: it moves when the status does. */
export function keepStatusDate(record: Item, before: Item, at: Date): void {
  const isSame = record.status?.name === before.status?.name
  record.status = { ...record.status, date: isSame ? before.status?.date : isoInstant(at) }
}
