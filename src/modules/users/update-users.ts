import { lockDocuments, updateDocuments } from '../../kernel/collections/index.ts'
import type { Document, RowOutcome } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { Problem } from '../../kernel/http/problems.ts'
import { completeUser, findClashes } from './check-users.ts'
import type { CheckedUser } from './check-users.ts'
import { checkValuesAgainst } from './custom-field-values.ts'
import { readCustomFields } from './custom-fields.ts'
import { users } from './users.ts'

/**
 * Replaces users by their ids; a refused one leaves the others alone. The number of queries does not depend on that of the
 * users.
 * @returns one outcome a user, in order
 */
export async function updateUsers(
  tx: Transaction,
  userId: string,
  list: readonly Document[],
): Promise<RowOutcome[]> {
  const records = list as readonly ({ id: string } & Document)[]
  const stored = await lockDocuments(
    tx,
    users,
    records.map(({ id }) => id),
  )
  const checked: CheckedUser[] = records.flatMap((user) => {
    const text = stored.get(user.id)
    return text === undefined ? [] : [{ user, stored: JSON.parse(text) as Document }]
  })
  const definitions = await readCustomFields(tx)
  const clashes = await findClashes(tx, checked)
  const refusals = new Map<unknown, Problem | null>(checked.map(({ user }, i) => [user.id, clashes[i]!]))
  const collection = {
    ...users,
    validate: async (_tx: Transaction, user: Document, before: Document | null) => {
      const refusal = refusals.get(user.id)
      if (refusal) throw refusal
      completeUser(user, before)
      if (JSON.stringify(user.customFields) !== JSON.stringify(before?.customFields))
        checkValuesAgainst(definitions, user.customFields as Document | undefined)
    },
  }
  const actor = { userId, username: '', tenant: tx.tenant! }
  return updateDocuments(tx, collection, actor, records, { isolate: true })
}
