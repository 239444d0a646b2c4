import type { CopyBuffer } from '../../kernel/db/copy-buffer.ts'
import { holdingsRow } from './holdings-row.ts'
import { instanceRow } from './instance-row.ts'
import { itemRow } from './item-row.ts'
import type { Holdings, Instance, Item } from './records.ts'
import type { Stamp } from './stamp.ts'

/** Appends rows of the table `instance`, columns as in `INSTANCE_COLUMNS`. */
export function appendInstances(buffer: CopyBuffer, records: readonly Instance[], stamp: Stamp): void {
  for (const record of records) buffer.line(instanceRow(record, stamp))
}

/** Appends rows of the table `holdings_record`, columns as in `HOLDINGS_COLUMNS`. */
export function appendHoldings(buffer: CopyBuffer, records: readonly Holdings[], stamp: Stamp): void {
  for (const record of records) buffer.line(holdingsRow(record, stamp))
}

/** Appends rows of the table `item`, columns as in `ITEM_COLUMNS`. */
export function appendItems(buffer: CopyBuffer, records: readonly Item[], stamp: Stamp): void {
  for (const record of records) buffer.line(itemRow(record, stamp))
}
