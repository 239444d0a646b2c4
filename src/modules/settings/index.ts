import { collectionDdl, collectionRoutes, seedDocuments } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { Module } from '../../kernel/module.ts'
import { configurationEntries } from './configuration-entries.ts'
import { fieldProtections } from './field-protections.ts'
import { fileExtensionRoutes, fileExtensions } from './file-extensions.ts'
import { settingEntries, settingEntryRoutes } from './setting-entries.ts'
import { seedSingleSettings, singleSettingRoutes, singleSettingsDdl } from './single-settings.ts'
import { defaultFieldProtections, defaultFileExtensions } from './start-values/start-values.ts'
import { startTags, tags } from './tags.ts'
import { tenantAddresses } from './tenant-addresses.ts'

const collections = [
  configurationEntries,
  settingEntries,
  tags,
  fileExtensions,
  fieldProtections,
  tenantAddresses,
]

async function seedTenant(tx: Transaction): Promise<void> {
  await seedSingleSettings(tx)
  await seedDocuments(tx, tags, startTags)
  await seedDocuments(tx, fileExtensions, defaultFileExtensions())
  await seedDocuments(tx, fieldProtections, defaultFieldProtections())
}

export { findConfigurations } from './configuration-entries.ts'
export { readFieldProtections } from './field-protections.ts'
export { findSettingValues } from './setting-values.ts'
export { readBaseUrl } from './single-settings.ts'
export { readTimeZone } from './time-zone.ts'

/** What a library sets up for itself: configuration, settings, tags, import settings, addresses, locale. */
export const settingsModule: Module = {
  name: 'settings',
  schema: {
    tenant: [...collections.map((collection) => collectionDdl(collection)), singleSettingsDdl].join('\n'),
  },
  interfaces: [
    ...collections.flatMap(({ interface: provided }) => provided ?? []),
    { module: 'mod-settings-1.3.1', id: 'locale', version: '1.0' },
    { module: 'mod-settings-1.3.1', id: 'base-url', version: '1.0' },
  ],
  routes: () => [
    ...[configurationEntries, tags, fieldProtections, tenantAddresses].flatMap((collection) =>
      collectionRoutes(collection),
    ),
    ...fileExtensionRoutes,
    ...settingEntryRoutes,
    ...singleSettingRoutes,
  ],
  seedTenant,
}
