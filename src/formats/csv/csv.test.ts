import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CsvError, CsvParser, csvLine, readCsv } from './index.ts'

function cellsOf(text: string): string[][] {
  const parser = new CsvParser()
  return [...parser.push(text), ...parser.end()].map(({ cells }) => cells)
}

async function readAll(pieces: Uint8Array[]): Promise<string[][]> {
  const rows: string[][] = []
  for await (const some of readCsv(pieces)) rows.push(...some.map(({ cells }) => cells))
  return rows
}

describe('csvLine', () => {
  test.each([
    [['a', '', 'c'], 'a,,c\n'],
    [['Year, caption'], '"Year, caption"\n'],
    [['5" disc'], '"5"" disc"\n'],
    [['two\nlines', 'a\rb'], '"two\nlines","a\rb"\n'],
    [['00123', ' blank ', 'é;|%'], '00123, blank ,é;|%\n'],
    [['=1+1'], '=1+1\n'],
  ])('%j is %j', (cells, line) => {
    expect(csvLine(cells)).toBe(line)
  })
})

describe('CsvParser', () => {
  test.each([
    [
      'line feeds',
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'no line end after the last row',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'CRLF',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'carriage returns alone',
      'a,b\rc,d\r',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'blank lines',
      'a,b\n\n\r\nc,d\n\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a row of empty cells',
      'a,b\n,\n',
      [
        ['a', 'b'],
        ['', ''],
      ],
    ],
    ['a quoted empty cell alone', 'a\n""\n', [['a'], ['']]],
    [
      'quotes, commas and line ends in quotes',
      'a,b\n"x, ""y""\r\nz",2\n',
      [
        ['a', 'b'],
        ['x, "y"\r\nz', '2'],
      ],
    ],
    [
      'a quote in the middle of a cell',
      'a,b\n5" disc,2\n',
      [
        ['a', 'b'],
        ['5" disc', '2'],
      ],
    ],
    [
      'text after a closing quote',
      'a,b\n"x"y,2\n',
      [
        ['a', 'b'],
        ['xy', '2'],
      ],
    ],
    [
      'semicolons of the first line',
      'a;b\nc;"d;e, f"\n',
      [
        ['a', 'b'],
        ['c', 'd;e, f'],
      ],
    ],
    [
      'tabs of the first line',
      'a\tb\nc\td\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['nothing', '', []],
  ])('reads %s', (_name, text, rows) => {
    expect(cellsOf(text)).toEqual(rows)
  })

  test('says the line on which a row begins, line ends in cells counted', () => {
    const parser = new CsvParser()
    const rows = [...parser.push('h,i\r\n"a\r\nb",c\r\n\r\nd,e\n'), ...parser.end()]
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 5])
  })

  test('a quote that is never closed is an error with its line', () => {
    const parser = new CsvParser()
    parser.push('a,b\nc,"d\n')
    expect(() => parser.end()).toThrow(
      new CsvError('The quote that opens in the row of line 2 is never closed.'),
    )
  })

  test('what csvLine writes is read again, wherever the bytes are cut', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'é', '書', '"', ',', ';', '\n', '\r', ' ', '=', '😀'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 2 })),
        fc.nat(40),
        async (rows, cut) => {
          const bytes = Buffer.from([['h,', 'i,'], ...rows].map(csvLine).join(''))
          const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)]
          expect(await readAll(pieces)).toEqual([['h,', 'i,'], ...rows])
        },
      ),
    )
  })
})

describe('readCsv', () => {
  test('leaves out a byte order mark', async () => {
    expect(await readAll([Buffer.from('\ufeffUser name,Barcode\nida,007\n')])).toEqual([
      ['User name', 'Barcode'],
      ['ida', '007'],
    ])
  })

  test('refuses bytes that are not UTF-8', async () => {
    await expect(readAll([Buffer.from([0x61, 0xe9, 0x2c])])).rejects.toThrow('The file is not in UTF-8')
  })
})
