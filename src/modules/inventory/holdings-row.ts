import { fold } from '../../formats/text/index.ts'
import type { CopyValue } from '../../kernel/db/copy-buffer.ts'
import {
  cleanObjects,
  cleanStrings,
  cleanTags,
  storedForm,
  filledOrAbsent,
  orAbsent,
} from './clean-record.ts'
import type { Holdings } from './records.ts'
import type { Stamp } from './stamp.ts'

/** Columns of the table `holdings_record` in the order in which `holdingsRow` gives their values. */
export const HOLDINGS_COLUMNS = [
  'id',
  'version',
  'hrid_key',
  'instance_id',
  'permanent_location_id',
  'effective_location_id',
  'source_id',
  'updated_at',
  'doc',
] as const

/** The values of one row of `holdings_record`; `record` needs its `id`, `hrid` and `instanceId`. */
export function holdingsRow(record: Holdings, stamp: Stamp): CopyValue[] {
  const { document, text } = storedForm(holdingsDocument(record, stamp))
  return [
    document.id!,
    stamp.version,
    fold(document.hrid!),
    document.instanceId!,
    document.permanentLocationId ?? null,
    document.effectiveLocationId ?? null,
    document.sourceId ?? null,
    stamp.metadata.updatedDate,
    text,
  ]
}

/**
 * A holdings record as it is stored and sent: cleaned, its lists never absent, the effective location
 * computed (temporary, else permanent), version and metadata from `stamp`.
 */
export function holdingsDocument(record: Holdings, stamp: Stamp) {
  return {
    id: record.id,
    _version: stamp.version,
    hrid: record.hrid,
    sourceId: orAbsent(record.sourceId),
    holdingsTypeId: orAbsent(record.holdingsTypeId),
    formerIds: cleanStrings(record.formerIds),
    instanceId: record.instanceId,
    permanentLocationId: orAbsent(record.permanentLocationId),
    temporaryLocationId: filledOrAbsent(record.temporaryLocationId),
    effectiveLocationId: filledOrAbsent(record.temporaryLocationId) ?? orAbsent(record.permanentLocationId),
    electronicAccess: cleanObjects(record.electronicAccess),
    callNumberTypeId: orAbsent(record.callNumberTypeId),
    callNumberPrefix: orAbsent(record.callNumberPrefix),
    callNumber: orAbsent(record.callNumber),
    callNumberSuffix: orAbsent(record.callNumberSuffix),
    additionalCallNumbers: cleanObjects(record.additionalCallNumbers),
    shelvingTitle: orAbsent(record.shelvingTitle),
    acquisitionFormat: orAbsent(record.acquisitionFormat),
    acquisitionMethod: orAbsent(record.acquisitionMethod),
    receiptStatus: orAbsent(record.receiptStatus),
    administrativeNotes: cleanStrings(record.administrativeNotes),
    notes: cleanObjects(record.notes),
    illPolicyId: orAbsent(record.illPolicyId),
    retentionPolicy: orAbsent(record.retentionPolicy),
    digitizationPolicy: orAbsent(record.digitizationPolicy),
    holdingsStatements: cleanObjects(record.holdingsStatements),
    holdingsStatementsForIndexes: cleanObjects(record.holdingsStatementsForIndexes),
    holdingsStatementsForSupplements: cleanObjects(record.holdingsStatementsForSupplements),
    copyNumber: orAbsent(record.copyNumber),
    numberOfItems: orAbsent(record.numberOfItems),
    receivingHistory: orAbsent(record.receivingHistory),
    discoverySuppress: orAbsent(record.discoverySuppress),
    statisticalCodeIds: cleanStrings(record.statisticalCodeIds),
    tags: cleanTags(record.tags),
    metadata: stamp.metadata,
  }
}
