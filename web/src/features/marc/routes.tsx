import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import { readVersionsSearch } from './history/versions-search.ts'
import { isFormat } from './new-record-search.ts'
import type { NewRecordSearch } from './new-record-search.ts'

/** The MARC of instances, holdings and authorities: read, edited, made anew; and what happened to a record. */
export function marcRoutes(parent: AnyRoute): AnyRoute[] {
  const page = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
    createRoute({ getParentRoute: () => parent, path, component })
  const source = lazyRouteComponent(() => import('./source-page.tsx'), 'SourcePage')
  const editor = lazyRouteComponent(() => import('./editor-page.tsx'), 'EditorPage')
  return [
    ...RECORDS.flatMap((record) => [page(`${record}/source`, source), page(`${record}/marc`, editor)]),
    createRoute({
      getParentRoute: () => parent,
      path: '/inventory/$instanceId/versions',
      component: lazyRouteComponent(() => import('./history/versions-page.tsx'), 'VersionsPage'),
      validateSearch: readVersionsSearch,
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/marc/new',
      component: lazyRouteComponent(() => import('./new-record-page.tsx'), 'NewRecordPage'),
      validateSearch: ({ format, template, from }: Record<string, unknown>): NewRecordSearch => ({
        ...(isFormat(format) ? { format } : {}),
        ...(typeof template === 'string' ? { template } : {}),
        ...(typeof from === 'string' ? { from } : {}),
      }),
    }),
  ]
}

const RECORDS = [
  '/inventory/$instanceId',
  '/inventory/$instanceId/holdings/$holdingsId',
  '/authorities/$authorityId',
]
