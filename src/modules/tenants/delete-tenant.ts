import type { Transaction } from '../../kernel/db/database.ts'
import { quoteIdentifier } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import type { App } from '../../kernel/module.ts'
import { dropRole } from './tenant-roles.ts'

type Row = { id: string; schema: string; role: string }

/**
 * Removes a tenant with all it has: tables, role, jobs, files. It is out of reach before anything is removed;
 * when the process dies on the way, deleting or creating it again finishes the work.
 * @throws Problem 404 for an unknown tenant
 */
export async function deleteTenant(app: App, id: string): Promise<void> {
  const marked = await app.db.system((tx) =>
    tx.execute("update octavo.tenant set state = 'deleting' where id = $1", [id]),
  )
  if (marked === 0) throw textProblem(404, id)
  await removeUnready(app, id)
}

/** Removes what is left of a tenant that never became ready, or whose deletion began. */
export async function removeUnready(app: App, id: string): Promise<void> {
  const isLeft = await app.db.system(async (tx) => (await findUnready(tx, id)) !== null)
  if (!isLeft) return
  await app.files.removeTenant(id)
  await app.db.system(async (tx) => {
    const tenant = await findUnready(tx, id)
    if (!tenant) return
    await tx.query(`drop schema if exists ${quoteIdentifier(tenant.schema)} cascade`)
    if (!(await dropRole(tx, tenant.role))) {
      app.log.warn({ role: tenant.role }, 'the role of a deleted tenant stays: another database uses it')
    }
    await tx.query('delete from octavo.schema_version where tenant = $1', [id])
    await tx.query('delete from octavo.tenant where id = $1', [id])
  })
}

async function findUnready(tx: Transaction, id: string): Promise<Row | null> {
  const [row] = await tx.query<Row>(
    "select id, schema, role from octavo.tenant where id = $1 and state <> 'ready' for update",
    [id],
  )
  return row ?? null
}
