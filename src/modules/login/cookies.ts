import type { Config } from '../../config.ts'
import type { ApiRequest } from '../../kernel/http/route.ts'
import { isPlainLocal } from './request-origin.ts'
import type { Session } from './sessions.ts'

const LONG_AGO = 'Thu, 01 Jan 1970 00:00:00 GMT'

/**
 * FOLIO's two cookies (folio-org/mod-login: LoginAPI). `Secure` is left off for plain HTTP on this machine:
 * Python's cookie jar, which httpx uses, would take the cookie and never send it back to http://127.0.0.1.
 */
export function sessionCookies(session: Session, config: Config, request: ApiRequest): string[] {
  const attributes = `${secure(config, request)}HttpOnly; SameSite=Lax`
  return [
    `folioAccessToken=${session.accessToken}; Max-Age=${config.accessTokenSeconds}; Path=/; ${attributes}`,
    `folioRefreshToken=${session.refreshToken}; Max-Age=${config.refreshTokenSeconds}; Path=/authn; ${attributes}`,
  ]
}

/** The same cookies, empty and expired. */
export function clearedCookies(config: Config, request: ApiRequest): string[] {
  const attributes = `${secure(config, request)}HttpOnly; SameSite=Lax`
  return [
    `folioAccessToken=; Max-Age=0; Expires=${LONG_AGO}; Path=/; ${attributes}`,
    `folioRefreshToken=; Max-Age=0; Expires=${LONG_AGO}; Path=/authn; ${attributes}`,
  ]
}

function secure(config: Config, request: ApiRequest): string {
  return config.secureCookies && !isPlainLocal(request) ? 'Secure; ' : ''
}
