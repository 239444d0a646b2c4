import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'

const KINDS = ['match', 'action', 'mapping']

/** What the address of the list says: the kind (jobs when absent), a part of the name, and the open profile. */
export type ListSearch = { kind?: string; find?: string; open?: string }

function listSearch(search: Record<string, unknown>): ListSearch {
  const { kind, find, open } = search
  return {
    ...(typeof kind === 'string' && KINDS.includes(kind) && { kind }),
    ...((typeof find === 'string' || typeof find === 'number') && find !== '' && { find: String(find) }),
    ...(typeof open === 'string' && { open }),
  }
}

export function importProfileRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/import/profiles',
      validateSearch: listSearch,
      component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/import/profiles/job/$profileId',
      validateSearch: ({ from }: Record<string, unknown>) => (typeof from === 'string' ? { from } : {}),
      component: lazyRouteComponent(() => import('./editor-page.tsx'), 'EditorPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/import/protections',
      component: lazyRouteComponent(() => import('./protections-page.tsx'), 'ProtectionsPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/import/extensions',
      component: lazyRouteComponent(() => import('./extensions-page.tsx'), 'ExtensionsPage'),
    }),
  ]
}
