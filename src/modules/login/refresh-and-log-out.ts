import { TokenError } from '../../kernel/auth/tokens.ts'
import type { TokenClaims } from '../../kernel/auth/tokens.ts'
import { headerText } from '../../kernel/http/parameters.ts'
import type { ApiRequest } from '../../kernel/http/route.ts'
import type { App } from '../../kernel/module.ts'
import { logoutRefused, refreshRefused, refreshUnreadable } from './problems.ts'
import { closeAllSessions, closeSession, readRefreshToken, renewSession } from './sessions.ts'
import type { Session } from './sessions.ts'

/** The one refresh cookie, or null when there is none or more than one. */
function refreshCookie(request: ApiRequest): string | null {
  const isTwice = (headerText(request.headers, 'cookie') ?? '').split('folioRefreshToken=').length > 2
  return isTwice ? null : request.cookies.folioRefreshToken || null
}

/** True when the request names another tenant than the token was made for. */
function namesOtherTenant(request: ApiRequest, tenant: string): boolean {
  const named = headerText(request.headers, 'x-okapi-tenant')
  return named !== undefined && named !== '' && named !== tenant
}

/**
 * Exchanges the refresh cookie for the next pair of tokens.
 * @throws Problem 400 without a readable cookie, 422 when the token is refused
 */
export async function refresh(app: App, request: ApiRequest): Promise<Session> {
  const cookie = refreshCookie(request)
  if (cookie === null) throw refreshUnreadable()
  const token = await readRefreshToken(app.tokens, cookie)
  if (token === null || namesOtherTenant(request, token.tenant)) throw refreshRefused()
  const session = await app.db.tenant(token.tenant, (tx) => renewSession(tx, app, token))
  if (session === null) throw refreshRefused()
  return session
}

/**
 * Ends the session of the refresh cookie; without that cookie, all sessions of the access token's user
 * (folio-org/mod-login: LoginAPI.handleLogout).
 * @throws Problem 422 when neither token is good
 */
export async function logOut(app: App, request: ApiRequest): Promise<void> {
  const cookie = refreshCookie(request)
  if (cookie !== null) {
    const token = await readRefreshToken(app.tokens, cookie)
    if (token === null || namesOtherTenant(request, token.tenant)) throw logoutRefused()
    await app.db.tenant(token.tenant, (tx) => closeSession(tx, token.tokenId))
    return
  }
  const claims = await accessClaims(app, request)
  if (claims === null || namesOtherTenant(request, claims.tenant)) throw logoutRefused()
  await app.db.tenant(claims.tenant, (tx) => closeAllSessions(tx, claims.userId))
}

async function accessClaims(app: App, request: ApiRequest): Promise<TokenClaims | null> {
  const bearer = /^Bearer (.*)$/.exec(headerText(request.headers, 'authorization') ?? '')?.[1]
  const token = headerText(request.headers, 'x-okapi-token') || bearer || request.cookies.folioAccessToken
  if (!token) return null
  try {
    const claims = await app.tokens.verify(token)
    return claims.type === 'access' || claims.type === 'legacy-access' ? claims : null
  } catch (error) {
    if (error instanceof TokenError) return null
    throw error
  }
}
