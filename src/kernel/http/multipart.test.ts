import { describe, expect, test } from 'vitest'
import { readParts } from './multipart.ts'

const TYPE = 'multipart/form-data; boundary=x1'

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(text: string, size: number, type = TYPE) {
  const parts: { name: string; fileName: string | null; text: string }[] = []
  for await (const { name, fileName, content } of readParts(inPieces(text, size), type)) {
    const pieces: Buffer[] = []
    for await (const piece of content) pieces.push(piece)
    parts.push({ name, fileName, text: Buffer.concat(pieces).toString() })
  }
  return parts
}

const BODY = [
  '--x1',
  'Content-Disposition: form-data; name="file"; filename="a \\"b\\".csv"',
  'Content-Type: text/csv',
  '',
  'one\r\n--x\r\ntwo',
  '--x1',
  'content-disposition: form-data; name=note',
  '',
  '',
  '--x1--',
  '',
].join('\r\n')

describe('a multipart body', () => {
  test.each([1, 2, 3, 7, 1000])('is read from pieces of %i bytes', async (size) => {
    expect(await read(BODY, size)).toEqual([
      { name: 'file', fileName: 'a "b".csv', text: 'one\r\n--x\r\ntwo' },
      { name: 'note', fileName: null, text: '' },
    ])
  })

  test('need not end its last line', async () => {
    expect(await read('--x1\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x1--', 4)).toEqual([
      { name: 'a', fileName: null, text: '1' },
    ])
  })

  test('has file names beyond ASCII, as browsers send them (RFC 7578 4.2)', async () => {
    const header = `Content-Disposition: form-data; name="file"; filename="bücher.csv"`
    expect((await read(`--x1\r\n${header}\r\n\r\n1\r\n--x1--`, 9))[0]!.fileName).toBe('bücher.csv')
  })

  test('whose headers have no end is refused at its end', async () => {
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from('--x1\r\n')
      for (let line = 0; line < 40_000; line++) yield Buffer.from(`a: ${'b'.repeat(1000)}\r\n`)
    }
    await expect(readParts(endless(), TYPE).next()).rejects.toThrow('ends before its last boundary')
  })

  test('that breaks off or is of another type is refused', async () => {
    await expect(read(BODY.slice(0, 100), 10)).rejects.toThrow('ends before its last boundary')
    // Inside the content of a part, where its reader must hear of it.
    await expect(read(BODY.slice(0, 120), 10)).rejects.toThrow('ends before its last boundary')
    await expect(read('', 1)).rejects.toThrow('ends before its last boundary')
    await expect(read(BODY, 10, 'text/csv')).rejects.toThrow('must be ["multipart/form-data"]')
  })
})
