import { describeRoutes } from '../../kernel/http/describe-routes.ts'
import { readBeside } from '../../kernel/module.ts'
import type { Module } from '../../kernel/module.ts'
import { descriptions } from './descriptions.ts'
import { entityTypeRoutes } from './entity-type-routes.ts'
import { queryRoutes } from './query-routes.ts'
import { entityQueryJobKind, removeOldQueriesOfAllTenants } from './run-query.ts'

export { ENTITY_TYPE_IDS } from './entity-types.ts'
export type { EntityType } from './entity-types.ts'
export { loadEntityType } from './load-entity-type.ts'
export { findQuery, queryIds, startQuery } from './query-store.ts'
export type { NewQuery, QueryStatus, StoredQuery } from './query-store.ts'
export { requireEntityType } from './require-entity-type.ts'

const FQM = 'mod-fqm-manager-4.1.0'

/** Records found by questions about their fields: items, holdings, instances, users with what belongs to them. */
export const entityQueryModule: Module = {
  name: 'entity-query',
  schema: {
    system: readBeside(import.meta.dirname, 'system-schema.sql'),
    tenant: readBeside(import.meta.dirname, 'schema.sql'),
  },
  interfaces: [
    { module: FQM, id: 'entity-types', version: '2.1' },
    { module: FQM, id: 'fqm-query', version: '2.1' },
  ],
  routes: () => describeRoutes([...entityTypeRoutes(), ...queryRoutes()], descriptions),
  jobKinds: () => [entityQueryJobKind],
  tasks: (app) => [
    { name: 'remove-old-queries', pattern: '41 * * * *', run: () => removeOldQueriesOfAllTenants(app) },
  ],
}
