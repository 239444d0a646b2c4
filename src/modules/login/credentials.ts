import type { Transaction } from '../../kernel/db/database.ts'
import { fieldProblem, textProblem } from '../../kernel/http/problems.ts'
import { rememberHash } from './password-history.ts'

/** Stores a user's password hash, remembers the one before it, and ends all their refresh tokens. */
export async function storeHash(
  tx: Transaction,
  userId: string,
  hash: string,
  { isSample = false }: { isSample?: boolean } = {},
): Promise<void> {
  await rememberHash(tx, userId)
  await tx.query(
    `insert into auth_credentials (user_id, hash, is_sample) values ($1, $2, $3)
     on conflict (user_id) do update
     set hash = excluded.hash, is_sample = excluded.is_sample, changed_at = now()`,
    [userId, hash, isSample],
  )
  await tx.query('update refresh_token set is_revoked = true where user_id = $1', [userId])
}

/** Gives a user without a password their first one. @throws Problem 422 when there is one already. */
export async function insertCredentials(tx: Transaction, userId: string, hash: string): Promise<void> {
  const added = await tx.execute(
    'insert into auth_credentials (user_id, hash) values ($1, $2) on conflict (user_id) do nothing',
    [userId, hash],
  )
  if (added === 0) {
    throw fieldProblem(`There already exists credentials for user id '${userId}'`, "'userId'", userId)
  }
}

/** @throws Problem 404 when the user has no password. */
export async function deleteCredentials(tx: Transaction, userId: string): Promise<void> {
  const deleted = await tx.execute('delete from auth_credentials where user_id = $1', [userId])
  if (deleted === 0) throw textProblem(404, `No credentials for userId ${userId} found`)
  await tx.query('update refresh_token set is_revoked = true where user_id = $1', [userId])
}

export async function hasCredentials(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx.query('select from auth_credentials where user_id = $1', [userId])
  return rows.length > 0
}

/** Forgets all that is known of a user's log-in. */
export async function forgetCredentials(tx: Transaction, userIds: readonly string[]): Promise<void> {
  for (const table of [
    'auth_credentials',
    'auth_credentials_history',
    'auth_password_action',
    'auth_attempts',
    'refresh_token',
  ]) {
    await tx.query(`delete from ${table} where user_id = any($1::uuid[])`, [userIds])
  }
}
