import type { Transaction } from '../../kernel/db/database.ts'
import type { Log } from '../../kernel/log.ts'

/** What a user is told by mail, by FOLIO's names of the events (folio-org/mod-users-bl: PasswordResetLinkServiceImpl). */
export type NoticeEvent =
  | 'CREATE_PASSWORD_EVENT'
  | 'RESET_PASSWORD_EVENT'
  | 'PASSWORD_CREATED_EVENT'
  | 'PASSWORD_CHANGED_EVENT'
  | 'USERNAME_LOCATED_EVENT'

/**
 * Keeps a notice to be sent. The link to set a password is not in it, only the id of the action it is made from: who
 * reads the table, or a copy of it, cannot set anybody's password.
 */
export async function keepNotice(
  tx: Transaction,
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
  log.warn(
    { user: userId, event },
    'a notice waits to be sent: no mail server is configured, so nobody is told by mail',
  )
}
