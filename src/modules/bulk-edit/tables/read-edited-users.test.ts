import { describe, expect, test } from 'vitest'
import type { Document } from '../contracts.ts'
import { EditedFileError, cellsOf, columnsOf, csvHeader, csvLine, readEditedUsers } from './pure.ts'
import type { EditedUser } from './pure.ts'
import { isSpreadsheetForm } from './edited-cells.ts'
import { testLabels } from './labels.fixture.ts'

const ID = '2205005b-ca51-4a04-87fd-938eefa8f6de'

const USER: Document = {
  id: ID,
  username: 'ida',
  externalSystemId: '000417',
  barcode: '0123456789012345',
  active: true,
  type: 'patron',
  patronGroup: 'grp-staff',
  departments: ['dep-hist', 'dep-gone'],
  proxyFor: [],
  personal: {
    pronouns: 'they',
    lastName: 'Reader, "the"',
    firstName: 'Ida',
    email: 'ida@example.org',
    dateOfBirth: '1955-09-30T00:00:00.000+00:00',
    addresses: [{ addressLine1: 'High St; 4', city: 'York', primaryAddress: true, addressTypeId: 'at-home' }],
    preferredContactTypeId: '002',
    preferredContactTypeIds: ['002', '003'],
  },
  enrollmentDate: '2019-01-06T09:30:00.000+00:00',
  expirationDate: '2026-06-30T23:59:59.000+00:00',
  customFields: { shoeSize: '45', gone: 'kept', colours: ['opt_0'] },
  tags: { tagList: ['a'] },
  metadata: { createdDate: '2020-01-01T00:00:00.000+00:00' },
}

const labels = testLabels()
const COLUMNS = columnsOf('USER', labels, null, 'file')

/** The file of USER with some cells edited, by their header. */
function fileOf(edits: Record<string, string>, users: readonly Document[] = [USER]): string {
  const lines = users.map((user) => {
    const cells = cellsOf('USER', user, { instance: null, holdings: null }, labels, 'file')
    return csvLine(cells.map((cell, place) => edits[COLUMNS[place]!.value] ?? cell))
  })
  return `\ufeff${csvHeader(COLUMNS)}${lines.join('')}`
}

async function read(text: string, identifierType = 'BARCODE', users = [USER]): Promise<EditedUser[]> {
  const rows: EditedUser[] = []
  const found = new Map(users.map((user) => [user.id as string, user]))
  const pieces = (async function* () {
    yield Buffer.from(text)
  })()
  for await (const some of readEditedUsers(pieces, identifierType, labels, async () => found))
    rows.push(...some)
  return rows
}

/** USER with other values in its own and its personal properties. */
function changed(own: Document, personal: Document = {}): Document {
  return { ...USER, ...own, personal: { ...(USER.personal as Document), ...personal } }
}

