import { now } from '../../../kernel/clock.ts'
import type { Database, Transaction } from '../../../kernel/db/database.ts'
import { cancelJobs, removeJobs } from '../../../kernel/jobs/ledger.ts'
import type { App } from '../../../kernel/module.ts'

/** Days for which a preview is kept, unless logs of jobs are kept for fewer. */
const KEPT_DAYS = 7
const DAY_MS = 86_400_000
// Some 10 MB of rows a transaction, so that no lock and no snapshot lasts long.
const ROWS_STEP = 10_000

/** Stops previews and removes what they have said. A worker that is at one drops its work. */
export async function removePreviews(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await cancelJobs(tx, ids)
  await tx.query('delete from preview_record where preview_id = any($1::uuid[])', [ids])
  const gone = await tx.query<{ context_id: string | null }>(
    'delete from import_preview where id = any($1::uuid[]) returning context_id',
    [ids],
  )
  await tx.query('delete from import_context where id = any($1::uuid[])', [
    gone.flatMap(({ context_id: contextId }) => contextId ?? []),
  ])
  await removeJobs(tx, ids)
}

/** Removes the previews of files that are removed. */
export async function removePreviewsOf(tx: Transaction, files: readonly { id: string }[]): Promise<void> {
  const previews = await tx.query<{ id: string }>(
    'select id from import_preview where file_id = any($1::uuid[])',
    [files.map(({ id }) => id)],
  )
  await removePreviews(
    tx,
    previews.map(({ id }) => id),
  )
}

/** Removes previews of every tenant that began a while ago, their rows a few thousand at a time. */
export async function removeOldPreviews(app: App): Promise<void> {
  const { jobLogDays } = app.config
  const days = jobLogDays === 0 ? KEPT_DAYS : Math.min(KEPT_DAYS, jobLogDays)
  const before = new Date(now().getTime() - days * DAY_MS)
  const tenants = await app.db.system((tx) =>
    tx.query<{ id: string }>("select id from octavo.tenant where state = 'ready' order by id"),
  )
  for (const { id: tenant } of tenants) {
    const old = await app.db.tenant(tenant, (tx) =>
      tx.query<{ id: string }>('select id from import_preview where started_at < $1', [before]),
    )
    for (const { id } of old) await removeOldPreview(app.db, tenant, id)
  }
}

async function removeOldPreview(db: Database, tenant: string, id: string): Promise<void> {
  await db.tenant(tenant, (tx) => cancelJobs(tx, [id]))
  for (let deleted = ROWS_STEP; deleted === ROWS_STEP;) {
    deleted = await db.tenant(tenant, (tx) =>
      tx.execute(
        `delete from preview_record where preview_id = $1 and seq in (
           select seq from preview_record where preview_id = $1 order by seq limit ${ROWS_STEP})`,
        [id],
      ),
    )
  }
  await db.tenant(tenant, (tx) => removePreviews(tx, [id]))
}
