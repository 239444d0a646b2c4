import { at, flag, instant, madeText, ownName, text, uuidAt, uuidColumn } from './build-columns.ts'
import { uuids } from './build-lists.ts'
import type { Column } from './column.ts'
import { LISTS } from './named-lists.ts'
import { lastNameFirstName, usernameKey } from './user-columns.ts'

const HIDDEN = { isHidden: true } as const
const VISIBLE = { isVisible: true } as const

const hiddenId = uuidColumn('id', 'UUID', 'id', HIDDEN)

/** folio-org/mod-fqm-manager: entity-types/inventory/simple_location.json5 */
export const locationColumns: readonly Column[] = [
  hiddenId,
  ownName('code', 'Code', LISTS.locationCodes, 'name'),
  ownName('name', 'Name', LISTS.locations, 'name', VISIBLE),
  text('description', 'Description', 'description', HIDDEN),
  text('discovery_display_name', 'Discovery display name', 'discoveryDisplayName', HIDDEN),
  flag('is_active', 'Is active', 'isActive', HIDDEN),
  uuidColumn('institution_id', 'Institution UUID', 'institutionid', HIDDEN),
  uuidColumn('campus_id', 'Campus UUID', 'campusid', HIDDEN),
  uuidColumn('library_id', 'Library UUID', 'libraryid', HIDDEN),
  uuids('service_point_ids', 'Service point UUIDs', 'servicePointIds', { ...HIDDEN, as: 'jsonb' }),
  uuidAt('primary_service_point', 'Primary service point UUID', 'primaryServicePoint', HIDDEN),
]

/** folio-org/mod-fqm-manager: entity-types/inventory/simple_loclibrary.json5 */
export const libraryColumns: readonly Column[] = [
  hiddenId,
  ownName('name', 'Name', LISTS.libraries, 'name', VISIBLE),
  ownName('code', 'Code', LISTS.libraryCodes, 'name'),
  uuidColumn('campus_id', 'Campus UUID', 'campusid', HIDDEN),
]

/** folio-org/mod-fqm-manager: entity-types/inventory/simple_service_point.json5 */
export const servicePointColumns: readonly Column[] = [
  hiddenId,
  text('code', 'Code', 'code', { folded: true }),
  ownName('name', 'Name', LISTS.servicePoints, 'id', { idColumn: 'id' }),
  text('discovery_display_name', 'Discovery display name', 'discoveryDisplayName'),
]

/** folio-org/mod-fqm-manager: entity-types/inventory/simple_call_number_type.json5 */
export const callNumberTypeColumns: readonly Column[] = [
  hiddenId,
  ownName('name', 'Type', LISTS.callNumberTypes, 'id', { idColumn: 'id' }),
]

/** folio-org/mod-fqm-manager: entity-types/inventory/simple_material_type.json5 */
export const materialTypeColumns: readonly Column[] = [
  hiddenId,
  ownName('name', 'Name', LISTS.materialTypes, 'id', { ...VISIBLE, idColumn: 'id' }),
  text('source', 'Source', 'source', HIDDEN),
]

/** folio-org/mod-fqm-manager: entity-types/inventory/simple_loan_type.json5 */
export const loanTypeColumns: readonly Column[] = [
  uuidColumn('id', 'UUID', 'id'),
  ownName('name', 'Name', LISTS.loanTypes, 'name', VISIBLE),
]

/** folio-org/mod-fqm-manager: entity-types/inventory/simple_holdings_type.json5 */
export const holdingsTypeColumns: readonly Column[] = [
  uuidColumn('id', 'Type UUID', 'id'),
  ownName('name', 'Type', LISTS.holdingsTypes, 'id', { ...VISIBLE, idColumn: 'id' }),
]

/** folio-org/mod-fqm-manager: entity-types/inventory/simple_instance_status.json5 */
export const instanceStatusColumns: readonly Column[] = [
  hiddenId,
  ownName('name', 'Term', LISTS.instanceStatuses, 'id', { idColumn: 'id' }),
  text('code', 'Code', 'code', { folded: true }),
]

/** folio-org/mod-fqm-manager: entity-types/simple_instance_date_type.json5 */
export const dateTypeColumns: readonly Column[] = [
  uuidColumn('id', 'ID', 'id', HIDDEN),
  ownName('name', 'Name', LISTS.instanceDateTypes, 'id', { idColumn: 'id' }),
]

/** folio-org/mod-fqm-manager: entity-types/users/simple_group.json5 */
export const groupColumns: readonly Column[] = [
  ownName('group', 'Name', LISTS.groups, 'name', VISIBLE),
  hiddenId,
]

/** Who made or changed a record (folio-org/mod-fqm-manager: entity-types/users/simple_FOLIO_user.json5). */
export const editorColumns: readonly Column[] = [
  uuidColumn('id', 'User UUID', 'id', HIDDEN),
  flag('active', 'Active', 'active', HIDDEN),
  instant('user_created_date', 'Created date', 'metadata.createdDate', HIDDEN),
  instant('user_updated_date', 'Updated date', 'metadata.updatedDate', HIDDEN),
  uuidAt('updated_by_user_id', 'Updated by user UUID', 'metadata.updatedByUserId', HIDDEN),
  uuidAt('created_by_user_id', 'Created by user UUID', 'metadata.createdByUserId', HIDDEN),
  text('email', 'Email', 'personal.email', { folded: true }),
  madeText('last_name_first_name', 'Last name, first name', lastNameFirstName),
  text('username', 'Username', 'username', { key: usernameKey }),
]

/** The id of the user in the metadata of a record. */
export const editorId = (name: 'createdByUserId' | 'updatedByUserId') => (row: string) =>
  `octavo.uuid_of(${at(`metadata.${name}`)(row)})`
