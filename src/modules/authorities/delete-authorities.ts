import { now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { announceChanges, insertRows, keepPrevious } from '../inventory/index.ts'
import type { Outcome, WriteOptions, Writer } from '../inventory/index.ts'
import { authorityRow } from './authority-row.ts'
import { authorityTable, deletedAuthorityTable } from './authority-table.ts'
import { entityNotFound } from './entity-problems.ts'
import { noteDeletedAuthorities } from './linked-records/note-authority-changes.ts'
import { followingStamp, lockAuthorities } from './update-authorities.ts'

/**
 * Moves authorities among the deleted ones, with a new version and date. Links to them end in a job of their own.
 * @returns one outcome an id, in order; `doc` is the authority as it is listed among the deleted.
 */
export async function deleteAuthorities(
  tx: Transaction,
  writer: Writer,
  ids: readonly string[],
  options: WriteOptions = {},
): Promise<Outcome[]> {
  const at = options.at ?? now()
  const stored = await lockAuthorities(tx, ids, 'update')
  const gone = [...stored.keys()]
  const missing = ids.find((id) => !stored.has(id))
  if (options.allOrNothing && missing !== undefined) throw entityNotFound('Authority', missing)
  await keepPrevious(tx, authorityTable, gone, { writer, at, isDeletion: true, jobId: options.jobId })
  const rows = new Map(
    [...stored].map(([id, before]) => [id, authorityRow(before.record, followingStamp(before, at, writer))]),
  )
  if (gone.length > 0) {
    await tx.query('delete from deleted_authority where id = any($1)', [gone])
    await insertRows(tx, deletedAuthorityTable, [...rows.values()])
    await tx.query('delete from authority where id = any($1)', [gone])
    await noteDeletedAuthorities(tx, { writer, at }, gone)
    await announceChanges(tx, [{ kind: 'authority', ids: gone, how: 'deleted' }])
  }
  return ids.map((id) => {
    const row = rows.get(id)
    if (row === undefined) return { ok: false, problem: entityNotFound('Authority', id) }
    return { ok: true, id, version: row[1] as number, doc: row.at(-1) as string }
  })
}
