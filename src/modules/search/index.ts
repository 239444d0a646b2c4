import type { Transaction } from '../../kernel/db/database.ts'
import { readBeside } from '../../kernel/module.ts'
import type { Module, ModuleInterface, SeedOptions } from '../../kernel/module.ts'
import { removeOldJobs, resourceJobKind } from './resource-jobs.ts'
import { removeOldOrders } from './result-lists/kept-order.ts'
import { searchRoutes } from './routes.ts'

export { authoritySearchSource as searchedAuthorities } from './authority-fields.ts'
export { classificationId } from './classification-id.ts'
export { compileSearch } from './compile-search.ts'
export type { CompiledSearch } from './compile-search.ts'
export { facetAnswer, readFacets, withoutOwnFilter } from './facet-request.ts'
export type { FacetAnswer, FacetQuery, WantedFacet } from './facet-request.ts'
export { prepareSearch } from './find-records.ts'
export { instanceSource as searchedInstances } from './instance-fields.ts'
export {
  constraintProblem,
  inSearchForm,
  requestProblem,
  searchNotFound,
  serviceProblem,
  unknownField,
  unsupported,
  valueProblem,
} from './search-problems.ts'
export { findInstancesByStandardNumber } from './standard-number.ts'
export { parseSearch, readCount, readSearchFlag } from './search-parameters.ts'

function ofSearch(id: string, version: string): ModuleInterface {
  return { module: 'mod-search-6.1.0', id, version }
}

async function seedSearch(tx: Transaction, { reference }: SeedOptions): Promise<void> {
  if (reference) await tx.query(`insert into search_language (code) values ('eng') on conflict do nothing`)
}

/** Search over instances with their holdings and items, and over authorities. */
export const searchModule: Module = {
  name: 'search',
  schema: {
    system: readBeside(import.meta.dirname, 'system-schema.sql'),
    tenant: readBeside(import.meta.dirname, 'schema.sql'),
  },
  interfaces: [
    ofSearch('search-inventory', '1.0'),
    ofSearch('search-authorities', '1.0'),
    ofSearch('search-facets', '1.0'),
    ofSearch('resource-ids-streaming', '1.0'),
    ofSearch('consortium-search', '2.1'),
    ofSearch('search-config', '0.2'),
  ],
  routes: searchRoutes,
  jobKinds: () => [resourceJobKind],
  tasks: (app) => [
    { name: 'remove-old-id-jobs', pattern: '27 * * * *', run: () => removeOldJobs(app) },
    { name: 'remove-old-orders', pattern: '*/5 * * * *', run: () => removeOldOrders(app) },
  ],
  seedTenant: seedSearch,
}
