import type { Module } from '../kernel/module.ts'
import { authoritiesModule } from './authorities/index.ts'
import { copycatModule } from './copycat/index.ts'
import { gatewayModule } from './gateway/index.ts'
import { importProfilesModule } from './import-profiles/index.ts'
import { importsModule, indexMatchProfiles } from './imports/index.ts'
import { deleteInstances, inventoryModule, referenceSnapshot } from './inventory/index.ts'
import { loginModule } from './login/index.ts'
import { mappingModule } from './mapping/index.ts'
import { permissionsModule } from './permissions/index.ts'
import { markDeleted, recordsModule, setSuppression, unmarkDeleted } from './records/index.ts'
import { searchModule } from './search/index.ts'
import { settingsModule } from './settings/index.ts'
import { tenantsModule } from './tenants/index.ts'
import { usersModule } from './users/index.ts'

/** All modules in dependency order: a module may use those above it; what it needs of others is handed in here. */
export const modules: readonly Module[] = [
  usersModule,
  permissionsModule,
  settingsModule,
  inventoryModule({ setSuppression, markDeleted, unmarkDeleted }),
  mappingModule(referenceSnapshot),
  recordsModule(deleteInstances),
  authoritiesModule,
  searchModule,
  importProfilesModule(indexMatchProfiles),
  importsModule,
  copycatModule,
  loginModule,
  tenantsModule,
  gatewayModule,
]
