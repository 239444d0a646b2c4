import type { Transaction } from '../../../kernel/db/database.ts'

/** Bulk edits by their ids, with their numbers; ids of others are left out. */
export async function nameBulkEdits(
  tx: Transaction,
  ids: readonly string[],
): Promise<{ id: string; kind: 'bulk-edit'; number: number }[]> {
  const rows = await tx.query<{ id: string; number: number }>(
    'select id, hr_id as number from bulk_operation where id = any($1::uuid[])',
    [ids],
  )
  return rows.map((row) => ({ ...row, kind: 'bulk-edit' }))
}