describe('an edited file', () => {
  test('that nobody changed gives the very stored documents', async () => {
    const [row] = await read(fileOf({}))
    expect(row!.record).toBe(USER)
    expect(row).toMatchObject({ line: 2, id: ID, identifier: '0123456789012345', problems: [] })
  })

  test('refuses rows with a character that cannot be stored, and reads the others', async () => {
    const other = { ...USER, id: 'b3cbb8c2-4f6f-4f5b-9d5e-2a3b1c6d7e8f', barcode: '77' }
    const text = fileOf({}, [USER, other]).replace('0123456789012345', '012345\u00006789')
    const [row, next] = await read(text, 'BARCODE', [USER, other])
    expect(row).toEqual({
      line: 2,
      id: null,
      identifier: '0123456789',
      record: null,
      problems: [{ type: 'ERROR', message: 'The row holds a character that cannot be stored (U+0000)' }],
    })
    expect(next!.record).toBe(other)
  })

  test.each<[Record<string, string>, Document]>([
    [{ 'User name': 'ida2' }, changed({ username: 'ida2' })],
    [{ Active: 'FALSE' }, changed({ active: false })],
    [{ 'Patron group': 'graduate' }, changed({ patronGroup: 'grp-grad' })],
    [{ Departments: 'Law%3B public;UNKNOWN' }, changed({ departments: ['dep-law', 'dep-gone'] })],
    [{ Departments: '' }, changed({ departments: [] })],
    [{ 'Proxy for': 'u1;u2' }, changed({ proxyFor: ['u1', 'u2'] })],
    [{ 'Last name': 'Größe' }, changed({}, { lastName: 'Größe' })],
    [{ Phone: '+44 1904' }, changed({}, { phone: '+44 1904' })],
    [{ 'Date of birth': '1956-01-31' }, changed({}, { dateOfBirth: '1956-01-31T00:00:00.000+00:00' })],
    [
      { Addresses: ';GB;Low St;;;;;;Work|a2;;x%7Cy;;;;YO1;FALSE;Home' },
      changed(
        {},
        {
          addresses: [
            { countryId: 'GB', addressLine1: 'Low St', addressTypeId: 'at-work' },
            {
              id: 'a2',
              addressLine1: 'x|y',
              postalCode: 'YO1',
              primaryAddress: false,
              addressTypeId: 'at-home',
            },
          ],
        },
      ),
    ],
    [{ 'Preferred contact type id': '3' }, changed({}, { preferredContactTypeId: '003' })],
    [{ 'Enrollment date': '2020-02-29' }, changed({ enrollmentDate: '2020-02-29T00:00:00.000+00:00' })],
    [{ 'Expiration date': '2027-01-31' }, changed({ expirationDate: '2027-01-31T23:59:59.000+00:00' })],
    [{ Tags: 'b;to%3Ado' }, changed({ tags: { tagList: ['b', 'to:do'] } })],
    [
      { 'Custom fields': 'Shoe size:46|Colours:red;blue%3B dark|Member%3A yes:TRUE' },
      changed({ customFields: { gone: 'kept', shoeSize: '46', colours: ['opt_0', 'opt_1'], member: true } }),
    ],
    [{ 'Custom fields': 'Shoe size:45' }, changed({ customFields: { gone: 'kept', shoeSize: '45' } })],
    [
      { 'Preferred email communications': 'Support;Programs' },
      changed({ preferredEmailCommunication: ['Support', 'Programs'] }),
    ],
  ])('%j', async (edits, expected) => {
    const [row] = await read(fileOf(edits))
    expect(row).toMatchObject({ problems: [] })
    expect(row!.record).toEqual(expected)
  })

  test('an emptied cell takes the value away', async () => {
    const [row] = await read(fileOf({ Email: '', 'Expiration date': '', Barcode: '' }))
    const { email: _email, ...personal } = USER.personal as Document
    const { expirationDate: _date, barcode: _barcode, ...own } = USER
    expect(row!.record).toEqual({ ...own, personal })
  })

  test('ends a day in the zone of the tenant', async () => {
    const zoned = testLabels({ timeZone: 'America/New_York' })
    const pieces = (async function* () {
      yield Buffer.from(`User id,Expiration date\n${ID},2026-12-31\n`)
    })()
    const rows: EditedUser[] = []
    const find = async () => new Map([[ID, USER]])
    for await (const some of readEditedUsers(pieces, 'ID', zoned, find)) rows.push(...some)
    expect(rows[0]!.record!.expirationDate).toBe('2027-01-01T04:59:59.000+00:00')
  })

  test('columns are found by their header, in any order, and those left out stay', async () => {
    const [row] = await read(`Email,Comment,user id\r\nnew@example.org,x,${ID.toUpperCase()}\r\n`)
    expect(row!.record).toEqual(changed({}, { email: 'new@example.org' }))
    expect(row!.identifier).toBe(ID.toUpperCase())
  })

  test('semicolons and CRLF of a spreadsheet', async () => {
    const text = `User name;User id;Last name\r\nida;${ID};"Line 1\r\nline 2"\r\n`
    expect((await read(text))[0]!.record).toEqual(changed({}, { lastName: 'Line 1\nline 2' }))
  })

  test('numbers that a spreadsheet has shortened stay as they were, with a warning', async () => {
    const [row] = await read(fileOf({ 'External system id': '417', Barcode: '1.23457E+14' }))
    expect(row!.record).toBe(USER)
    expect(row!.problems).toEqual([
      {
        type: 'WARNING',
        message: 'Field "External system id" : 417 is how spreadsheets show 000417; it stays as it was',
      },
      {
        type: 'WARNING',
        message:
          'Field "Barcode" : 1.23457E+14 is how spreadsheets show 0123456789012345; it stays as it was',
      },
    ])
  })

  test.each([
    ['00123', '123', true],
    ['00123', '124', false],
    ['123', '123', false],
    ['851974014604984', '8.51974E+14', true],
    ['851974014604984', '8,51974E+14', true],
    ['851974014604984', '8.51975E+14', false],
    ['A00123', 'A123', false],
    ['000', '0', true],
  ])('%s as %s: a spreadsheet did it: %s', (stored, cell, expected) => {
    expect(isSpreadsheetForm(stored, cell)).toBe(expected)
  })
})

