import { hashPassword } from '../../kernel/auth/passwords.ts'
import { collectionDdl, seedDocuments } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { ScheduledTask } from '../../kernel/jobs/runner.ts'
import { openMailer } from '../../kernel/mail/mailer.ts'
import { readBeside } from '../../kernel/module.ts'
import type { App, Module, SeedOptions } from '../../kernel/module.ts'
import { storeHash } from './credentials.ts'
import { logEvents } from './event-log.ts'
import { passwordRules } from './password-rules.ts'
import { sendAllNotices } from './send-notices.ts'
import { loginRoutes } from './routes.ts'

export { removeUsers } from './remove-users.ts'

/**
 * Sets a user's password, in place of any before. `isSample` marks one that is published: it opens the door on
 * this machine only.
 */
export async function setPassword(
  tx: Transaction,
  userId: string,
  password: string,
  options: { isSample?: boolean } = {},
): Promise<void> {
  await storeHash(tx, userId, await hashPassword(password), options)
}

async function seedRules(tx: Transaction, { reference }: SeedOptions): Promise<void> {
  if (!reference) return
  const text = readBeside(import.meta.dirname, 'start-values/password-rules.json')
  await seedDocuments(tx, passwordRules, JSON.parse(text) as Document[])
}

function noticeTasks(app: App): ScheduledTask[] {
  const { mail } = app.config
  if (mail === null) return []
  const mailer = openMailer(mail.url, mail.from)
  return [{ name: 'send-notices', pattern: '* * * * *', run: () => sendAllNotices(app, mailer) }]
}

/** Passwords, log-in, sessions. */
export const loginModule: Module = {
  name: 'login',
  schema: {
    tenant: [
      readBeside(import.meta.dirname, 'schema.sql'),
      collectionDdl(passwordRules),
      collectionDdl(logEvents),
      `alter table event_logs
         add column user_key text collate "C" generated always as (octavo.fold(doc ->> 'userId')) stored;
       create index event_logs_user on event_logs (user_key);`,
    ].join('\n'),
  },
  interfaces: [
    { module: 'mod-login-7.12.0', id: 'login', version: '7.3' },
    { module: 'mod-authtoken-2.16.0', id: 'authtoken', version: '2.1' },
    { module: 'mod-password-validator-3.4.0', id: 'password-validator', version: '1.0' },
    { module: 'mod-users-bl-7.10.0', id: 'users-bl', version: '6.1' },
  ],
  routes: loginRoutes,
  tasks: noticeTasks,
  seedTenant: seedRules,
}
