import { noteAccessChange } from '../../kernel/auth/access-changes.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { ApiRequest } from '../../kernel/http/route.ts'
import type { App, Module } from '../../kernel/module.ts'
import { accessLookUp, expandNames } from './access.ts'
import { permissionCatalog } from './catalog.ts'
import { describePermissions } from './list-permissions.ts'
import { findPermissionUser, insertPermissionUser, updatePermissionUser } from './permission-users.ts'
import { permissionRoutes } from './routes.ts'
import { permissionsSchema } from './schema.ts'

export { accessLookUp, findAdministrator } from './access.ts'
export { EVERYTHING } from './catalog.ts'
export { findPermissionUsers, grantPermissions } from './permission-users.ts'

/**
 * What a user holds, as `/bl-users` shows it: names, or with `isExpanded` descriptions of all that the names
 * grant. Null for a user without a row.
 */
export async function permissionsOfUser(
  tx: Transaction,
  app: App,
  userId: string,
  isExpanded: boolean,
): Promise<Document | null> {
  const user = await findPermissionUser(tx, 'userId', userId)
  if (user === null || !isExpanded) return user
  const catalog = permissionCatalog(app)
  const names = await expandNames(tx, catalog, user.permissions)
  return { ...user, permissions: await describePermissions(tx, catalog, [...names]) }
}

/**
 * Gives a user exactly these permissions.
 * @throws Problem 403 for what the granter may not give, 422 for names that do not exist
 */
export async function setPermissionsOfUser(
  tx: Transaction,
  app: App,
  { actor, permissions }: Pick<ApiRequest, 'actor' | 'permissions'>,
  userId: string,
  names: readonly string[],
): Promise<void> {
  const catalog = permissionCatalog(app)
  const granter = { actor: actor!, permissions }
  const stored = await findPermissionUser(tx, 'userId', userId, true)
  const row = { ...stored, userId, permissions: [...names] }
  if (stored) await updatePermissionUser(tx, catalog, granter, stored.id, row)
  else await insertPermissionUser(tx, catalog, granter, row)
}

/** Takes everything from users. */
export async function forgetPermissionsOf(tx: Transaction, userIds: readonly string[]): Promise<void> {
  noteAccessChange(tx)
  await tx.query('delete from permissions_users where user_id = any($1::uuid[])', [userIds])
}

/** Who may do what: permissions, sets of them, and what each user holds. */
export const permissionsModule: Module = {
  name: 'permissions',
  schema: { tenant: permissionsSchema },
  interfaces: [{ module: 'mod-permissions-6.7.0', id: 'permissions', version: '5.6' }],
  routes: permissionRoutes,
  accessLookUp,
}
