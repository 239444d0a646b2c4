import { describe, expect, test } from 'vitest'
import { LineCount, identifiersOf, withoutBom } from './identifier-file.ts'

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(text: string, size = 1000) {
  const found = []
  for await (const batch of identifiersOf(withoutBom(inPieces(Buffer.from(text), size)))) found.push(...batch)
  return found
}

const values = async (text: string, size?: number) => (await read(text, size)).map(({ value }) => value)

describe('a file of identifiers', () => {
  test.each([1, 2, 3, 1000])(
    'has one a line, whatever ends the line, in pieces of %i bytes',
    async (size) => {
      expect(await read('\ufeff1\r\n2\n3\r4\n', size)).toEqual([
        { line: 1, value: '1' },
        { line: 2, value: '2' },
        { line: 3, value: '3' },
        { line: 4, value: '4' },
      ])
    },
  )

  test('loses blanks around identifiers and blank lines, which keep their numbers', async () => {
    expect(await read('  1 \n\n \t\n2')).toEqual([
      { line: 1, value: '1' },
      { line: 4, value: '2' },
    ])
  })

  test('may quote an identifier', async () => {
    expect(await values('"123"\n"4,5"\n"a""b"\n" c "\n#d')).toEqual(['123', '4,5', 'a"b', 'c', '#d'])
  })

  test('may have quotes and wildcards as they are', async () => {
    expect(await values('a"b\n"open\n4*?^\\5')).toEqual(['a"b', '"open', '4*?^\\5'])
  })

  test('may have empty further columns, as spreadsheets write them', async () => {
    expect(await values('1,\n"2",,\n,,')).toEqual(['1', '2'])
  })

  test('with several columns is refused with the number of the line', async () => {
    await expect(read('1\n2,3')).rejects.toThrow(
      'Incorrect number of tokens found in record: line 2, expected 1 actual 2',
    )
    await expect(read('"1","2"')).rejects.toThrow('Incorrect number of tokens found in record')
  })

  test('counts columns, not the commas within their quotes', async () => {
    await expect(read('"4,5","6,7"')).rejects.toThrow('line 1, expected 1 actual 2')
    await expect(read('2,"3,4", 5 ,')).rejects.toThrow('line 1, expected 1 actual 4')
  })

  test('ends its lines between pieces, and a line feed behind a return begins no line', async () => {
    for (const size of [1, 2, 3])
      expect(await read('1\r\n\r\n2\r\r\n3\r', size)).toEqual([
        { line: 1, value: '1' },
        { line: 3, value: '2' },
        { line: 5, value: '3' },
      ])
  })

  test('with a line that no identifier fills is refused at once, whatever stands in it', async () => {
    const refusal =
      'Line 2 of the file has more than 65536 characters. A file of identifiers has one on each line.'
    for (const filling of ['x', '"', '""x', ',', ' ']) {
      const started = performance.now()
      await expect(read(`1\n"${filling.repeat(16_000_000 / filling.length)}`, 65_536)).rejects.toThrow(
        refusal,
      )
      expect(performance.now() - started).toBeLessThan(500)
    }
    expect(await values('y'.repeat(65_536))).toEqual(['y'.repeat(65_536)])
  })

  test('is read as UTF-8 across pieces', async () => {
    expect(await values('zoë\nÆ', 1)).toEqual(['zoë', 'Æ'])
  })
})

describe('the number of lines', () => {
  const count = (text: string) => {
    const lines = new LineCount()
    for (const byte of Buffer.from(text)) lines.add(Buffer.from([byte]))
    return [lines.lines, lines.hasContent]
  }

  test.each([
    ['', 0, false],
    ['\n', 1, false],
    ['1', 1, true],
    ['1\n', 1, true],
    ['1\r\n2\r\n', 2, true],
    ['1\r2', 2, true],
    ['1\n\n2', 3, true],
    [' ,\t\r\n', 1, false],
  ])('of %j is %i', (text, lines, hasContent) => {
    expect(count(text)).toEqual([lines, hasContent])
  })
})
