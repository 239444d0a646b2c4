import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { addressTypes, departments, groups } from './collections.ts'
import { customFields } from './custom-fields.ts'
import type { CustomField } from './custom-fields.ts'

/** Everything that users refer to by id. */
export type UserLists = {
  usergroups: Document[]
  departments: Document[]
  addressTypes: Document[]
  customFields: CustomField[]
}

/** The lists that users refer to, and the definitions of their custom fields, as they are now, in one query. */
export async function readUserLists(tx: Transaction): Promise<UserLists> {
  const lists = [groups, departments, addressTypes, customFields].map(
    ({ listKey, table }) =>
      `select '${listKey}' as list, (select coalesce(json_agg(doc order by id), '[]') from ${table}) as records`,
  )
  const rows = await tx.query<{ list: string; records: string }>(lists.join(' union all '))
  return Object.fromEntries(rows.map(({ list, records }) => [list, JSON.parse(records)])) as UserLists
}
