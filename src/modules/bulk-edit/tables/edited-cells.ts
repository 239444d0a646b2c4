import type { Document } from '../contracts.ts'
import { listOf, objectOf, objectsOf } from './cells.ts'
import { restored } from './escape.ts'
import { UNKNOWN } from './labels.ts'
import type { CustomFieldLabel, Labels } from './labels.ts'
import { ADDRESS_PARTS } from './user-columns.ts'
import { endOfDay, isDay } from './user-dates.ts'

/** Why an edited cell can't be taken, in words. */
export class CellError extends Error {}

/** What edited cells are read with: ids by names, made once a file. */
export type CellReading = {
  timeZone: string
  groups: NamedIds
  departments: NamedIds
  addressTypes: NamedIds
  customFields: ReadonlyMap<string, { refId: string; field: CustomFieldLabel }>
  knownFields: Labels['customFields']
}

type NamedIds = { word: string; byName: ReadonlyMap<string, string>; names: ReadonlyMap<string, string> }

/** A value for the document; `undefined` takes the property away. @throws CellError */
type ReadCell = (cell: string, stored: unknown, reading: CellReading) => unknown

/** Where the value of a column stands in a user, and how its cell is read. */
export type EditedColumn = { path: readonly string[]; read: ReadCell }

function namedIds(word: string, names: ReadonlyMap<string, string>): NamedIds {
  return { word, names, byName: new Map([...names].map(([id, name]) => [name, id])) }
}

export function cellReading({ timeZone, names, customFields }: Labels): CellReading {
  return {
    timeZone,
    groups: namedIds('patron group', names.patronGroups),
    departments: namedIds('department', names.departments),
    addressTypes: namedIds('address type', names.addressTypes),
    customFields: new Map([...customFields].map(([refId, field]) => [field.name, { refId, field }])),
    knownFields: customFields,
  }
}

function idOf({ word, byName }: NamedIds, name: string): string {
  const id = byName.get(name)
  if (id === undefined) throw new CellError(`"${name}" is not the name of a ${word}`)
  return id
}

/** Ids of a list of names; UNKNOWN stands for the next of the stored ids that have no name. */
function idsOf(ids: NamedIds, names: readonly string[], stored: readonly unknown[]): string[] {
  const nameless = stored.filter((id): id is string => typeof id === 'string' && !ids.names.has(id))
  return names.map((name) => {
    const id = name === UNKNOWN ? nameless.shift() : undefined
    return id ?? idOf(ids, name)
  })
}

/** The parts of a cell; none for an empty one. */
function split(cell: string, mark: string): string[] {
  return cell === '' ? [] : cell.split(mark)
}

const readText: ReadCell = (cell) => (cell.trim() === '' ? undefined : cell)

function flagOf(cell: string): boolean | undefined {
  if (cell === '') return undefined
  // Spreadsheets write these two words in capitals.
  const word = cell.toLowerCase()
  if (word !== 'true' && word !== 'false') throw new CellError(`"${cell}" is neither true nor false`)
  return word === 'true'
}

const readGroup: ReadCell = (cell, stored, { groups }) =>
  cell === '' ? undefined : idsOf(groups, [cell], [stored])[0]

const readDepartments: ReadCell = (cell, stored, { departments }) =>
  idsOf(
    departments,
    split(cell, ';')
      .filter((name) => name !== '')
      .map(restored),
    listOf(stored),
  )

const readList: ReadCell = (cell) => split(cell, ';').filter((one) => one !== '')

const EMAIL_KINDS = ['Support', 'Programs', 'Services']

const readEmailKinds: ReadCell = (cell) => {
  const kinds = split(cell, ';').filter((one) => one !== '')
  const wrong = kinds.find((kind) => !EMAIL_KINDS.includes(kind))
  if (wrong !== undefined) throw new CellError(`"${wrong}" is not one of ${EMAIL_KINDS.join(' and ')}`)
  return kinds
}

const readTags: ReadCell = (cell, stored) => ({
  ...objectOf(stored),
  tagList: split(cell, ';')
    .filter((one) => one !== '')
    .map(restored),
})

function checkedDay(cell: string): string {
  if (!isDay(cell)) throw new CellError(`"${cell}" is not a date in the form yyyy-MM-dd`)
  return cell
}

const readDay: ReadCell = (cell) => (cell === '' ? undefined : `${checkedDay(cell)}T00:00:00.000+00:00`)

const readExpiration: ReadCell = (cell, _stored, { timeZone }) =>
  cell === '' ? undefined : endOfDay(checkedDay(cell), timeZone)

const CONTACT_TYPES = ['001', '002', '003', '004', '005']

const readContactType: ReadCell = (cell) => {
  if (cell === '') return undefined
  // Spreadsheets take leading zeros away.
  const id = cell.padStart(3, '0')
  if (!CONTACT_TYPES.includes(id)) throw new CellError(`"${cell}" is not one of ${CONTACT_TYPES.join(' ')}`)
  return id
}

