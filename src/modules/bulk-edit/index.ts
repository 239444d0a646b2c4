import { readBeside } from '../../kernel/module.ts'
import type { Module } from '../../kernel/module.ts'
import { commitJobKind } from './commit/commit-records.ts'
import { editJobKind } from './edit/edit-records.ts'
import { expireInAllTenants } from './operation/expire-operations.ts'
import { leavingLedger } from './operation/leave-ledger.ts'
import { matchJobKind } from './match/match-records.ts'
import { takeQueriedIds } from './match/query-operation.ts'
import type { QuerySource } from './match/query-operation.ts'
import { bulkEditRoutes } from './routes.ts'
import { bulkUndoJobKind } from './undo/run-bulk-undo.ts'
import { undoProgress } from '../undo/index.ts'

export type { QuerySource, QueryState } from './match/query-operation.ts'
export { nameBulkEdits } from './operation/name-bulk-edits.ts'
export { bulkEditProgress } from './operation/bulk-edit-progress.ts'

/**
 * Bulk edit: many records found by a file of identifiers or a query, changed by rules, shown before and after. `queries`
 * is where queries are kept; without it there are files only.
 */
export function bulkEditModule(queries: QuerySource | null): Module {
  return {
    name: 'bulk-edit',
    schema: { tenant: readBeside(import.meta.dirname, 'schema.sql') },
    interfaces: [{ module: 'mod-bulk-operations-2.3.0', id: 'bulk-operations', version: '1.8' }],
    routes: (app) => bulkEditRoutes(app, queries),
    jobKinds: (app) =>
      [
        matchJobKind(app, queries && ((tx, operation) => takeQueriedIds(app.db, tx, operation, queries))),
        editJobKind(app),
        commitJobKind(app),
        bulkUndoJobKind,
      ].map(leavingLedger),
    tasks: (app) => [
      { name: 'expire-bulk-edits', pattern: '47 2 * * *', run: () => expireInAllTenants(app) },
    ],
  }
}

/** Undos of bulk edits as jobs. */
export const bulkUndoProgress = undoProgress({
  table: 'bulk_operation',
  title: 'o.base_name',
  kind: 'bulk-edit',
  permission: 'bulk-operations.item.undo.get',
})
