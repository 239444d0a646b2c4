import {
  acceptedText,
  deleteDocuments,
  insertDocuments,
  updateDocuments,
} from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { fieldProblem, textProblem } from '../../kernel/http/problems.ts'
import type { Problem } from '../../kernel/http/problems.ts'
import { hasUuidShape } from '../../kernel/ids.ts'
import type { PermissionCatalog } from './catalog.ts'
import { permissionUsers } from './collections.ts'
import { checkAddition, checkGranter, unknownPermissions } from './grant.ts'
import type { Granter } from './grant.ts'

/** A user's row of permissions as stored. */
export type PermissionUser = Document & { id: string; userId: string; permissions: string[] }

/** By which of its two ids a row is looked for: parameter `indexField`. */
export type IndexField = 'id' | 'userId'

/** @throws Problem 400 for a field that is not one of the two */
export function readIndexField(value: string | undefined): IndexField {
  if (value === undefined || value === '' || value === 'id') return 'id'
  if (value === 'userId') return 'userId'
  throw textProblem(400, `Invalid value '${value}' for indexField`)
}

/** One row, or null. */
export async function findPermissionUser(
  tx: Transaction,
  field: IndexField,
  id: string,
  lock = false,
): Promise<PermissionUser | null> {
  if (!hasUuidShape(id)) return null
  const column = field === 'id' ? 'id' : 'user_id'
  const [row] = await tx.query<{ doc: string }>(
    `select doc from permissions_users where ${column} = $1${lock ? ' for update' : ''}`,
    [id],
  )
  return row ? (JSON.parse(row.doc) as PermissionUser) : null
}

/** The rows of several users, by user id; users without one are left out. */
export async function findPermissionUsers(
  tx: Transaction,
  userIds: readonly string[],
): Promise<Map<string, PermissionUser>> {
  const rows = await tx.query<{ user_id: string; doc: string }>(
    'select user_id, doc from permissions_users where user_id = any($1)',
    [userIds],
  )
  return new Map(rows.map((row) => [row.user_id, JSON.parse(row.doc) as PermissionUser]))
}

/** Adds a user's row. @throws Problem 403, 422 for permissions that may not or cannot be given */
export async function insertPermissionUser(
  tx: Transaction,
  catalog: PermissionCatalog,
  granter: Granter,
  body: Document,
): Promise<string> {
  const row = withoutRepeats(body)
  await checkAdded(tx, catalog, granter, String(row.id ?? row.userId ?? ''), row.permissions)
  const [outcome] = await insertDocuments(tx, permissionUsers, granter.actor, [row])
  return acceptedText(outcome!)
}

/** Replaces a user's row. @throws Problem 404, or 403 and 422 for what is added */
export async function updatePermissionUser(
  tx: Transaction,
  catalog: PermissionCatalog,
  granter: Granter,
  id: string,
  body: Document,
): Promise<string> {
  const stored = await findPermissionUser(tx, 'id', id, true)
  if (!stored) throw missingRow(id)
  const row = withoutRepeats(body)
  // A row that moves to another user gives that user all of it.
  const isMoved = String(row.userId).toLowerCase() !== stored.userId.toLowerCase()
  const added = isMoved
    ? row.permissions
    : row.permissions.filter((name) => !stored.permissions.includes(name))
  await checkAdded(tx, catalog, granter, id, added)
  const [outcome] = await updateDocuments(tx, permissionUsers, granter.actor, [{ ...row, id: stored.id }])
  return acceptedText(outcome!)
}

/** @throws Problem 404 */
export async function deletePermissionUser(tx: Transaction, id: string): Promise<void> {
  if (!hasUuidShape(id)) throw missingRow(id)
  const [outcome] = await deleteDocuments(tx, permissionUsers, [id.toLowerCase()], { isolate: true })
  if (!outcome!.ok) throw missingRow(id)
}

/** Gives a user one more permission. @throws Problem 400 for an unknown user or permission, 403, 422 when held */
export async function addPermission(
  tx: Transaction,
  catalog: PermissionCatalog,
  granter: Granter,
  { field, id, name }: { field: IndexField; id: string; name: string },
): Promise<void> {
  const stored = await findPermissionUser(tx, field, id, true)
  if (!stored) throw textProblem(400, `User with ${field} ${id} does not exist`)
  if (stored.permissions.includes(name)) {
    throw fieldProblem(`User with ${field} ${id} already has permission ${name}`, "'userId'", stored.id)
  }
  if ((await unknownPermissions(tx, catalog, [name])).length > 0) {
    throw textProblem(400, `Permission by name '${name}' does not exist`)
  }
  checkGranter(catalog, granter, [name])
  await updateDocuments(tx, permissionUsers, granter.actor, [
    { ...stored, permissions: [...stored.permissions, name] },
  ])
}

/** Takes a permission from a user. @throws Problem 404 for an unknown user, 400 when it is not held */
export async function removePermission(
  tx: Transaction,
  granter: Granter,
  { field, id, name }: { field: IndexField; id: string; name: string },
): Promise<void> {
  const stored = await findPermissionUser(tx, field, id, true)
  if (!stored) throw textProblem(404, `User with ${field} ${id} does not exist`)
  if (!stored.permissions.includes(name)) {
    throw textProblem(400, `User with ${field} ${id} does not contain ${name}`)
  }
  await updateDocuments(tx, permissionUsers, granter.actor, [
    { ...stored, permissions: stored.permissions.filter((held) => held !== name) },
  ])
}

/** Gives a user permissions beside those they hold, in the name of the server: nobody is asked. */
export async function grantPermissions(
  tx: Transaction,
  userId: string,
  permissions: readonly string[],
): Promise<void> {
  const stored = await findPermissionUser(tx, 'userId', userId, true)
  if (stored) {
    const all = [...new Set([...stored.permissions, ...permissions])]
    await updateDocuments(tx, permissionUsers, null, [{ ...stored, permissions: all }])
  } else {
    await insertDocuments(tx, permissionUsers, null, [{ userId, permissions }])
  }
}

function withoutRepeats(body: Document): Document & { permissions: string[] } {
  const permissions = Array.isArray(body.permissions) ? [...new Set(body.permissions as string[])] : []
  return { ...body, permissions }
}

function checkAdded(
  tx: Transaction,
  catalog: PermissionCatalog,
  granter: Granter,
  id: string,
  added: readonly string[],
): Promise<void> {
  const refusal = (unknown: string) =>
    fieldProblem(
      'Unable to update derived fields: Attempting to add non-existent permissions ' +
        `${unknown} to permission user with id ${id}`,
      'id',
      id,
    )
  return checkAddition(tx, catalog, granter, added, refusal)
}

function missingRow(id: string): Problem {
  return textProblem(404, `No permissions user found with id ${id}`)
}
