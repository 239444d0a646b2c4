import { at } from './build-columns.ts'
import type { Column, Field, Sql } from './column.ts'
import { holdingsColumns } from './holdings-columns.ts'
import { instanceColumns } from './instance-columns.ts'
import { itemColumns } from './item-columns.ts'
import {
  callNumberTypeColumns,
  dateTypeColumns,
  editorColumns,
  editorId,
  groupColumns,
  holdingsTypeColumns,
  instanceStatusColumns,
  libraryColumns,
  loanTypeColumns,
  locationColumns,
  materialTypeColumns,
  servicePointColumns,
} from './joined-columns.ts'
import { userColumns } from './user-columns.ts'

/** A table whose columns an entity type has, under an alias; all but the first are reached through an id. */
export type Source = {
  alias: string
  label: string
  table: string
  columns: readonly Column[]
  permissions: readonly string[]
  link: { from: string; key: Sql } | null
}

/** What can be queried: a kind of record with what belongs to it. The first source is the record itself. */
export type EntityType = {
  id: string
  name: string
  label: string
  description: string
  sources: readonly Source[]
}

/** The ids that FOLIO's screens name (folio-org/mod-fqm-manager: entity-types). */
export const ENTITY_TYPE_IDS = {
  item: 'd0213d22-32cf-490f-9196-d81c3c66e53f',
  holdings: '8418e512-feac-4a6a-a56d-9006aab31e33',
  instance: '6b08439b-4f8e-4468-8046-ea620f5cfb74',
  user: 'ddc93926-d15a-4a45-9d9c-93eadc3d9bbf',
} as const

type Kind = Omit<Source, 'alias' | 'label' | 'link'>

function ofStorage(table: string, columns: readonly Column[], ...lists: string[]): Kind {
  return { table, columns, permissions: lists.map((list) => `inventory-storage.${list}`) }
}

const STATISTICAL = ['statistical-codes.collection.get', 'statistical-code-types.collection.get']

const items = ofStorage('item', itemColumns, 'items.item.get')
const holdings = ofStorage('holdings_record', holdingsColumns, 'holdings.item.get', ...STATISTICAL)
const instances = ofStorage(
  'instance',
  instanceColumns,
  'classification-types.collection.get',
  'instances.item.get',
  'contributor-name-types.collection.get',
  'contributor-types.collection.get',
  ...STATISTICAL,
  'instance-formats.collection.get',
  'nature-of-content-terms.collection.get',
)
const users: Kind = {
  table: 'users',
  columns: userColumns,
  permissions: ['users.collection.get', 'users.item.get'],
}
const groups: Kind = { table: 'groups', columns: groupColumns, permissions: ['usergroups.collection.get'] }
const editors: Kind = { table: 'users', columns: editorColumns, permissions: ['users.collection.get'] }
const locations = ofStorage('location', locationColumns, 'locations.collection.get')
const libraries = ofStorage('loclibrary', libraryColumns, 'location-units.libraries.collection.get')
const servicePoints = ofStorage('service_point', servicePointColumns, 'service-points.collection.get')
const callNumberTypes = ofStorage(
  'call_number_type',
  callNumberTypeColumns,
  'call-number-types.collection.get',
)
const materialTypes = ofStorage('material_type', materialTypeColumns, 'material-types.collection.get')
const loanTypes = ofStorage('loan_type', loanTypeColumns, 'loan-types.collection.get')
const holdingsTypes = ofStorage('holdings_type', holdingsTypeColumns, 'holdings-types.collection.get')
const statuses = ofStorage('instance_status', instanceStatusColumns, 'instance-statuses.collection.get')
const dateTypes = ofStorage('instance_date_type', dateTypeColumns, 'instance-date-types.collection.get')

function root(alias: string, label: string, kind: Kind): Source {
  return { alias, label, link: null, ...kind }
}

function joined(alias: string, label: string, kind: Kind, from: string, key: Sql): Source {
  return { alias, label, link: { from, key }, ...kind }
}

const column =
  (name: string): Sql =>
  (row) =>
    `${row}.${name}`
const idAt =
  (path: string): Sql =>
  (row) =>
    `octavo.uuid_of(${at(path)(row)})`

const createdBy = (alias: string, label: string, from: string) =>
  joined(alias, label, editors, from, editorId('createdByUserId'))
const updatedBy = (alias: string, label: string, from: string) =>
  joined(alias, label, editors, from, editorId('updatedByUserId'))

// Aliases, labels and their order: folio-org/mod-fqm-manager: entity-types/**/composite_*.json5, translations/en.json.

