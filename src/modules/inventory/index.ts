import type { Transaction } from '../../kernel/db/database.ts'
import { readBeside } from '../../kernel/module.ts'
import type { Module, SeedOptions } from '../../kernel/module.ts'
import { consortiumRoutes } from './consortium-routes.ts'
import { inventoryInstanceRoutes } from './inventory-instance-routes.ts'
import { inventoryItemRoutes } from './inventory-item-routes.ts'
import { inventorySettingRoutes } from './inventory-settings.ts'
import { isbnRoutes } from './isbn-routes.ts'
import { marcJsonRoutes } from './marc-json.ts'
import { referenceDdl, referenceInterfaces, referenceRoutes, seedReferenceData } from './reference-lists.ts'
import { relationDdl } from './relation-lists.ts'
import { relationRoutes } from './relation-routes.ts'
import { seedSampleRecords } from './seed-sample.ts'
import type { SourceRecordMarks } from './source-record-marks.ts'
import { storageRoutes } from './storage-routes.ts'

export * from './pure.ts'
export { holdingsSource, instanceSource, itemSource } from './cql-sources.ts'
export { deleteHoldings, deleteInstances, deleteItems, findReferrers } from './delete-records.ts'
export { insertHoldings, updateHoldings, upsertHoldings } from './holdings.ts'
export {
  describeInstances,
  findHoldingsByNumber,
  findInstancesByNumber,
  findItemsByNumber,
} from './find-by-number.ts'
export type { FoundInstance } from './find-by-number.ts'
export { formatHrid, reserveHrids, reserveHridTexts } from './hrids.ts'
export { findMissingReferences, findTakenBarcodes, findTakenHrids } from './import-checks.ts'
export { insertInstances, updateInstances, upsertInstances } from './instances.ts'
export { insertItems, updateItems, upsertItems } from './items.ts'
export {
  findInstancesByHrid,
  holdingsFromMarc,
  instanceFromMarc,
  lockHoldings,
  lockInstances,
  replaceMarcTitles,
} from './marc-documents.ts'
export type { MappedInstance } from './marc-documents.ts'
export { lockForDeletion, readDocumentsAt, readHistories, readReplaced } from './record-history.ts'
export type { RecordHistory, VersionedTable } from './record-history.ts'
export { readEvents, readVersions } from './record-versions.ts'
export type { RecordEvent, VersionKey } from './record-versions.ts'
export { RECORD_TYPES } from './records.ts'
export { REFERENCE_TABLES, fingerprintOf, referenceSnapshot } from './reference-snapshot.ts'
export { announceChanges, listenToRecords } from './record-listeners.ts'
export type { RecordListener, RecordsChange } from './record-listeners.ts'
export type { ReferenceSnapshot, ReferenceValue } from './reference-snapshot.ts'
export type { SourceRecordMarks } from './source-record-marks.ts'
export { insertRows, keepPrevious, replaceRows } from './store-rows.ts'
export type { RecordTable } from './store-rows.ts'
export { lockRows } from './update-records.ts'
export { accepted, draftsOf, refusals, refuse, requireAll } from './write-outcome.ts'
export type { Draft, LockedRecord, Outcome, WriteOptions, Writer } from './write-outcome.ts'

async function seedInventory(tx: Transaction, options: SeedOptions): Promise<void> {
  if (options.reference) await seedReferenceData(tx, options.sample)
  if (options.sample) await seedSampleRecords(tx)
}

const STORAGE = 'mod-inventory-storage-30.1.0'
const BUSINESS = 'mod-inventory-21.2.0'

/**
 * Instances, holdings, items and the lists that they refer to. `marks` sets the marks of source records, which go
 * along with those of instances and holdings.
 */
export function inventoryModule(marks: SourceRecordMarks): Module {
  return {
    name: 'inventory',
    schema: {
      tenant: [readBeside(import.meta.dirname, 'schema.sql'), referenceDdl(), relationDdl()].join('\n'),
    },
    interfaces: [
      ...referenceInterfaces,
      { module: STORAGE, id: 'instance-storage', version: '11.4' },
      { module: STORAGE, id: 'instance-storage-batch-sync', version: '3.1' },
      { module: STORAGE, id: 'instance-storage-batch-sync-unsafe', version: '3.1' },
      { module: STORAGE, id: 'instance-preceding-succeeding-titles', version: '0.2' },
      { module: STORAGE, id: 'holdings-storage', version: '8.2' },
      { module: STORAGE, id: 'holdings-storage-batch-sync', version: '2.0' },
      { module: STORAGE, id: 'holdings-storage-batch-sync-unsafe', version: '2.0' },
      { module: STORAGE, id: 'item-storage', version: '11.2' },
      { module: STORAGE, id: 'item-storage-batch-sync', version: '2.0' },
      { module: STORAGE, id: 'item-storage-batch-sync-unsafe', version: '2.0' },
      { module: STORAGE, id: 'bound-with-parts-storage', version: '2.0' },
      { module: STORAGE, id: 'inventory-settings', version: '1.0' },
      { module: BUSINESS, id: 'inventory', version: '14.4' },
      { module: BUSINESS, id: 'inventory-batch', version: '3.0' },
      { module: BUSINESS, id: 'inventory-config', version: '0.2' },
      { module: BUSINESS, id: 'inventory-move', version: '0.3' },
      { module: BUSINESS, id: 'inventory-update-ownership', version: '1.1' },
      { module: BUSINESS, id: 'isbn-utils', version: '2.0' },
    ],
    routes: ({ config }) => [
      ...referenceRoutes(),
      ...storageRoutes(config.unsafeWritesUntil),
      ...relationRoutes(),
      ...inventoryItemRoutes(),
      ...inventoryInstanceRoutes(marks),
      ...isbnRoutes(),
      ...marcJsonRoutes(),
      ...inventorySettingRoutes(),
      ...consortiumRoutes(),
    ],
    seedTenant: seedInventory,
  }
}
