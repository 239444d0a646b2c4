/** How the first part of a permission's name is called; others are read as they are. */
const AREAS: Readonly<Record<string, string>> = {
  addresstypes: 'Address types',
  audit: 'Version history',
  'bulk-operations': 'Bulk edit',
  'change-manager': 'Import jobs',
  'converter-storage': 'Import profiles',
  copycat: 'Single-record import',
  'data-import': 'Data import',
  fqm: 'Queries',
  'instance-authority-links': 'Authority links',
  inventory: 'Inventory',
  'inventory-storage': 'Inventory',
  login: 'Log-in',
  'mapping-rules': 'MARC mapping rules',
  'marc-records-editor': 'MARC editor',
  'metadata-provider': 'Import log',
  okapi: 'Tenants',
  perms: 'Permissions',
  proxiesfor: 'Proxies',
  rtac: 'Availability for discovery systems',
  'source-storage': 'Source records',
  usergroups: 'Patron groups',
  'users-bl': 'Users',
  validation: 'Password rules',
}

const ACTS: Readonly<Record<string, string>> = {
  get: 'view',
  post: 'create',
  put: 'edit',
  patch: 'edit',
  delete: 'delete',
}

/** Names of which the parts say too little. */
const WHOLE: Readonly<Record<string, string>> = {
  'bulk-operations.item.content-update.post': 'Bulk edit: set rules',
  'bulk-operations.item.marc-content-update.post': 'Bulk edit: set rules for MARC',
  'bulk-operations.item.query.post': 'Bulk edit: find records by a query',
  'bulk-operations.item.start.post': 'Bulk edit: start and commit',
  'bulk-operations.item.undo.post': 'Bulk edit: change back',
  'bulk-operations.item.upload.post': 'Bulk edit: find records by a list of identifiers',
  'change-manager.records.delete': 'Import jobs: stop a job',
  'data-import.jobexecution.cancel': 'Data import: stop a job',
  'data-import.upload.file.post': 'Data import: upload files',
  'data-import.uploadDefinitions.processFiles.item.post': 'Data import: run an import',
  'data-import.uploaddefinitions.post': 'Data import: upload files',
  'inventory.items.move.item.post': 'Inventory: move items',
  'inventory.holdings.move.item.post': 'Inventory: move holdings',
  'perms.users.item.put': 'Permissions: give to users and take away',
  'perms.users.assign.immutable': 'Permissions: hand out those of the system',
  'perms.users.assign.mutable': 'Permissions: hand out sets of this library',
  'perms.users.assign.okapi': 'Permissions: hand out those of the operator',
}

/** "jobExecutions" and "material-types" as words. */
function words(part: string): string {
  const apart = part.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[-_]/g, ' ')
  return apart.toLowerCase().replaceAll(/\b(hrid|marc|isbn|oai|id)\b/g, (word) => word.toUpperCase())
}

/**
 * A permission of a route in words, for sentences such as `You need "…" for this`: the area, what of it, and the act.
 *
 * @example
 * displayNameOf('inventory-storage.material-types.item.post') // "Inventory: material types, create"
 */
export function displayNameOf(name: string): string {
  const whole = WHOLE[name]
  if (whole !== undefined) return whole
  const [area = '', ...rest] = name.split('.')
  const last = rest.pop() ?? ''
  const subject = rest.filter((part) => part !== 'item' && part !== 'collection').map(words)
  const act = ACTS[last] ?? words(last)
  const title = AREAS[area] ?? words(area).replace(/^./, (letter) => letter.toUpperCase())
  return `${title}: ${[...subject, act].filter(Boolean).join(', ')}`
}
