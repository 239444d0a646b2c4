import type { Transaction } from '../../kernel/db/database.ts'

/** What the outside sees of a tenant. */
export type Tenant = { id: string; name: string; description?: string }

/** FOLIO's ids, and safe as part of a schema's name and a folder's. */
export const TENANT_ID = /^[a-z][a-z0-9_-]{0,30}$/

function asTenant({
  id,
  name,
  description,
}: {
  id: string
  name: string
  description: string | null
}): Tenant {
  return description === null ? { id, name } : { id, name, description }
}

/** All tenants that are ready, by id. Runs in a system transaction. */
export async function selectTenants(tx: Transaction): Promise<Tenant[]> {
  const rows = await tx.query<{ id: string; name: string; description: string | null }>(
    "select id, name, description from octavo.tenant where state = 'ready' order by id",
  )
  return rows.map(asTenant)
}

/** One ready tenant, or null. Runs in a system transaction. */
export async function findTenant(tx: Transaction, id: string): Promise<Tenant | null> {
  const [row] = await tx.query<{ id: string; name: string; description: string | null }>(
    "select id, name, description from octavo.tenant where id = $1 and state = 'ready'",
    [id],
  )
  return row ? asTenant(row) : null
}
