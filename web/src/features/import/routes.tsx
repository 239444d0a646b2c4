import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'

export function importRoutes(parent: AnyRoute) {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/import',
      component: lazyRouteComponent(() => import('./import-home.tsx'), 'ImportHome'),
    }),
  ]
}
