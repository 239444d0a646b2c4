import type { Transaction } from '../../kernel/db/database.ts'
import { quoteIdentifier, sqlState } from '../../kernel/db/database.ts'
import { installTenantSchema } from '../../kernel/db/schema.ts'
import type { ModuleSchema } from '../../kernel/db/schema.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { newId } from '../../kernel/ids.ts'
import type { App } from '../../kernel/module.ts'
import { setPassword } from '../login/index.ts'
import { EVERYTHING, grantPermissions } from '../permissions/index.ts'
import { insertUsers } from '../users/index.ts'
import { removeUnready } from './delete-tenant.ts'
import { TENANT_ID } from './registry.ts'
import type { Tenant } from './registry.ts'
import { createRole, newRoleName } from './tenant-roles.ts'

/** What a new tenant is to be. */
export type NewTenant = {
  id: string
  name: string
  description?: string
  /** Loads FOLIO's reference values (types, statuses, formats…). */
  reference: boolean
  /** Loads the sample library: locations, instances, holdings, items. */
  sample: boolean
  /** The first user, who may do everything. `isSamplePassword` marks a published password. */
  admin?: { username: string; password: string; isSamplePassword?: boolean }
}

type Access = { id: string; schema: string; role: string }

/**
 * Makes a tenant: role, schema, tables, start values, administrator. The tables and everything in them come in
 * one transaction, so a tenant is there as a whole or, after a crash, only as a registry row in the state
 * `creating`, which the next try removes.
 * @throws Problem 400 for a bad id or one that is taken
 */
export async function createTenant(app: App, tenant: NewTenant): Promise<Tenant> {
  if (!TENANT_ID.test(tenant.id)) {
    throw textProblem(
      400,
      `Invalid tenant ID, may only contain a-z, 0-9, _ and -, must begin with a letter, and have at most 31 characters: ${tenant.id}`,
    )
  }
  await removeUnready(app, tenant.id)
  const access = await register(app, tenant)
  try {
    await app.db.system((tx) => build(tx, app, tenant, access))
  } catch (error) {
    await removeUnready(app, tenant.id).catch((failure: Error) =>
      app.log.warn(
        { tenant: tenant.id, error: failure.message },
        'a tenant that failed could not be removed yet',
      ),
    )
    throw error
  }
  app.log.info({ tenant: tenant.id }, 'tenant created')
  const { id, name, description } = tenant
  return description === undefined ? { id, name } : { id, name, description }
}

async function register(app: App, tenant: NewTenant): Promise<Access> {
  try {
    return await app.db.system(async (tx) => {
      const [row] = await tx.query<{ database: string }>('select current_database() as database')
      const access = { id: tenant.id, schema: `t_${tenant.id}`, role: newRoleName(row!.database, tenant.id) }
      await tx.query(
        'insert into octavo.tenant (id, name, description, schema, role) values ($1, $2, $3, $4, $5)',
        [tenant.id, tenant.name, tenant.description ?? null, access.schema, access.role],
      )
      return access
    })
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    throw textProblem(400, `Duplicate tenant id ${tenant.id}`)
  }
}

async function build(tx: Transaction, app: App, tenant: NewTenant, access: Access): Promise<void> {
  // Held to the end: a second process that creates the same tenant finds the row locked and waits.
  const mine = await tx.query(
    "select from octavo.tenant where id = $1 and role = $2 and state = 'creating' for update",
    [access.id, access.role],
  )
  if (mine.length === 0) throw textProblem(400, `The tenant ${access.id} is being created by another process`)
  const schemas: ModuleSchema[] = app.modules
    .filter((module) => module.schema?.tenant !== undefined)
    .map((module) => ({ module: module.name, ...module.schema }))
  await createRole(tx, access.role)
  await installTenantSchema(tx, access, schemas)
  await inTenant(tx, access, (own) => seed(own, app, tenant))
  await tx.query("update octavo.tenant set state = 'ready' where id = $1", [access.id])
}

/** Runs `work` in the same transaction as the tenant's requests will run: with its role and schema. */
async function inTenant(
  tx: Transaction,
  { id, schema, role }: Access,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const enter = `set local role ${quoteIdentifier(role)}; set local search_path to ${quoteIdentifier(schema)}`
  await tx.query(enter)
  await work({
    ...tx,
    tenant: id,
    async asSystem(fn) {
      await tx.query('set local role none')
      const result = await fn()
      await tx.query(enter)
      return result
    },
  })
  await tx.query('set local role none; set local search_path to octavo')
}

async function seed(tx: Transaction, app: App, tenant: NewTenant): Promise<void> {
  for (const module of app.modules) {
    await module.seedTenant?.(tx, { reference: tenant.reference, sample: tenant.sample }, app)
  }
  if (tenant.admin) await addAdministrator(tx, tenant.admin)
}

async function addAdministrator(tx: Transaction, admin: NonNullable<NewTenant['admin']>): Promise<void> {
  const id = newId()
  await insertUsers(tx, [
    { id, username: admin.username, active: true, type: 'staff', personal: { lastName: 'Administrator' } },
  ])
  await setPassword(tx, id, admin.password, { isSample: admin.isSamplePassword === true })
  await grantPermissions(tx, id, [EVERYTHING])
}
