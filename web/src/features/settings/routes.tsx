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
  ]
}
