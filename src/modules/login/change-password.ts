import { textProblem } from '../../kernel/http/problems.ts'
import type { ApiRequest } from '../../kernel/http/route.ts'
import type { App } from '../../kernel/module.ts'
import { storeHash } from './credentials.ts'
import { checkCredentials, readCredentials } from './log-in.ts'
import type { Doorkeeper } from './log-in.ts'
import { credentialsInvalid } from './problems.ts'

/**
 * Replaces a user's password, which they prove with the old one: body `{username|userId, password,
 * newPassword}`. Ends all their sessions but the running access tokens.
 * @throws Problem 400 for a missing value, 401 when the old password is wrong
 */
export async function changePassword(app: App, door: Doorkeeper, request: ApiRequest): Promise<void> {
  const credentials = readCredentials(request.body)
  const { newPassword } = request.body as Record<string, unknown>
  if (typeof newPassword !== 'string' || newPassword === '') {
    throw textProblem(400, "You must provide a new password that isn't empty")
  }
  const user = await checkCredentials(app, door, request, credentials)
  if (user === null) throw credentialsInvalid()
  const hash = await door.passwords.hash(newPassword)
  await app.db.tenant(user.tenant, (tx) => storeHash(tx, user.userId, hash))
}
