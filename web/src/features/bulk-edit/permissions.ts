import type { EntityType } from './types.ts'

const rightsOf = (resource: string) => ({
  view: ['bulk-operations.item.inventory.get', `${resource}.item.get`],
  edit: ['bulk-operations.item.inventory.put', `${resource}.item.put`],
})

/** What a person needs to find or to change records of a type: the server asks both of each pair. */
export const RIGHTS: Readonly<Record<EntityType, { view: readonly string[]; edit: readonly string[] }>> = {
  ITEM: rightsOf('inventory.items'),
  HOLDINGS_RECORD: rightsOf('inventory-storage.holdings'),
  INSTANCE: rightsOf('inventory.instances'),
  INSTANCE_MARC: rightsOf('inventory.instances'),
  USER: {
    view: ['bulk-operations.item.users.get', 'users.item.get'],
    edit: ['bulk-operations.item.users.put', 'users.item.put'],
  },
}

/** What deleting users asks. */
export const DELETE_USERS = ['bulk-operations.item.users.put', 'users.item.delete'] as const

/** The routes that begin an operation by a list. */
export const START_BY_LIST = ['bulk-operations.item.upload.post', 'bulk-operations.item.start.post'] as const

/** The routes that begin one by a query of conditions. */
export const START_BY_QUERY = ['fqm.query.async.post', 'bulk-operations.item.query.post'] as const

/** The routes that tell what a search of inventory finds. */
export const START_BY_SEARCH = [
  'search.resources.ids.jobs.post',
  'search.resources.ids.jobs.get',
  'search.resources.ids.collection.get',
] as const