const readAddresses: ReadCell = (cell, stored, { addressTypes }) => {
  const texts = split(cell, '|').filter((one) => one !== '')
  const rows = texts.map((text) => text.split(';').map(restored))
  const wanted = ADDRESS_PARTS.length + 2
  const wrong = rows.findIndex((parts) => parts.length !== wanted)
  if (wrong >= 0) {
    throw new CellError(`"${texts[wrong]}" has ${rows[wrong]!.length} parts instead of ${wanted}`)
  }
  const types = rows.map((parts) => parts.at(-1)!)
  const typeIds = idsOf(
    addressTypes,
    types,
    objectsOf(stored).map(({ addressTypeId }) => addressTypeId),
  )
  return rows.map((parts, place) => {
    const filled = ADDRESS_PARTS.map((name, index) => [name, parts[index]!] as const)
    const primary = flagOf(parts.at(-2)!)
    return {
      ...Object.fromEntries(filled.filter(([, text]) => text !== '')),
      ...(primary === undefined ? {} : { primaryAddress: primary }),
      addressTypeId: typeIds[place],
    }
  })
}

function optionId({ name, options }: CustomFieldLabel, value: string): string {
  for (const [id, text] of options) if (text === value) return id
  throw new CellError(`"${value}" is not an option of the custom field ${name}`)
}

function customFieldValue(field: CustomFieldLabel, cell: string, stored: unknown): unknown {
  if (field.type === 'SINGLE_CHECKBOX') return flagOf(restored(cell))
  const texts = split(cell, ';').map(restored)
  const values = field.options.size > 0 ? texts.map((text) => optionId(field, text)) : texts
  const isList = field.type === 'MULTI_SELECT_DROPDOWN' || Array.isArray(stored) || values.length > 1
  if (!isList) return values[0]
  if (field.type !== 'MULTI_SELECT_DROPDOWN' && !field.isRepeatable) {
    throw new CellError(`The custom field ${field.name} has one value`)
  }
  return values
}

/** Values of custom fields; those whose definition is gone stay. */
const readCustomFields: ReadCell = (cell, stored, { customFields, knownFields }) => {
  const before = objectOf(stored)
  const kept = Object.entries(before).filter(([refId]) => !knownFields.has(refId))
  const read = split(cell, '|').flatMap((part): [string, unknown][] => {
    if (part === '' || part === UNKNOWN) return []
    const colon = part.indexOf(':')
    const name = restored(colon < 0 ? part : part.slice(0, colon))
    const found = customFields.get(name)
    if (colon < 0 || !found) throw new CellError(`"${name}" is not the name of a custom field`)
    const value = customFieldValue(found.field, part.slice(colon + 1), before[found.refId])
    return value === undefined ? [] : [[found.refId, value]]
  })
  return Object.fromEntries([...kept, ...read])
}

const readLastName: ReadCell = (cell) => {
  if (cell.trim() === '') throw new CellError('A user must have a last name')
  return cell
}

function personal(name: string, read: ReadCell = readText): EditedColumn {
  return { path: ['personal', name], read }
}

function own(name: string, read: ReadCell = readText): EditedColumn {
  return { path: [name], read }
}

/** Columns that an edited file may change, by their header. */
export const EDITED_COLUMNS: ReadonlyMap<string, EditedColumn> = new Map([
  ['User name', own('username')],
  ['External system id', own('externalSystemId')],
  ['Barcode', own('barcode')],
  ['Active', own('active', flagOf)],
  ['Type', own('type')],
  ['Patron group', own('patronGroup', readGroup)],
  ['Departments', own('departments', readDepartments)],
  ['Proxy for', own('proxyFor', readList)],
  ['Last name', personal('lastName', readLastName)],
  ['First name', personal('firstName')],
  ['Middle name', personal('middleName')],
  ['Preferred first name', personal('preferredFirstName')],
  ['Email', personal('email')],
  ['Phone', personal('phone')],
  ['Mobile phone', personal('mobilePhone')],
  ['Date of birth', personal('dateOfBirth', readDay)],
  ['Addresses', personal('addresses', readAddresses)],
  ['Preferred contact type id', personal('preferredContactTypeId', readContactType)],
  ['Link to the profile picture', personal('profilePictureLink')],
  ['Enrollment date', own('enrollmentDate', readDay)],
  ['Expiration date', own('expirationDate', readExpiration)],
  ['Tags', own('tags', readTags)],
  ['Custom fields', own('customFields', readCustomFields)],
  ['Preferred email communications', own('preferredEmailCommunication', readEmailKinds)],
])

/** The value that stands at a path of a document. */
export function valueAt(document: Document, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => objectOf(value)[name], document)
}

/** The document with a value at a path, without the property where the value is undefined; the argument stays as it is. */
export function withValue(document: Document, [name, ...rest]: readonly string[], value: unknown): Document {
  if (name === undefined) return document
  const next = rest.length === 0 ? value : withValue(objectOf(document[name]), rest, value)
  if (next !== undefined) return { ...document, [name]: next }
  const { [name]: _gone, ...others } = document
  return others
}

const LONG_NUMBER = /^\d(?:[.,]\d+)?E\+\d+$/i

/**
 * Whether a cell is what a spreadsheet makes of a number in the stored text when it opens and saves the file: without
 * leading zeros, or in powers of ten.
 */
export function isSpreadsheetForm(stored: string, cell: string): boolean {
  if (!/^\d+$/.test(stored) || cell === stored) return false
  if (cell === stored.replace(/^0+(?=\d)/, '')) return true
  if (!LONG_NUMBER.test(cell)) return false
  const rounded = Number(cell.replace(',', '.'))
  const digits = cell.split(/e/i)[0]!.replace(/[.,]/, '').length
  return rounded === Number(Number(stored).toPrecision(digits))
}
