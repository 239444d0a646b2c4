import { readBeside } from '../../kernel/module.ts'
import type { Module } from '../../kernel/module.ts'
import { commitJobKind } from './commit-records.ts'
import { editJobKind } from './edit-records.ts'
import { expireInAllTenants } from './expire-operations.ts'
import { matchJobKind } from './match-records.ts'
import { bulkEditRoutes } from './routes.ts'

/** Bulk edit: many records found by a file of identifiers, changed by rules, shown before and after. */
export const bulkEditModule: Module = {
  name: 'bulk-edit',
  schema: { tenant: readBeside(import.meta.dirname, 'schema.sql') },
  interfaces: [{ module: 'mod-bulk-operations-2.3.0', id: 'bulk-operations', version: '1.8' }],
  routes: bulkEditRoutes,
  jobKinds: (app) => [matchJobKind(app), editJobKind, commitJobKind],
  tasks: (app) => [{ name: 'expire-bulk-edits', pattern: '47 2 * * *', run: () => expireInAllTenants(app) }],
}
