import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import { readSearchState } from './search-state.ts'

export function inventoryRoutes(parent: AnyRoute) {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/inventory',
      validateSearch: readSearchState,
      component: lazyRouteComponent(() => import('./search-page.tsx'), 'SearchPage'),
    }),
  ]
}
