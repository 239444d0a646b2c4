import {
  among,
  flagCell,
  listOf,
  nameOf,
  namedCell,
  objectOf,
  objectsOf,
  tagsCell,
  textCell,
  textOf,
} from './cells.ts'
import type { CellColumn, CellOf, Row } from './cells.ts'
import { UNKNOWN } from './labels.ts'
import type { CustomFieldLabel } from './labels.ts'
import { dayOf } from './user-dates.ts'

function personalCell(name: string): CellOf {
  return ({ record }) => textOf(objectOf(record.personal)[name])
}

const departmentsCell: CellOf = (row) =>
  listOf(row.record.departments)
    .map((id) => among(row, nameOf(row, 'departments', id)))
    .join(';')

/** Addresses with the parts that `ADDRESS_PARTS` names, whether it is the primary one, and the name of its type. */
const addressesCell: CellOf = (row) =>
  objectsOf(objectOf(row.record.personal).addresses)
    .map((address) =>
      [
        ...ADDRESS_PARTS.map((part) => address[part]),
        address.primaryAddress,
        nameOf(row, 'addressTypes', address.addressTypeId),
      ]
        .map((part) => among(row, part))
        .join(';'),
    )
    .join('|')

/** The texts of an address in the order of its cell. */
export const ADDRESS_PARTS = [
  'id',
  'countryId',
  'addressLine1',
  'addressLine2',
  'city',
  'region',
  'postalCode',
] as const

function customValue(row: Row, { options }: CustomFieldLabel, value: unknown): string {
  if (options.size === 0) return among(row, value)
  return among(row, options.get(value as string) ?? UNKNOWN)
}

const customFieldsCell: CellOf = (row) =>
  Object.entries(objectOf(row.record.customFields))
    .map(([refId, value]) => {
      const field = row.labels.customFields.get(refId)
      if (!field) return UNKNOWN
      const values = Array.isArray(value) ? listOf(value) : [value]
      return `${among(row, field.name)}:${values.map((one) => customValue(row, field, one)).join(';')}`
    })
    .join('|')

function listCell(name: string): CellOf {
  return ({ record }) => listOf(record[name]).map(textOf).join(';')
}

/** The columns of users in FOLIO's order (folio-org/mod-bulk-operations: User, Personal). */
export const userColumns: readonly CellColumn[] = [
  { header: 'User name', cell: textCell('username'), shown: true },
  { header: 'User id', cell: textCell('id') },
  { header: 'External system id', cell: textCell('externalSystemId') },
  { header: 'Barcode', cell: textCell('barcode'), shown: true },
  { header: 'Active', cell: flagCell('active', ''), shown: true, property: 'active' },
  { header: 'Type', cell: textCell('type') },
  {
    header: 'Patron group',
    cell: namedCell('patronGroup', 'patronGroups'),
    shown: true,
    property: 'patronGroup',
  },
  { header: 'Departments', cell: departmentsCell },
  { header: 'Proxy for', cell: listCell('proxyFor') },
  { header: 'Last name', cell: personalCell('lastName'), shown: true },
  { header: 'First name', cell: personalCell('firstName'), shown: true },
  { header: 'Middle name', cell: personalCell('middleName') },
  { header: 'Preferred first name', cell: personalCell('preferredFirstName') },
  { header: 'Email', cell: personalCell('email'), property: 'personal.email' },
  { header: 'Phone', cell: personalCell('phone') },
  { header: 'Mobile phone', cell: personalCell('mobilePhone') },
  {
    header: 'Date of birth',
    cell: ({ record }) => dayOf(textOf(objectOf(record.personal).dateOfBirth), 'UTC'),
    dataType: 'DATE_TIME',
  },
  { header: 'Addresses', cell: addressesCell },
  { header: 'Preferred contact type id', cell: personalCell('preferredContactTypeId') },
  { header: 'Link to the profile picture', cell: personalCell('profilePictureLink') },
  {
    header: 'Enrollment date',
    cell: ({ record }) => dayOf(textOf(record.enrollmentDate), 'UTC'),
    dataType: 'DATE_TIME',
  },
  {
    header: 'Expiration date',
    cell: ({ record, labels }) => dayOf(textOf(record.expirationDate), labels.timeZone),
    dataType: 'DATE_TIME',
    property: 'expirationDate',
  },
  { header: 'Tags', cell: tagsCell },
  { header: 'Custom fields', cell: customFieldsCell },
  { header: 'Preferred email communications', cell: listCell('preferredEmailCommunication') },
]
