import type { Transaction } from '../../kernel/db/database.ts'

/** Undos by their ids, with the import or bulk edit that they take back; ids of others are left out. */
export async function nameUndos(
  tx: Transaction,
  ids: readonly string[],
): Promise<{ id: string; kind: 'undo'; number: null; undoes: string }[]> {
  const rows = await tx.query<{ id: string; undoes: string }>(
    'select id, job_id as undoes from undo_run where id = any($1::uuid[])',
    [ids],
  )
  return rows.map((row) => ({ ...row, kind: 'undo', number: null }))
}
