import type { Route } from '../../kernel/http/route.ts'
import { answerFacets } from './facets.ts'
import { INSTANCE_FACETS, countInstanceFacets } from './instance-facet-counts.ts'
import { instanceSource } from './instance-fields.ts'
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
    {
      method: 'GET',
      path: '/search/instances/facets',
      permissions: ['search.facets.collection.get'],
      handler: answerFacets(instanceSource, INSTANCE_FACETS, countInstanceFacets),
    },
  ])
}
