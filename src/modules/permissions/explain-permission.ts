import type { Transaction } from '../../kernel/db/database.ts'
import { expandGranted } from './access.ts'
import { EVERYTHING } from './catalog.ts'
import type { PermissionCatalog } from './catalog.ts'
import { findPermissionUser } from './permission-users.ts'

export type NamedPermission = { permissionName: string; displayName: string }

/** Why a user may do something: the sets from the one that the user holds down to the permission itself. */
export type Explanation = {
  userId: string
  permissionName: string
  displayName: string
  isHeld: boolean
  /** One way a set that gives it, the shortest first. */
  ways: NamedPermission[][]
}

/** A set in a set in a set: real sets are two or three deep. */
const MAX_DEPTH = 12
const MAX_WAYS = 20

type Sets = Map<string, { displayName: string; below: readonly string[] }>

async function ownSets(tx: Transaction): Promise<Sets> {
  const rows = await tx.query<{ name: string; display: string | null; below: string[] }>(
    `select doc ->> 'permissionName' as name, doc ->> 'displayName' as display,
       array(select jsonb_array_elements_text(doc -> 'subPermissions')) as below
     from permissions`,
  )
  return new Map(
    rows.map(({ name, display, below }) => [name, { displayName: display ?? name, below }] as const),
  )
}

/** Names and how they are called on screen, in the order asked for; unknown names are left out. */
export async function namePermissions(
  tx: Transaction,
  catalog: PermissionCatalog,
  names: readonly string[],
): Promise<NamedPermission[]> {
  const own = await tx.query<{ name: string; display: string | null }>(
    `select doc ->> 'permissionName' as name, doc ->> 'displayName' as display
     from permissions where doc ->> 'permissionName' = any($1)`,
    [names],
  )
  const displays = new Map(own.map(({ name, display }) => [name, display ?? name] as const))
  return names.flatMap((name) => {
    const displayName = catalog.find(name)?.displayName ?? displays.get(name)
    return displayName === undefined ? [] : [{ permissionName: name, displayName }]
  })
}

/** Which of the sets that a user holds gives a permission. */
export async function explainPermission(
  tx: Transaction,
  catalog: PermissionCatalog,
  userId: string,
  permission: string,
): Promise<Explanation> {
  const user = await findPermissionUser(tx, 'userId', userId)
  const sets = await ownSets(tx)
  const display = (name: string) => catalog.find(name)?.displayName ?? sets.get(name)?.displayName ?? name
  const held = user?.permissions ?? []
  const ways = held
    .flatMap((name) => waysDown(catalog, sets, name, permission))
    .sort((a, b) => a.length - b.length)
    .slice(0, MAX_WAYS)
  return {
    userId,
    permissionName: permission,
    displayName: display(permission),
    isHeld: ways.length > 0,
    ways: ways.map((way) => way.map((name) => ({ permissionName: name, displayName: display(name) }))),
  }
}

/** The ways from a set to a permission below it. A set of the system is not opened where it can't lead there. */
function waysDown(catalog: PermissionCatalog, sets: Sets, from: string, to: string): string[][] {
  const found: string[][] = []
  const walk = (name: string, way: readonly string[]): void => {
    if (found.length >= MAX_WAYS || way.length >= MAX_DEPTH || way.includes(name)) return
    const here = [...way, name]
    if (name === to) {
      found.push(here)
      return
    }
    if (name === EVERYTHING) {
      found.push([...here, to])
      return
    }
    const own = sets.get(name)
    if (own === undefined && !expandGranted(catalog, [name]).has(to)) return
    for (const below of own?.below ?? catalog.find(name)?.subPermissions ?? []) walk(below, here)
  }
  walk(from, [])
  return found
}
