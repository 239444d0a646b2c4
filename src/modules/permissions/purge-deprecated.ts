import { noteAccessChange } from '../../kernel/auth/access-changes.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { PermissionCatalog } from './catalog.ts'

const HOLDERS = [
  { table: 'permissions_users', property: 'permissions' },
  { table: 'permissions', property: 'subPermissions' },
] as const

/**
 * Takes names that no longer exist, neither in this version nor as a set of the tenant, from all users and sets. In FOLIO
 * such names stay behind as deprecated definitions (folio-org/mod-permissions: PermsAPI.postPermsPurgeDeprecated).
 * @returns the names, in order
 */
export async function purgeDeprecated(tx: Transaction, catalog: PermissionCatalog): Promise<string[]> {
  noteAccessChange(tx)
  const rows = await tx.query<{ name: string }>(
    `select distinct held.name
     from (
       ${HOLDERS.map(({ table, property }) => `select jsonb_array_elements_text(doc -> '${property}') as name from ${table}`).join(' union all ')}
     ) as held
     where not exists (select from permissions as own where own.doc ->> 'permissionName' = held.name)
     order by held.name`,
  )
  const names = rows.map(({ name }) => name).filter((name) => catalog.find(name) === null)
  if (names.length === 0) return []
  for (const { table, property } of HOLDERS) {
    await tx.query(
      `update ${table} set doc = jsonb_set(doc, '{${property}}', (doc -> '${property}') - $1::text[])
       where doc -> '${property}' ?| $1::text[]`,
      [names],
    )
  }
  return names
}
