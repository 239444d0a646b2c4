import { readBeside } from '../../kernel/module.ts'
import type { Module } from '../../kernel/module.ts'
import { seedConfigs } from './config.ts'
import { browseIndexJobKind, tidyBrowse } from './index-job.ts'
import { browseRoutes } from './routes.ts'

export { callNumberCondition } from './call-number-condition.ts'
export { noteChanges } from './note-changes.ts'

/** Browsing subjects, contributors, call numbers, classifications and authorities. */
export const browseModule: Module = {
  name: 'browse',
  schema: { tenant: readBeside(import.meta.dirname, 'schema.sql') },
  interfaces: [
    { module: 'mod-search-6.1.0', id: 'browse-inventory', version: '1.0' },
    { module: 'mod-search-6.1.0', id: 'browse-authorities', version: '1.0' },
    { module: 'mod-search-6.1.0', id: 'browse-config', version: '1.0' },
  ],
  routes: () => [...browseRoutes],
  jobKinds: (app) => [browseIndexJobKind(app)],
  tasks: (app) => [{ name: 'tidy-browse', pattern: '* * * * *', run: () => tidyBrowse(app) }],
  seedTenant: (tx) => seedConfigs(tx),
}
