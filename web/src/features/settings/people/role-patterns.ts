import type { peopleText } from '#text/settings-people.ts'

export type PatternId = keyof typeof peopleText.pattern

/** What the inventory screens read. */
const SEE_INVENTORY = [
  'search.instances.collection.get',
  'search.facets.collection.get',
  'browse.config.collection.get',
  'inventory.instances.collection.get',
  'inventory.instances.item.get',
  'inventory.items.collection.get',
  'inventory.items.item.get',
  'inventory.items-by-holdings-id.collection.get',
  'inventory-storage.instances.collection.get',
  'inventory-storage.instances.item.get',
  'inventory-storage.holdings.collection.get',
  'inventory-storage.holdings.item.get',
  'inventory-storage.items.collection.get',
  'inventory-storage.items.item.get',
  'inventory-storage.locations.collection.get',
  'inventory-storage.material-types.collection.get',
  'inventory-storage.loan-types.collection.get',
  'inventory-storage.instance-types.collection.get',
  'inventory-storage.identifier-types.collection.get',
] as const

/** What a new role may begin with: FOLIO's sets that a job in a library needs; names that are unknown are left out. */
export const ROLE_PATTERNS: readonly { id: PatternId; contents: readonly string[] }[] = [
  {
    id: 'cataloguer',
    contents: [
      'inventory.all',
      'inventory-storage.all',
      'search.all',
      'source-storage.all',
      'marc-records-editor.all',
      'copycat.all',
      'ui-bulk-edit.inventory.edit',
    ],
  },
  {
    id: 'importer',
    contents: [
      'ui-data-import.manage',
      'ui-data-import.view',
      'ui-data-import.settings.readOnly',
      ...SEE_INVENTORY,
    ],
  },
  { id: 'desk', contents: [...SEE_INVENTORY, 'ui-users.view'] },
  { id: 'student', contents: SEE_INVENTORY },
  { id: 'admin', contents: ['octavo.all'] },
]
