/**
 * FOLIO's well-known sets of permissions, as far as clients name them. A set grants every route permission
 * that begins with one of its prefixes, the other sets in `sets`, and the single names in `names`.
 * Sources: descriptors/ModuleDescriptor-template.json of the folio-org modules; package.json (okapiInterfaces,
 * permissionSets) of the folio-org ui modules.
 */
type SetDefinition = {
  name: string
  title: string
  prefixes?: readonly string[]
  sets?: readonly string[]
  names?: readonly string[]
}

const backend: readonly SetDefinition[] = [
  { name: 'okapi.all', title: 'Gateway: all', prefixes: ['okapi.'] },
  { name: 'okapi.tenants', title: 'Gateway: manage tenants', prefixes: ['okapi.proxy.tenants.'] },
  {
    name: 'perms.all',
    title: 'Permissions: all',
    prefixes: ['perms.'],
    names: ['perms.users.assign.immutable', 'perms.users.assign.mutable', 'perms.users.assign.okapi'],
  },
  { name: 'perms.users', title: 'Permissions of users: all', prefixes: ['perms.users.'] },
  { name: 'perms.permissions', title: 'Permission sets: all', prefixes: ['perms.permissions.'] },
  { name: 'validation.all', title: 'Password rules: all', prefixes: ['validation.'] },
  { name: 'login.all', title: 'Log-in: all', prefixes: ['login.'] },
  {
    name: 'users.all',
    title: 'Users: all',
    prefixes: [
      'users.',
      'usergroups.',
      'addresstypes.',
      'departments.',
      'proxiesfor.',
      'user-tenants.',
      'user-settings.',
      'staging-users.',
      'patron-pin.',
    ],
  },
  { name: 'usergroups.all', title: 'Patron groups: all', prefixes: ['usergroups.'] },
  { name: 'addresstypes.all', title: 'Address types: all', prefixes: ['addresstypes.'] },
  { name: 'departments.all', title: 'Departments: all', prefixes: ['departments.'] },
  {
    name: 'user-settings.custom-fields.all',
    title: 'Custom fields of users: all',
    prefixes: ['user-settings.custom-fields.'],
  },
  { name: 'patron-pin.all', title: 'PINs of patrons: all', prefixes: ['patron-pin.'] },
  { name: 'proxiesfor.all', title: 'Proxies: all', prefixes: ['proxiesfor.'] },
  { name: 'users-bl.all', title: 'Users with all that belongs to them: all', prefixes: ['users-bl.'] },
  { name: 'inventory-storage.all', title: 'Inventory storage: all', prefixes: ['inventory-storage.'] },
  { name: 'inventory.all', title: 'Inventory: all', prefixes: ['inventory.'] },
  { name: 'rtac-cache.all', title: 'RTAC, page by page: all permissions', prefixes: ['rtac-cache.'] },
  { name: 'rtac.all', title: 'RTAC: all permissions', prefixes: ['rtac.'] },
  { name: 'search.all', title: 'Search: all', prefixes: ['search.', 'browse.'] },
  { name: 'source-storage.all', title: 'Source records: all', prefixes: ['source-storage.'] },
  { name: 'data-import.upload.all', title: 'Data import: upload files', prefixes: ['data-import.'] },
  {
    name: 'change-manager.all',
    title: 'Import jobs: all',
    prefixes: ['change-manager.', 'metadata-provider.', 'mapping-rules.', 'mapping-metadata.'],
  },
  {
    name: 'source-records-manager.all',
    title: 'Import jobs and their records: all',
    prefixes: ['change-manager.', 'metadata-provider.', 'mapping-rules.', 'mapping-metadata.'],
  },
  {
    name: 'converter-storage.all',
    title: 'Import profiles: all',
    prefixes: ['converter-storage.', 'field-protection-settings.'],
  },
  { name: 'copycat.profiles.all', title: 'Single-record import: profiles', prefixes: ['copycat.profiles.'] },
  { name: 'copycat.all', title: 'Single-record import: all', prefixes: ['copycat.'] },
  { name: 'marc-records-editor.all', title: 'MARC editor: all', prefixes: ['marc-records-editor.'] },
  { name: 'configuration.all', title: 'Configuration: all', prefixes: ['configuration.'] },
  { name: 'notes.all', title: 'Notes: all', prefixes: ['notes.', 'note.types.', 'note.links.'] },
  { name: 'notes.allops', title: 'Notes: read, write and delete', prefixes: ['notes.', 'note.links.'] },
  { name: 'note.types.allops', title: 'Kinds of notes: all', prefixes: ['note.types.'] },
  { name: 'tags.all', title: 'Tags: all', prefixes: ['tags.'] },
  {
    name: 'bulk-operations.all',
    title: 'Bulk edit: all',
    prefixes: ['bulk-operations.'],
    names: [
      'bulk-operations.item.inventory.get',
      'bulk-operations.item.inventory.put',
      'bulk-operations.item.users.get',
      'bulk-operations.item.users.put',
      'bulk-operations.profiles.item.lock.execute',
    ],
  },
  { name: 'consortia.all', title: 'Consortia: all', prefixes: ['consortia.'] },
  {
    name: 'fqm.query.async.results.get',
    title: 'Queries: results',
    prefixes: ['fqm.query.async.results.'],
  },
  {
    name: 'fqm.query.all',
    title: 'Queries: all',
    sets: ['fqm.query.async.results.get'],
    prefixes: ['fqm.entityTypes.', 'fqm.version.', 'fqm.status.'],
    names: ['fqm.query.async.post', 'fqm.query.async.delete', 'fqm.query.sync.get'],
  },
]

