import { now } from '../../../kernel/clock.ts'
import type { App } from '../../../kernel/module.ts'
import { removeLeft } from '../../undo/index.ts'
import { filesFolder } from '../files/file-links.ts'
import { STAGE } from './problem-stage.ts'

/** How long the files of an operation are kept after it has ended, or was started. */
const KEPT_DAYS = 30
const DAY_MS = 86_400_000
// About 5 MB of rows a transaction, so that no lock and no snapshot lasts long.
const ROWS_STEP = 10_000

type Found = { id: string; hr_id: number }

/** What is old and at rest; `$1` is the time before which it must have ended. */
const IS_DUE = `not is_expired and job_id is null and coalesce(ended_at, started_at) < $1
  and not exists (select from undo_run u where u.job_id = bulk_operation.id and u.status = 'RUNNING')`

/**
 * Takes the files of old operations away, and what they are made of; the operations stay in the list with their counts and
 * the errors of their commits. What a cancelled or failed search has found goes as well, however old it is.
 * Interrupted, it goes on where it was when it is called again. One operation that fails leaves the others to go.
 * @returns how many operations
 * @throws the first failure, when it is through
 */
export async function expireOperations(app: App, tenant: string): Promise<number> {
  const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS)
  const due = await app.db.tenant(tenant, (tx) =>
    tx.query<Found>(
      `select id, hr_id from bulk_operation where (is_expired and not is_cleared) or (${IS_DUE}) order by hr_id`,
      [before],
    ),
  )
  const failures: unknown[] = []
  let expired = 0
  for (const operation of due) {
    try {
      if (!(await beginExpiry(app, tenant, operation, before))) continue
      await clear(app, tenant, operation)
      expired += 1
    } catch (error) {
      failures.push(error)
    }
  }
  await clearUnused(app, tenant)
  if (failures.length > 0) throw failures[0]
  return expired
}

/**
 * Marks an operation as expired, unless a step or an undo has begun since: they lock its row too, and refuse what has
 * expired. The links go along, so that nothing is offered that is half gone.
 */
function beginExpiry(app: App, tenant: string, { id }: Found, before: Date): Promise<boolean> {
  return app.db.tenant(tenant, async (tx) => {
    const [row] = await tx.query<{ is_expired: boolean }>(
      'select is_expired from bulk_operation where id = $1 for update',
      [id],
    )
    if (row!.is_expired) return true
    const marked = await tx.execute(
      `update bulk_operation set is_expired = true, links = '{}' where ${IS_DUE} and id = $2`,
      [before, id],
    )
    return marked > 0
  })
}

async function clear(app: App, tenant: string, { id, hr_id: no }: Found): Promise<void> {
  await app.files.removeFolder(tenant, filesFolder(id))
  await removeRows(app, tenant, no, [...MATCHED, ...SAID])
  while ((await app.db.tenant(tenant, (tx) => removeLeft(tx, id, ROWS_STEP))) > 0) continue
  await app.db.tenant(tenant, (tx) =>
    tx.query('update bulk_operation set is_cleared = true where id = $1', [id]),
  )
}

/** A table with rows of operations, the column by which they go, and which of them. */
type Kept = readonly [table: string, key: string, condition: string]

const MATCHED: readonly Kept[] = [
  ['bulk_record', 'no', 'true'],
  ['bulk_record_below', 'record_id', 'true'],
  ['bulk_identifier', 'line', 'true'],
  ['bulk_change', 'place', 'true'],
]
const SAID: readonly Kept[] = [['bulk_problem', 'place', `stage = ${STAGE.matching}`]]

async function removeRows(app: App, tenant: string, no: number, tables: readonly Kept[]): Promise<void> {
  for (const [table, key, condition] of tables) {
    const statement = `delete from ${table} where operation_no = $1 and ${condition} and ${key} in (
      select ${key} from ${table} where operation_no = $1 and ${condition} limit ${ROWS_STEP})`
    while ((await app.db.tenant(tenant, (tx) => tx.execute(statement, [no]))) > 0) continue
  }
}

/** Takes away what operations have found that were cancelled or have failed before they had it all: nothing shows it. */
async function clearUnused(app: App, tenant: string): Promise<void> {
  const found = await app.db.tenant(tenant, (tx) =>
    tx.query<{ hr_id: number }>(
      `select hr_id from bulk_operation o
       where status in ('CANCELLED', 'FAILED') and job_id is null and committed_at is null
         and (exists (select from bulk_record r where r.operation_no = o.hr_id)
           or exists (select from bulk_identifier i where i.operation_no = o.hr_id))
       order by hr_id`,
    ),
  )
  for (const { hr_id: no } of found) await removeRows(app, tenant, no, MATCHED)
}

/** Expires the old operations of every tenant; one that fails is told in the log and leaves the others to go. */
export async function expireInAllTenants(app: App): Promise<void> {
  const tenants = await app.db.system((tx) =>
    tx.query<{ id: string }>("select id from octavo.tenant where state = 'ready' order by id"),
  )
  for (const { id: tenant } of tenants) {
    try {
      const operations = await expireOperations(app, tenant)
      if (operations > 0) app.log.info({ tenant, operations }, 'files of old bulk edits were removed')
    } catch (err) {
      app.log.error({ tenant, err }, 'files of old bulk edits could not all be removed; tomorrow again')
    }
  }
}
