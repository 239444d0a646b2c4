import type { AccessLookUp } from '../../kernel/auth/caller.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { App } from '../../kernel/module.ts'
import { EVERYTHING, permissionCatalog } from './catalog.ts'
import type { PermissionCatalog } from './catalog.ts'

// A set of the tenant may contain others of the tenant and of the system; the former are followed here, the
// latter in memory. A row a level, with all names so far and the new ones, so that no new one ends a cycle of sets. A
// row a name would be shorter, but the planner then expects millions and lays out a hash table for them: 130 ms a query.
function recursively(start: string): string {
  return `
with recursive level (names, fresh) as (
  select names, names from (select array(${start}) as names) as first
  union all
  select names || next.names_below, next.names_below
  from level cross join lateral (
    select array(
      select distinct sub.name
      from permissions set cross join lateral jsonb_array_elements_text(set.doc -> 'subPermissions') as sub (name)
      where set.doc ->> 'permissionName' = any(level.fresh) and sub.name <> all(level.names)
    ) as names_below offset 0
  ) as next
  where cardinality(next.names_below) > 0
), granted (names) as (select names from level order by cardinality(names) desc limit 1)`
}

const GRANTED_TO_USER = recursively(
  "select jsonb_array_elements_text(doc -> 'permissions') from permissions_users where user_id = $1::uuid",
)
const GRANTED_BY_NAMES = recursively('select unnest($1::text[])')

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
  const [row] = await tx.query<{ names: string[] }>(`${GRANTED_BY_NAMES} select names from granted`, [names])
  return expandGranted(catalog, row!.names)
}

/** Answers the gateway's question who a user is and what they may do, with one query. */
export function accessLookUp(app: App): AccessLookUp {
  return async (tenant, userId) => {
    const [row] = await app.db.tenant(tenant, (tx) =>
      tx.query<{ username: string | null; is_active: boolean; granted: string[] }>(
        `${GRANTED_TO_USER}
         select username, coalesce(active, false) as is_active, (select names from granted) as granted
         from users where id = $1::uuid`,
        [userId],
      ),
    )
    if (!row) return null
    return {
      username: row.username ?? userId,
      isActive: row.is_active,
      permissions: expandGranted(permissionCatalog(app), row.granted),
    }
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