const importing = [
  'data-import.upload.all',
  'source-records-manager.all',
  'converter-storage.all',
  'inventory-storage.all',
  'source-storage.all',
]

const screens: readonly SetDefinition[] = [
  { name: 'module.data-import.enabled', title: 'UI: data import module is enabled' },
  { name: 'settings.data-import.enabled', title: 'Settings: display list of settings pages of data import' },
  {
    name: 'ui-data-import.view',
    title: 'Data import: can view only',
    sets: ['module.data-import.enabled'],
    prefixes: ['metadata-provider.'],
    names: ['converter-storage.jobprofile.collection.get', 'data-import.uploaddefinitions.get'],
  },
  {
    name: 'ui-data-import.manage',
    title: 'Data import: all permissions',
    sets: ['ui-data-import.view', ...importing],
  },
  {
    name: 'ui-data-import.logs.delete',
    title: 'Data import: can delete import logs',
    prefixes: ['metadata-provider.'],
  },
  {
    name: 'ui-data-import.settings.readOnly',
    title: 'Settings (data import): can view only',
    sets: ['settings.data-import.enabled'],
  },
  {
    name: 'ui-data-import.settings.manage',
    title: 'Settings (data import): can view, create, edit, and remove',
    sets: ['ui-data-import.settings.readOnly', 'converter-storage.all'],
  },
  { name: 'module.inventory.enabled', title: 'UI: inventory module is enabled' },
  { name: 'settings.inventory.enabled', title: 'Settings: display list of settings pages of inventory' },
  {
    name: 'ui-inventory.all-permissions.TEMPORARY',
    title: 'Inventory: all permissions',
    sets: [
      'module.inventory.enabled',
      'inventory.all',
      'inventory-storage.all',
      'search.all',
      'source-storage.all',
    ],
  },
  {
    name: 'ui-inventory.single-record-import',
    title: 'Inventory: Import single bibliographic records',
    sets: ['module.inventory.enabled', 'copycat.all'],
    prefixes: ['inventory.'],
    names: ['converter-storage.jobprofile.collection.get', 'converter-storage.jobprofile.item.get'],
  },
  { name: 'module.users.enabled', title: 'UI: users module is enabled' },
  { name: 'settings.users.enabled', title: 'Settings: display list of settings pages of users' },
  {
    name: 'ui-users.view',
    title: 'Users: can view user profile',
    sets: ['module.users.enabled'],
    names: [
      'users.collection.get',
      'users.item.get',
      'usergroups.collection.get',
      'usergroups.item.get',
      'addresstypes.collection.get',
      'departments.collection.get',
      'proxiesfor.collection.get',
      'perms.users.get',
    ],
  },
  {
    name: 'ui-users.editperms',
    title: 'Users: can assign and unassign permissions',
    sets: ['ui-users.view', 'perms.all'],
  },
  {
    name: 'ui-users.create',
    title: 'Users: can create, edit and view',
    sets: ['ui-users.view', 'users.all'],
  },
]

