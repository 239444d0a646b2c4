import { deleteDocuments, listDocuments } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { readPage } from '../../kernel/http/parameters.ts'
import { Problem, textProblem } from '../../kernel/http/problems.ts'
import { created, noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import type { App } from '../../kernel/module.ts'
import { forgetPermissionsOf } from '../permissions/index.ts'
import { findUser, users } from '../users/index.ts'
import { composeUsers, createComposer, readParts } from './composite-user.ts'
import type { Composer } from './composite-user.ts'
import { sessionCookies } from './cookies.ts'
import { forgetCredentials } from './credentials.ts'
import { logIn } from './log-in.ts'
import type { Doorkeeper } from './log-in.ts'
import { openTransactions } from './open-transactions.ts'
import { insertComposite, updateComposite } from './write-composite.ts'
import { openSession, signLegacyToken } from './sessions.ts'

// The parts of a list are put together in memory: this many users take some tens of megabytes.
const MAX_LIST = 10_000

/** Endpoints below `/bl-users`: users with all that belongs to them, and log-in that answers with one. */
export function compositeUserRoutes(app: App, door: Doorkeeper): Route[] {
  const compose = createComposer(app)
  return [
    ...loginRoutes(app, door, compose),
    ...readRoutes(compose),
    ...writeRoutes(app, compose),
    ...transactionRoutes(),
  ]
}

function loginRoutes(app: App, door: Doorkeeper, compose: Composer): Route[] {
  async function composeLoggedIn(tx: Transaction, request: ApiRequest, userId: string): Promise<Document> {
    const user = await getUser(tx, { id: userId })
    return { ...(await compose(tx, request, user, readParts(request))), tenant: request.tenant }
  }

  async function login(request: ApiRequest): Promise<Answer> {
    checkShape(request)
    const session = await logIn(app, door, request)
    const token = await signLegacyToken(app.tokens, session)
    const body = await request.transaction((tx) => composeLoggedIn(tx, request, session.userId))
    return { status: 201, body, headers: { 'x-okapi-token': token } }
  }

  async function loginWithExpiry(request: ApiRequest): Promise<Answer> {
    checkShape(request)
    const user = await logIn(app, door, request)
    return request.transaction(async (tx) => {
      const session = await openSession(tx, app, user)
      const { accessTokenExpiration, refreshTokenExpiration } = session
      const composite = await composeLoggedIn(tx, request, user.userId)
      return {
        status: 201,
        body: { ...composite, tokenExpiration: { accessTokenExpiration, refreshTokenExpiration } },
        headers: { 'set-cookie': sessionCookies(session, app.config, request) },
      }
    })
  }

  return [
    { method: 'POST', path: '/bl-users/login', permissions: 'public', handler: login },
    { method: 'POST', path: '/bl-users/login-with-expiry', permissions: 'public', handler: loginWithExpiry },
  ]
}

function readRoutes(compose: Composer): Route[] {
  function answerOne(request: ApiRequest, key: { id: string } | { username: string }): Promise<Answer> {
    return request.transaction(async (tx) =>
      ok(await compose(tx, request, await getUser(tx, key), readParts(request))),
    )
  }

  return [
    { method: 'GET', path: '/bl-users', permissions: ['users-bl.collection.get'], handler: listUsers },
    {
      method: 'GET',
      path: '/bl-users/_self',
      permissions: [],
      handler: (request) => answerOne(request, { id: request.actor!.userId }),
    },
    {
      method: 'GET',
      path: '/bl-users/by-id/:id',
      permissions: ['users-bl.item.get'],
      handler: (request) => answerOne(request, { id: request.params.id! }),
    },
    {
      method: 'GET',
      path: '/bl-users/by-username/:username',
      permissions: ['users-bl.users-by-username.item.get'],
      handler: (request) => answerOne(request, { username: request.params.username! }),
    },
  ]
}

function writeRoutes(app: App, compose: Composer): Route[] {
  async function post(request: ApiRequest): Promise<Answer> {
    return request.transaction(async (tx) => {
      const user = await insertComposite(tx, app, request)
      const body = await compose(tx, request, user, readParts(request))
      return created(body, `/bl-users/by-id/${user.id}`)
    })
  }

  async function put(request: ApiRequest): Promise<Answer> {
    await request.transaction((tx) => updateComposite(tx, app, request))
    return noContent()
  }

  return [
    { method: 'POST', path: '/bl-users', permissions: ['users-bl.item.post'], handler: post },
    { method: 'PUT', path: '/bl-users/:id', permissions: ['users-bl.item.put'], handler: put },
  ]
}

function transactionRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: '/bl-users/by-id/:id/open-transactions',
      permissions: ['users-bl.transactions.get'],
      handler: (request) => answerOpen(request, { id: request.params.id! }),
    },
    {
      method: 'GET',
      path: '/bl-users/by-username/:username/open-transactions',
      permissions: ['users-bl.transactions-by-username.get'],
      handler: (request) => answerOpen(request, { username: request.params.username! }),
    },
    {
      method: 'DELETE',
      path: '/bl-users/by-id/:id',
      permissions: ['users-bl.item.delete'],
      handler: deleteUser,
    },
  ]
}

function checkShape({ body }: ApiRequest): void {
  const { username, password } = (body ?? {}) as Document
  if (typeof username === 'string' && typeof password === 'string') return
  throw textProblem(400, 'Improperly formatted request')
}

async function listUsers(request: ApiRequest): Promise<Answer> {
  const page = { ...readPage(request.query, 10, MAX_LIST), query: request.query.get('query') }
  const parts = readParts(request)
  return request.transaction(async (tx) => {
    const { texts, total } = await listDocuments(tx, users, page)
    const found = texts.map((text) => JSON.parse(text) as Document)
    return ok({ compositeUsers: await composeUsers(tx, found, parts), totalRecords: total })
  })
}

async function answerOpen(request: ApiRequest, key: { id: string } | { username: string }): Promise<Answer> {
  return request.transaction(async (tx) => ok(await openTransactions(tx, await getUser(tx, key))))
}

async function deleteUser(request: ApiRequest): Promise<Answer> {
  await request.transaction(async (tx) => {
    const user = await getUser(tx, { id: request.params.id! })
    const open = await openTransactions(tx, user)
    if (open.hasOpenTransactions) throw new Problem(409, open, 'the user has open transactions')
    const id = String(user.id)
    await deleteDocuments(tx, users, [id])
    await forgetCredentials(tx, [id])
    await forgetPermissionsOf(tx, [id])
  })
  return noContent()
}

async function getUser(tx: Transaction, key: { id: string } | { username: string }): Promise<Document> {
  const user = await findUser(tx, key)
  if (user !== null) return user
  const query = 'id' in key ? `/users/${key.id}` : `/users?query=username==${JSON.stringify(key.username)}`
  throw textProblem(404, `No record found for query '${query}'`)
}
