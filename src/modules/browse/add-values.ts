import type { Transaction } from '../../kernel/db/database.ts'
import { KINDS, browseKey, browseShelfKey } from './kinds.ts'
import type { Kind } from './kinds.ts'

/** A value that some record has and `browse_value` may not. */
export type FoundValue = {
  id: string
  kind: Kind
  type_id: string
  source_id: string
  value: string
  authority_id: string | null
  call_number: string | null
  prefix: string | null
  suffix: string | null
  base_id: string | null
}

const SHELVED: ReadonlySet<Kind> = new Set([KINDS.classification, KINDS.callNumber, KINDS.placedCallNumber])

const COLUMNS = `id uuid, kind smallint, type_id text, source_id text, key text, lc_key text, dewey_key text,
  sudoc_key text, value text, authority_id text, call_number text, prefix text, suffix text, base_id uuid`

/** Adds values that are not there yet, with what they file by, and counts them in their groups. */
export async function addValues(tx: Transaction, found: readonly FoundValue[]): Promise<void> {
  if (found.length === 0) return
  const rows = JSON.stringify(found.map((value) => ({ ...value, ...keysOf(value) })))
  await tx.query(
    `insert into browse_group (kind, type_id, source_id)
     select distinct kind, type_id, source_id from json_to_recordset($1) as fresh (${COLUMNS})
     where not exists (
       select from browse_group g
       where g.kind = fresh.kind and g.type_id = fresh.type_id and g.source_id = fresh.source_id
     )
     order by kind, type_id, source_id
     on conflict do nothing`,
    [rows],
  )
  // In the order of the ids, so that two writers of the same values wait for each other instead of both giving up.
  await tx.query(
    `with added as (
       insert into browse_value (id, kind, group_id, key, lc_key, dewey_key, sudoc_key, value, authority_id,
         call_number, prefix, suffix, base_id)
       select fresh.id, fresh.kind, g.id, key, lc_key, dewey_key, sudoc_key, value, authority_id,
         call_number, prefix, suffix, base_id
       from json_to_recordset($1) as fresh (${COLUMNS})
       join browse_group g
         on g.kind = fresh.kind and g.type_id = fresh.type_id and g.source_id = fresh.source_id
       order by fresh.id
       on conflict (id) do nothing
       returning group_id
     )
     insert into browse_group_change (group_id, change) select group_id, count(*) from added group by group_id`,
    [rows],
  )
}

function keysOf({ kind, value }: FoundValue) {
  if (!SHELVED.has(kind)) return { key: browseKey(value) }
  return {
    key: browseKey(value),
    lc_key: browseShelfKey(value, 'lc'),
    dewey_key: browseShelfKey(value, 'dewey'),
    sudoc_key: browseShelfKey(value, 'sudoc'),
  }
}
