import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database, Transaction } from './database.ts'
import { quoteIdentifier } from './database.ts'

/** The tables of one module: `system` once an installation, `tenant` once in each tenant's schema. */
export type ModuleSchema = { module: string; system?: string; tenant?: string }

/** Thrown when a database was made with another text of the schema than this version has. */
export class SchemaMismatchError extends Error {}

const SYSTEM_LOCK = 913_000_001

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

async function kernelSql(name: string): Promise<string> {
  return readFile(path.join(import.meta.dirname, name), 'utf8')
}

async function recordVersion(
  tx: Transaction,
  tenant: string,
  module: string,
  text: string,
): Promise<boolean> {
  const [known] = await tx.query<{ sha256: string }>(
    'select sha256 from octavo.schema_version where tenant = $1 and module = $2',
    [tenant, module],
  )
  if (known) {
    if (known.sha256 !== sha256(text)) {
      throw new SchemaMismatchError(
        `The tables of "${module}"${tenant ? ` of tenant "${tenant}"` : ''} were made by another version of Octavo. ` +
          'Before release 1.0 there is no upgrade: use the version that made them, or start with an empty database.',
      )
    }
    return false
  }
  await tx.query('insert into octavo.schema_version (tenant, module, sha256) values ($1, $2, $3)', [
    tenant,
    module,
    sha256(text),
  ])
  return true
}

/**
 * Makes the system schema and every module's system tables where they are missing. Two processes that start
 * at once wait for each other on an advisory lock.
 * @throws SchemaMismatchError when the tables are of another version.
 */
export async function installSystemSchema(db: Database, modules: readonly ModuleSchema[]): Promise<void> {
  const registry = await kernelSql('schema.sql')
  const functions = await kernelSql('functions.sql')
  await db.system(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [SYSTEM_LOCK])
    await tx.query(registry)
    if (await recordVersion(tx, '', 'kernel', functions)) await tx.query(functions)
    await tx.query('set local search_path to octavo')
    for (const { module, system } of modules) {
      if (system !== undefined && (await recordVersion(tx, '', module, system))) await tx.query(system)
    }
  })
}

/**
 * Makes a tenant's schema with every module's tables, and lets the tenant's role use them.
 * Runs inside the caller's system transaction.
 */
export async function installTenantSchema(
  tx: Transaction,
  tenant: { id: string; schema: string; role: string },
  modules: readonly ModuleSchema[],
): Promise<void> {
  const schema = quoteIdentifier(tenant.schema)
  const role = quoteIdentifier(tenant.role)
  await tx.query(`create schema ${schema}`)
  await tx.query(`set local search_path to ${schema}`)
  for (const { module, tenant: text } of modules) {
    if (text !== undefined && (await recordVersion(tx, tenant.id, module, text))) await tx.query(text)
  }
  await tx.query(`grant usage on schema ${schema} to ${role}`)
  await tx.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`)
  await tx.query(`grant usage, select, update on all sequences in schema ${schema} to ${role}`)
  await tx.query('set local search_path to octavo')
}

/** Refuses a database whose tenants were made with other tables than this version knows. */
export async function checkTenantSchemas(db: Database, modules: readonly ModuleSchema[]): Promise<void> {
  await db.system(async (tx) => {
    const tenants = await tx.query<{ id: string }>(
      "select id from octavo.tenant where state = 'ready' order by id",
    )
    for (const { id } of tenants) {
      for (const { module, tenant: text } of modules) {
        if (text !== undefined && (await recordVersion(tx, id, module, text))) {
          throw new SchemaMismatchError(
            `Tenant "${id}" has no tables of "${module}": it was made by an older version of Octavo.`,
          )
        }
      }
    }
  })
}
