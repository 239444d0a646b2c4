import { isLoopback } from '../../config.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import type { ApiRequest } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { App } from '../../kernel/module.ts'
import { clearFailures, countFailure } from './attempts.ts'
import { logEvent } from './event-log.ts'
import { createFailureLimit } from './failure-limit.ts'
import type { FailureLimit } from './failure-limit.ts'
import { createPasswordQueue } from './password-queue.ts'
import type { PasswordQueue } from './password-queue.ts'
import { loginRefused, samplePasswordRefused, tooManyTries } from './problems.ts'
import { fromThisMachine } from './request-origin.ts'
import type { SessionUser } from './sessions.ts'

/** What log-ins share within a process. */
export type Doorkeeper = { passwords: PasswordQueue; byUser: FailureLimit; byAddress: FailureLimit }

// Longer ones cannot be right, and would only cost memory and time.
export const MAX_PASSWORD_CHARACTERS = 1024
const MAX_NAME_CHARACTERS = 1024

export function createDoorkeeper(): Doorkeeper {
  return {
    passwords: createPasswordQueue(),
    byUser: createFailureLimit(50, 12_000),
    byAddress: createFailureLimit(100, 1000),
  }
}

export type Credentials = { username: string | null; userId: string | null; password: string }

type Candidate = {
  id: string
  username: string | null
  is_active: boolean
  hash: string | null
  is_sample: boolean | null
  is_blocked: boolean
}

/** @throws Problem 400 with mod-login's texts. */
export function readCredentials(body: unknown): Credentials {
  const { username, userId, password } = (body ?? {}) as Record<string, unknown>
  if (typeof username !== 'string' && typeof userId !== 'string') {
    throw textProblem(400, 'You must provide a username or userId')
  }
  if (typeof password !== 'string') throw textProblem(400, 'You must provide a password')
  return {
    username: typeof username === 'string' ? username : null,
    userId: typeof userId === 'string' ? userId : null,
    password,
  }
}

/**
 * Finds out whether name and password fit, and counts the try.
 * @returns the user to open a session for
 * @throws Problem 422 with one text for every reason, 429 after too many failures
 */
export async function logIn(app: App, door: Doorkeeper, request: ApiRequest): Promise<SessionUser> {
  const user = await checkCredentials(app, door, request, readCredentials(request.body))
  if (user === null) throw loginRefused()
  return user
}

/** The same for credentials that are read already; null when they do not fit or the user is blocked. */
export async function checkCredentials(
  app: App,
  door: Doorkeeper,
  request: ApiRequest,
  credentials: Credentials,
): Promise<SessionUser | null> {
  const { tenant, remoteAddress } = request
  const name = credentials.userId ?? credentials.username ?? ''
  const userKey = `${tenant}/${name.slice(0, MAX_NAME_CHARACTERS).toLowerCase()}`
  if (!door.byUser.allows(userKey) || !door.byAddress.allows(remoteAddress)) throw tooManyTries()
  const candidate =
    name.length > MAX_NAME_CHARACTERS
      ? null
      : await app.db.tenant(tenant, (tx) => findCandidate(tx, credentials))
  const isRight =
    credentials.password.length <= MAX_PASSWORD_CHARACTERS &&
    (await door.passwords.verify(credentials.password, candidate?.hash ?? null))
  const isAccepted = candidate !== null && (await recordTry(app, request, candidate, isRight))
  if (!isAccepted) {
    door.byUser.countFailure(userKey)
    door.byAddress.countFailure(remoteAddress)
    return null
  }
  if (candidate.is_sample && !(isLoopback(app.config.host) && fromThisMachine(request))) {
    throw samplePasswordRefused()
  }
  return { tenant, userId: candidate.id, username: candidate.username ?? candidate.id }
}

const CANDIDATE = `
select u.id, u.username, coalesce(u.active, false) as is_active, c.hash, c.is_sample, coalesce(a.blocked_until > now(), false) as is_blocked
from users u
left join auth_credentials c on c.user_id = u.id
left join auth_attempts a on a.user_id = u.id`

async function findCandidate(tx: Transaction, { username, userId }: Credentials): Promise<Candidate | null> {
  if (userId !== null && !isUuid(userId)) return null
  const [found] =
    userId === null
      ? await tx.query<Candidate>(`${CANDIDATE} where u.username_key = octavo.fold($1)`, [username])
      : await tx.query<Candidate>(`${CANDIDATE} where u.id = $1`, [userId])
  return found ?? null
}

/** Counts a try, writes it into the log of events, and says whether it opens the door. */
async function recordTry(
  app: App,
  request: ApiRequest,
  { id, is_active: isActive, is_blocked: isBlocked }: Candidate,
  isRight: boolean,
): Promise<boolean> {
  if (isBlocked || (isRight && !isActive)) return false
  return app.db.tenant(request.tenant, async (tx) => {
    if (isRight) {
      const isOpen = await clearFailures(tx, id)
      if (isOpen) await logEvent(tx, request, id, 'SUCCESSFUL_LOGIN_ATTEMPT')
      return isOpen
    }
    const isNowBlocked = await countFailure(tx, id, app.config.loginAttempts)
    await logEvent(tx, request, id, 'FAILED_LOGIN_ATTEMPT')
    if (isNowBlocked) await logEvent(tx, request, id, 'USER_BLOCK')
    return false
  })
}
