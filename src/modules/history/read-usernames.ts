import type { Transaction } from '../../kernel/db/database.ts'

/** The user names of those ids that have one. */
export async function readUsernames(tx: Transaction, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; username: string }>(
    'select id, username from users where id = any($1::uuid[]) and username is not null',
    [[...new Set(ids)]],
  )
  return new Map(rows.map(({ id, username }) => [id, username]))
}
