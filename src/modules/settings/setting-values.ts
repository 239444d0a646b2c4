import type { Transaction } from '../../kernel/db/database.ts'

/** The library's settings of a scope (not those of a user) by key. For the server's own use: nobody's rights count. */
export async function findSettingValues(tx: Transaction, scope: string): Promise<Map<string, unknown>> {
  const rows = await tx.query<{ key: string; value: string }>(
    `select doc ->> 'key' as key, (doc -> 'value')::text as value
     from setting_entry
     where ((doc ->> 'scope') collate "C") = $1 and not doc ? 'userId'`,
    [scope],
  )
  return new Map(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]))
}
