import type { CqlField } from '../../formats/cql/index.ts'
import { noteAccessChange } from '../../kernel/auth/access-changes.ts'
import { defineCollection } from '../../kernel/collections/index.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { checkUser } from './check-users.ts'
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
