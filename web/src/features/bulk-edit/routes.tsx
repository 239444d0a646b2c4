import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'

export function bulkEditRoutes(parent: AnyRoute) {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/bulk-edit',
      component: lazyRouteComponent(() => import('./start-page.tsx'), 'StartPage'),
    }),
  ]
}
