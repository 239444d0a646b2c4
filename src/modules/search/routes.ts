import type { Route } from '../../kernel/http/route.ts'
import { AUTHORITY_FACETS, countAuthorityFacets } from './authority-facet-counts.ts'
import { authoritySearchSource } from './authority-fields.ts'
import { configRoutes } from './config-routes.ts'
import { consortiumPlaceRoutes } from './consortium-places.ts'
import { consortiumRecordRoutes } from './consortium-records.ts'
import { answerFacets } from './facets.ts'
import { INSTANCE_FACETS, countInstanceFacets } from './instance-facet-counts.ts'
import { instanceSource } from './instance-fields.ts'
import { resourceJobRoutes } from './resource-jobs.ts'
import { exportRoutes } from './result-lists/export-route.ts'
import { resultRoutes } from './result-lists/result-routes.ts'
import { searchAuthorities } from './search-authorities.ts'
import { searchInstances } from './search-instances.ts'
import { inSearchForm } from './search-problems.ts'

/** The endpoints of mod-search that find records, and those of the staff screens. */
export function searchRoutes(): Route[] {
  return inSearchForm([
    ...resourceJobRoutes(),
    ...consortiumRecordRoutes(),
    ...consortiumPlaceRoutes(),
    ...configRoutes(),
    ...resultRoutes(),
    ...exportRoutes(),
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
    {
      method: 'GET',
      path: '/search/authorities',
      permissions: ['search.authorities.collection.get'],
      handler: searchAuthorities,
    },
    {
      method: 'GET',
      path: '/search/authorities/facets',
      permissions: ['search.facets.collection.get'],
      handler: answerFacets(authoritySearchSource, AUTHORITY_FACETS, countAuthorityFacets),
    },
  ])
}
