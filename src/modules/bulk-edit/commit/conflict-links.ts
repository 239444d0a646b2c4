import type { Transaction } from '../../../kernel/db/database.ts'
import type { EntityType } from '../contracts.ts'

/** Where clients show records: the addresses of the views of inventory and users, by record id. */
export async function linksToRecords(
  tx: Transaction,
  entity: EntityType,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ id: string; path: string }>(PATHS[entity], [ids])
  const base = entity === 'USER' ? '/users/' : '/inventory/view/'
  return new Map(rows.map(({ id, path }) => [id, base + path]))
}

const OWN_ID = 'select id, id::text as path from unnest($1::uuid[]) as asked (id)'

const PATHS: Readonly<Record<EntityType, string>> = {
  ITEM: `select i.id, concat_ws('/', h.instance_id, h.id, i.id) as path
    from item i join holdings_record h on h.id = i.holdings_record_id where i.id = any($1)`,
  HOLDINGS_RECORD: `select id, concat_ws('/', instance_id, id) as path from holdings_record where id = any($1)`,
  INSTANCE: OWN_ID,
  INSTANCE_MARC: OWN_ID,
  USER: OWN_ID,
}
