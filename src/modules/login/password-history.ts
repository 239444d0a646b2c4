import type { Transaction } from '../../kernel/db/database.ts'
import { findConfigurations } from '../settings/index.ts'
import type { PasswordQueue } from './password-queue.ts'

const DEFAULT_REMEMBERED = 10
// Each remembered password is one slow hash when a new one is compared.
const MAX_REMEMBERED = 50

/**
 * How many passwords of a user must differ, the present one included: configuration entry `password.history.number`,
 * 10 without it (folio-org/mod-login: PasswordStorageServiceImpl).
 */
export async function rememberedPasswords(tx: Transaction): Promise<number> {
  const [entry] = await findConfigurations(tx, { configName: 'password.history.number' })
  const number = Number(entry?.value)
  return Number.isInteger(number) && number >= 1 ? Math.min(number, MAX_REMEMBERED) : DEFAULT_REMEMBERED
}

/** Keeps the present hash of a user, before it is replaced, and forgets those that are too many. */
export async function rememberHash(tx: Transaction, userId: string): Promise<void> {
  const kept = (await rememberedPasswords(tx)) - 1
  await tx.query(
    `insert into auth_credentials_history (user_id, hash)
     select user_id, hash from auth_credentials where user_id = $1`,
    [userId],
  )
  await tx.query(
    `delete from auth_credentials_history
     where id in (select id from auth_credentials_history where user_id = $1 order by id desc offset $2)`,
    [userId, kept],
  )
}

/** The hashes that a new password of the user must not fit: the present one first. */
export async function readHashes(tx: Transaction, userId: string): Promise<string[]> {
  const limit = await rememberedPasswords(tx)
  const rows = await tx.query<{ hash: string }>(
    `select hash from (
       select hash, 9223372036854775807 as place from auth_credentials where user_id = $1
       union all
       select hash, id from auth_credentials_history where user_id = $1
     ) as known order by place desc limit $2`,
    [userId, limit],
  )
  return rows.map(({ hash }) => hash)
}

/** True when one of the hashes was made of the password. */
export async function isRepeated(
  passwords: PasswordQueue,
  hashes: readonly string[],
  password: string,
): Promise<boolean> {
  for (const hash of hashes) if (await passwords.verify(password, hash)) return true
  return false
}
