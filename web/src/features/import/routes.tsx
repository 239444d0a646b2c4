import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Keeps the named search parameters that are texts. */
function texts<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): Partial<Record<Name, string>> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = text(search[name])
        return value === undefined ? [] : [[name, value]]
      }),
    ) as Partial<Record<Name, string>>
}

export function importRoutes(parent: AnyRoute) {
  const route = { getParentRoute: () => parent }
  return [
    createRoute({
      ...route,
      path: '/import',
      component: lazyRouteComponent(() => import('./import-home.tsx'), 'ImportHome'),
    }),
    createRoute({
      ...route,
      path: '/import/new/$uploadDefinitionId',
      validateSearch: texts('profile', 'also'),
      component: lazyRouteComponent(() => import('./set-up/set-up-page.tsx'), 'SetUpPage'),
    }),
    createRoute({
      ...route,
      path: '/import/preview/$jobId',
      validateSearch: texts('show', 'record'),
      component: lazyRouteComponent(() => import('./preview/preview-page.tsx'), 'PreviewPage'),
    }),
    createRoute({
      ...route,
      path: '/import/history',
      validateSearch: texts('q', 'from', 'to', 'result', 'profile', 'person', 'sort'),
      component: lazyRouteComponent(() => import('./history/history-page.tsx'), 'HistoryPage'),
    }),
    createRoute({
      ...route,
      path: '/import/job/$jobId',
      validateSearch: texts('show', 'code'),
      component: lazyRouteComponent(() => import('./job/job-page.tsx'), 'JobPage'),
    }),
    createRoute({
      ...route,
      path: '/import/job/$jobId/records/$order',
      component: lazyRouteComponent(() => import('./outcome/record-page.tsx'), 'RecordPage'),
    }),
  ]
}
