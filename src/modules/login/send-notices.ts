import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { Mail, Mailer } from '../../kernel/mail/mailer.ts'
import type { App } from '../../kernel/module.ts'
import { findUser } from '../users/index.ts'
import { MAX_TRIES, deleteNotice, deleteOldNotices, takeNotices } from './notices.ts'
import type { Notice, NoticeEvent } from './notices.ts'
import { findResetAction, isOver } from './reset-actions.ts'
import { linkOf } from './reset-password.ts'

const BATCH = 20

const SUBJECTS: Record<NoticeEvent, string> = {
  CREATE_PASSWORD_EVENT: 'Set your password',
  RESET_PASSWORD_EVENT: 'Set a new password',
  PASSWORD_CREATED_EVENT: 'Your password was set',
  PASSWORD_CHANGED_EVENT: 'Your password was changed',
  USERNAME_LOCATED_EVENT: 'Your user name',
}

function textOf(event: NoticeEvent, username: string, link: string | null): string {
  switch (event) {
    case 'CREATE_PASSWORD_EVENT':
      return `An account "${username}" was made for you. Set your password here, within a day:\n\n${link}`
    case 'RESET_PASSWORD_EVENT':
      return `Somebody asked for a new password for "${username}". Set it here, within a day:\n\n${link}\n\nIf it was not you, do nothing: your password stays as it is.`
    case 'PASSWORD_CREATED_EVENT':
      return `The password of "${username}" was set.`
    case 'PASSWORD_CHANGED_EVENT':
      return `The password of "${username}" was changed. If it was not you, tell your library at once.`
    case 'USERNAME_LOCATED_EVENT':
      return `Your user name is "${username}".`
  }
}

/** Sends what waits in a tenant. One that the mail server refuses is tried again later, a few times. */
export async function sendNotices(app: App, mailer: Mailer, tenant: string): Promise<void> {
  for (;;) {
    const notices = await app.db.tenant(tenant, async (tx) => {
      await deleteOldNotices(tx)
      return takeNotices(tx, BATCH)
    })
    for (const notice of notices) await sendNotice(app, mailer, tenant, notice)
    if (notices.length < BATCH) return
  }
}

async function sendNotice(app: App, mailer: Mailer, tenant: string, notice: Notice): Promise<void> {
  const { id, userId, event, tries } = notice
  const mail = await app.db.tenant(tenant, (tx) => mailOf(tx, app, tenant, notice))
  if (mail !== null) {
    try {
      await mailer.send(mail)
    } catch (error) {
      // The error has what the server said, never the text of the mail.
      const message = error instanceof Error ? error.message : String(error)
      app.log.warn(
        { tenant, user: userId, event, tries, isGivenUp: tries >= MAX_TRIES, message },
        'a mail was not sent',
      )
      return
    }
  } else app.log.info({ tenant, user: userId, event }, 'a notice has nobody to go to, or came too late')
  await app.db.tenant(tenant, (tx) => deleteNotice(tx, id))
}

/** The mail of a notice; null when the user has no address, or the link it was about is used or over. */
async function mailOf(
  tx: Transaction,
  app: App,
  tenant: string,
  { userId, event, actionId }: Notice,
): Promise<Mail | null> {
  const user = await findUser(tx, { id: userId })
  const { email } = (user?.personal ?? {}) as Document
  if (user === null || typeof email !== 'string' || email.trim() === '') return null
  const action = actionId === null ? null : await findResetAction(tx, actionId)
  if (actionId !== null && (action === null || isOver(action))) return null
  const link = action === null ? null : await linkOf(tx, app.tokens, tenant, action)
  const username = String(user.username ?? '').replaceAll(/\s+/g, ' ')
  return { to: email.trim(), subject: SUBJECTS[event], text: `${textOf(event, username, link)}\n` }
}

/** Sends what waits in all tenants. */
export async function sendAllNotices(app: App, mailer: Mailer): Promise<void> {
  const tenants = await app.db.system((tx) =>
    tx.query<{ id: string }>("select id from octavo.tenant where state = 'ready'"),
  )
  for (const { id } of tenants) await sendNotices(app, mailer, id)
}
