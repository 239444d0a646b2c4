/** A permission or set as `/perms/permissions` lists it. */
export type Permission = {
  id: string
  permissionName: string
  displayName?: string
  description?: string
  subPermissions: readonly string[]
  mutable: boolean
}

export const POWERS = ['see', 'create', 'change', 'delete', 'run'] as const
export type Power = (typeof POWERS)[number]

/** How many permissions of an area and power there are, and which of them are held. */
export type Cell = { all: number; held: readonly string[] }
export type AreaRow = { area: string; cells: Readonly<Record<Power, Cell>> }

const POWER_OF_WORD: Readonly<Record<string, Power>> = {
  view: 'see',
  create: 'create',
  edit: 'change',
  delete: 'delete',
}

/** All permissions below some, sets and what is in them included. */
export function expand(
  names: Iterable<string>,
  byName: ReadonlyMap<string, Permission>,
): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [...names]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue
    found.add(next)
    open.push(...(byName.get(next)?.subPermissions ?? []))
  }
  return found
}

/** Single permissions by area and power; both are read from the names in words ("Inventory: items, create"). */
export function permissionMatrix(
  permissions: readonly Permission[],
  held: ReadonlySet<string>,
): readonly AreaRow[] {
  const rows = new Map<string, Record<Power, { all: number; held: string[] }>>()
  for (const { permissionName, displayName = permissionName, subPermissions, mutable } of permissions) {
    if (mutable || subPermissions.length > 0 || /^(?:ui-|module\.|settings\.)/.test(permissionName)) continue
    const [area, power, what] = readName(displayName)
    const cells = rows.get(area) ?? emptyCells()
    rows.set(area, cells)
    cells[power].all++
    if (held.has(permissionName)) cells[power].held.push(what)
  }
  return [...rows].map(([area, cells]) => ({ area, cells })).sort((a, b) => a.area.localeCompare(b.area))
}

function readName(displayName: string): [area: string, power: Power, what: string] {
  const colon = displayName.indexOf(': ')
  const area = colon === -1 ? displayName : displayName.slice(0, colon)
  const what = colon === -1 ? displayName : displayName.slice(colon + 2)
  const word = what.slice(what.lastIndexOf(', ') + 1).trim()
  return [area, POWER_OF_WORD[word] ?? 'run', what]
}

function emptyCells(): Record<Power, { all: number; held: string[] }> {
  const cell = () => ({ all: 0, held: [] })
  return { see: cell(), create: cell(), change: cell(), delete: cell(), run: cell() }
}

/** Permission names that a text has: the refusal of the server, or a name by itself. */
export function namesInText(text: string, byName: ReadonlyMap<string, Permission>): readonly string[] {
  return [...new Set(text.match(/[\w-]+(?:\.[\w-]+)+/g) ?? [])].filter((name) => byName.has(name))
}

/** The sets that give a permission, the smallest first; those that give everything come last. */
export function setsThatGive(
  permission: string,
  permissions: readonly Permission[],
  byName: ReadonlyMap<string, Permission>,
): readonly Permission[] {
  const sizes = new Map<Permission, number>()
  for (const set of permissions) {
    if (set.subPermissions.length === 0) continue
    const all = expand(set.subPermissions, byName)
    if (all.has(permission)) sizes.set(set, all.size)
  }
  return [...sizes.keys()].sort(
    (a, b) => Number(b.mutable) - Number(a.mutable) || sizes.get(a)! - sizes.get(b)!,
  )
}
