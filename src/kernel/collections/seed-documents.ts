import type { Transaction } from '../db/database.ts'
import type { Collection, Document } from './collection.ts'
import { acceptRecord, withInsertFields, writeStamp } from './prepare-record.ts'

/**
 * Adds the start values of a collection that are missing. What a library has changed, renamed or replaced by a
 * value of its own with the same name stays as it is; a value whose references are gone is left out.
 * @returns how many were added.
 */
export async function seedDocuments(
  tx: Transaction,
  collection: Collection,
  records: readonly Document[],
): Promise<number> {
  const stamp = writeStamp(null)
  const ready = records.map((sent) => withInsertFields(collection, acceptRecord(collection, sent), stamp))
  const conditions = (collection.references ?? []).map(({ field, table }) => {
    const value = `start_value.doc ->> '${field}'`
    return `and (${value} is null or exists (select from ${table} as target where target.id = (${value})::uuid))`
  })
  return tx.execute(
    `insert into ${collection.table} (id, doc)
     select id, doc
     from unnest($1::uuid[], $2::jsonb[]) as start_value (id, doc)
     where true ${conditions.join(' ')}
     on conflict do nothing`,
    [ready.map(({ id }) => id), ready.map((record) => JSON.stringify(record))],
  )
}
