import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** Search parameters that are texts, by name; others are dropped. */
const texts =
  (...names: string[]) =>
  (search: Record<string, unknown>): Record<string, string | undefined> =>
    Object.fromEntries(
      names.flatMap((name) => (text(search[name]) === undefined ? [] : [[name, text(search[name])]])),
    )

export function settingsRoutes(parent: AnyRoute) {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/settings',
      validateSearch: texts('find'),
      component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/lists/$list',
      validateSearch: (search: Record<string, unknown>) => ({
        ...texts('find', 'row', 'sort')(search),
        ...(search.desc === true && { desc: true }),
      }),
      component: lazyRouteComponent(() => import('./lists/list-page.tsx'), 'ListPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/hrid',
      component: lazyRouteComponent(() => import('./hrid/hrid-page.tsx'), 'HridPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/users',
      validateSearch: (search: Record<string, unknown>) => ({
        ...texts('find', 'status', 'sort')(search),
        ...(search.desc === true && { desc: true }),
      }),
      component: lazyRouteComponent(() => import('./people/users-page.tsx'), 'UsersPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/users/$userId',
      component: lazyRouteComponent(() => import('./people/user-page.tsx'), 'UserPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/users/$userId/permissions',
      component: lazyRouteComponent(
        () => import('./people/user-permissions-page.tsx'),
        'UserPermissionsPage',
      ),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/roles',
      component: lazyRouteComponent(() => import('./people/roles-page.tsx'), 'RolesPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/roles/$roleId',
      validateSearch: texts('pattern'),
      component: lazyRouteComponent(() => import('./people/role-page.tsx'), 'RolePage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/password',
      component: lazyRouteComponent(() => import('./people/my-password-page.tsx'), 'MyPasswordPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/mapping-rules/$type',
      validateSearch: texts('find', 'rule'),
      component: lazyRouteComponent(() => import('./mapping/mapping-page.tsx'), 'MappingPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/locations',
      validateSearch: texts('find', 'at', 'below'),
      component: lazyRouteComponent(() => import('./places/locations-page.tsx'), 'LocationsPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/browse',
      component: lazyRouteComponent(() => import('./places/browse-page.tsx'), 'BrowsePage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/tenants',
      component: lazyRouteComponent(() => import('./system/tenants-page.tsx'), 'TenantsPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/about',
      component: lazyRouteComponent(() => import('./system/about-page.tsx'), 'AboutPage'),
    }),
  ]
}
