import type { Document } from '../../kernel/collections/index.ts'
import { isoInstant, now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { fieldProblem, textProblem } from '../../kernel/http/problems.ts'
import type { Problem } from '../../kernel/http/problems.ts'
import { hasUuidShape } from '../../kernel/ids.ts'
import { checkCustomValues } from './custom-field-values.ts'

/** The rules of folio-org/mod-users: UsersAPI, in its order and with its texts. */
export async function checkUser(tx: Transaction, user: Document, stored: Document | null): Promise<void> {
  completeUser(user, stored)
  await checkCustomValues(tx, user.customFields as Document | undefined)
  const [problem] = await findClashes(tx, [{ user, stored }])
  if (problem) throw problem
}

/**
 * Checks a user by itself and gives it the values that the server keeps.
 * @throws Problem 400
 */
export function completeUser(user: Document, stored: Document | null): void {
  const personal = (user.personal ?? {}) as Document
  if (typeof personal.dateOfBirth === 'string' && personal.dateOfBirth < '0001') {
    throw textProblem(400, 'dateOfBirth must be at least 0001-01-01')
  }
  const addressTypes = addressTypesOf(user)
  if (new Set(addressTypes).size < addressTypes.length) {
    throw textProblem(400, 'Users are limited to one address per addresstype')
  }
  if (typeof user.username === 'string') user.username = user.username.trim()
  const customFields = (user.customFields ?? {}) as Document
  for (const [name, value] of Object.entries(customFields)) if (value === '') delete customFields[name]
  const instant = isoInstant(now())
  user.createdDate = stored?.createdDate ?? instant
  user.updatedDate = instant
}

function addressTypesOf({ personal }: Document): string[] {
  const addresses = ((personal as Document | undefined)?.addresses ?? []) as { addressTypeId: string }[]
  return addresses.map(({ addressTypeId }) => addressTypeId.toLowerCase())
}

type Findings = {
  id_taken: boolean
  username_taken: boolean
  barcode_taken: boolean
  external_id_taken: boolean
  group_missing: boolean
  address_type_missing: boolean
}

const FINDINGS = `
select
  asked.is_new and exists (select from users where id = asked.id) as id_taken,
  exists (
    select from users where username_key = octavo.fold(asked.username) and id is distinct from asked.id
  ) as username_taken,
  exists (
    select from users where barcode_key = octavo.fold(asked.barcode) and id is distinct from asked.id
  ) as barcode_taken,
  exists (
    select from users where external_id_key = octavo.fold(asked.external_id) and id is distinct from asked.id
  ) as external_id_taken,
  asked.patron_group is not null and not exists (
    select from groups where groups.id = asked.patron_group
  ) as group_missing,
  exists (
    select from json_array_elements_text(asked.address_types) as wanted (id)
    where not exists (select from addresstype t where t.id = wanted.id::uuid)
  ) as address_type_missing
from json_to_recordset($1) as asked (
  place int, id uuid, is_new boolean, username text, barcode text, external_id text, patron_group uuid,
  address_types json
)
order by asked.place`

/** A user on its way, and as it is stored; null for a new one. */
export type CheckedUser = { user: Document; stored: Document | null }

/**
 * What speaks against users because of others, groups and address types, in the order of the list: null where nothing
 * does. One query for the list; the unique indexes guard against what comes meanwhile.
 */
export async function findClashes(
  tx: Transaction,
  list: readonly CheckedUser[],
): Promise<(Problem | null)[]> {
  const asked = list.map(({ user, stored }, place) => ({
    place,
    id: stored?.id ?? uuidOrNull(user.id),
    is_new: stored === null,
    username: typeof user.username === 'string' ? user.username.trim() : undefined,
    barcode: user.barcode,
    external_id: user.externalSystemId,
    patron_group: user.patronGroup,
    address_types: addressTypesOf(user),
  }))
  const found = await tx.query<Findings>(FINDINGS, [JSON.stringify(asked)])
  return found.map((findings, i) => clashOf(findings, list[i]!))
}

/** A new user is refused with 422 naming the field, a changed one with 400 and the text alone, as there. */
function clashOf(found: Findings, { user, stored }: CheckedUser): Problem | null {
  const { username, barcode, externalSystemId, patronGroup } = user
  if (found.address_type_missing) {
    return textProblem(
      400,
      stored === null
        ? 'You cannot add addresses with non-existent address types'
        : 'All addresses types defined for users must be existing',
    )
  }
  if (found.group_missing) return textProblem(400, `Cannot add ${patronGroup}. Patron group not found`)
  if (found.id_taken) return fieldProblem('User with this id already exists', 'id', user.id)
  const refuse = (text: string, key: string, value: unknown) =>
    stored === null ? fieldProblem(text, key, value) : textProblem(400, text)
  if (found.username_taken) return refuse('User with this username already exists', 'username', username)
  if (found.barcode_taken) return refuse('This barcode has already been taken', 'barcode', barcode)
  if (!found.external_id_taken) return null
  const key = "lower(f_unaccent(jsonb ->> 'externalSystemId'::text))"
  return stored === null
    ? fieldProblem(`${key} value already exists in table users: ${externalSystemId}`, key, externalSystemId)
    : textProblem(400, `Key (${key})=(${externalSystemId}) already exists.`)
}

function uuidOrNull(id: unknown): string | null {
  return hasUuidShape(id) ? id : null
}
