import { now } from '../../kernel/clock.ts'
import type { App } from '../../kernel/module.ts'
import { removeLeft } from '../undo/index.ts'
import { filesFolder } from './file-links.ts'
import { STAGE } from './problem-stage.ts'

/** How long the files of an operation are kept after it has ended, or was started. */
const KEPT_DAYS = 30
const DAY_MS = 86_400_000
// About 5 MB of rows a transaction, so that no lock and no snapshot lasts long.
const ROWS_STEP = 10_000

/**
 * Takes the files of old operations away, and what they are made of; the operations stay in the list with their counts and
 * the errors of their commits. Interrupted, it goes on where it was when it is called again.
 * @returns how many operations
 */
export async function expireOperations(app: App, tenant: string): Promise<number> {
  const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS)
  const old = await app.db.tenant(tenant, (tx) =>
    tx.query<{ id: string; hr_id: number }>(
      `select id, hr_id from bulk_operation
       where not is_expired and job_id is null and coalesce(ended_at, started_at) < $1
         and not exists (select from undo_run u where u.job_id = bulk_operation.id and u.status = 'RUNNING')
       order by hr_id`,
      [before],
    ),
  )
  for (const { id, hr_id: no } of old) {
    // Links first, so that nothing is offered that is half gone.
    await app.db.tenant(tenant, (tx) =>
      tx.query("update bulk_operation set links = '{}' where id = $1", [id]),
    )
    await app.files.removeFolder(tenant, filesFolder(id))
    for (const [table, key, condition] of KEPT) {
      const statement = `delete from ${table} where operation_no = $1 and ${condition} and ${key} in (
        select ${key} from ${table} where operation_no = $1 and ${condition} limit ${ROWS_STEP})`
      while ((await app.db.tenant(tenant, (tx) => tx.execute(statement, [no]))) > 0) continue
    }
    while ((await app.db.tenant(tenant, (tx) => removeLeft(tx, id, ROWS_STEP))) > 0) continue
    await app.db.tenant(tenant, (tx) =>
      tx.query('update bulk_operation set is_expired = true where id = $1', [id]),
    )
  }
  return old.length
}

/** Tables of what is kept for a while, the column by which rows go, and which of them. */
const KEPT = [
  ['bulk_record', 'no', 'true'],
  ['bulk_record_below', 'record_id', 'true'],
  ['bulk_identifier', 'line', 'true'],
  ['bulk_problem', 'place', `stage = ${STAGE.matching}`],
] as const

/** Expires the old operations of every tenant. */
export async function expireInAllTenants(app: App): Promise<void> {
  const tenants = await app.db.system((tx) =>
    tx.query<{ id: string }>("select id from octavo.tenant where state = 'ready' order by id"),
  )
  for (const { id: tenant } of tenants) {
    const operations = await expireOperations(app, tenant)
    if (operations > 0) app.log.info({ tenant, operations }, 'files of old bulk edits were removed')
  }
}
