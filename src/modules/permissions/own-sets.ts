import {
  acceptedText,
  deleteDocuments,
  findDocuments,
  insertDocuments,
  updateDocuments,
} from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { fieldProblem, textProblem } from '../../kernel/http/problems.ts'
import { isUuid, newId } from '../../kernel/ids.ts'
import type { PermissionCatalog } from './catalog.ts'
import { permissionSets } from './collections.ts'
import { checkAddition } from './grant.ts'
import type { Granter } from './grant.ts'

/**
 * Adds a set of the tenant. Unlike FOLIO's server, which checks this on later changes only, the creator must be
 * able to hand out what the set contains.
 * @returns the stored set as JSON
 * @throws Problem 403, or 422 for a name that is taken or contents that do not exist
 */
export async function insertSet(
  tx: Transaction,
  catalog: PermissionCatalog,
  granter: Granter,
  body: Document,
): Promise<string> {
  const id = body.id ?? newId()
  const permissionName = body.permissionName ?? id
  if (catalog.find(String(permissionName)) !== null) {
    throw fieldProblem(
      `Permission with name ${permissionName} already exists`,
      "'permissionName'",
      permissionName,
    )
  }
  const set = { ...body, id, permissionName, mutable: true }
  await checkContents(tx, catalog, granter, permissionName, namesIn(body))
  const [outcome] = await insertDocuments(tx, permissionSets, granter.actor, [set])
  return acceptedText(outcome!)
}

/** Replaces a set of the tenant. @throws Problem 400 for the system's own or a new name, 403, 404, 422 */
export async function updateSet(
  tx: Transaction,
  catalog: PermissionCatalog,
  granter: Granter,
  id: string,
  body: Document,
): Promise<string> {
  if (body.id !== id) throw textProblem(400, 'Invalid id value')
  if (catalog.findById(id) !== null) throw textProblem(400, 'cannot change an immutable permission')
  const stored = await findSet(tx, id)
  if (stored.permissionName !== body.permissionName)
    throw textProblem(400, 'permission name property cannot change')
  const before = namesIn(stored)
  const added = namesIn(body).filter((name) => !before.includes(name))
  await checkContents(tx, catalog, granter, body.permissionName, added)
  const [outcome] = await updateDocuments(tx, permissionSets, granter.actor, [
    { ...body, id: String(stored.id), mutable: true },
  ])
  return acceptedText(outcome!)
}

/** Deletes a set of the tenant, and takes it from every user and set that has it. @throws Problem 400, 404 */
export async function deleteSet(tx: Transaction, catalog: PermissionCatalog, id: string): Promise<void> {
  if (catalog.findById(id) !== null) throw textProblem(400, 'cannot delete an immutable permission')
  const { id: storedId, permissionName } = await findSet(tx, id)
  await deleteDocuments(tx, permissionSets, [String(storedId)])
  for (const [table, property] of [
    ['permissions_users', 'permissions'],
    ['permissions', 'subPermissions'],
  ]) {
    await tx.query(
      `update ${table} set doc = jsonb_set(doc, '{${property}}', (doc -> '${property}') - $1::text)
       where doc -> '${property}' ? $1::text`,
      [permissionName],
    )
  }
}

async function findSet(tx: Transaction, id: string): Promise<Document> {
  const key = id.toLowerCase()
  const text = isUuid(id) ? (await findDocuments(tx, permissionSets, [key])).get(key) : undefined
  if (text === undefined) throw textProblem(404, `No permission found to match id ${id}`)
  return JSON.parse(text) as Document
}

function namesIn({ subPermissions }: Document): string[] {
  return Array.isArray(subPermissions) ? subPermissions.filter((name) => typeof name === 'string') : []
}

function checkContents(
  tx: Transaction,
  catalog: PermissionCatalog,
  granter: Granter,
  set: unknown,
  added: readonly string[],
): Promise<void> {
  const refusal = (unknown: string) =>
    fieldProblem(
      `Attempting to add non-existent permissions ${unknown} as sub-permissions to permission ${set}`,
      "'permissionName'",
      set,
    )
  return checkAddition(tx, catalog, granter, added, refusal)
}
