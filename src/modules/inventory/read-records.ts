import type { Transaction } from '../../kernel/db/database.ts'

/** The stored text of one record, or null. */
export async function readRecord(tx: Transaction, table: string, id: string): Promise<string | null> {
  const [row] = await tx.query<{ doc: string }>(`select doc from ${table} where id = $1`, [id])
  return row?.doc ?? null
}

/** Stored records by id, parsed; unknown ids are left out. */
export async function readRecords<T>(
  tx: Transaction,
  table: string,
  ids: readonly string[],
): Promise<Map<string, T>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ id: string; doc: string }>(
    `select id, doc from ${table} where id = any($1)`,
    [ids],
  )
  return new Map(rows.map(({ id, doc }) => [id, JSON.parse(doc) as T]))
}
