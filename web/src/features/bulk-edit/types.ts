/** What a bulk operation is about. `INSTANCE_MARC` are instances whose MARC records change. */
export type EntityType = 'ITEM' | 'HOLDINGS_RECORD' | 'INSTANCE' | 'INSTANCE_MARC' | 'USER'

/** By what records are found. */
export type IdentifierType =
  | 'ID'
  | 'BARCODE'
  | 'HRID'
  | 'FORMER_IDS'
  | 'ACCESSION_NUMBER'
  | 'HOLDINGS_RECORD_ID'
  | 'USER_NAME'
  | 'EXTERNAL_SYSTEM_ID'
  | 'INSTANCE_HRID'
  | 'ITEM_BARCODE'
