import type { Transaction } from '../../kernel/db/database.ts'
import type { Log } from '../../kernel/log.ts'
import type { App } from '../../kernel/module.ts'

/** What a user is told by mail, by FOLIO's names of the events (folio-org/mod-users-bl: PasswordResetLinkServiceImpl). */
export type NoticeEvent =
  | 'CREATE_PASSWORD_EVENT'
  | 'RESET_PASSWORD_EVENT'
  | 'PASSWORD_CREATED_EVENT'
  | 'PASSWORD_CHANGED_EVENT'
  | 'USERNAME_LOCATED_EVENT'

/** A notice that is to be sent now. */
export type Notice = {
  id: number
  userId: string
  event: NoticeEvent
  actionId: string | null
  tries: number
}

/** So often a notice is tried; the waits between make five hours. */
export const MAX_TRIES = 6
const WAIT_MINUTES = 20
// Nobody wants to be told of what was a week ago.
const KEPT_DAYS = 7

/**
 * Keeps a notice to be sent. The link to set a password is not in it, only the id of the action it is made from: who
 * reads the table, or a copy of it, cannot set anybody's password. Without a mail server the log says that nobody is
 * told.
 */
export async function keepNotice(
  tx: Transaction,
  { config }: Pick<App, 'config'>,
  log: Log,
  userId: string,
  event: NoticeEvent,
  actionId: string | null = null,
): Promise<void> {
  await tx.query('insert into notice_to_send (user_id, event, action_id) values ($1, $2, $3)', [
    userId,
    event,
    actionId,
  ])
  if (config.mail !== null) return
  log.warn({ user: userId, event }, 'no mail server is configured (OCTAVO_SMTP_URL): the user is not told')
}

/** Takes notices that are due, so that no other process sends them; one that is not deleted comes again later. */
export async function takeNotices(tx: Transaction, limit: number): Promise<Notice[]> {
  const rows = await tx.query<{
    id: number
    user_id: string
    event: NoticeEvent
    action_id: string | null
    tries: number
  }>(
    `update notice_to_send
     set tries = tries + 1, next_try_at = now() + make_interval(mins => ${WAIT_MINUTES} * (tries + 1))
     where id in (
       select id from notice_to_send
       where next_try_at <= now() and tries < ${MAX_TRIES}
       order by id limit $1
       for update skip locked
     )
     returning id, user_id, event, action_id, tries`,
    [limit],
  )
  return rows.map(({ id, user_id: userId, event, action_id: actionId, tries }) => ({
    id,
    userId,
    event,
    actionId,
    tries,
  }))
}

export async function deleteNotice(tx: Transaction, id: number): Promise<void> {
  await tx.query('delete from notice_to_send where id = $1', [id])
}

/** Forgets notices that are too old to be of use. */
export async function deleteOldNotices(tx: Transaction): Promise<void> {
  await tx.query(`delete from notice_to_send where kept_at < now() - make_interval(days => ${KEPT_DAYS})`)
}
