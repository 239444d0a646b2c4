import {
  acceptedText,
  findDocuments,
  insertDocuments,
  updateDocuments,
} from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { fieldProblem, textProblem } from '../../kernel/http/problems.ts'
import type { ApiRequest } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { App } from '../../kernel/module.ts'
import { setPermissionsOfUser } from '../permissions/index.ts'
import { users } from '../users/index.ts'

/**
 * Adds a user with what they may do, in one step. FOLIO declares this call and has no code behind it; here it takes the
 * composite record that the other calls below `/bl-users` answer, of which it reads `user` and `permissions`.
 * @returns the stored user
 * @throws Problem as `/users` and `/perms/users` refuse
 */
export async function insertComposite(tx: Transaction, app: App, request: ApiRequest): Promise<Document> {
  const { user, permissions } = readComposite(request.body)
  const [row] = await insertDocuments(tx, users, request.actor, [user])
  const stored = JSON.parse(acceptedText(row!)) as Document
  await setPermissionsOfUser(tx, app, request, String(stored.id), permissions ?? [])
  return stored
}

/** Replaces a user and, when they are sent, their permissions. @throws Problem also 404 for an unknown user */
export async function updateComposite(tx: Transaction, app: App, request: ApiRequest): Promise<void> {
  const { user, permissions } = readComposite(request.body)
  const id = request.params.id!.toLowerCase()
  const isKnown = isUuid(id) && (await findDocuments(tx, users, [id])).has(id)
  if (!isKnown) throw textProblem(404, `No record found for query '/users/${request.params.id}'`)
  if (user.id !== undefined && String(user.id).toLowerCase() !== id) {
    throw textProblem(400, 'You cannot change the value of the id field')
  }
  const [row] = await updateDocuments(tx, users, request.actor, [{ ...user, id }])
  acceptedText(row!)
  if (permissions !== null) await setPermissionsOfUser(tx, app, request, id, permissions)
}

function readComposite(body: unknown): { user: Document; permissions: string[] | null } {
  const { user, permissions } = objectBody(body)
  if (typeof user !== 'object' || user === null || Array.isArray(user)) {
    throw fieldProblem('must be a user', 'user', JSON.stringify(user ?? null))
  }
  if (permissions === undefined || permissions === null) return { user: user as Document, permissions: null }
  const { permissions: names } = permissions as { permissions?: unknown }
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) {
    throw fieldProblem('must be a list of names', 'permissions.permissions', JSON.stringify(names ?? null))
  }
  return { user: user as Document, permissions: names }
}
