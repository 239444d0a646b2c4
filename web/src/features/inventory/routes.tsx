import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import { readBrowseState } from './browse-lists.ts'
import { readSearchState } from './search-state.ts'

export function inventoryRoutes(parent: AnyRoute) {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/inventory',
      validateSearch: readSearchState,
      component: lazyRouteComponent(() => import('./search-page.tsx'), 'SearchPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/inventory/browse',
      validateSearch: readBrowseState,
      component: lazyRouteComponent(() => import('./browse-page.tsx'), 'BrowsePage'),
    }),
  ]
}
