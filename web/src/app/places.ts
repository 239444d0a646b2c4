import { shellText } from '#text/shell.ts'

/** A place that the side bar or the palette leads to. */
export type Place = {
  id: string
  to: string
  label: string
  /** Any of these lets a person in; empty for everybody. */
  permissions: readonly string[]
  keys?: string
}

const { apps } = shellText

/** The parts of Octavo in the side bar. Each asks for the permission of what its first page reads. */
export const AREAS = [
  { id: 'home', to: '/', label: apps.home, permissions: [], keys: 'g h' },
  {
    id: 'import',
    to: '/import',
    label: apps.import,
    permissions: ['metadata-provider.jobExecutions.collection.get', 'data-import.uploaddefinitions.post'],
    keys: 'g d',
  },
  {
    id: 'inventory',
    to: '/inventory',
    label: apps.inventory,
    permissions: ['search.instances.collection.get', 'inventory.instances.collection.get'],
    keys: 'g i',
  },
  {
    id: 'bulk-edit',
    to: '/bulk-edit',
    label: apps.bulkEdit,
    permissions: ['bulk-operations.collection.get', 'bulk-operations.item.upload.post'],
    keys: 'g b',
  },
  { id: 'settings', to: '/settings', label: apps.settings, permissions: [], keys: 'g s' },
] as const satisfies readonly Place[]

/** Pages below them that people go to directly. */
export const PAGES: readonly Place[] = [
  {
    id: 'import-history',
    to: '/import/history',
    label: shellText.importHistory,
    permissions: AREAS[1].permissions,
  },
  { id: 'browse', to: '/inventory/browse', label: shellText.browse, permissions: AREAS[2].permissions },
  {
    id: 'bulk-edit-history',
    to: '/bulk-edit/history',
    label: shellText.bulkEditHistory,
    permissions: AREAS[3].permissions,
  },
  {
    id: 'import-profiles',
    to: '/settings/import/profiles',
    label: shellText.importProfiles,
    permissions: ['converter-storage.jobprofile.collection.get'],
  },
]

/** True when the person may open the place. */
export function mayOpen(place: Place, permissions: ReadonlySet<string>): boolean {
  return place.permissions.length === 0 || place.permissions.some((name) => permissions.has(name))
}

/** The area that an address belongs to; the most special one wins. */
export function areaOf(path: string): Place | null {
  const matching = [...PAGES, ...AREAS].filter(
    ({ to }) => to !== '/' && (path === to || path.startsWith(`${to}/`)),
  )
  return matching.sort((a, b) => b.to.length - a.to.length)[0] ?? null
}
