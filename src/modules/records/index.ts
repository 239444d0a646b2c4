import { readBeside } from '../../kernel/module.ts'
import type { Module, ModuleInterface } from '../../kernel/module.ts'
import { seedSampleSnapshot } from './populate-records.ts'
import { recordRoutes } from './routes.ts'
import type { DeleteInstances } from './snapshots.ts'

export {
  countedSources,
  currentSources,
  instancesOfMarcHrids,
  lockSources,
  readMarcVersions,
  retireSources,
} from './current-sources.ts'
export { insertSourceRecords, lockChains } from './insert-source-records.ts'
export type { InsertOptions } from './insert-source-records.ts'
export { findRecord } from './list-records.ts'
export { lockJobGenerations, takeBackGenerations } from './job-generations.ts'
export type { JobGeneration, RestoredGeneration } from './job-generations.ts'
export { markDeleted, setSuppression, unmarkDeleted } from './mark-deleted.ts'
export { readGenerations } from './read-generations.ts'
export type { Generation } from './read-generations.ts'
export { RECORD_TYPES, STATES } from './record-types.ts'
export type { IdType, RecordTypeName, StateName } from './record-types.ts'
export { replaceGenerations } from './replace-generations.ts'
export type { NextGeneration } from './replace-generations.ts'
export { addSnapshot } from './snapshots.ts'
export type { DeleteInstances } from './snapshots.ts'
export type { SourceRecordInput, SourceRecordOutcome } from './source-record-input.ts'
export type { StoredRecord } from './stored-record.ts'

function ofStorage(id: string, version: string): ModuleInterface {
  return { module: 'mod-source-record-storage-6.0.0', id, version }
}

/**
 * Source records: the MARC (or EDIFACT) that inventory was made from, generation by generation. `deleteInstances`
 * removes the instances of a snapshot that is deleted.
 */
export function recordsModule(deleteInstances: DeleteInstances): Module {
  return {
    name: 'records',
    schema: {
      system: readBeside(import.meta.dirname, 'functions.sql'),
      tenant: readBeside(import.meta.dirname, 'schema.sql'),
    },
    interfaces: [
      ofStorage('source-storage-snapshots', '2.1'),
      ofStorage('source-storage-records', '3.4'),
      ofStorage('source-storage-source-records', '3.3'),
      ofStorage('source-storage-stream', '1.2'),
      ofStorage('source-storage-batch', '1.3'),
      ofStorage('source-storage-test-records', '2.1'),
    ],
    routes: () => recordRoutes(deleteInstances),
    seedTenant: (tx, options) => seedSampleSnapshot(tx, options),
  }
}
