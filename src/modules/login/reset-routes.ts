import { isoInstant } from '../../kernel/clock.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { faultsProblem, fieldProblem, textProblem } from '../../kernel/http/problems.ts'
import { compileValidator } from '../../kernel/http/validation.ts'
import { noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { App } from '../../kernel/module.ts'
import { findUser } from '../users/index.ts'
import { hasCredentials } from './credentials.ts'
import { locateUser } from './forgotten.ts'
import type { Doorkeeper } from './log-in.ts'
import { keepNotice } from './notices.ts'
import { readNewPassword } from './password-rule-routes.ts'
import { tooManyTries } from './problems.ts'
import { findResetAction, insertResetAction, isOver } from './reset-actions.ts'
import { applyReset, checkLink, makeResetLink, resetByLink } from './reset-password.ts'

const uuid = { type: 'string', format: 'uuid' }
const checkAction = compileValidator({
  type: 'object',
  additionalProperties: false,
  required: ['id', 'userId', 'expirationTime'],
  properties: { id: uuid, userId: uuid, expirationTime: { type: 'string', format: 'date-time' } },
})

/** Forgotten passwords and names, and links to set a password with. */
export function resetRoutes(app: App, door: Doorkeeper): Route[] {
  return [...linkRoutes(app, door), ...forgottenRoutes(app, door), ...actionRoutes(door)]
}

function linkRoutes(app: App, door: Doorkeeper): Route[] {
  async function postLink(request: ApiRequest): Promise<Answer> {
    const { userId } = objectBody(request.body)
    if (typeof userId !== 'string') throw fieldProblem('must not be null', 'userId', userId ?? null)
    return request.transaction(async (tx) => {
      const user = await findUser(tx, { id: userId })
      if (user === null) {
        throw faultsProblem([{ code: 'user.not-found', message: `User with id '${userId}' not found` }])
      }
      return ok({ link: await makeResetLink(tx, app, request, user) })
    })
  }

  async function postValidate(request: ApiRequest): Promise<Answer> {
    const permission = 'users-bl.password-reset-link.validate'
    await request.transaction((tx) => checkLink(tx, app, request, permission))
    return noContent()
  }

  async function postReset(request: ApiRequest): Promise<Answer> {
    const { newPassword } = objectBody(request.body)
    await resetByLink(app, door, request, readNewPassword(newPassword, 'newPassword'))
    return noContent()
  }

  return [
    {
      method: 'POST',
      path: '/bl-users/password-reset/link',
      permissions: ['users-bl.password-reset-link.generate'],
      handler: postLink,
    },
    // The token of the link itself grants these two, and nothing else does; no user holds such a right.
    {
      method: 'POST',
      path: '/bl-users/password-reset/validate',
      permissions: 'public',
      handler: postValidate,
    },
    { method: 'POST', path: '/bl-users/password-reset/reset', permissions: 'public', handler: postReset },
  ]
}

function forgottenRoutes(app: App, door: Doorkeeper): Route[] {
  /** Anybody may ask, so every question counts as a failure does: an address soon has to wait. */
  async function answerForgotten(
    request: ApiRequest,
    tell: (request: ApiRequest, value: string) => Promise<void>,
  ): Promise<Answer> {
    const { id } = objectBody(request.body)
    if (typeof id !== 'string' || id.trim() === '' || id.length > 1024) {
      throw fieldProblem('must be a user name, mail address or phone number', 'id', id ?? null)
    }
    if (!door.byAddress.allows(request.remoteAddress)) throw tooManyTries()
    door.byAddress.countFailure(request.remoteAddress)
    await tell(request, id.trim())
    return noContent()
  }

  async function tellLink(request: ApiRequest, value: string): Promise<void> {
    await request.transaction(async (tx) => {
      const user = await locateUser(tx, ['userName', 'phoneNumber', 'email'], value)
      if (user !== null) await makeResetLink(tx, app, request, user)
    })
  }

  async function tellName(request: ApiRequest, value: string): Promise<void> {
    await request.transaction(async (tx) => {
      const user = await locateUser(tx, ['phoneNumber', 'email'], value)
      if (user !== null) await keepNotice(tx, request.log, String(user.id), 'USERNAME_LOCATED_EVENT')
    })
  }

  return [
    {
      method: 'POST',
      path: '/bl-users/forgotten/password',
      permissions: 'public',
      handler: (request) => answerForgotten(request, tellLink),
    },
    {
      method: 'POST',
      path: '/bl-users/forgotten/username',
      permissions: 'public',
      handler: (request) => answerForgotten(request, tellName),
    },
  ]
}

/** The storage of links, which FOLIO's modules use among themselves (folio-org/mod-login: LoginAPI). */
function actionRoutes(door: Doorkeeper): Route[] {
  async function postReset(request: ApiRequest): Promise<Answer> {
    const { passwordResetActionId: id, newPassword } = objectBody(request.body)
    const password = readNewPassword(newPassword, 'newPassword')
    const hash = await door.passwords.hash(password)
    return request.transaction(async (tx) => {
      const action = isUuid(id) ? await findResetAction(tx, id, true) : null
      if (action === null) throw textProblem(400, unknownAction(id))
      if (isOver(action)) throw textProblem(400, `Password action with ID: \`${id}\` is expired`)
      return { status: 201, body: { isNewPassword: await applyReset(tx, request, action, hash) } }
    })
  }

  return [
    {
      method: 'POST',
      path: '/authn/password-reset-action',
      permissions: ['login.password-reset-action.post'],
      handler: postAction,
    },
    {
      method: 'GET',
      path: '/authn/password-reset-action/:actionId',
      permissions: ['login.password-reset-action.get'],
      handler: getAction,
    },
    {
      method: 'POST',
      path: '/authn/reset-password',
      permissions: ['login.password-reset.post'],
      handler: postReset,
    },
  ]
}

function unknownAction(id: unknown): string {
  return `Password action with ID: \`${String(id)}\` was not found in the db`
}

async function postAction(request: ApiRequest): Promise<Answer> {
  checkAction(request.body)
  const { id, userId, expirationTime } = request.body as Record<string, string>
  const action = { id: id!, userId: userId!, expiresAt: new Date(expirationTime!) }
  return request.transaction(async (tx) => {
    await insertResetAction(tx, action)
    return { status: 201, body: { passwordExists: await hasCredentials(tx, action.userId) } }
  })
}

async function getAction({ params, transaction }: ApiRequest): Promise<Answer> {
  const id = params.actionId!
  const action = isUuid(id) ? await transaction((tx) => findResetAction(tx, id)) : null
  if (action === null) throw textProblem(404, unknownAction(id))
  return ok({ id: action.id, userId: action.userId, expirationTime: isoInstant(action.expiresAt) })
}
