import type { Transaction } from '../../kernel/db/database.ts'
import { now } from '../../kernel/clock.ts'
import { fieldProblem } from '../../kernel/http/problems.ts'

/** A password that may be set once, until a moment. */
export type ResetAction = { id: string; userId: string; expiresAt: Date }

type Row = { id: string; user_id: string; expires_at: Date }

/** Keeps an action; those that are over go. @throws Problem 422 when the id is taken */
export async function insertResetAction(tx: Transaction, action: ResetAction): Promise<void> {
  await tx.query('delete from auth_password_action where expires_at < $1', [now()])
  const added = await tx.execute(
    `insert into auth_password_action (id, user_id, expires_at) values ($1, $2, $3)
     on conflict (id) do nothing`,
    [action.id, action.userId, action.expiresAt],
  )
  if (added > 0) return
  throw fieldProblem(`id value already exists in table auth_password_action: ${action.id}`, 'id', action.id)
}

/** An action that is not used yet, be it over or not; null when there is none. With `lock` nobody else can use it. */
export async function findResetAction(
  tx: Transaction,
  id: string,
  lock = false,
): Promise<ResetAction | null> {
  const [row] = await tx.query<Row>(
    `select id, user_id, expires_at from auth_password_action where id = $1${lock ? ' for update' : ''}`,
    [id],
  )
  return row ? { id: row.id, userId: row.user_id, expiresAt: row.expires_at } : null
}

export function isOver({ expiresAt }: ResetAction): boolean {
  return expiresAt <= now()
}

/** Forgets all actions of a user: once the password is set, no other link may set it again. */
export async function deleteResetActions(tx: Transaction, userId: string): Promise<void> {
  await tx.query('delete from auth_password_action where user_id = $1', [userId])
}