const itemType: EntityType = {
  id: ENTITY_TYPE_IDS.item,
  name: 'composite_item_details',
  label: 'Items',
  description:
    'Items with their locations, call numbers, types, holdings, instance, and who made and changed them.',
  sources: [
    root('items', 'Item', items),
    joined(
      'item_level_call_number',
      'Item call number',
      callNumberTypes,
      'items',
      idAt('itemLevelCallNumberTypeId'),
    ),
    joined(
      'effective_call_number',
      'Effective call number',
      callNumberTypes,
      'items',
      idAt('effectiveCallNumberComponents.typeId'),
    ),
    joined('mtypes', 'Material type', materialTypes, 'items', column('material_type_id')),
    joined('instances', 'Instance', instances, 'holdings', column('instance_id')),
    joined('instance_status', 'Instance status', statuses, 'instances', idAt('statusId')),
    joined('holdings', 'Holdings', holdings, 'items', column('holdings_record_id')),
    joined('loclibrary', 'Item effective library', libraries, 'effective_location', column('libraryid')),
    joined(
      'effective_location',
      'Item effective location',
      locations,
      'items',
      column('effective_location_id'),
    ),
    joined('permanent_location', 'Item permanent location', locations, 'items', idAt('permanentLocationId')),
    joined(
      'last_check_in_service_point',
      'Last check in service point',
      servicePoints,
      'items',
      idAt('lastCheckIn.servicePointId'),
    ),
    joined(
      'in_transit_destination_service_point',
      'Destination service point',
      servicePoints,
      'items',
      idAt('inTransitDestinationServicePointId'),
    ),
    joined('temporary_location', 'Item temporary location', locations, 'items', idAt('temporaryLocationId')),
    joined('permanent_loan_type', 'Permanent loan type', loanTypes, 'items', idAt('permanentLoanTypeId')),
    joined('temporary_loan_type', 'Temporary loan type', loanTypes, 'items', idAt('temporaryLoanTypeId')),
    createdBy('created_by_user', 'Item created by', 'items'),
    updatedBy('updated_by_user', 'Item updated by', 'items'),
    joined(
      'holding_permanent_location',
      'Holdings record permanent location',
      locations,
      'holdings',
      column('permanent_location_id'),
    ),
  ],
}

const holdingsType: EntityType = {
  id: ENTITY_TYPE_IDS.holdings,
  name: 'composite_holdings_record',
  label: 'Holdings',
  description: 'Holdings with their type, locations, library, instance, and who made and changed them.',
  sources: [
    root('holdings', 'Holdings', holdings),
    joined('holdings_type', 'Holdings type', holdingsTypes, 'holdings', idAt('holdingsTypeId')),
    joined(
      'effective_library',
      'Holdings effective library',
      libraries,
      'effective_location',
      column('libraryid'),
    ),
    joined(
      'effective_location',
      'Holdings effective location',
      locations,
      'holdings',
      column('effective_location_id'),
    ),
    joined(
      'permanent_location',
      'Holdings permanent location',
      locations,
      'holdings',
      column('permanent_location_id'),
    ),
    joined(
      'temporary_location',
      'Holdings temporary location',
      locations,
      'holdings',
      idAt('temporaryLocationId'),
    ),
    joined('instance', 'Instance', instances, 'holdings', column('instance_id')),
    createdBy('created_by', 'Holdings created by', 'holdings'),
    updatedBy('updated_by', 'Holdings updated by', 'holdings'),
  ],
}

const instanceType: EntityType = {
  id: ENTITY_TYPE_IDS.instance,
  name: 'composite_instances',
  label: 'Instances',
  description: 'Instances with their status, date type, and who made and changed them.',
  sources: [
    root('instance', 'Instance', {
      ...instances,
      permissions: [...instances.permissions, 'inventory-storage.instance-types.collection.get'],
    }),
    joined('inst_stat', 'Instance status', statuses, 'instance', idAt('statusId')),
    joined('date_type', 'Instance date type', dateTypes, 'instance', idAt('dates.dateTypeId')),
    createdBy('created_by', 'Instance created by', 'instance'),
    updatedBy('updated_by', 'Instance updated by', 'instance'),
  ],
}

const userType: EntityType = {
  id: ENTITY_TYPE_IDS.user,
  name: 'composite_user_details',
  label: 'Users',
  description: 'Users with their patron group, and who made and changed them.',
  sources: [
    root('users', 'User', users),
    joined('groups', 'Patron group', groups, 'users', column('patrongroup')),
    createdBy('created_by_user', 'User created by', 'users'),
    updatedBy('updated_by_user', 'User updated by', 'users'),
  ],
}

/** All entity types in the order of their labels. */
export const ENTITY_TYPES: readonly EntityType[] = [holdingsType, instanceType, itemType, userType]

/** The permissions that an entity type asks for beside those of the endpoint. */
export function requiredPermissions({ sources }: EntityType): string[] {
  return [...new Set(sources.flatMap(({ permissions }) => permissions))]
}

/** The source that an entity type's records are rows of. */
export function rootOf(entityType: EntityType): Source {
  return entityType.sources[0]!
}

/** The source with an alias. @throws Error when there is none: a fault of the declaration */
export function sourceOf(entityType: EntityType, alias: string): Source {
  const source = entityType.sources.find((one) => one.alias === alias)
  if (!source) throw new Error(`The entity type ${entityType.name} has no source ${alias}.`)
  return source
}

/** The column under a name such as `items.barcode`; null when there is none. */
export function findColumn(entityType: EntityType, name: string): { source: Source; column: Column } | null {
  const dot = name.indexOf('.')
  const source = entityType.sources.find(({ alias }) => alias === name.slice(0, dot))
  const found = source?.columns.find((one) => one.name === name.slice(dot + 1))
  return source && found ? { source, column: found } : null
}

/** What stands under a name, also of a property such as `items.notes[*]->note`; null when there is nothing. */
export function findField(entityType: EntityType, name: string): { source: Source; field: Field } | null {
  const [columnName = '', property, ...more] = name.split('[*]->')
  const found = more.length === 0 ? findColumn(entityType, columnName) : null
  if (found === null) return null
  if (property === undefined) return { source: found.source, field: found.column }
  const field = found.column.properties.find((one) => one.name === property)
  return field === undefined ? null : { source: found.source, field }
}
