import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from '../../src/formats/csv/index.ts'
import {
  checkEditedFile,
  csvRows,
  isRefused,
} from '../../web/src/features/bulk-edit/users/edited-file-check.ts'

test('rows are read back as they are written', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é') })
  const row = fc.array(cell, { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      expect(csvRows(`\uFEFF${rows.map((one) => csvLine(one)).join('')}`)).toEqual(rows)
    }),
  )
})

const ORIGINAL = '\uFEFFUser name,User id,Last name\none,1,One\ntwo,2,Two\nthree,3,Three\n'

test('an edited file is compared column by column', () => {
  const edited = 'User name,User id,Last name\r\none,1,First\r\ntwo,2,Two\r\nfour,4,Four\r\n'
  const check = checkEditedFile(ORIGINAL, edited)
  expect(check).toEqual({
    unknownColumns: [],
    missingColumns: [],
    unknownIds: ['4'],
    missingRows: 1,
    repeatedIds: [],
    changedRows: 1,
    changedCells: [{ column: 'Last name', count: 1 }],
  })
  expect(isRefused(check)).toBe(false)
})

test('other columns and a file without changes are refused', () => {
  const renamed = checkEditedFile(ORIGINAL, 'User name,User id,Surname\none,1,First\n')
  expect(renamed).toMatchObject({ unknownColumns: ['Surname'], missingColumns: ['Last name'] })
  expect(isRefused(renamed)).toBe(true)
  expect(isRefused(checkEditedFile(ORIGINAL, ORIGINAL))).toBe(true)
  expect(() => checkEditedFile(ORIGINAL, 'Name\nOne\n')).toThrow('no ids')
})
