import { now } from '../../kernel/clock.ts'
import type { Document } from '../../kernel/collections/index.ts'
import { tokenOf } from '../../kernel/auth/caller.ts'
import { TokenError } from '../../kernel/auth/tokens.ts'
import type { TokenClaims, Tokens } from '../../kernel/auth/tokens.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { faultsProblem, textProblem } from '../../kernel/http/problems.ts'
import type { Problem } from '../../kernel/http/problems.ts'
import type { ApiRequest } from '../../kernel/http/route.ts'
import { newId } from '../../kernel/ids.ts'
import type { App } from '../../kernel/module.ts'
import { findConfigurations, findSettingValues, readBaseUrl } from '../settings/index.ts'
import { findUser } from '../users/index.ts'
import { clearFailures } from './attempts.ts'
import { brokenRules, readChecks } from './check-password.ts'
import { hasCredentials, storeHash } from './credentials.ts'
import { logEvent } from './event-log.ts'
import type { Doorkeeper } from './log-in.ts'
import { keepNotice } from './notices.ts'
import { deleteResetActions, findResetAction, insertResetAction, isOver } from './reset-actions.ts'
import type { ResetAction } from './reset-actions.ts'

/** A link can be used for a day. */
const LINK_SECONDS = 86_400
// The name that FOLIO's tokens of such links carry; its screens do not read it.
const SUBJECT = 'UNDEFINED_USER__RESET_PASSWORD_'

function refusal(code: string, message: string): Problem {
  return faultsProblem([{ code, message }])
}

/**
 * Makes a link with which a user sets a password, and keeps the notice that tells the user.
 * @returns the link, for the eyes of the one who may make it
 * @throws Problem 422 for a user without a user name
 */
export async function makeResetLink(
  tx: Transaction,
  app: App,
  { tenant, log }: Pick<ApiRequest, 'tenant' | 'log'>,
  user: Document,
): Promise<string> {
  const { username } = user
  if (typeof username !== 'string' || username.trim() === '') {
    throw refusal('user.absent-username', 'User without username cannot reset password')
  }
  const userId = String(user.id)
  const action = { id: newId(), userId, expiresAt: new Date(now().getTime() + LINK_SECONDS * 1000) }
  await insertResetAction(tx, action)
  const event = (await hasCredentials(tx, userId)) ? 'RESET_PASSWORD_EVENT' : 'CREATE_PASSWORD_EVENT'
  await keepNotice(tx, log, userId, event, action.id)
  const token = await signResetToken(app.tokens, tenant, action)
  return `${await readBaseUrl(tx)}${await readResetPath(tx)}/${token}?tenant=${encodeURIComponent(tenant)}`
}

function signResetToken(tokens: Tokens, tenant: string, { id, userId }: ResetAction): Promise<string> {
  return tokens.sign(
    { username: `${SUBJECT}${id}`, userId, tenant, type: 'password-reset', tokenId: id },
    LINK_SECONDS,
  )
}

/** The page of the web app where a link leads (folio-org/mod-users-bl: PasswordResetSetting, SettingsClientImpl). */
async function readResetPath(tx: Transaction): Promise<string> {
  const settings = await findSettingValues(tx, 'mod-users-bl.config.manage')
  const [entry] = await findConfigurations(tx, { module: 'USERSBL', code: 'RESET_PASSWORD_UI_PATH' })
  const paths = [settings.get('resetPasswordPath'), entry?.enabled === true ? entry.value : null]
  return paths.find((path): path is string => typeof path === 'string' && path !== '') ?? '/reset-password'
}

/**
 * The action that the token of a link stands for, and its user.
 * @throws Problem 400 without a token, 401 for a token that is over or forged, 422 for a link that was used, is over, or
 * whose user is gone
 */
export async function checkLink(
  tx: Transaction,
  app: App,
  request: ApiRequest,
  permission: string,
  lock = false,
): Promise<{ action: ResetAction; user: Document }> {
  const { type, tenant, tokenId } = await readToken(app.tokens, request, permission)
  if (type !== 'password-reset' || tokenId === null || tenant !== request.tenant) {
    throw refusal('link.invalid', 'Invalid token.')
  }
  const action = await findResetAction(tx, tokenId, lock)
  if (action === null) throw refusal('link.used', `PasswordResetAction with id = ${tokenId} is not found`)
  if (isOver(action)) throw refusal('link.expired', `PasswordResetAction with id = ${tokenId} is expired`)
  const user = await findUser(tx, { id: action.userId })
  if (user === null) throw refusal('link.invalid', `User with id = ${action.userId} in not found`)
  return { action, user }
}

async function readToken(tokens: Tokens, request: ApiRequest, permission: string): Promise<TokenClaims> {
  const token = tokenOf(request)
  if (token === undefined) {
    throw textProblem(400, `Token missing, access requires permission: ${permission}`)
  }
  try {
    return await tokens.verify(token)
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    if (error.isExpired) throw refusal('link.expired', 'The link is expired')
    throw textProblem(401, error.message)
  }
}

/**
 * Sets the password that a link is for, if it keeps the rules; the link and all others of the user end with it.
 * @throws Problem as `checkLink`, and 422 listing the rules that are broken
 */
export async function resetByLink(
  app: App,
  door: Doorkeeper,
  request: ApiRequest,
  newPassword: string,
): Promise<void> {
  const permission = 'users-bl.password-reset-link.reset'
  const { user, checks } = await request.transaction(async (tx) => {
    const link = await checkLink(tx, app, request, permission)
    return { ...link, checks: await readChecks(tx, link.action.userId) }
  })
  const owner = { userId: String(user.id), username: String(user.username ?? '') }
  const tools = { passwords: door.passwords, log: app.log }
  const broken = await brokenRules(tools, checks, newPassword, owner, true)
  if (broken.length > 0) throw faultsProblem(broken.map((code) => ({ code, message: code })))
  const hash = await door.passwords.hash(newPassword)
  await app.db.tenant(request.tenant, async (tx) => {
    const { action } = await checkLink(tx, app, request, permission, true)
    const isNew = await applyReset(tx, request, action, hash)
    await keepNotice(
      tx,
      request.log,
      action.userId,
      isNew ? 'PASSWORD_CREATED_EVENT' : 'PASSWORD_CHANGED_EVENT',
    )
  })
}

/** Stores the hash that an action allows, and uses it up. @returns whether it is the user's first password */
export async function applyReset(
  tx: Transaction,
  request: ApiRequest,
  { userId }: ResetAction,
  hash: string,
): Promise<boolean> {
  const isNew = !(await hasCredentials(tx, userId))
  await storeHash(tx, userId, hash)
  await deleteResetActions(tx, userId)
  await clearFailures(tx, userId, true)
  await logEvent(tx, request, userId, isNew ? 'PASSWORD_CREATE' : 'PASSWORD_RESET')
  return isNew
}
