import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import type { Problem } from '../../kernel/http/problems.ts'
import type { Actor } from '../../kernel/http/route.ts'
import type { PermissionCatalog } from './catalog.ts'
import { EVERYTHING } from './catalog.ts'

/** Who hands out permissions, and what they hold themselves. */
export type Granter = { actor: Actor; permissions: ReadonlySet<string> }

/**
 * Refuses to hand out what the granter does not hold, unless they may assign that kind of permission
 * (folio-org/mod-permissions: PermsAPI.checkOperatingPermissions).
 * @throws Problem 403 naming the permissions
 */
export function checkGranter(catalog: PermissionCatalog, granter: Granter, added: readonly string[]): void {
  const foreign = added.filter((name) => !granter.permissions.has(name))
  const system = foreign.filter((name) => catalog.find(name) !== null)
  const refuse = (kind: string, names: readonly string[]): void => {
    if (names.length === 0 || granter.permissions.has(`perms.users.assign.${kind}`)) return
    throw textProblem(
      403,
      `Cannot add ${kind} ${names.length > 1 ? 'permissions' : 'permission'} ${names.join(', ')} ` +
        `not owned by operating user ${granter.actor.userId}`,
    )
  }
  refuse('okapi', foreign.filter(isOperators))
  refuse('immutable', system)
  refuse(
    'mutable',
    foreign.filter((name) => catalog.find(name) === null),
  )
}

function isOperators(name: string): boolean {
  return name.startsWith('okapi.') || name === 'perms.users.assign.okapi' || name === EVERYTHING
}

/** Those of `names` that are neither the system's nor a set of the tenant. */
export async function unknownPermissions(
  tx: Transaction,
  catalog: PermissionCatalog,
  names: readonly string[],
): Promise<string[]> {
  const open = names.filter((name) => catalog.find(name) === null)
  if (open.length === 0) return []
  const rows = await tx.query<{ name: string }>(
    "select doc ->> 'permissionName' as name from permissions where doc ->> 'permissionName' = any($1)",
    [open],
  )
  const known = new Set(rows.map((row) => row.name))
  return open.filter((name) => !known.has(name))
}

/**
 * Checks what is added to a set or a user. @throws Problem 403 for what the granter may not give, `refusal` for
 * names that do not exist.
 */
export async function checkAddition(
  tx: Transaction,
  catalog: PermissionCatalog,
  granter: Granter,
  added: readonly unknown[],
  refusal: (unknown: string) => Problem,
): Promise<void> {
  const names = added.filter((name) => typeof name === 'string')
  checkGranter(catalog, granter, names)
  const unknown = await unknownPermissions(tx, catalog, names)
  if (unknown.length > 0) throw refusal(unknown.join(','))
}
