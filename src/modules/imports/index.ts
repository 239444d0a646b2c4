import type { App, Module } from '../../kernel/module.ts'
import { readBeside } from '../../kernel/module.ts'
import { createThreadPool } from '../../kernel/threads/thread-pool.ts'
import type { ThreadPool } from '../../kernel/threads/thread-pool.ts'
import { importJobKind } from './engine/run-chunk.ts'
import { matchIndexJobKind } from './matching/build-match-index.ts'
import { sealIdleJobs } from './posted-records.ts'
import { purgeLogsOfAllTenants } from './purge-job-logs.ts'
import { removeOldPreviews } from './preview/remove-previews.ts'
import { previewJobKind } from './preview/run-preview.ts'
import { importRoutes } from './routes.ts'
import { undoJobKind } from './undo/run-undo.ts'
import { undoProgress } from '../undo/index.ts'
import { removeAbandonedUploads } from './stored-upload.ts'

const pools = new Map<App, ThreadPool>()

function threadsOf(app: App): ThreadPool {
  let pool = pools.get(app)
  if (!pool) {
    pool = createThreadPool(new URL('engine/chunk-thread.ts', import.meta.url), app.config.workerThreads)
    pools.set(app, pool)
  }
  return pool
}

/** Ends idle client-driven jobs of every tenant. */
async function sealIdleJobsOfAllTenants(app: App): Promise<void> {
  const tenants = await app.db.system((tx) =>
    tx.query<{ id: string }>("select id from octavo.tenant where state = 'ready'"),
  )
  for (const { id } of tenants) await app.db.tenant(id, sealIdleJobs)
}

/** Data import: uploads, job executions, the import itself, its journal and log. */
export const importsModule: Module = {
  name: 'imports',
  schema: {
    system: readBeside(import.meta.dirname, 'matching/functions.sql'),
    tenant: readBeside(import.meta.dirname, 'schema.sql'),
  },
  interfaces: [
    { module: 'mod-data-import', id: 'data-import', version: '3.2' },
    { module: 'mod-source-record-manager', id: 'source-manager-job-executions', version: '3.4' },
    { module: 'mod-source-record-manager', id: 'source-manager-records', version: '2.1' },
    { module: 'mod-source-record-manager', id: 'metadata-provider-job-execution-logs', version: '1.1' },
  ],
  routes: (app) => importRoutes(app, () => threadsOf(app)),
  jobKinds: (app) => [
    importJobKind(app, () => threadsOf(app)),
    previewJobKind(app, () => threadsOf(app)),
    undoJobKind,
    matchIndexJobKind(app),
  ],
  tasks: (app) => [
    { name: 'end-idle-imports', pattern: '*/2 * * * *', run: () => sealIdleJobsOfAllTenants(app) },
    { name: 'purge-job-logs', pattern: '17 2 * * *', run: () => purgeLogsOfAllTenants(app) },
    { name: 'remove-old-previews', pattern: '37 2 * * *', run: () => removeOldPreviews(app) },
    { name: 'remove-abandoned-uploads', pattern: '17 * * * *', run: () => removeAbandonedUploads(app) },
  ],
  async close(app) {
    const pool = pools.get(app)
    pools.delete(app)
    await pool?.close()
  },
}

export { findJobsByNumber } from './job-lists.ts'
export { compileProtections, isProtected } from './marc-changes/index.ts'
export type { FieldProtections } from './marc-changes/index.ts'
export { importProgress } from './progress/import-progress.ts'
export { previewProgress } from './progress/preview-progress.ts'
export { nameImports } from './name-imports.ts'
export { purgeJobLogs } from './purge-job-logs.ts'
export { indexMatchProfiles } from './matching/index-match-profiles.ts'
export { FAULT_KINDS } from './record-fault.ts'
export { findSingleRecordOutcome, startSingleRecordImport } from './single-record.ts'
export type { SingleRecordImport, SingleRecordOutcome } from './single-record.ts'

/** Undos of imports as jobs. */
export const importUndoProgress = undoProgress({
  table: 'job_execution',
  title: 'o.file_name',
  kind: 'import',
  permission: 'metadata-provider.jobExecutions.undo.item.get',
})
