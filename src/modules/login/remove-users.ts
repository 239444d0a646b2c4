import { deleteDocuments } from '../../kernel/collections/index.ts'
import type { RowOutcome } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { forgetPermissionsOf } from '../permissions/index.ts'
import { users } from '../users/index.ts'
import { forgetCredentials } from './credentials.ts'

const PROXIED = `
select asked.id from unnest($1::uuid[]) as asked (id)
where exists (select from proxyfor p where p.user_key = asked.id::text)
  or exists (select from proxyfor p where p.proxy_key = asked.id::text)`

/**
 * Deletes users with their passwords and permissions. Those with open business stay (`openTransactions`): proxies are all
 * that there is of it. The number of queries does not depend on that of the users.
 * @returns one outcome a user, in order
 */
export async function removeUsers(tx: Transaction, ids: readonly string[]): Promise<RowOutcome[]> {
  const proxied = new Set((await tx.query<{ id: string }>(PROXIED, [ids])).map(({ id }) => id))
  const free = ids.filter((id) => !proxied.has(id))
  const deleted = await deleteDocuments(tx, users, free, { isolate: true })
  const gone = deleted.flatMap(({ ok, id }) => (ok ? [id!] : []))
  await forgetCredentials(tx, gone)
  await forgetPermissionsOf(tx, gone)
  const outcomes = new Map(deleted.map((outcome) => [outcome.id, outcome]))
  return ids.map((id) => outcomes.get(id) ?? { ok: false, id, problem: textProblem(409, 'Open proxies') })
}
