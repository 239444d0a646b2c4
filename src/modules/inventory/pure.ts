/** What worker threads may use of the inventory: pure functions, no database, no HTTP. */
export { orAbsent, storedForm } from './clean-record.ts'
export { columnTypes } from './column-types.ts'
export { HOLDINGS_COLUMNS, holdingsRow } from './holdings-row.ts'
export {
  DISCOVERY_SUPPRESS_ENTRY,
  FACET_LETTERS,
  FACET_SEPARATOR,
  STAFF_SUPPRESS_ENTRY,
  facetCode,
  facetEntry,
  shortId,
} from './instance-facets.ts'
export {
  AUTHORITY_PREFIX,
  CLASSIFICATION_PREFIX,
  IDENTIFIER_PREFIX,
  INSTANCE_COLUMNS,
  KEY_LENGTH,
  NUMBER_PREFIX,
  OCLC_PREFIX,
  WORD_PREFIXES,
  identifierLexeme,
  instanceRow,
  oclcNumber,
  plainNumber,
  sortKey,
} from './instance-row.ts'
export { ITEM_COLUMNS, barcodeKey, itemRow } from './item-row.ts'
export { ITEM_STATUSES, isItemStatus } from './item-statuses.ts'
export { changesItems, setEffectiveValues } from './effective-values.ts'
export { keepServerValues, keepStatusDate } from './server-values.ts'
export { newStamp, nextStamp } from './stamp.ts'
export type { Stamp } from './stamp.ts'
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
export {
  FOLIO_HOLDINGS_SOURCE,
  INVALID_ISBN_TYPE,
  INVALID_ISSN_TYPE,
  ISBN_TYPE,
  ISSN_TYPE,
  LINKING_ISSN_TYPE,
  MARC_HOLDINGS_SOURCE,
} from './records.ts'
export type { Metadata } from '../../kernel/metadata.ts'
