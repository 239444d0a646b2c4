import { faultsProblem, textProblem } from '../../kernel/http/problems.ts'
import type { ApiRequest } from '../../kernel/http/route.ts'
import type { App } from '../../kernel/module.ts'
import { brokenRules, readChecks } from './check-password.ts'
import { storeHash } from './credentials.ts'
import { logEvent } from './event-log.ts'
import { checkCredentials, readCredentials } from './log-in.ts'
import type { Doorkeeper } from './log-in.ts'
import { readNewPassword } from './password-rule-routes.ts'
import { credentialsInvalid } from './problems.ts'
import type { SessionUser } from './sessions.ts'

/**
 * Replaces a user's password, which they prove with the old one: body `{username|userId, password,
 * newPassword}`. Ends all their sessions but the running access tokens.
 * @throws Problem 400 for a missing value, 401 when the old password is wrong
 */
export async function changePassword(app: App, door: Doorkeeper, request: ApiRequest): Promise<void> {
  const { user, newPassword } = await checkOldPassword(app, door, request)
  await storePassword(app, door, request, user, newPassword)
}

/**
 * The same from the page of one's own settings, where the new password must keep the library's rules. The old password
 * is looked at first: else the rule about repeated passwords would tell strangers which ones a user had.
 * @throws Problem as `changePassword`, and 400 listing the rules that are broken
 */
export async function changeOwnPassword(app: App, door: Doorkeeper, request: ApiRequest): Promise<void> {
  const { user, newPassword } = await checkOldPassword(app, door, request)
  const checks = await app.db.tenant(user.tenant, (tx) => readChecks(tx, user.userId))
  const tools = { passwords: door.passwords, log: app.log }
  const broken = await brokenRules(tools, checks, newPassword, user, true)
  if (broken.length > 0) {
    throw faultsProblem(
      broken.map((code) => ({ code, message: code })),
      400,
    )
  }
  await storePassword(app, door, request, user, newPassword)
}

async function checkOldPassword(
  app: App,
  door: Doorkeeper,
  request: ApiRequest,
): Promise<{ user: SessionUser; newPassword: string }> {
  const credentials = readCredentials(request.body)
  const { newPassword } = request.body as Record<string, unknown>
  if (typeof newPassword !== 'string' || newPassword === '') {
    throw textProblem(400, "You must provide a new password that isn't empty")
  }
  readNewPassword(newPassword, 'newPassword')
  const user = await checkCredentials(app, door, request, credentials)
  if (user === null) throw credentialsInvalid()
  return { user, newPassword }
}

async function storePassword(
  app: App,
  door: Doorkeeper,
  request: ApiRequest,
  { tenant, userId }: SessionUser,
  newPassword: string,
): Promise<void> {
  const hash = await door.passwords.hash(newPassword)
  await app.db.tenant(tenant, async (tx) => {
    await storeHash(tx, userId, hash)
    await logEvent(tx, request, userId, 'PASSWORD_CHANGE')
  })
}
