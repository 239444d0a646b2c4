import type { CopyValue } from '../../kernel/db/copy-buffer.ts'
import { fold, lowered } from '../../formats/text/index.ts'
import { newId } from '../../kernel/ids.ts'
import {
  cleanObjects,
  cleanStrings,
  cleanTags,
  storedForm,
  filledOrAbsent,
  orAbsent,
} from './clean-record.ts'
import type { CirculationNote, Item } from './records.ts'
import type { Stamp } from './stamp.ts'

/** Columns of the table `item` in the order in which `itemRow` gives their values. */
export const ITEM_COLUMNS = [
  'id',
  'version',
  'hrid_key',
  'holdings_record_id',
  'barcode_key',
  'status',
  'material_type_id',
  'effective_location_id',
  'item_order',
  'updated_at',
  'doc',
] as const

/**
 * The values of one row of `item`; `record` needs its `id`, `hrid`, `holdingsRecordId`, `order`, and the
 * effective values that `setEffectiveValues` computes.
 */
export function itemRow(record: Item, stamp: Stamp): CopyValue[] {
  const { document, text } = storedForm(itemDocument(record, stamp))
  return [
    document.id!,
    stamp.version,
    fold(document.hrid!),
    document.holdingsRecordId!,
    document.barcode === undefined ? null : barcodeKey(document.barcode),
    document.status?.name ?? null,
    document.materialTypeId ?? null,
    document.effectiveLocationId ?? null,
    document.order ?? null,
    stamp.metadata.updatedDate,
    text,
  ]
}

/** The form in which barcodes are compared: case does not count, accents do. */
export function barcodeKey(barcode: string): string {
  return lowered(barcode)
}

/**
 * An item as it is stored and sent: cleaned, its lists never absent, ids given to new circulation notes,
 * version and metadata from `stamp`. Effective values and `order` are taken over as they are.
 */
export function itemDocument(record: Item, stamp: Stamp) {
  return {
    id: record.id,
    _version: stamp.version,
    hrid: record.hrid,
    holdingsRecordId: record.holdingsRecordId,
    order: orAbsent(record.order),
    formerIds: cleanStrings(record.formerIds),
    discoverySuppress: orAbsent(record.discoverySuppress),
    displaySummary: orAbsent(record.displaySummary),
    accessionNumber: orAbsent(record.accessionNumber),
    barcode: filledOrAbsent(record.barcode),
    effectiveShelvingOrder: orAbsent(record.effectiveShelvingOrder),
    itemLevelCallNumber: orAbsent(record.itemLevelCallNumber),
    itemLevelCallNumberPrefix: orAbsent(record.itemLevelCallNumberPrefix),
    itemLevelCallNumberSuffix: orAbsent(record.itemLevelCallNumberSuffix),
    itemLevelCallNumberTypeId: orAbsent(record.itemLevelCallNumberTypeId),
    effectiveCallNumberComponents: orAbsent(record.effectiveCallNumberComponents),
    additionalCallNumbers: cleanObjects(record.additionalCallNumbers),
    volume: orAbsent(record.volume),
    enumeration: orAbsent(record.enumeration),
    chronology: orAbsent(record.chronology),
    yearCaption: cleanStrings(record.yearCaption),
    itemIdentifier: orAbsent(record.itemIdentifier),
    copyNumber: orAbsent(record.copyNumber),
    numberOfPieces: orAbsent(record.numberOfPieces),
    descriptionOfPieces: orAbsent(record.descriptionOfPieces),
    numberOfMissingPieces: orAbsent(record.numberOfMissingPieces),
    missingPieces: orAbsent(record.missingPieces),
    missingPiecesDate: orAbsent(record.missingPiecesDate),
    itemDamagedStatusId: orAbsent(record.itemDamagedStatusId),
    itemDamagedStatusDate: orAbsent(record.itemDamagedStatusDate),
    administrativeNotes: cleanStrings(record.administrativeNotes),
    notes: cleanObjects(record.notes),
    circulationNotes: circulationNotes(record.circulationNotes),
    status: orAbsent(record.status),
    materialTypeId: orAbsent(record.materialTypeId),
    permanentLoanTypeId: orAbsent(record.permanentLoanTypeId),
    temporaryLoanTypeId: orAbsent(record.temporaryLoanTypeId),
    permanentLocationId: filledOrAbsent(record.permanentLocationId),
    temporaryLocationId: filledOrAbsent(record.temporaryLocationId),
    effectiveLocationId: orAbsent(record.effectiveLocationId),
    electronicAccess: cleanObjects(record.electronicAccess),
    inTransitDestinationServicePointId: orAbsent(record.inTransitDestinationServicePointId),
    statisticalCodeIds: cleanStrings(record.statisticalCodeIds),
    purchaseOrderLineIdentifier: orAbsent(record.purchaseOrderLineIdentifier),
    tags: cleanTags(record.tags),
    lastCheckIn: orAbsent(record.lastCheckIn),
    metadata: stamp.metadata,
  }
}

function circulationNotes(notes: Item['circulationNotes']): readonly CirculationNote[] {
  const kept = cleanObjects(notes)
  return kept.every((note) => note.id)
    ? kept
    : kept.map((note) => (note.id ? note : { id: newId(), ...note }))
}
