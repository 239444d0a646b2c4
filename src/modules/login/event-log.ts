import { defineCollection, insertDocuments } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { isoInstant, now } from '../../kernel/clock.ts'
import { headerText } from '../../kernel/http/parameters.ts'
import type { ApiRequest } from '../../kernel/http/route.ts'
import { findConfigurations } from '../settings/index.ts'

export const EVENT_TYPES = [
  'PASSWORD_RESET',
  'PASSWORD_CREATE',
  'PASSWORD_CHANGE',
  'SUCCESSFUL_LOGIN_ATTEMPT',
  'FAILED_LOGIN_ATTEMPT',
  'USER_BLOCK',
] as const

export type EventType = (typeof EVENT_TYPES)[number]

const text = { type: 'string' }

/** What happened at the door (folio-org/mod-login: ramls/logEvent.json). */
export const logEvents = defineCollection({
  path: '/authn/log/events',
  listKey: 'loggingEvent',
  table: 'event_logs',
  schema: {
    type: 'object',
    required: ['tenant', 'userId', 'eventType'],
    properties: {
      tenant: text,
      userId: { type: 'string', maxLength: 600 },
      eventType: { type: 'string', enum: EVENT_TYPES },
      ip: text,
      browserInformation: text,
      timestamp: { type: 'string', format: 'date-time' },
    },
  },
  permissions: 'login.event',
  cqlFields: { userId: { kind: 'text', column: 'event_logs.user_key', folded: true } },
})

/**
 * Which events the library wants to be logged, or null when it wants no log: configuration entries of the module
 * EVENT_LOG, the one with code STATUS for all, one more a kind of event (folio-org/mod-login: ConfigurationServiceImpl).
 */
export async function loggedEvents(tx: Transaction): Promise<ReadonlySet<string> | null> {
  const entries = await findConfigurations(tx, { module: 'EVENT_LOG' })
  const enabled = entries.filter((entry) => entry.enabled === true).map(({ code }) => String(code))
  return enabled.includes('STATUS') ? new Set(enabled) : null
}

/** Writes down what happened to a user, as far as the library wants it. */
export async function logEvent(
  tx: Transaction,
  { tenant, headers, remoteAddress }: Pick<ApiRequest, 'tenant' | 'headers' | 'remoteAddress'>,
  userId: string,
  ...types: readonly EventType[]
): Promise<void> {
  const wanted = await loggedEvents(tx)
  const logged = types.filter((type) => wanted?.has(type))
  if (logged.length === 0) return
  const browserInformation = headerText(headers, 'user-agent')
  const rows = logged.map((eventType) => ({
    tenant,
    userId,
    eventType,
    ip: remoteAddress,
    ...(browserInformation === undefined ? {} : { browserInformation }),
    timestamp: isoInstant(now()),
  }))
  await insertDocuments(tx, logEvents, null, rows)
}
