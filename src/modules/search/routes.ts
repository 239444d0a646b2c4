import type { Route } from '../../kernel/http/route.ts'
import { searchInstances } from './search-instances.ts'
import { inSearchForm } from './search-problems.ts'

/** The endpoints of mod-search that find records. */
export function searchRoutes(): Route[] {
  return inSearchForm([
    {
      method: 'GET',
      path: '/search/instances',
      permissions: ['search.instances.collection.get'],
      handler: searchInstances,
    },
  ])
}
