import type { ApiKeyLookUp } from '../../kernel/auth/api-key.ts'
import { isoInstant, now } from '../../kernel/clock.ts'
import { UnknownTenantError } from '../../kernel/db/database.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { fieldProblem, notFound } from '../../kernel/http/problems.ts'
import type { Actor } from '../../kernel/http/route.ts'
import { newId } from '../../kernel/ids.ts'
import type { App } from '../../kernel/module.ts'
import { findUser } from '../users/index.ts'
import { keyDigest, keyText, newSecret, readKey } from './key-text.ts'
import type { KeyParts } from './key-text.ts'

/** A key as it is listed; the key itself is shown once, when it is made. */
export type ApiKey = {
  id: string
  userId: string
  username: string | null
  description?: string
  createdDate: string
  createdByUserId?: string
}

type KeyRow = {
  id: string
  user_id: string
  username: string | null
  description: string | null
  created_at: Date
  created_by: string | null
}

/** Whose a key is. One look at the tenant that the key names. */
export function apiKeyLookUp(app: App): ApiKeyLookUp {
  return async (key) => {
    const parts = readKey(key)
    if (parts === null) return null
    try {
      const [row] = await app.db.tenant(parts.tenant, (tx) =>
        tx.query<{ user_id: string }>('select user_id from api_key where digest = $1', [keyDigest(parts)]),
      )
      return row ? { tenant: parts.tenant, userId: row.user_id } : null
    } catch (error) {
      if (error instanceof UnknownTenantError) return null
      throw error
    }
  }
}

/** All keys, the newest first. */
export async function listApiKeys(tx: Transaction): Promise<ApiKey[]> {
  const rows = await tx.query<KeyRow>(
    `select k.id, k.user_id, u.username, k.description, k.created_at, k.created_by
     from api_key k join users u on u.id = k.user_id order by k.created_at desc, k.id`,
  )
  return rows.map(shown)
}

function shown({ id, user_id, username, description, created_at, created_by }: KeyRow): ApiKey {
  return {
    id,
    userId: user_id,
    username,
    ...(description === null ? {} : { description }),
    createdDate: isoInstant(created_at),
    ...(created_by === null ? {} : { createdByUserId: created_by }),
  }
}

/** What a new key is asked for: a user by id or name, and a key that is in use elsewhere if it is to go on. */
export type NewApiKey = { userId?: string; username?: string; description?: string; apiKey?: string }

/**
 * Makes a key for a user, or takes over one that a FOLIO system gave out. Who makes it must hold all that the user may
 * do, so that no key lends rights. @returns the key with its text, which is kept nowhere.
 * @throws Problem 422 for an unknown user, a key that is none of the user's, or rights beyond those of the maker
 */
export async function makeApiKey(
  tx: Transaction,
  {
    actor,
    wanted,
    mayLend,
  }: { actor: Actor; wanted: NewApiKey; mayLend: (userId: string) => Promise<boolean> },
): Promise<ApiKey & { apiKey: string }> {
  const user = await requireUser(tx, wanted)
  if (!(await mayLend(user.id))) {
    throw fieldProblem(
      'The user may do more than you: no key of yours can be for this user',
      'userId',
      user.id,
    )
  }
  const parts = keyParts(wanted.apiKey, actor.tenant, user.username)
  const id = newId()
  const at = now()
  const added = await tx.execute(
    `insert into api_key (id, digest, user_id, description, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6) on conflict (digest) do nothing`,
    [id, keyDigest(parts), user.id, wanted.description ?? null, at, actor.userId],
  )
  // The key itself must not come back in an answer that may be logged.
  if (added === 0) throw fieldProblem('The key is known already', 'apiKey', '…')
  return {
    ...shown({
      id,
      user_id: user.id,
      username: user.username,
      description: wanted.description ?? null,
      created_at: at,
      created_by: actor.userId,
    }),
    apiKey: wanted.apiKey ?? keyText(parts),
  }
}

async function requireUser(tx: Transaction, wanted: NewApiKey): Promise<{ id: string; username: string }> {
  const { userId, username } = wanted
  if (userId === undefined && username === undefined) {
    throw fieldProblem('must not be null', 'userId', null)
  }
  const user = await findUser(tx, userId === undefined ? { username: username! } : { id: userId })
  const [key, value] = userId === undefined ? ['username', username] : ['userId', userId]
  if (user === null) throw fieldProblem('There is no such user', key!, value)
  if (typeof user.username !== 'string' || user.username === '') {
    throw fieldProblem('The user has no username, which a key must name', key!, value)
  }
  return { id: user.id as string, username: user.username }
}

function keyParts(sent: string | undefined, tenant: string, username: string): KeyParts {
  if (sent === undefined) return { secret: newSecret(), tenant, username }
  const parts = readKey(sent)
  if (parts === null) {
    throw fieldProblem(
      'The key must be base64 of {"s":"…","t":"…","u":"…"} with ten characters of secret or more',
      'apiKey',
      '…',
    )
  }
  if (parts.tenant !== tenant || parts.username !== username) {
    throw fieldProblem(
      `The key is for the user "${parts.username}" of the tenant "${parts.tenant}"`,
      'apiKey',
      '…',
    )
  }
  return parts
}

/** Ends a key. @throws Problem 404 for an unknown one */
export async function endApiKey(tx: Transaction, id: string): Promise<void> {
  const ended = await tx.execute('delete from api_key where id = $1', [id])
  if (ended === 0) throw notFound()
}
