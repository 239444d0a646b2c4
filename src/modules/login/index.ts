import { hashPassword } from '../../kernel/auth/passwords.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { readBeside } from '../../kernel/module.ts'
import type { Module } from '../../kernel/module.ts'
import { storeHash } from './credentials.ts'
import { loginRoutes } from './routes.ts'

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

/** Passwords, log-in, sessions. */
export const loginModule: Module = {
  name: 'login',
  schema: { tenant: readBeside(import.meta.dirname, 'schema.sql') },
  interfaces: [
    { module: 'mod-login-7.12.0', id: 'login', version: '7.3' },
    { module: 'mod-authtoken-2.16.0', id: 'authtoken', version: '2.1' },
    { module: 'mod-users-bl-7.10.0', id: 'users-bl', version: '6.1' },
  ],
  routes: loginRoutes,
}
