import type { CqlField } from '../../formats/cql/index.ts'
import { noteAccessChange } from '../../kernel/auth/access-changes.ts'
import { defineCollection } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import { isoInstant, now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { fieldProblem, textProblem } from '../../kernel/http/problems.ts'
import { hasUuidShape } from '../../kernel/ids.ts'
import { checkCustomValues } from './custom-field-values.ts'
import { userSchema } from './user-schema.ts'

/** A field whose words are in the column `words` under this mark. */
function words(prefix: string) {
  return { kind: 'words', vector: 'users.words', prefix } as const
}

/** The same for a field whose folded text has a column of its own. */
function keyed(prefix: string, column: string): CqlField {
  return { ...words(prefix), column, folded: true }
}

/** People: patrons and staff. Unique values are checked below and kept unique by indexes in `user-columns.sql`. */
export const users = defineCollection({
  path: '/users',
  listKey: 'users',
  table: 'users',
  schema: userSchema,
  permissions: 'users',
  methods: ['list', 'get', 'post', 'put', 'delete', 'deleteList'],
  references: [{ field: 'patronGroup', table: 'groups' }],
  cqlFields: {
    username: keyed('username', 'users.username_key'),
    barcode: keyed('barcode', 'users.barcode_key'),
    externalSystemId: keyed('external', 'users.external_id_key'),
    active: { kind: 'boolean', column: 'users.active' },
    'patronGroup.group': {
      kind: 'expression',
      sql: "(select groups.doc ->> 'group' from groups where groups.id = users.patrongroup)",
    },
    'personal.lastName': { ...words('last'), sort: ['users.last_name_sort'] },
    'personal.firstName': { ...words('first'), sort: ['users.first_name_sort'] },
    'personal.middleName': words('middle'),
    'personal.preferredFirstName': words('preferred'),
    'personal.email': words('email'),
    customFields: words('custom'),
    keywords: { ...words('keyword'), column: 'octavo.user_keywords(users.doc)' },
  },
  validate: checkUser,
  onChange: noteAccessChange,
  idChangeProblem: () => textProblem(400, 'You cannot change the value of the id field'),
})

/** The rules of folio-org/mod-users: UsersAPI, in its order and with its texts. */
async function checkUser(tx: Transaction, user: Document, stored: Document | null): Promise<void> {
  const personal = (user.personal ?? {}) as Document
  if (typeof personal.dateOfBirth === 'string' && personal.dateOfBirth < '0001') {
    throw textProblem(400, 'dateOfBirth must be at least 0001-01-01')
  }
  const addresses = (personal.addresses ?? []) as { addressTypeId: string }[]
  const addressTypes = addresses.map(({ addressTypeId }) => addressTypeId.toLowerCase())
  if (new Set(addressTypes).size < addressTypes.length) {
    throw textProblem(400, 'Users are limited to one address per addresstype')
  }
  if (typeof user.username === 'string') user.username = user.username.trim()
  const customFields = (user.customFields ?? {}) as Document
  for (const [name, value] of Object.entries(customFields)) if (value === '') delete customFields[name]
  await checkCustomValues(tx, customFields)
  const instant = isoInstant(now())
  user.createdDate = stored?.createdDate ?? instant
  user.updatedDate = instant
  await checkAgainstOthers(tx, user, addressTypes, stored)
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
  $6 and exists (select from users where id = $1::uuid) as id_taken,
  exists (
    select from users where username_key = octavo.fold($2) and id is distinct from $1::uuid
  ) as username_taken,
  exists (
    select from users where barcode_key = octavo.fold($3) and id is distinct from $1::uuid
  ) as barcode_taken,
  exists (
    select from users where external_id_key = octavo.fold($7) and id is distinct from $1::uuid
  ) as external_id_taken,
  $4::uuid is not null and not exists (select from groups where id = $4::uuid) as group_missing,
  exists (
    select from unnest($5::uuid[]) as wanted (id) where not exists (select from addresstype t where t.id = wanted.id)
  ) as address_type_missing`

/** Asks for all that a user may clash with in one query; the unique indexes guard against what comes meanwhile. */
async function checkAgainstOthers(
  tx: Transaction,
  user: Document,
  addressTypes: readonly string[],
  stored: Document | null,
): Promise<void> {
  const { username, barcode, externalSystemId, patronGroup } = user
  const [found] = await tx.query<Findings>(FINDINGS, [
    stored?.id ?? uuidOrNull(user.id),
    username,
    barcode,
    patronGroup,
    addressTypes,
    stored === null,
    externalSystemId,
  ])
  if (found!.address_type_missing) {
    throw textProblem(
      400,
      stored === null
        ? 'You cannot add addresses with non-existent address types'
        : 'All addresses types defined for users must be existing',
    )
  }
  if (found!.group_missing) {
    throw textProblem(400, `Cannot add ${patronGroup}. Patron group not found`)
  }
  if (found!.id_taken) throw fieldProblem('User with this id already exists', 'id', user.id)
  if (found!.username_taken)
    throw fieldProblem('User with this username already exists', 'username', username)
  if (found!.barcode_taken) throw fieldProblem('This barcode has already been taken', 'barcode', barcode)
  if (found!.external_id_taken) {
    throw fieldProblem(
      `lower(f_unaccent(jsonb ->> 'externalSystemId'::text)) value already exists in table users: ${externalSystemId}`,
      "lower(f_unaccent(jsonb ->> 'externalSystemId'::text))",
      externalSystemId,
    )
  }
}

function uuidOrNull(id: unknown): string | null {
  return hasUuidShape(id) ? id : null
}
