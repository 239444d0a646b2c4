import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { UnknownTenantError } from '../db/database.ts'
import { headerText } from '../http/parameters.ts'
import { textProblem } from '../http/problems.ts'
import { QueryParameters } from '../http/route.ts'
import type { Actor, Route } from '../http/route.ts'
import { apiKeyOf } from './api-key.ts'
import type { ApiKeyLookUp } from './api-key.ts'
import { rememberAccess } from './remember-access.ts'
import type { Tokens, TokenClaims } from './tokens.ts'
import { TokenError } from './tokens.ts'

/** What the permissions module knows of a user. */
export type UserAccess = { username: string; isActive: boolean; permissions: ReadonlySet<string> }

/** Looks a user up; null when there is none. The permissions module supplies it. */
export type AccessLookUp = (tenant: string, userId: string) => Promise<UserAccess | null>

export type Caller = { tenant: string; actor: Actor | null; permissions: ReadonlySet<string> }

const NO_PERMISSIONS: ReadonlySet<string> = new Set()
/** A tenant that was deleted is refused at the latest after this time. */
const TENANT_MS = 3000

/** The token of a request from any of the places that FOLIO's gateway reads. @throws Problem 400 when two differ. */
export function tokenOf(request: Pick<FastifyRequest, 'headers' | 'cookies'>): string | undefined {
  const plain = headerText(request.headers, 'x-okapi-token')
  const authorization = headerText(request.headers, 'authorization')
  const bearer = authorization?.startsWith('Bearer ') ? authorization.slice(7) : undefined
  if (plain !== undefined && bearer !== undefined && plain !== bearer) {
    throw textProblem(400, 'Different tokens in Authentication and X-Okapi-Token. Use only one of them')
  }
  const cookies = headerText(request.headers, 'cookie') ?? ''
  if (cookies.split('folioAccessToken=').length > 2) {
    throw textProblem(400, 'Invalid Token: multiple folioAccessToken cookies')
  }
  return plain || bearer || request.cookies.folioAccessToken || undefined
}

/** Finds out who calls, and refuses who may not: the order and texts are those of FOLIO's gateway. */
export function createCallerCheck(
  db: Database,
  tokens: Tokens,
  lookUp: AccessLookUp,
  lookUpKey: ApiKeyLookUp,
) {
  const accessOf = rememberAccess(lookUp)
  const knownTenants = new Map<string, number>()

  async function requireTenant(tenant: string): Promise<void> {
    if ((knownTenants.get(tenant) ?? 0) > Date.now()) return
    const rows = await db.system((tx) =>
      tx.query("select from octavo.tenant where id = $1 and state = 'ready'", [tenant]),
    )
    if (rows.length === 0) throw new UnknownTenantError(tenant)
    knownTenants.set(tenant, Date.now() + TENANT_MS)
  }

  async function verified(token: string): Promise<TokenClaims> {
    try {
      const claims = await tokens.verify(token)
      if (claims.type !== 'access' && claims.type !== 'legacy-access') {
        throw new TokenError('Invalid token: not an access token', false)
      }
      return claims
    } catch (error) {
      if (error instanceof TokenError) throw textProblem(401, error.message)
      throw error
    }
  }

  async function checkPublic(header: string | undefined, route: Route): Promise<Caller> {
    if (header === undefined || header === '') {
      if (!route.tenantless) throw textProblem(400, 'Missing header: X-Okapi-Tenant')
      return { tenant: '', actor: null, permissions: NO_PERMISSIONS }
    }
    if (!route.tenantless) await requireTenant(header)
    return { tenant: header, actor: null, permissions: NO_PERMISSIONS }
  }

  /** Whose API key a request to a route of outside services brings; null when it brings none. */
  async function ownerOfKey(
    request: FastifyRequest,
    route: Route,
  ): Promise<{ tenant: string; userId: string } | null> {
    if (!route.takesApiKey) return null
    const key = apiKeyOf(new QueryParameters(request.url.split('?')[1] ?? ''), request.headers)
    if (key === undefined) return null
    const owner = await lookUpKey(key)
    if (owner === null) throw textProblem(401, 'Invalid API key')
    return owner
  }

  async function ownerOfToken(
    request: FastifyRequest,
    permissions: readonly string[],
  ): Promise<{ tenant: string; userId: string }> {
    const header = headerText(request.headers, 'x-okapi-tenant')
    const token = tokenOf(request)
    if (token === undefined) {
      if (header === undefined || header === '') throw textProblem(400, 'Missing header: X-Okapi-Tenant')
      await requireTenant(header)
      throw textProblem(400, `Token missing, access requires permission: ${permissions.join(',')}`)
    }
    const claims = await verified(token)
    if (header !== undefined && header !== '' && header !== claims.tenant) {
      throw textProblem(403, `The token was issued for another tenant than "${header}".`)
    }
    await requireTenant(claims.tenant)
    return claims
  }

  return async function checkCaller(request: FastifyRequest, route: Route): Promise<Caller> {
    if (route.permissions === 'public') {
      return checkPublic(headerText(request.headers, 'x-okapi-tenant'), route)
    }
    const { tenant, userId } =
      (await ownerOfKey(request, route)) ?? (await ownerOfToken(request, route.permissions))
    const access = await accessOf(tenant, userId)
    if (access === null || !access.isActive) {
      throw textProblem(401, 'Invalid token: the user does not exist or is inactive')
    }
    for (const permission of route.permissions) {
      if (!access.permissions.has(permission)) {
        throw textProblem(
          403,
          `Access for user '${access.username}' (${userId}) requires permission: ${permission}`,
        )
      }
    }
    const actor = { userId, username: access.username, tenant }
    return { tenant, actor, permissions: access.permissions }
  }
}
