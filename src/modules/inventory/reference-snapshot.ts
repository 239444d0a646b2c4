import type { Transaction } from '../../kernel/db/database.ts'
import { referenceCollections } from './reference-lists.ts'

/** A value of a reference list: its document, of which these fields are commonly read. */
export type ReferenceValue = { id: string; name: string; code?: string; [field: string]: unknown }

/** All reference lists by their list keys: `identifierTypes`, `locations`, `mtypes`, `loantypes`… */
export type ReferenceSnapshot = Record<string, ReferenceValue[]>

/** All reference values of the tenant as they are now, in one query; each list in the order of names. */
export async function referenceSnapshot(tx: Transaction): Promise<ReferenceSnapshot> {
  const lists = referenceCollections.map(
    ({ listKey, table }) =>
      `select '${listKey}' as list,
        (select coalesce(json_agg(doc order by octavo.fold(doc ->> 'name'), id), '[]') from ${table}) as records`,
  )
  const rows = await tx.query<{ list: string; records: string }>(lists.join(' union all '))
  return Object.fromEntries(rows.map(({ list, records }) => [list, JSON.parse(records) as ReferenceValue[]]))
}
