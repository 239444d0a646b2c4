import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { faultsProblem, textProblem } from '../../kernel/http/problems.ts'
import { findConfigurations } from '../settings/index.ts'
import { findUsersByValue } from '../users/index.ts'

/** Kinds of values by which people may be found, as the configuration entries of FOLIO call them. */
export type Alias = 'userName' | 'phoneNumber' | 'email'

const USUAL_FIELDS = ['personal.email', 'personal.phone', 'personal.mobilePhone', 'username']
const FIELD = /^[A-Za-z]\w*(?:\.\w+)?$/

/**
 * The one user whom somebody who forgot a password or name means by `value`; null when several share the value, of
 * which the asker learns nothing (folio-org/mod-users-bl: BLUsersAPI.locateUser).
 * @throws Problem 400 when there is none, 422 for an inactive one
 */
export async function locateUser(
  tx: Transaction,
  aliases: readonly Alias[],
  value: string,
): Promise<Document | null> {
  const fields = await locatingFields(tx, aliases)
  const [user, other] = await findUsersByValue(tx, fields, value, 2)
  if (!user) throw textProblem(400, `User is not found: ${value}`)
  if (other) return null
  if (user.active === true) return user
  throw faultsProblem([
    {
      code: 'forgotten.password.found.inactive',
      message: `Users associated with '${value}' is not active`,
    },
  ])
}

/** Entries of the module USERSBL say by which fields people are found; without any it is by name, mail and phones. */
async function locatingFields(tx: Transaction, aliases: readonly Alias[]): Promise<string[]> {
  const entries = await findConfigurations(tx, { module: 'USERSBL' })
  const fields = entries
    .filter(({ code }) => aliases.includes(code as Alias))
    .flatMap(({ value }) => String(value ?? '').split(/[^\w.]+/))
    .filter((field) => FIELD.test(field))
  return fields.length > 0 ? fields : USUAL_FIELDS
}
