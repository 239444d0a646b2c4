import { deleteDocuments } from '../../kernel/collections/index.ts'
import type { RowOutcome } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { forgetPermissionsOf } from '../permissions/index.ts'
import { users } from '../users/index.ts'
import { forgetCredentials } from './credentials.ts'

// A proxy is told as such; of the other kinds of open business one word says enough, as the screens list them.
const BUSY = `
select asked.id, case
  when exists (select from proxyfor p where p.user_key = asked.id::text)
    or exists (select from proxyfor p where p.proxy_key = asked.id::text) then 'Open proxies'
  when exists (select from loan where user_id = asked.id and is_open) then 'Open loans'
  when exists (select from request where requester_id = asked.id and is_open) then 'Open requests'
  when exists (select from accounts where user_id = asked.id and is_open) then 'Open fees or fines'
  when exists (select from manualblocks where user_id = asked.id) then 'Patron blocks'
end as reason
from unnest($1::uuid[]) as asked (id)`

/**
 * Deletes users with their passwords and permissions. Those with open business stay (`openTransactions`). The number of
 * queries does not depend on that of the users.
 * @returns one outcome a user, in order
 */
export async function removeUsers(tx: Transaction, ids: readonly string[]): Promise<RowOutcome[]> {
  const asked = await tx.query<{ id: string; reason: string | null }>(BUSY, [ids])
  const reasons = new Map(asked.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason] as const])))
  const free = ids.filter((id) => !reasons.has(id))
  const deleted = await deleteDocuments(tx, users, free, { isolate: true })
  const gone = deleted.flatMap(({ ok, id }) => (ok ? [id!] : []))
  await forgetCredentials(tx, gone)
  await forgetPermissionsOf(tx, gone)
  const outcomes = new Map(deleted.map((outcome) => [outcome.id, outcome]))
  return ids.map((id) => outcomes.get(id) ?? { ok: false, id, problem: textProblem(409, reasons.get(id)!) })
}
