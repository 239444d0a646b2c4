import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  guessColumn,
  guessKind,
  identifierFile,
  readIdentifiers,
  readTable,
} from '../../web/src/features/bulk-edit/start/identifier-list.ts'

const listOf = (text: string) => {
  const table = readTable(text)
  return readIdentifiers(table, guessColumn(table))
}

describe('a list of identifiers', () => {
  test('loses its byte order mark, control characters and blank lines, and counts what stands twice', () => {
    expect(listOf('\uFEFF30012345678\r\n\r\n\u000230012345679\n30012345678\n   \n')).toEqual({
      values: ['30012345678', '30012345679', '30012345678'],
      lines: 5,
      blank: 2,
      repeated: ['30012345678'],
      twice: 1,
    })
  })

  test.each([
    ['tabs', 'Title\tBarcode\nRivers\t30012345678\nLakes\t30012345679\n', 1],
    ['commas', 'Barcode,Title\n30012345678,"Rivers, lakes"\n30012345679,Lakes\n', 0],
    ['semicolons', 'Titel;Item barcode\nRivers;30012345678\nLakes;30012345679\n', 1],
  ])('finds the column of a file with %s and a header', (_name, text, column) => {
    const table = readTable(text)
    expect(guessColumn(table)).toBe(column)
    expect(readIdentifiers(table, column).values).toEqual(['30012345678', '30012345679'])
    expect(table.width).toBe(2)
  })

  test('takes a quoted identifier with a comma as one, and a first line with digits as no header', () => {
    const table = readTable('"A, 1"\nB2\nC3\n')
    expect(table.header).toBeNull()
    expect(readIdentifiers(table, 0).values).toEqual(['A, 1', 'B2', 'C3'])
  })

  test('keeps a column that one line lacks', () => {
    const table = readTable('a1,b1\na2\na3,b3\n')
    expect(readIdentifiers(table, 1)).toMatchObject({ values: ['b1', 'b3'], lines: 3, blank: 1 })
  })

  test('is read back from the file that is made of it', () => {
    const identifier = fc
      .string({ minLength: 1, unit: 'grapheme-ascii' })
      .map((text) => text.trim())
      .filter((text) => text !== '' && /\d/.test(text))
    fc.assert(
      fc.property(fc.array(identifier, { minLength: 1 }), (values) => {
        const lines = identifierFile(values).split('\n')
        expect(lines.pop()).toBe('')
        expect(
          lines.map((line) => (/^".*[,"].*"$/.test(line) ? line.slice(1, -1).replaceAll('""', '"') : line)),
        ).toEqual(values)
      }),
    )
  })
})

describe('the kind of identifiers', () => {
  const uuid = '0b1e3760-f689-493e-a98e-9cc9dadb7e83'
  test.each([
    ['ITEM', ['30012345678', '30012345679'], 'BARCODE'],
    ['ITEM', [uuid, uuid, 'x'], 'ID'],
    ['ITEM', ['it00000000012', 'it00000000013'], 'HRID'],
    ['ITEM', [], 'BARCODE'],
    ['HOLDINGS_RECORD', ['ho00000000012'], 'HRID'],
    ['HOLDINGS_RECORD', ['in00000000012'], 'INSTANCE_HRID'],
    ['HOLDINGS_RECORD', ['30012345678'], 'ITEM_BARCODE'],
    ['INSTANCE', ['in00000000012'], 'HRID'],
    ['INSTANCE', [uuid], 'ID'],
    ['USER', ['20001234'], 'BARCODE'],
    ['USER', ['desk.one', 'desk.two'], 'USER_NAME'],
  ] as const)('of %s %j is %s', (entity, values, kind) => {
    expect(guessKind(entity, values)).toBe(kind)
  })
})