describe('rows that are refused, in words', () => {
  test.each<[Record<string, string>, string]>([
    [{ 'Patron group': 'nobody' }, 'Field "Patron group" : "nobody" is not the name of a patron group'],
    [
      { Departments: 'History;UNKNOWN;UNKNOWN' },
      'Field "Departments" : "UNKNOWN" is not the name of a department',
    ],
    [{ Active: 'yes' }, 'Field "Active" : "yes" is neither true nor false'],
    [{ 'Last name': ' ' }, 'Field "Last name" : A user must have a last name'],
    [
      { 'Expiration date': '31/12/2026' },
      'Field "Expiration date" : "31/12/2026" is not a date in the form yyyy-MM-dd',
    ],
    [
      { 'Date of birth': '2026-02-30' },
      'Field "Date of birth" : "2026-02-30" is not a date in the form yyyy-MM-dd',
    ],
    [{ Addresses: 'High St;York' }, 'Field "Addresses" : "High St;York" has 2 parts instead of 9'],
    [
      { 'Preferred contact type id': '9' },
      'Field "Preferred contact type id" : "9" is not one of 001 002 003 004 005',
    ],
    [{ 'Custom fields': 'Hat:7' }, 'Field "Custom fields" : "Hat" is not the name of a custom field'],
    [
      { 'Custom fields': 'Colours:green' },
      'Field "Custom fields" : "green" is not an option of the custom field Colours',
    ],
    [
      { 'Custom fields': 'Shoe size:4;5' },
      'Field "Custom fields" : The custom field Shoe size has one value',
    ],
    [
      { 'Preferred email communications': 'All' },
      'Field "Preferred email communications" : "All" is not one of Support and Programs and Services',
    ],
  ])('%j', async (edits, message) => {
    const [row] = await read(fileOf(edits))
    expect(row).toMatchObject({ record: null, problems: [{ type: 'ERROR', message }] })
  })

  test('all faults of a row are told', async () => {
    const [row] = await read(fileOf({ Active: 'yes', 'Patron group': 'nobody' }))
    expect(row!.problems).toHaveLength(2)
  })

  test('a user that was not matched, one that comes again, a row without an id, a row of another length', async () => {
    const other = 'bec20636-fb68-41fd-84ea-2cf910673599'
    const text = ['User name,User id', `a,${other}`, `b,${ID}`, `c,${ID}`, 'd,', `e,${ID},f`].join('\n')
    const rows = await read(text, 'USER_NAME')
    expect(
      rows.map(({ line, identifier, record, problems }) => [line, identifier, record === null, problems[0]]),
    ).toEqual([
      [
        2,
        'a',
        true,
        { type: 'ERROR', message: `Field "User id" : ${other} is not among the matched records` },
      ],
      [3, 'b', false, undefined],
      [4, 'c', true, { type: 'WARNING', message: 'Duplicate entry' }],
      [5, 'd', true, { type: 'ERROR', message: 'Field "User id" : it is empty' }],
      [6, 'e', true, { type: 'ERROR', message: 'The row has 3 cells instead of 2' }],
    ])
  })
})

describe('files that are refused as a whole', () => {
  test.each([
    ['', 'The file is empty.'],
    ['30012345678901\n', 'The first line of the file has no column "User id".'],
    [`User id,Email\n${ID},"x\n`, 'The quote that opens in the row of line 2 is never closed.'],
  ])('%j', async (text, message) => {
    await expect(read(text)).rejects.toThrow(new EditedFileError(message))
  })
})

test('a thousand rows ask for their users once', async () => {
  const users = Array.from({ length: 2500 }, (_one, no) => ({
    ...USER,
    id: `${ID.slice(0, -4)}${1000 + no}`,
  }))
  const asked: number[] = []
  const pieces = (async function* () {
    yield Buffer.from(fileOf({}, users))
  })()
  const found = new Map(users.map((one) => [one.id, one]))
  const find = async (ids: readonly string[]) => {
    asked.push(ids.length)
    return found
  }
  let rows = 0
  for await (const some of readEditedUsers(pieces, 'ID', labels, find)) rows += some.length
  expect(rows).toBe(2500)
  expect(asked).toEqual([1000, 1000, 500])
})
