import { defineCollection } from '../../kernel/collections/index.ts'
import { fieldProblem } from '../../kernel/http/problems.ts'

const text = { type: 'string' }

/** Patron groups (folio-org/mod-users: ramls/usergroup.json). */
export const groups = defineCollection({
  path: '/groups',
  listKey: 'usergroups',
  table: 'groups',
  schema: {
    type: 'object',
    required: ['group'],
    properties: { group: text, desc: text, expirationOffsetInDays: { type: 'integer' }, source: text },
  },
  permissions: 'usergroups',
  unique: [{ fields: ['group'] }],
})

/** Kinds of postal addresses (folio-org/mod-users: ramls/addresstype.json). */
export const addressTypes = defineCollection({
  path: '/addresstypes',
  listKey: 'addressTypes',
  table: 'addresstype',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['addressType'],
    properties: { addressType: text, desc: text },
  },
  permissions: 'addresstypes',
  unique: [{ fields: ['addressType'] }],
  usedBy: [{ table: 'users', path: 'personal.addresses[].addressTypeId' }],
})

/** Departments that users belong to (folio-org/mod-users: ramls/department.json). */
export const departments = defineCollection({
  path: '/departments',
  listKey: 'departments',
  table: 'departments',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'code'],
    properties: { name: text, code: text, usageNumber: { type: 'integer', readOnly: true }, source: text },
  },
  permissions: 'departments',
  unique: [{ fields: ['name'] }, { fields: ['code'] }],
  usedBy: [{ table: 'users', path: 'departments[]' }],
  shown: `departments.doc || jsonb_build_object('usageNumber', (
    select count(*) from users where users.doc -> 'departments' ? departments.id::text
  ))`,
})

/** Who may act for whom (folio-org/mod-users: ramls/proxyfor.json). */
export const proxies = defineCollection({
  path: '/proxiesfor',
  listKey: 'proxiesFor',
  table: 'proxyfor',
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      userId: text,
      proxyUserId: text,
      requestForSponsor: text,
      createdDate: { type: 'string', format: 'date-time' },
      notificationsTo: text,
      accrueTo: text,
      status: text,
      expirationDate: { type: 'string', format: 'date-time' },
    },
  },
  permissions: 'proxiesfor',
  unique: [{ fields: ['userId', 'proxyUserId'] }],
  cqlFields: {
    userId: { kind: 'text', column: 'proxyfor.user_key', folded: true },
    proxyUserId: { kind: 'text', column: 'proxyfor.proxy_key', folded: true },
  },
  duplicateProblem: ({ id }) => fieldProblem('Proxy relationship already exists', 'proxyFor', id),
})
