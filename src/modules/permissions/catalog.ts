import { namedId } from '../../kernel/ids.ts'
import type { App } from '../../kernel/module.ts'
import { displayNameOf } from './display-name.ts'
import { wellKnownSets } from './well-known-sets.ts'

/** Grants everything, also what later versions add. The administrator of a new tenant holds it. */
export const EVERYTHING = 'octavo.all'

/** A permission or set that Octavo itself defines. */
export type SystemPermission = {
  id: string
  name: string
  displayName: string
  description: string
  subPermissions: readonly string[]
  isVisible: boolean
}

/** The permissions of the system: those that routes ask for, and FOLIO's well-known sets of them. */
export type PermissionCatalog = {
  /** Knows the rights to settings of any scope too, which no list names. */
  find(name: string): SystemPermission | null
  findById(id: string): SystemPermission | null
  list(): readonly SystemPermission[]
  systemNames(): ReadonlySet<string>
  /** The names below a set, at all levels, without the set itself; empty for anything else. */
  expand(name: string): ReadonlySet<string>
  /** The system's sets that contain it directly. */
  parents(name: string): readonly string[]
}

const NOTHING: ReadonlySet<string> = new Set()
const catalogs = new WeakMap<App, PermissionCatalog>()

/** The catalog of a running app. Made on first use, because the routes of this module are part of it. */
export function permissionCatalog(app: App): PermissionCatalog {
  const known = catalogs.get(app)
  if (known) return known
  const names = app.modules.flatMap(
    (module) =>
      module.routes?.(app).flatMap((route) => (route.permissions === 'public' ? [] : route.permissions)) ??
      [],
  )
  const catalog = createCatalog(names)
  catalogs.set(app, catalog)
  return catalog
}

/**
 * Rights to the settings of a scope. Every module and screen has scopes of its own, so no list of them is
 * complete; both orders of right and scope count (folio-org/mod-settings: README.md).
 */
const SETTINGS_SCOPE = /^mod-settings\.(?:global|users|owner)\.(?:(?:read|write)\..+|.+\.(?:read|write))$/

function single(name: string): SystemPermission {
  return {
    id: permissionId(name),
    name,
    displayName: displayNameOf(name),
    description: '',
    subPermissions: [],
    isVisible: false,
  }
}

const permissionId = (name: string) => namedId(`octavo/permission/${name}`)

/** Builds the catalog from the names that routes ask for. */
export function createCatalog(routePermissions: readonly string[]): PermissionCatalog {
  const singles = [...new Set(routePermissions)].sort()
  const all = new Map<string, SystemPermission>()
  for (const name of singles) all.set(name, single(name))
  // Names that sets hold although no route asks for them: handlers do, or only screens.
  for (const { subPermissions } of wellKnownSets(singles)) {
    for (const name of subPermissions) if (!all.has(name)) all.set(name, single(name))
  }
  for (const set of wellKnownSets(singles))
    all.set(set.name, { ...set, id: permissionId(set.name), isVisible: true })
  all.set(EVERYTHING, {
    id: permissionId(EVERYTHING),
    name: EVERYTHING,
    displayName: 'Everything: all permissions',
    description: 'Grants every permission, also those that later versions add',
    subPermissions: singles,
    isVisible: true,
  })
  const names: ReadonlySet<string> = new Set(all.keys())
  const parents = new Map<string, string[]>()
  for (const { name, subPermissions } of all.values()) {
    for (const below of subPermissions) parents.set(below, [...(parents.get(below) ?? []), name])
  }
  const expanded = new Map<string, ReadonlySet<string>>()

  function expand(name: string): ReadonlySet<string> {
    const permission = all.get(name)
    if (!permission || permission.subPermissions.length === 0) return NOTHING
    const known = expanded.get(name)
    if (known) return known
    const found = new Set<string>()
    const open = [...permission.subPermissions]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (found.has(next)) continue
      found.add(next)
      open.push(...(all.get(next)?.subPermissions ?? []))
    }
    expanded.set(name, found)
    return found
  }

  return {
    find: (name) => all.get(name) ?? (SETTINGS_SCOPE.test(name) ? single(name) : null),
    findById: (id) => [...all.values()].find((permission) => permission.id === id) ?? null,
    list: () => [...all.values()],
    systemNames: () => names,
    expand,
    parents: (name) => parents.get(name) ?? [],
  }
}
