import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'

export function inventoryRoutes(parent: AnyRoute) {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/inventory',
      component: lazyRouteComponent(() => import('./search-page.tsx'), 'SearchPage'),
    }),
  ]
}
