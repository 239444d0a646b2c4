import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../kernel/db/database.ts'
import { quoteIdentifier, sqlState } from '../../kernel/db/database.ts'

const MAX_NAME_BYTES = 63

/** A role name that no other tenant of the cluster has: roles are shared by all databases of a server. */
export function newRoleName(
  database: string,
  tenant: string,
  suffix = randomBytes(4).toString('hex'),
): string {
  const readable = `octavo_${database}_${tenant}`.toLowerCase().replace(/[^a-z0-9_]/g, '_')
  return `${readable.slice(0, MAX_NAME_BYTES - suffix.length - 1)}_${suffix}`
}

/** Makes the role that a tenant's transactions run as. It cannot log in and owns nothing. */
export async function createRole(tx: Transaction, role: string): Promise<void> {
  const name = quoteIdentifier(role)
  await tx.query(`create role ${name} nologin noinherit`)
  // Since PostgreSQL 16 an owner with CREATEROLE may only `set role` to what it was granted.
  await tx.query(`grant ${name} to current_user`)
  await tx.query(`grant usage on schema octavo to ${name}`)
}

/**
 * Takes a role's rights in this database away and drops it. A role that another database uses too (a copy of
 * this one, made from a template or a backup) stays there.
 * @returns false when it stays
 */
export async function dropRole(tx: Transaction, role: string): Promise<boolean> {
  const name = quoteIdentifier(role)
  const exists = await tx.query('select from pg_roles where rolname = $1', [role])
  if (exists.length === 0) return true
  await tx.query(`drop owned by ${name}`)
  await tx.query('savepoint before_drop')
  try {
    await tx.query(`drop role ${name}`)
    return true
  } catch (error) {
    if (sqlState(error) !== '2BP01') throw error
    await tx.query('rollback to savepoint before_drop')
    return false
  }
}
