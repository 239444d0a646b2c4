import type { Transaction } from '../../kernel/db/database.ts'

/** Imports by their ids, with their numbers; ids of others are left out. */
export async function nameImports(
  tx: Transaction,
  ids: readonly string[],
): Promise<{ id: string; kind: 'import'; number: number }[]> {
  const rows = await tx.query<{ id: string; number: number }>(
    'select id, hr_id as number from job_execution where id = any($1::uuid[])',
    [ids],
  )
  return rows.map((row) => ({ ...row, kind: 'import' }))
}
