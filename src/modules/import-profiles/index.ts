import { readBeside } from '../../kernel/module.ts'
import type { Module } from '../../kernel/module.ts'
import { importProfileRoutes } from './routes.ts'
import type { MatchProfilesSaved } from './routes.ts'
import { seedProfiles } from './seed-profiles.ts'

export { findJobProfile } from './find-profiles.ts'
export type * from './profile-types.ts'
export { matchProfilesOf } from './profile-tree.ts'
export type { MatchProfilesSaved } from './routes.ts'
export { isProfileTree } from './import-tree.ts'
export { createJobProfileSnapshot, currentTree } from './snapshots.ts'

const module = 'mod-di-converter-storage-2.5.0'

/**
 * Profiles that say what an import does: jobs, matches, actions, field mappings, and how they hang together.
 * `onMatchesSaved` is told of match profiles, so that what they match on can be indexed.
 */
export const importProfilesModule = (onMatchesSaved: MatchProfilesSaved): Module => ({
  name: 'import-profiles',
  schema: { tenant: readBeside(import.meta.dirname, 'schema.sql') },
  interfaces: [
    { module, id: 'data-import-converter-storage', version: '1.5' },
    { module, id: 'converter-storage-forms-configs', version: '1.2' },
  ],
  routes: () => importProfileRoutes(onMatchesSaved),
  seedTenant: seedProfiles,
})
