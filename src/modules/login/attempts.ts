import type { Transaction } from '../../kernel/db/database.ts'

/** How long a user stays blocked, and how long failures are remembered (folio-org/mod-login: LoginAttemptsHelper). */
const BLOCK_MINUTES = 10

export type Attempts = { attempt_count: number; last_attempt: Date; is_blocked: boolean }

/** A user's failed tries since the last good one; null when there never was any. */
export async function findAttempts(tx: Transaction, userId: string): Promise<Attempts | null> {
  const [attempts] = await tx.query<Attempts>(
    `select attempt_count, last_attempt, coalesce(blocked_until > now(), false) as is_blocked
     from auth_attempts where user_id = $1`,
    [userId],
  )
  return attempts ?? null
}

/** Counts a failure and blocks the user for a while once `allowedTries` is reached. @returns whether it did */
export async function countFailure(tx: Transaction, userId: string, allowedTries: number): Promise<boolean> {
  await tx.query(
    `insert into auth_attempts as known (user_id, attempt_count, last_attempt) values ($1, 1, now())
     on conflict (user_id) do update
     set last_attempt = now(), attempt_count = case
       when known.last_attempt < now() - make_interval(mins => ${BLOCK_MINUTES}) then 1
       else known.attempt_count + 1
     end`,
    [userId],
  )
  const blocked = await tx.execute(
    `update auth_attempts set blocked_until = now() + make_interval(mins => ${BLOCK_MINUTES})
     where user_id = $1 and attempt_count >= $2`,
    [userId, allowedTries],
  )
  return blocked > 0
}

/**
 * Forgets a user's failures after a good try, unless they are blocked. Read under the row's lock: of many guesses
 * sent at the same time none gets in once the block has begun.
 * With `evenIfBlocked` the block ends too: who sets a new password by a link has proved who they are.
 * @returns false when they are blocked
 */
export async function clearFailures(
  tx: Transaction,
  userId: string,
  evenIfBlocked = false,
): Promise<boolean> {
  const [attempts] = await tx.query<{ attempt_count: number; is_blocked: boolean }>(
    `select attempt_count, coalesce(blocked_until > now(), false) as is_blocked
     from auth_attempts where user_id = $1 for update`,
    [userId],
  )
  if (attempts?.is_blocked && !evenIfBlocked) return false
  if (attempts !== undefined && attempts.attempt_count > 0) {
    await tx.query(
      'update auth_attempts set attempt_count = 0, last_attempt = now(), blocked_until = null where user_id = $1',
      [userId],
    )
  }
  return true
}
