import type { Tokens } from '../../kernel/auth/tokens.ts'
import { TokenError } from '../../kernel/auth/tokens.ts'
import { isoInstant, now } from '../../kernel/clock.ts'
import type { Config } from '../../config.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { newId } from '../../kernel/ids.ts'

/** FOLIO's `/authn/login` gives a token that never ends; one day is enough for a working day's script. */
export const LEGACY_TOKEN_SECONDS = 86_400

/** Who a session is for. */
export type SessionUser = { tenant: string; userId: string; username: string }

/** A pair of tokens with the instants at which they end, in ISO form with a numeric offset. */
export type Session = {
  accessToken: string
  accessTokenExpiration: string
  refreshToken: string
  refreshTokenExpiration: string
}

type Parts = { tokens: Tokens; config: Config }

/** Signs the long-lived token of `/authn/login`. */
export function signLegacyToken(tokens: Tokens, user: SessionUser): Promise<string> {
  return tokens.sign({ ...user, type: 'legacy-access', tokenId: null }, LEGACY_TOKEN_SECONDS)
}

/** Starts a session, or goes on with one when `familyId` is given. */
export async function openSession(
  tx: Transaction,
  { tokens, config }: Parts,
  user: SessionUser,
  familyId?: string,
): Promise<Session> {
  const tokenId = newId()
  const instant = now().getTime()
  const accessEnd = new Date(instant + config.accessTokenSeconds * 1000)
  const refreshEnd = new Date(instant + config.refreshTokenSeconds * 1000)
  await tx.query('delete from refresh_token where user_id = $1 and expires_at < $2', [user.userId, now()])
  await tx.query('insert into refresh_token (id, family_id, user_id, expires_at) values ($1, $2, $3, $4)', [
    tokenId,
    familyId ?? tokenId,
    user.userId,
    refreshEnd,
  ])
  return {
    accessToken: await tokens.sign({ ...user, type: 'access', tokenId: null }, config.accessTokenSeconds),
    accessTokenExpiration: isoInstant(accessEnd),
    refreshToken: await tokens.sign({ ...user, type: 'refresh', tokenId }, config.refreshTokenSeconds),
    refreshTokenExpiration: isoInstant(refreshEnd),
  }
}

/** A refresh token's signed content, or null when it is none of ours or has ended. */
export async function readRefreshToken(
  tokens: Tokens,
  token: string,
): Promise<(SessionUser & { tokenId: string }) | null> {
  try {
    const { type, tokenId, tenant, userId, username } = await tokens.verify(token)
    return type === 'refresh' && tokenId !== null ? { tenant, userId, username, tokenId } : null
  } catch (error) {
    if (error instanceof TokenError) return null
    throw error
  }
}

/**
 * Uses up a refresh token and opens the next pair. Null refuses it: unknown, revoked, or used before, in which
 * case all tokens that come from the same log-in end with it.
 */
export async function renewSession(
  tx: Transaction,
  parts: Parts,
  refresh: SessionUser & { tokenId: string },
): Promise<Session | null> {
  const [known] = await tx.query<{ family_id: string; used_at: Date | null; is_revoked: boolean }>(
    'select family_id, used_at, is_revoked from refresh_token where id = $1 and user_id = $2 for update',
    [refresh.tokenId, refresh.userId],
  )
  if (!known || known.is_revoked) return null
  if (known.used_at !== null) {
    await tx.query('update refresh_token set is_revoked = true where family_id = $1', [known.family_id])
    return null
  }
  const users = await tx.query('select from users where id = $1 and active', [refresh.userId])
  if (users.length === 0) return null
  await tx.query('update refresh_token set used_at = now() where id = $1', [refresh.tokenId])
  const { tenant, userId, username } = refresh
  return openSession(tx, parts, { tenant, userId, username }, known.family_id)
}

/** Ends the log-in that a refresh token belongs to. */
export async function closeSession(tx: Transaction, tokenId: string): Promise<void> {
  await tx.query(
    `update refresh_token set is_revoked = true
     where family_id = (select family_id from refresh_token where id = $1)`,
    [tokenId],
  )
}

/** Ends all log-ins of a user. */
export async function closeAllSessions(tx: Transaction, userId: string): Promise<void> {
  await tx.query('update refresh_token set is_revoked = true where user_id = $1', [userId])
}
