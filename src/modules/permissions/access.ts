import type { AccessLookUp } from '../../kernel/auth/caller.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { App } from '../../kernel/module.ts'
import { EVERYTHING, permissionCatalog } from './catalog.ts'
import type { PermissionCatalog } from './catalog.ts'

// A set of the tenant may contain others of the tenant and of the system; the former are followed here, the
// latter in memory. A row a level, with all names so far and the new ones, so that no new one ends a cycle of sets. A
// row a name would be shorter, but the planner then expects millions and lays out a hash table for them: 130 ms a query.
const GRANTED_BY_NAMES = `
with recursive level (names, fresh) as (
  select $1::text[], $1::text[]
  union all
  select level.names || next.names, next.names
  from level cross join lateral (
    select array(
      select distinct sub.name
      from permissions set cross join lateral jsonb_array_elements_text(set.doc -> 'subPermissions') as sub (name)
      where set.doc ->> 'permissionName' = any(level.fresh) and sub.name <> all(level.names)
    ) as names offset 0
  ) as next
  where cardinality(next.names) > 0
)
select names from level order by cardinality(names) desc limit 1`

const USER = `
select username, coalesce(active, false) as is_active,
  array(
    select jsonb_array_elements_text(doc -> 'permissions') from permissions_users where user_id = $1::uuid
  ) as held
from users where id = $1::uuid`

/** Holds whatever is asked for; lists what this version of Octavo knows. */
class EveryPermission extends Set<string> {
  override has(): boolean {
    return true
  }
}

/** All that a list of permissions grants, once the sets of the system in it are opened. */
export function expandGranted(catalog: PermissionCatalog, granted: readonly string[]): ReadonlySet<string> {
  if (granted.includes(EVERYTHING)) return new EveryPermission([...catalog.systemNames(), ...granted])
  const names = new Set<string>(granted)
  for (const name of granted) for (const sub of catalog.expand(name)) names.add(sub)
  return names
}

/** The permissions with all that is below them, at all levels. */
export async function expandNames(
  tx: Transaction,
  catalog: PermissionCatalog,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const [row] = await tx.query<{ names: string[] }>(GRANTED_BY_NAMES, [names])
  return expandGranted(catalog, row!.names)
}

/**
 * Answers the gateway's question who a user is and what they may do. Two rows found by their keys; only names that the
 * system does not know, which are sets of the tenant, are followed to what is below them.
 */
export function accessLookUp(app: App): AccessLookUp {
  return async (tenant, userId) => {
    const catalog = permissionCatalog(app)
    return app.db.tenant(tenant, async (tx) => {
      const [row] = await tx.query<{ username: string | null; is_active: boolean; held: string[] }>(USER, [
        userId,
      ])
      if (!row) return null
      const isPlain = row.held.includes(EVERYTHING) || row.held.every((name) => catalog.find(name) !== null)
      return {
        username: row.username ?? userId,
        isActive: row.is_active,
        permissions: isPlain ? expandGranted(catalog, row.held) : await expandNames(tx, catalog, row.held),
      }
    })
  }
}

/**
 * The active user of that name, or without a name the first one who may do everything; null when there is none.
 * For whoever works on the server's own machine.
 */
export async function findAdministrator(
  tx: Transaction,
  username?: string,
): Promise<{ id: string; username: string } | null> {
  const [found] = await tx.query<{ id: string; username: string | null }>(
    `select u.id, u.username
     from users u left join permissions_users p on p.user_id = u.id
     where u.active
       and case when $2::text is null then p.doc -> 'permissions' ? $1 else u.username_key = octavo.fold($2) end
     order by u.id
     limit 1`,
    [EVERYTHING, username ?? null],
  )
  return found ? { id: found.id, username: found.username ?? found.id } : null
}
