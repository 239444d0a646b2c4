import { cqlSource } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { Page } from '../../kernel/http/parameters.ts'
import { listStatement, selectPage } from '../../kernel/lists/index.ts'
import { expandNames } from './access.ts'
import type { PermissionCatalog, SystemPermission } from './catalog.ts'
import { permissionSets } from './collections.ts'

/** How the sub-permissions of a list are shown: names, all names below, or one level of objects. */
export type SubPermissionView = 'names' | 'expanded' | 'objects'

// System permissions and the tenant's own as one table, so that one query language, order and count serve both.
const ALL = 'all_permissions'

/** A permission of the system as clients see it. */
export function asDocument({
  id,
  name,
  displayName,
  description,
  subPermissions,
  isVisible,
}: SystemPermission): Document {
  return {
    id,
    permissionName: name,
    displayName,
    description,
    tags: [],
    subPermissions,
    mutable: false,
    visible: isVisible,
  }
}

/** Lists the system's permissions and the tenant's sets together. @throws CqlError */
export async function listPermissions(
  tx: Transaction,
  catalog: PermissionCatalog,
  request: Page & { query: string | undefined; view: SubPermissionView },
): Promise<{ permissions: Document[]; total: number }> {
  const statement = listStatement(cqlSource({ ...permissionSets, table: ALL }), request)
  const params = [...statement.params, JSON.stringify(catalog.list().map(asDocument))]
  const source = `with ${ALL} (id, doc) as (
    select (doc ->> 'id')::uuid, doc from jsonb_array_elements($${params.length}::jsonb) as known (doc)
    union all
    select id, doc from permissions
  ) `
  const whole = { select: source + statement.select, count: source + statement.count, params }
  const { rows, total } = await selectPage<{ doc: string }>(tx, whole, request)
  const found = rows.map((row) => JSON.parse(row.doc) as Document)
  return { permissions: await complete(tx, catalog, found, request.view), total }
}

/** One permission by its id, or null. */
export async function findPermission(
  tx: Transaction,
  catalog: PermissionCatalog,
  id: string,
): Promise<Document | null> {
  const system = catalog.findById(id)
  const found = system ? asDocument(system) : await findStored(tx, id)
  return found === null ? null : (await complete(tx, catalog, [found], 'names'))[0]!
}

async function findStored(tx: Transaction, id: string): Promise<Document | null> {
  const [row] = await tx.query<{ doc: string }>('select doc from permissions where id = $1', [id])
  return row ? (JSON.parse(row.doc) as Document) : null
}

/** Permissions by name, in the order of the names; unknown names are left out. */
export async function describePermissions(
  tx: Transaction,
  catalog: PermissionCatalog,
  names: readonly string[],
): Promise<Document[]> {
  const own = await ownSets(tx, catalog, names)
  return complete(tx, catalog, documentsOf(catalog, own, names), 'names')
}

function documentsOf(
  catalog: PermissionCatalog,
  own: ReadonlyMap<string, Document>,
  names: readonly string[],
): Document[] {
  return names.flatMap((name) => {
    const system = catalog.find(name)
    const document = system ? asDocument(system) : own.get(name)
    return document === undefined ? [] : [document]
  })
}

async function ownSets(
  tx: Transaction,
  catalog: PermissionCatalog,
  names: readonly string[],
): Promise<Map<string, Document>> {
  const open = names.filter((name) => catalog.find(name) === null)
  if (open.length === 0) return new Map()
  const rows = await tx.query<{ doc: string }>(
    "select doc from permissions where doc ->> 'permissionName' = any($1)",
    [open],
  )
  const documents = rows.map((row) => JSON.parse(row.doc) as Document)
  return new Map(documents.map((document) => [String(document.permissionName), document]))
}

/** Adds what is not stored: in which sets a permission is, who holds it, and the asked view of what is below. */
async function complete(
  tx: Transaction,
  catalog: PermissionCatalog,
  found: readonly Document[],
  view: SubPermissionView,
): Promise<Document[]> {
  const names = found.map((document) => String(document.permissionName))
  const parents = await selectHolders(tx, PARENTS, names)
  const users = await selectHolders(tx, USERS, names)
  const result: Document[] = []
  for (const document of found) {
    const name = String(document.permissionName)
    result.push({
      ...document,
      subPermissions: await viewSubPermissions(tx, catalog, document.subPermissions as string[], view),
      childOf: [...catalog.parents(name), ...(parents.get(name) ?? [])],
      grantedTo: users.get(name) ?? [],
      dummy: false,
      deprecated: false,
    })
  }
  return result
}

const PARENTS = `
select below.name, array_agg(set.doc ->> 'permissionName' order by set.doc ->> 'permissionName') as holders
from permissions set, jsonb_array_elements_text(set.doc -> 'subPermissions') as below (name)
where below.name = any($1)
group by below.name`

const USERS = `
select held.name, array_agg(holder.id::text order by holder.id) as holders
from permissions_users holder, jsonb_array_elements_text(holder.doc -> 'permissions') as held (name)
where held.name = any($1)
group by held.name`

async function selectHolders(
  tx: Transaction,
  statement: string,
  names: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await tx.query<{ name: string; holders: string[] }>(statement, [names])
  return new Map(rows.map((row) => [row.name, row.holders]))
}

async function viewSubPermissions(
  tx: Transaction,
  catalog: PermissionCatalog,
  names: readonly string[],
  view: SubPermissionView,
): Promise<unknown[]> {
  if (view === 'names' || names.length === 0) return [...names]
  if (view === 'expanded') return [...(await expandNames(tx, catalog, names))]
  return documentsOf(catalog, await ownSets(tx, catalog, names), names)
}
