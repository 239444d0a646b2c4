import type { Document } from '../../kernel/collections/index.ts'

/** What may be done with a setting. */
export type SettingRight = 'read' | 'write'

/** Whose settings: the tenant's, any user's, the caller's own. */
type Owner = 'global' | 'users' | 'owner'

type Permissions = ReadonlySet<string>

/** The scopes of which a caller may read the settings of each kind of owner. */
export type ReadableScopes = Record<Owner, string[]>

const NAMES = /^mod-settings\.(global|users|owner)\./

/**
 * True when the permissions hold the right for settings of a scope. Both orders of right and scope count
 * (folio-org/mod-settings: SettingsStorage.checkDesiredPermissions).
 */
function holds(permissions: Permissions, owner: Owner, right: SettingRight, scope: string): boolean {
  return (
    permissions.has(`mod-settings.${owner}.${right}.${scope}`) ||
    permissions.has(`mod-settings.${owner}.${scope}.${right}`)
  )
}

/** True when the caller may read or write this setting. */
export function mayUse(
  right: SettingRight,
  permissions: Permissions,
  userId: string,
  setting: Document,
): boolean {
  const scope = String(setting.scope)
  if (setting.userId === undefined) return holds(permissions, 'global', right, scope)
  if (holds(permissions, 'users', right, scope)) return true
  return holds(permissions, 'owner', right, scope) && setting.userId === userId
}

/** Sorts the scopes that exist by what the caller may read of them. */
export function readableScopes(permissions: Permissions, scopes: readonly string[]): ReadableScopes {
  const readable = (owner: Owner) => scopes.filter((scope) => holds(permissions, owner, 'read', scope))
  return { global: readable('global'), users: readable('users'), owner: readable('owner') }
}

/** True when the permissions name any scope at all, so that a list without rows is no refusal. */
export function namesAnyScope(permissions: Permissions): boolean {
  return [...permissions].some((name) => NAMES.test(name))
}
