import { isoInstant } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { fieldProblem, textProblem } from '../../kernel/http/problems.ts'
import { created, noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { App } from '../../kernel/module.ts'
import { findAttempts } from './attempts.ts'
import { changeOwnPassword, changePassword } from './change-password.ts'
import { compositeUserRoutes } from './composite-user-routes.ts'
import { clearedCookies, sessionCookies } from './cookies.ts'
import { deleteCredentials, hasCredentials, insertCredentials } from './credentials.ts'
import { eventLogRoutes } from './event-log-routes.ts'
import { createDoorkeeper, logIn } from './log-in.ts'
import type { Doorkeeper } from './log-in.ts'
import { passwordRuleRoutes } from './password-rule-routes.ts'
import { resetRoutes } from './reset-routes.ts'
import { logOut, refresh } from './refresh-and-log-out.ts'
import { closeAllSessions, openSession, signLegacyToken } from './sessions.ts'
import type { Session } from './sessions.ts'

/** Endpoints of log-in, sessions and passwords, and `/bl-users`, which logs in and tells who it is in one call. */
export function loginRoutes(app: App): Route[] {
  const door = createDoorkeeper()
  return [
    ...sessionRoutes(app, door),
    ...credentialRoutes(app, door),
    ...compositeUserRoutes(app, door),
    ...resetRoutes(app, door),
    ...passwordRuleRoutes(app, door),
    ...eventLogRoutes,
  ]
}

function sessionAnswer(app: App, request: ApiRequest, session: Session): Answer {
  const { accessTokenExpiration, refreshTokenExpiration } = session
  return {
    status: 201,
    body: { accessTokenExpiration, refreshTokenExpiration },
    headers: { 'set-cookie': sessionCookies(session, app.config, request) },
  }
}

function sessionRoutes(app: App, door: Doorkeeper): Route[] {
  async function postLogin(request: ApiRequest): Promise<Answer> {
    const token = await signLegacyToken(app.tokens, await logIn(app, door, request))
    return { status: 201, body: { okapiToken: token }, headers: { 'x-okapi-token': token } }
  }

  async function postLoginWithExpiry(request: ApiRequest): Promise<Answer> {
    const user = await logIn(app, door, request)
    const session = await app.db.tenant(user.tenant, (tx) => openSession(tx, app, user))
    return sessionAnswer(app, request, session)
  }

  async function postRefresh(request: ApiRequest): Promise<Answer> {
    return sessionAnswer(app, request, await refresh(app, request))
  }

  async function postLogout(request: ApiRequest): Promise<Answer> {
    await logOut(app, request)
    return { status: 204, headers: { 'set-cookie': clearedCookies(app.config, request) } }
  }

  async function postLogoutAll(request: ApiRequest): Promise<Answer> {
    await request.transaction((tx) => closeAllSessions(tx, request.actor!.userId))
    return { status: 204, headers: { 'set-cookie': clearedCookies(app.config, request) } }
  }

  return [
    { method: 'POST', path: '/authn/login', permissions: 'public', handler: postLogin },
    { method: 'POST', path: '/authn/login-with-expiry', permissions: 'public', handler: postLoginWithExpiry },
    { method: 'POST', path: '/authn/refresh', permissions: 'public', tenantless: true, handler: postRefresh },
    { method: 'POST', path: '/authn/logout', permissions: 'public', tenantless: true, handler: postLogout },
    { method: 'POST', path: '/authn/logout-all', permissions: [], handler: postLogoutAll },
  ]
}

function credentialRoutes(app: App, door: Doorkeeper): Route[] {
  async function postUpdate(request: ApiRequest): Promise<Answer> {
    await changePassword(app, door, request)
    return noContent()
  }

  async function postOwnPassword(request: ApiRequest): Promise<Answer> {
    await changeOwnPassword(app, door, request)
    return noContent()
  }

  async function postCredentials(request: ApiRequest): Promise<Answer> {
    const { userId, username, password } = objectBody(request.body)
    if (typeof password !== 'string' || password === '') {
      throw fieldProblem('Password is missing or empty', "'userId'", userId ?? null)
    }
    const hash = await door.passwords.hash(password)
    await request.transaction(async (tx) => insertCredentials(tx, await userIdOf(tx, userId, username), hash))
    return created(undefined)
  }

  return [
    { method: 'POST', path: '/authn/update', permissions: 'public', handler: postUpdate },
    {
      method: 'POST',
      path: '/bl-users/settings/myprofile/password',
      permissions: [],
      handler: postOwnPassword,
    },
    {
      method: 'POST',
      path: '/authn/credentials',
      permissions: ['login.item.post'],
      handler: postCredentials,
    },
    {
      method: 'DELETE',
      path: '/authn/credentials',
      permissions: ['login.item.delete'],
      handler: deleteOfUser,
    },
    {
      method: 'GET',
      path: '/authn/credentials-existence',
      permissions: ['login.credentials-existence.get'],
      handler: getExistence,
    },
    {
      method: 'GET',
      path: '/authn/loginAttempts/:id',
      permissions: ['login.attempts.item.get'],
      handler: getAttempts,
    },
  ]
}

async function deleteOfUser(request: ApiRequest): Promise<Answer> {
  const userId = userIdParameter(request.query.get('userId'))
  await request.transaction((tx) => deleteCredentials(tx, userId))
  return noContent()
}

async function getExistence(request: ApiRequest): Promise<Answer> {
  const userId = userIdParameter(request.query.get('userId'))
  return ok({ credentialsExist: await request.transaction((tx) => hasCredentials(tx, userId)) })
}

async function getAttempts(request: ApiRequest): Promise<Answer> {
  const userId = userIdParameter(request.params.id)
  const attempts = await request.transaction((tx) => findAttempts(tx, userId))
  if (attempts === null) throw textProblem(404, `No user login attempts found for id ${userId}`)
  return ok({
    id: userId,
    userId,
    attemptCount: attempts.attempt_count,
    lastAttempt: isoInstant(attempts.last_attempt),
  })
}

function userIdParameter(value: string | undefined): string {
  if (isUuid(value)) return value
  const shown = value ?? ''
  throw textProblem(
    400,
    `'userId' parameter is incorrect. parameter value {${shown}} is not valid: must be a UUID`,
  )
}

/** The id that a body names, or that of its username. @throws Problem 400 when there is no such user */
async function userIdOf(tx: Transaction, userId: unknown, username: unknown): Promise<string> {
  if (typeof userId === 'string') return userIdParameter(userId)
  if (typeof username !== 'string') throw textProblem(400, 'You must provide a username or userId')
  const [user] = await tx.query<{ id: string }>('select id from users where username_key = octavo.fold($1)', [
    username,
  ])
  if (!user) throw textProblem(400, `Error looking up user: No user found by username ${username}`)
  return user.id
}
