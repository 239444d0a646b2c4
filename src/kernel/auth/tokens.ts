import { SignJWT, jwtVerify, errors } from 'jose'
import type { Database } from '../db/database.ts'
import { now } from '../clock.ts'
import { isUuid } from '../ids.ts'
import { openSharedKey } from './shared-key.ts'

const TOKEN_TYPES = ['access', 'legacy-access', 'refresh', 'password-reset'] as const

/**
 * What a signed token says. `legacy-access` is the long-lived token of `/authn/login`, `password-reset` that of a
 * link to set a new password with: it opens nothing else.
 */
export type TokenClaims = {
  username: string
  userId: string
  tenant: string
  type: (typeof TOKEN_TYPES)[number]
  /** Names one refresh token or one password reset, so that it can be used once. */
  tokenId: string | null
  expiresAtSeconds: number
}

/** Thrown for a token that is broken, forged or of another kind; `isExpired` when it only came too late. */
export class TokenError extends Error {
  readonly isExpired: boolean
  constructor(message: string, isExpired: boolean) {
    super(message)
    this.isExpired = isExpired
  }
}

export type Tokens = {
  sign(claims: Omit<TokenClaims, 'expiresAtSeconds'>, lifetimeSeconds: number): Promise<string>
  /** @throws TokenError */
  verify(token: string): Promise<TokenClaims>
}

const CACHE_LIMIT = 10_000

/** Opens the signer. Verified tokens are remembered until they expire: checking costs 40 µs, remembering none. */
export async function openTokens(db: Database): Promise<Tokens> {
  const key = await openSharedKey(db, 'token-key')
  const verified = new Map<string, TokenClaims>()

  async function check(token: string): Promise<TokenClaims> {
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now() })
      const { sub, user_id: userId, tenant, type, exp, jti } = payload as Record<string, unknown>
      const knownType = TOKEN_TYPES.find((known) => known === type)
      if (typeof sub !== 'string' || !isUuid(userId) || typeof tenant !== 'string' || !knownType) {
        throw new TokenError('Invalid token: claims are missing', false)
      }
      const tokenId = typeof jti === 'string' ? jti : null
      return { username: sub, userId, tenant, type: knownType, tokenId, expiresAtSeconds: Number(exp) }
    } catch (error) {
      if (error instanceof TokenError) throw error
      if (error instanceof errors.JWTExpired) throw new TokenError('Access token has expired', true)
      throw new TokenError(`Invalid token: ${error instanceof Error ? error.message : 'unreadable'}`, false)
    }
  }

  return {
    sign({ username, userId, tenant, type, tokenId }, lifetimeSeconds) {
      const issued = Math.floor(now().getTime() / 1000)
      const jwt = new SignJWT({ user_id: userId, tenant, type })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(username)
        .setIssuedAt(issued)
        .setExpirationTime(issued + lifetimeSeconds)
      return (tokenId === null ? jwt : jwt.setJti(tokenId)).sign(key)
    },
    async verify(token) {
      const known = verified.get(token)
      if (known) {
        if (known.expiresAtSeconds * 1000 > now().getTime()) return known
        verified.delete(token)
        throw new TokenError('Access token has expired', true)
      }
      const claims = await check(token)
      if (verified.size >= CACHE_LIMIT) verified.clear()
      verified.set(token, claims)
      return claims
    },
  }
}
