import type { Module } from '../kernel/module.ts'
import { apiDocsModule } from './api-docs/index.ts'
import { apiKeysModule } from './api-keys/index.ts'
import { authoritiesModule } from './authorities/index.ts'
import { blocksModule } from './blocks/index.ts'
import { browseModule, noteChanges } from './browse/index.ts'
import { bulkEditModule, bulkEditProgress, bulkUndoProgress, nameBulkEdits } from './bulk-edit/index.ts'
import { circulationModule } from './circulation/index.ts'
import { copycatModule } from './copycat/index.ts'
import { entityQueryModule, findQuery, queryIds } from './entity-query/index.ts'
import { feesModule } from './fees/index.ts'
import { findModule } from './find/index.ts'
import { gatewayModule } from './gateway/index.ts'
import { historyModule } from './history/index.ts'
import type { NameJobs } from './history/index.ts'
import { importProfilesModule } from './import-profiles/index.ts'
import {
  importProgress,
  importUndoProgress,
  importsModule,
  indexMatchProfiles,
  nameImports,
  previewProgress,
} from './imports/index.ts'
import { inventoryViewsModule } from './inventory-views/index.ts'
import { deleteInstances, inventoryModule, listenToRecords, referenceSnapshot } from './inventory/index.ts'
import { jobProgressModule } from './job-progress/index.ts'
import { loginModule } from './login/index.ts'
import { mappingTrialModule } from './mapping-trial/index.ts'
import { mappingModule } from './mapping/index.ts'
import { notesModule } from './notes/index.ts'
import { ordersModule } from './orders/index.ts'
import { permissionsModule } from './permissions/index.ts'
import { preferencesModule } from './preferences/index.ts'
import { quickMarcModule } from './quick-marc/index.ts'
import { markDeleted, recordsModule, setSuppression, unmarkDeleted } from './records/index.ts'
import { referenceUsageModule } from './reference-usage/index.ts'
import { remoteStorageModule } from './remote-storage/index.ts'
import { rtacModule } from './rtac/index.ts'
import { searchModule } from './search/index.ts'
import { settingsModule } from './settings/index.ts'
import { tenantsModule } from './tenants/index.ts'
import { nameUndos, undoModule } from './undo/index.ts'
import { usersModule } from './users/index.ts'

listenToRecords(noteChanges)

/** Jobs that change records, as people call them. */
const nameJobs: NameJobs = async (tx, ids) => [
  ...(await nameImports(tx, ids)),
  ...(await nameBulkEdits(tx, ids)),
  ...(await nameUndos(tx, ids)),
]

/** All modules in dependency order: a module may use those above it; what it needs of others is handed in here. */
export const modules: readonly Module[] = [
  usersModule,
  permissionsModule,
  apiKeysModule,
  preferencesModule,
  settingsModule,
  notesModule,
  inventoryModule({ setSuppression, markDeleted, unmarkDeleted }),
  feesModule,
  circulationModule,
  blocksModule,
  ordersModule,
  remoteStorageModule,
  inventoryViewsModule,
  rtacModule(),
  mappingModule(referenceSnapshot),
  recordsModule(deleteInstances),
  authoritiesModule,
  mappingTrialModule,
  historyModule(nameJobs),
  browseModule,
  searchModule,
  entityQueryModule,
  importProfilesModule(indexMatchProfiles),
  jobProgressModule([
    importProgress,
    previewProgress,
    importUndoProgress,
    bulkEditProgress,
    bulkUndoProgress,
  ]),
  referenceUsageModule,
  undoModule,
  importsModule,
  copycatModule,
  quickMarcModule,
  findModule,
  loginModule,
  bulkEditModule({ queryState: findQuery, queryIds }),
  tenantsModule,
  gatewayModule,
  apiDocsModule,
]
