import { describeMethod } from '../../kernel/collections/index.ts'
import type { RouteDescriptions } from '../../kernel/http/describe-routes.ts'
import { permissionSets, permissionUsers } from './collections.ts'

/** What the description of the API says of the routes of this module. */
export const descriptions: RouteDescriptions = {
  'GET /perms/permissions': describeMethod(permissionSets, 'list'),
  'GET /perms/permissions/:id': describeMethod(permissionSets, 'get'),
  'POST /perms/permissions': describeMethod(permissionSets, 'post'),
  'PUT /perms/permissions/:id': { ...describeMethod(permissionSets, 'put'), status: 200 },
  'DELETE /perms/permissions/:id': describeMethod(permissionSets, 'delete'),
  'POST /perms/purge-deprecated': 'Takes names that no longer exist from all users and sets',
  'GET /perms/users': describeMethod(permissionUsers, 'list'),
  'GET /perms/users/:id':
    'Reads what a user holds, by the id of the row or, with indexField=userId, of the user',
  'POST /perms/users': describeMethod(permissionUsers, 'post'),
  'PUT /perms/users/:id': { ...describeMethod(permissionUsers, 'put'), status: 200 },
  'DELETE /perms/users/:id': describeMethod(permissionUsers, 'delete'),
  'GET /perms/users/:id/permissions':
    'Lists what a user holds; expanded=true opens sets, full=true describes each',
  'POST /perms/users/:id/permissions': 'Gives a user one more permission',
  'DELETE /perms/users/:id/permissions/:name': 'Takes a permission from a user',
  'GET /octavo/permissions/names': 'Tells how permissions are called on screen (name=, repeated)',
  'GET /octavo/permissions/explain': 'Tells which sets of a user give a permission (userId=, permission=)',
}
