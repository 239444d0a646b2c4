import {
  at,
  flag,
  instant,
  madeText,
  oneOf,
  text,
  uuidAt,
  uuidColumn,
  wholeDocument,
} from './build-columns.ts'
import { flagPart, namePart, namesOf, objects, part, texts, uuids } from './build-lists.ts'
import type { Column, Sql } from './column.ts'
import { LISTS } from './named-lists.ts'

const FOLDED = { folded: true } as const

export const lastNameFirstName: Sql = (user) =>
  `concat_ws(', ', nullif(${at('personal.lastName')(user)}, ''), nullif(${at('personal.firstName')(user)}, ''))`

export const usernameKey = { form: 'folded', sql: (user: string) => `${user}.username_key` } as const

const preferredContactType: Sql = (user) => `case ${at('personal.preferredContactTypeId')(user)}
  when '001' then 'Mail (Primary Address)' when '002' then 'Email' when '003' then 'Text Message'
  else 'unknown' end`

const CONTACT_TYPES = oneOf([
  'Email',
  'Mail (Primary Address)',
  'Text Message',
  { value: 'unknown', label: 'Unknown' },
])

/** The columns of users (folio-org/mod-fqm-manager: entity-types/users/simple_user_details.json5). */
export const userColumns: readonly Column[] = [
  uuidColumn('id', 'User UUID', 'id'),
  flag('active', 'Active', 'active', { isVisible: true }),
  instant('user_created_date', 'User created date', 'metadata.createdDate'),
  instant('user_updated_date', 'User updated date', 'metadata.updatedDate'),
  uuidAt('updated_by_user_id', 'Updated by user UUID', 'metadata.updatedByUserId'),
  uuidAt('created_by_user_id', 'Created by user UUID', 'metadata.createdByUserId'),
  uuidColumn('group_id', 'Patron group UUID', 'patrongroup', { isHidden: true }),
  text('email', 'Email', 'personal.email', FOLDED),
  text('last_name', 'Last name', 'personal.lastName', { ...FOLDED, isVisible: true }),
  text('pronouns', 'Pronouns', 'personal.pronouns', FOLDED),
  text('first_name', 'First name', 'personal.firstName', { ...FOLDED, isVisible: true }),
  madeText('last_name_first_name', 'Last name, first name', lastNameFirstName),
  madeText('preferred_contact_type', 'Preferred contact type', preferredContactType, {
    source: CONTACT_TYPES,
  }),
  text('phone', 'Phone', 'personal.phone'),
  objects(
    'addresses',
    'Address',
    'personal.addresses',
    [
      part('city', 'City', 'city'),
      part('region', 'Region', 'region'),
      part('country_id', 'Country', 'countryId', { source: { kind: 'known', name: 'countries' } }),
      part('postal_code', 'Postal code', 'postalCode'),
      part('address_line1', 'Line 1', 'addressLine1'),
      namePart('address_type_id', 'Type', 'addressTypeId', LISTS.addressTypes, { property: 'addressType' }),
      flagPart('primary_address', 'Primary address', 'primaryAddress'),
      part('address_line2', 'Line 2', 'addressLine2'),
    ],
    { as: 'jsonb' },
  ),
  text('middle_name', 'Middle name', 'personal.middleName'),
  instant('date_of_birth', 'Date of birth', 'personal.dateOfBirth'),
  text('mobile_phone', 'Mobile phone', 'personal.mobilePhone'),
  text('preferred_first_name', 'Preferred first name', 'personal.preferredFirstName', FOLDED),
  text('username', 'Username', 'username', { isVisible: true, key: usernameKey }),
  instant('expiration_date', 'Expiration date', 'expirationDate'),
  text('barcode', 'Barcode', 'barcode', {
    isVisible: true,
    key: { form: 'folded', sql: (user) => `${user}.barcode_key` },
  }),
  text('external_system_id', 'External system ID', 'externalSystemId', {
    key: { form: 'folded', sql: (user) => `${user}.external_id_key` },
  }),
  text('type', 'Type', 'type', {
    ...FOLDED,
    source: oneOf([
      { value: 'patron', label: 'Patron' },
      { value: 'staff', label: 'Staff' },
      { value: 'shadow', label: 'Shadow' },
      { value: 'system', label: 'System' },
      'DCB',
    ]),
  }),
  texts('tags_tag_list', 'Tags', 'tags.tagList', { as: 'jsonb', source: { kind: 'known', name: 'tags' } }),
  uuids('department_ids', 'Department UUIDs', 'departments', { as: 'jsonb', type: 'jsonbArrayType' }),
  namesOf('departments', 'Department names', LISTS.departments, 'departments', {
    as: 'jsonb',
    idColumn: 'department_ids',
  }),
  instant('enrollment_date', 'Enrollment date', 'enrollmentDate'),
  wholeDocument(),
]
