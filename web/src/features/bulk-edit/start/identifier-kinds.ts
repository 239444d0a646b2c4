import type { EntityType, IdentifierType } from '../types.ts'

/** The kinds of identifiers by which records of a type are found, the usual ones first. */
export const IDENTIFIERS: Readonly<Record<EntityType, readonly IdentifierType[]>> = {
  ITEM: ['BARCODE', 'HRID', 'ID', 'ACCESSION_NUMBER', 'FORMER_IDS', 'HOLDINGS_RECORD_ID'],
  HOLDINGS_RECORD: ['HRID', 'ID', 'INSTANCE_HRID', 'ITEM_BARCODE'],
  INSTANCE: ['HRID', 'ID'],
  INSTANCE_MARC: ['HRID', 'ID'],
  USER: ['BARCODE', 'USER_NAME', 'EXTERNAL_SYSTEM_ID', 'ID'],
}
