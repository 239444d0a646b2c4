import { uuidParameter } from '../../kernel/http/parameters.ts'
import { notFound } from '../../kernel/http/problems.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Module, ModuleInterface } from '../../kernel/module.ts'
import { dereferencedRoutes } from './dereferenced-items.ts'
import { hierarchyRoutes } from './hierarchy-routes.ts'
import { readSummary } from './instance-summary.ts'
import { oaiPmhRoutes } from './oai-pmh-routes.ts'
import { viewRoutes } from './view-routes.ts'

export { nameOf, namesOf, publicNotes, publicStatements } from './instance-records.ts'
export { readBranches, readInstances, readTrees, withoutSuppressed } from './instance-trees.ts'
export type { InstanceRoot, InstanceTree, TreeItem } from './instance-trees.ts'
export { nameReader, readNames } from './reference-names.ts'
export type { LocationNames, ReferenceNames } from './reference-names.ts'

function ofStorage(id: string, version: string): ModuleInterface {
  return { module: 'mod-inventory-storage-30.1.0', id, version }
}

const summaryRoute: Route = {
  method: 'GET',
  path: '/instance-storage/instances/:id/summary',
  permissions: ['inventory-storage.instances.summary.get'],
  handler: async (request) => {
    const id = uuidParameter(request.params)
    const summary = await request.transaction((tx) => readSummary(tx, id))
    if (summary === null) throw notFound()
    return ok(summary)
  },
}

/** Instances, holdings and items put together for those who read: discovery, OAI-PMH, exports, screens. */
export const inventoryViewsModule: Module = {
  name: 'inventory-views',
  interfaces: [
    ofStorage('inventory-hierarchy', '0.8'),
    ofStorage('oaipmhview', '1.1'),
    ofStorage('inventory-view', '3.2'),
    ofStorage('inventory-view-instance-set', '3.2'),
    ofStorage('inventory-record-bulk', '1.1'),
    ofStorage('item-storage-dereferenced', '1.2'),
  ],
  routes: () => [
    ...hierarchyRoutes(),
    ...oaiPmhRoutes(),
    ...viewRoutes(),
    ...dereferencedRoutes(),
    summaryRoute,
  ],
}
