import { noteAccessChange } from '../../kernel/auth/access-changes.ts'
import { defineCollection } from '../../kernel/collections/index.ts'
import { fieldProblem } from '../../kernel/http/problems.ts'

const text = { type: 'string' }
const names = { type: 'array', items: text, default: [] }

/**
 * Permission sets that the tenant made itself. Those of the system follow from the routes and are not stored
 * (folio-org/mod-permissions: ramls/permission.json).
 */
export const permissionSets = defineCollection({
  path: '/perms/permissions',
  listKey: 'permissions',
  table: 'permissions',
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      // Indexed, and an index entry has 2,704 bytes at most.
      permissionName: { type: 'string', maxLength: 600 },
      displayName: text,
      description: text,
      tags: names,
      subPermissions: names,
      childOf: { type: 'array', readOnly: true },
      grantedTo: { type: 'array', readOnly: true },
      mutable: { type: 'boolean' },
      visible: { type: 'boolean', default: true },
      dummy: { type: 'boolean', readOnly: true },
      deprecated: { type: 'boolean', readOnly: true },
      moduleName: { type: 'string', readOnly: true },
      moduleVersion: { type: 'string', readOnly: true },
    },
  },
  permissions: {
    list: 'perms.permissions.get',
    get: 'perms.permissions.get',
    post: 'perms.permissions.item.post',
    put: 'perms.permissions.item.put',
    delete: 'perms.permissions.item.delete',
  },
  onChange: noteAccessChange,
  duplicateProblem: ({ permissionName }) =>
    fieldProblem(`Permission with name ${permissionName} already exists`, "'permissionName'", permissionName),
})

/**
 * What a user holds directly (folio-org/mod-permissions: ramls/permissionUser.json). No foreign key to users:
 * FOLIO's clients add either of the two first.
 */
export const permissionUsers = defineCollection({
  path: '/perms/users',
  listKey: 'permissionUsers',
  table: 'permissions_users',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['userId'],
    properties: { userId: { type: 'string', format: 'uuid' }, permissions: names },
  },
  permissions: {
    list: 'perms.users.get',
    get: 'perms.users.get',
    post: 'perms.users.item.post',
    put: 'perms.users.item.put',
    delete: 'perms.users.item.delete',
  },
  onChange: noteAccessChange,
  unique: [{ fields: ['userId'] }],
  cqlFields: { userId: { kind: 'uuid', column: 'permissions_users.user_id' } },
})
