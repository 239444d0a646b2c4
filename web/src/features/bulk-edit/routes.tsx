import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** What the start page is opened with: a search of inventory that is handed over, or a list to do again. */
export type StartSearch = {
  type?: string | undefined
  by?: 'search' | undefined
  query?: string | undefined
  total?: number | undefined
  again?: string | undefined
  profile?: string | undefined
}

/** What the pages of one operation keep in the address: which rows are shown. */
export type OperationSearch = {
  show?: string | undefined
  field?: string | undefined
  find?: string | undefined
  profile?: string | undefined
  again?: string | undefined
}

/** The filters of the history. */
export type HistorySearch = {
  type?: string | undefined
  status?: string | undefined
  by?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export function bulkEditRoutes(parent: AnyRoute) {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/bulk-edit',
      validateSearch: (search: Record<string, unknown>): StartSearch => ({
        type: text(search.type),
        by: search.by === 'search' ? 'search' : undefined,
        query: text(search.query),
        total: search.total === undefined ? undefined : Number(search.total),
        again: text(search.again),
        profile: text(search.profile),
      }),
      component: lazyRouteComponent(() => import('./start/start-page.tsx'), 'StartPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/bulk-edit/history',
      validateSearch: (search: Record<string, unknown>): HistorySearch => ({
        type: text(search.type),
        status: text(search.status),
        by: text(search.by),
        from: text(search.from),
        to: text(search.to),
      }),
      component: lazyRouteComponent(() => import('./history/history-page.tsx'), 'HistoryPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/bulk-edit/profiles',
      component: lazyRouteComponent(() => import('./history/profiles-page.tsx'), 'ProfilesPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/bulk-edit/$id',
      component: lazyRouteComponent(() => import('./operation-page.tsx'), 'OperationPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/bulk-edit/$id/$step',
      validateSearch: (search: Record<string, unknown>): OperationSearch => ({
        show: text(search.show),
        field: text(search.field),
        find: text(search.find),
        profile: text(search.profile),
        again: text(search.again),
      }),
      component: lazyRouteComponent(() => import('./operation-page.tsx'), 'OperationPage'),
    }),
  ]
}
