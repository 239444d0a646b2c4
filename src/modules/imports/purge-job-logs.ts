import { now } from '../../kernel/clock.ts'
import type { Database, Transaction } from '../../kernel/db/database.ts'
import type { App } from '../../kernel/module.ts'
import { removeJobs } from '../../kernel/jobs/ledger.ts'
import { removeLeft } from '../undo/index.ts'
import { FINAL_STATUSES } from './job-status.ts'
import { NO_COUNTS } from './job-counts.ts'

/** What a purge has removed; `forgotten` are jobs that had been deleted from the list of logs. */
export type Purged = { jobs: number; records: number; files: number; forgotten: number }

type OldJob = { id: string; hr_id: number; keys: string[] }

const JOBS_STEP = 20
// About 8 MB of journal a transaction, so that no lock and no snapshot lasts long.
const ROWS_STEP = 10_000
const DAY_MS = 86_400_000

/**
 * Removes what was kept of jobs that ended more than so many days ago: journal, posted records, frozen context,
 * uploaded file, undo and ledger. The jobs stay in the list with their counts, those deleted from it go. The history
 * of records is no log and stays. Interrupted, it goes on where it was when it is called again.
 */
export async function purgeJobLogs(app: App, tenant: string, olderThanDays: number): Promise<Purged> {
  const before = new Date(now().getTime() - olderThanDays * DAY_MS)
  const purged: Purged = { jobs: 0, records: 0, files: 0, forgotten: 0 }
  for (;;) {
    const jobs = await app.db.tenant(tenant, (tx) => claimOldJobs(tx, before))
    if (jobs.length === 0) break
    for (const job of jobs) {
      // Files first: a row that names a removed file is harmless, a file that no row names would stay for ever.
      for (const key of job.keys) await app.files.remove(tenant, key)
      purged.records += await deleteRows(app.db, tenant, JOURNAL, job.hr_id)
      await deleteRows(app.db, tenant, POSTED, job.id)
      while ((await app.db.tenant(tenant, (tx) => removeLeft(tx, job.id, ROWS_STEP))) > 0) continue
      await app.db.tenant(tenant, (tx) => closeLog(tx, job.id))
      purged.jobs += 1
      purged.files += job.keys.length
    }
  }
  purged.forgotten = await app.db.tenant(tenant, (tx) => forgetDeletedJobs(tx, before))
  return purged
}

/** Marks the next old jobs, so that none of them can be undone any more, and says which they are. */
async function claimOldJobs(tx: Transaction, before: Date): Promise<OldJob[]> {
  return tx.query<OldJob>(
    `update job_execution e set log_state = 'ending'
     from (
       select j.id from job_execution j
       where j.log_state <> 'purged' and j.status = any($1) and coalesce(j.completed_at, j.created_at) < $2
         and not exists (
           select from undo_run u
           where u.job_id = j.id and (u.status = 'RUNNING' or u.completed_at >= $2)
         )
       order by j.completed_at limit ${JOBS_STEP} for update of j
     ) old
     where e.id = old.id
     returning e.id, e.hr_id, array(
       select f.source_path from file_definition f
       where coalesce(f.composite_id, f.job_id) = e.id and f.source_path is not null
     ) as keys`,
    [FINAL_STATUSES, before],
  )
}

const JOURNAL = `delete from journal where job_no = $1 and seq in (
  select seq from journal where job_no = $1 order by seq limit ${ROWS_STEP})`
const POSTED = `delete from posted_chunk where job_id = $1 and chunk_id in (
  select chunk_id from posted_chunk where job_id = $1 limit 100)`

async function deleteRows(
  db: Database,
  tenant: string,
  statement: string,
  job: string | number,
): Promise<number> {
  for (let sum = 0; ;) {
    const deleted = await db.tenant(tenant, (tx) => tx.execute(statement, [job]))
    if (deleted === 0) return sum
    sum += deleted
  }
}

async function closeLog(tx: Transaction, jobId: string): Promise<void> {
  const undos = await tx.query<{ id: string }>('delete from undo_run where job_id = $1 returning id', [jobId])
  await tx.query(
    `update file_definition set source_path = null, chunks = null
     where coalesce(composite_id, job_id) = $1`,
    [jobId],
  )
  const [closed] = await tx.query<{ context_id: string | null }>(
    `update job_execution set log_state = 'purged', summary = coalesce(summary, $2::json) where id = $1
     returning context_id`,
    [jobId, JSON.stringify(NO_COUNTS)],
  )
  if (closed?.context_id) await dropContext(tx, closed.context_id)
  await removeJobs(tx, [jobId, ...undos.map(({ id }) => id)])
}

/** Removes what jobs were mapped with, once the last of the jobs that share it is purged. */
async function dropContext(tx: Transaction, contextId: string): Promise<void> {
  const [open] = await tx.query(
    "select from job_execution where context_id = $1 and log_state <> 'purged' limit 1",
    [contextId],
  )
  if (open) return
  await tx.query('update job_execution set context_id = null where context_id = $1', [contextId])
  await tx.query('delete from import_context where id = $1', [contextId])
}

/** Removes jobs that were deleted from the list, uploads of which nothing is left, and parents without children. */
async function forgetDeletedJobs(tx: Transaction, before: Date): Promise<number> {
  const forgotten = await tx.query<{ id: string }>(
    `delete from job_execution where is_deleted and log_state = 'purged'
       and coalesce(completed_at, created_at) < $1
     returning id`,
    [before],
  )
  const ids = forgotten.map(({ id }) => id)
  const uploads = await tx.query<{ upload_id: string }>(
    'delete from file_definition where job_id = any($1::uuid[]) returning upload_id',
    [ids],
  )
  await tx.query(
    `delete from upload_definition u where u.id = any($1::uuid[])
       and not exists (select from file_definition f where f.upload_id = u.id)`,
    [uploads.map((row) => row.upload_id)],
  )
  await tx.query(
    `delete from job_execution p where p.subordination = 'PARENT_MULTIPLE' and p.created_at < $1
       and not exists (select from job_execution c where c.parent_id = p.id and c.id <> p.id)`,
    [before],
  )
  return ids.length
}

/** Purges the logs of every tenant as the setting says; 0 days keep them for ever. */
export async function purgeLogsOfAllTenants(app: App): Promise<void> {
  const days = app.config.jobLogDays
  if (days === 0) return
  const tenants = await app.db.system((tx) =>
    tx.query<{ id: string }>("select id from octavo.tenant where state = 'ready' order by id"),
  )
  for (const { id } of tenants) {
    const purged = await purgeJobLogs(app, id, days)
    if (purged.jobs > 0 || purged.forgotten > 0)
      app.log.info({ tenant: id, days, ...purged }, 'logs of old jobs were removed')
  }
}
