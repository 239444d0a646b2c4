import {
  acceptedText,
  answerDocuments,
  collectionRoutes,
  findDocuments,
  insertDocuments,
  updateDocuments,
} from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { Problem, fieldProblem, notFound } from '../../kernel/http/problems.ts'
import { JsonText, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { App } from '../../kernel/module.ts'
import { findUser } from '../users/index.ts'
import { brokenRules, readChecks } from './check-password.ts'
import type { PasswordChecks, PasswordOwner } from './check-password.ts'
import { MAX_PASSWORD_CHARACTERS } from './log-in.ts'
import type { Doorkeeper } from './log-in.ts'
import { isRepeated, readHashes } from './password-history.ts'
import { passwordRules } from './password-rules.ts'

/** Rules for passwords, and checks of a password against them (folio-org/mod-password-validator). */
export function passwordRuleRoutes(app: App, door: Doorkeeper): Route[] {
  const tools = { passwords: door.passwords, log: app.log }

  async function answerCheck(
    { password, ...owner }: PasswordOwner & { password: string },
    checks: PasswordChecks,
  ): Promise<Answer> {
    const messages = await brokenRules(tools, checks, password, owner, owner.userId !== null)
    return ok({ result: messages.length === 0 ? 'valid' : 'invalid', messages })
  }

  async function postValidate(request: ApiRequest): Promise<Answer> {
    const { userId, password } = readPassword(request.body, 'userId')
    const found = await request.transaction(async (tx) => {
      const user = await findUser(tx, { id: userId })
      return user === null ? null : { user, checks: await readChecks(tx, String(user.id)) }
    })
    if (found === null) throw unknownUser(userId)
    const { user, checks } = found
    return answerCheck({ userId: String(user.id), username: String(user.username ?? ''), password }, checks)
  }

  async function postCheck(request: ApiRequest): Promise<Answer> {
    const { username, password } = readPassword(request.body, 'username')
    const { rules, hashes } = await request.transaction((tx) => readChecks(tx, null))
    const usable = rules.filter(({ type }) => type !== 'Programmatic')
    return answerCheck({ userId: null, username, password }, { rules: usable, hashes })
  }

  async function postRepeatable(request: ApiRequest): Promise<Answer> {
    const { userId, password } = readPassword(request.body, 'userId')
    const hashes = isUuid(userId) ? await request.transaction((tx) => readHashes(tx, userId)) : []
    return ok({ result: (await isRepeated(door.passwords, hashes, password)) ? 'invalid' : 'valid' })
  }

  return [
    // The page on which a password is chosen shows the rules, also to somebody who cannot log in.
    { method: 'GET', path: '/tenant/rules', permissions: 'public', handler: listRules },
    ...collectionRoutes({ ...passwordRules, methods: ['get'] }),
    {
      method: 'POST',
      path: '/tenant/rules',
      permissions: [passwordRules.permissions.post],
      handler: postRule,
    },
    { method: 'PUT', path: '/tenant/rules', permissions: [passwordRules.permissions.put], handler: putRule },
    {
      method: 'POST',
      path: '/password/validate',
      permissions: ['validation.validate.post'],
      handler: postValidate,
    },
    {
      method: 'POST',
      path: '/password/check',
      permissions: ['validation.validate.post'],
      handler: postCheck,
    },
    {
      method: 'POST',
      path: '/authn/password/repeatable',
      permissions: ['login.password.validate'],
      handler: postRepeatable,
    },
  ]
}

function listRules(request: ApiRequest): Promise<Answer> {
  return answerDocuments(request, passwordRules)
}

/** Both answer 200 with the rule, as there; a POST of a known id changes that rule. */
async function postRule(request: ApiRequest): Promise<Answer> {
  return request.transaction(async (tx) => {
    const stored = await storedId(tx, request.body)
    const [row] =
      stored === null
        ? await insertDocuments(tx, passwordRules, request.actor, [request.body])
        : await updateRule(tx, request, stored)
    return ok(new JsonText(acceptedText(row!)))
  })
}

async function putRule(request: ApiRequest): Promise<Answer> {
  return request.transaction(async (tx) => {
    const stored = await storedId(tx, request.body)
    if (stored === null) throw notFound('Rule not found')
    const [row] = await updateRule(tx, request, stored)
    return ok(new JsonText(acceptedText(row!)))
  })
}

function updateRule(tx: Transaction, request: ApiRequest, id: string) {
  return updateDocuments(tx, passwordRules, request.actor, [{ ...objectBody(request.body), id }])
}

async function storedId(tx: Transaction, body: unknown): Promise<string | null> {
  const { id } = objectBody(body)
  if (!isUuid(id)) return null
  const known = id.toLowerCase()
  return (await findDocuments(tx, passwordRules, [known])).has(known) ? known : null
}

function readPassword<Name extends string>(
  body: unknown,
  ownerName: Name,
): Record<Name, string> & { password: string } {
  const { password, [ownerName]: owner } = objectBody(body)
  if (typeof owner !== 'string') throw fieldProblem('must not be null', ownerName, null)
  return { [ownerName]: owner, password: readNewPassword(password, 'password') } as Record<Name, string> & {
    password: string
  }
}

/** A password that may be checked or set. @throws Problem 422 for one that is missing, empty or too long */
export function readNewPassword(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw fieldProblem('must not be null or empty', name, null)
  if (value.length > MAX_PASSWORD_CHARACTERS) {
    throw fieldProblem(
      `size must be between 1 and ${MAX_PASSWORD_CHARACTERS}`,
      name,
      `${value.length} characters`,
    )
  }
  return value
}

function unknownUser(userId: string): Problem {
  const message = `User with id ${userId} not found`
  return new Problem(404, { message, type: '-2', parameters: [{ key: 'userId', value: userId }] }, message)
}
