/** What worker threads may use of the inventory: pure functions, no database, no HTTP. */
export { orAbsent, storedForm } from './clean-record.ts'
export { columnTypes } from './column-types.ts'
export { HOLDINGS_COLUMNS, holdingsRow } from './holdings-row.ts'
export { INSTANCE_COLUMNS, KEY_LENGTH, instanceRow, sortKey } from './instance-row.ts'
export { ITEM_COLUMNS, barcodeKey, itemRow } from './item-row.ts'
export { isItemStatus } from './item-statuses.ts'
export { changesItems, setEffectiveValues } from './effective-values.ts'
export { keepServerValues, keepStatusDate } from './server-values.ts'
export { newStamp, nextStamp } from './stamp.ts'
export type { Stamp } from './stamp.ts'
export { FOLIO_HOLDINGS_SOURCE } from './records.ts'
export type {
  ElectronicAccess,
  Holdings,
  HoldingsStatement,
  Instance,
  Item,
  List,
  Maybe,
  Note,
} from './records.ts'
export type { Metadata } from '../../kernel/metadata.ts'