const bulkEditScreens: readonly SetDefinition[] = [
  { name: 'module.bulk-edit.enabled', title: 'UI: bulk edit module is enabled' },
  { name: 'settings.bulk-edit.enabled', title: 'Settings: display list of settings pages of bulk edit' },
  {
    name: 'ui-bulk-edit.base-view.manage',
    title: 'Bulk edit: find records and look at them',
    sets: ['module.bulk-edit.enabled'],
    names: [
      'bulk-operations.collection.get',
      'bulk-operations.download.item.get',
      'bulk-operations.files.item.delete',
      'bulk-operations.item.cancel.post',
      'bulk-operations.item.errors.get',
      'bulk-operations.item.get',
      'bulk-operations.item.preview.get',
      'bulk-operations.item.start.post',
      'bulk-operations.item.upload.post',
      'bulk-operations.list-users.collection.get',
      'bulk-operations.used.tenants.get',
    ],
  },
  {
    name: 'ui-bulk-edit.base-edit.manage',
    title: 'Bulk edit: change records',
    sets: ['ui-bulk-edit.base-view.manage'],
    names: [
      'bulk-operations.item.content-update.post',
      'bulk-operations.item.marc-content-update.post',
      'bulk-operations.profiles.collection.get',
    ],
  },
  {
    name: 'ui-bulk-edit.inventory.view',
    title: 'Bulk edit: inventory, view',
    sets: ['ui-bulk-edit.base-view.manage'],
    names: [
      'bulk-operations.item.inventory.get',
      'inventory.items.item.get',
      'inventory.instances.item.get',
      'inventory-storage.holdings.item.get',
    ],
  },
  {
    name: 'ui-bulk-edit.inventory.edit',
    title: 'Bulk edit: inventory, edit',
    sets: ['ui-bulk-edit.inventory.view', 'ui-bulk-edit.base-edit.manage'],
    names: [
      'bulk-operations.item.inventory.put',
      'inventory.items.item.put',
      'inventory.instances.item.put',
      'inventory-storage.holdings.item.put',
    ],
  },
  {
    name: 'ui-bulk-edit.users.csv.view',
    title: 'Bulk edit: users, view',
    sets: ['ui-bulk-edit.base-view.manage'],
    names: ['bulk-operations.item.users.get', 'users.item.get'],
  },
  {
    name: 'ui-bulk-edit.users.csv.edit',
    title: 'Bulk edit: users, edit by file',
    sets: ['ui-bulk-edit.users.csv.view', 'ui-bulk-edit.base-edit.manage'],
    names: ['bulk-operations.item.users.put', 'users.item.put'],
  },
  {
    name: 'ui-bulk-edit.users.edit',
    title: 'Bulk edit: users, edit by rules',
    sets: ['ui-bulk-edit.users.csv.view', 'ui-bulk-edit.base-edit.manage'],
    names: ['bulk-operations.item.users.put', 'users.item.put'],
  },
  {
    name: 'ui-bulk-edit.users.delete',
    title: 'Bulk edit: users, delete',
    sets: ['ui-bulk-edit.users.csv.view'],
    names: ['bulk-operations.item.users.put', 'users.item.delete'],
  },
  {
    name: 'ui-bulk-edit.logs.view',
    title: 'Bulk edit: view the list of operations',
    sets: ['ui-bulk-edit.base-view.manage'],
  },
  {
    name: 'ui-bulk-edit.query.execute',
    title: 'Bulk edit: find records by queries',
    sets: ['ui-bulk-edit.base-view.manage'],
    names: ['bulk-operations.item.query.post'],
  },
  {
    name: 'ui-bulk-edit.settings.view',
    title: 'Settings (bulk edit): view profiles',
    sets: ['settings.bulk-edit.enabled'],
    names: ['bulk-operations.profiles.collection.get'],
  },
  {
    name: 'ui-bulk-edit.settings.create',
    title: 'Settings (bulk edit): create and edit profiles',
    sets: ['ui-bulk-edit.settings.view'],
    names: ['bulk-operations.profiles.item.post', 'bulk-operations.profiles.item.put'],
  },
  {
    name: 'ui-bulk-edit.settings.lock.edit',
    title: 'Settings (bulk edit): lock and unlock profiles',
    sets: ['ui-bulk-edit.settings.create'],
    names: ['bulk-operations.profiles.item.lock.execute'],
  },
  {
    name: 'ui-bulk-edit.settings.delete',
    title: 'Settings (bulk edit): delete profiles',
    sets: ['ui-bulk-edit.settings.view'],
    names: ['bulk-operations.profiles.item.delete'],
  },
]

/** The sets with their members, filled from the names that this version's routes ask for. */
export function wellKnownSets(routePermissions: readonly string[]) {
  return [...backend, ...screens, ...bulkEditScreens].map(
    ({ name, title, prefixes = [], sets = [], names = [] }) => {
      const below = routePermissions.filter((one) => prefixes.some((prefix) => one.startsWith(prefix)))
      return {
        name,
        displayName: title,
        description: title,
        subPermissions: [...new Set([...sets, ...names, ...below])],
      }
    },
  )
}
