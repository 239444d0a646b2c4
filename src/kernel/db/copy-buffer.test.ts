import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CopyBuffer } from './copy-buffer.ts'

/** Reads COPY text as PostgreSQL's documentation describes it. */
function readCopy(text: string): (string | null)[][] {
  const meanings: Record<string, string> = { n: '\n', r: '\r', t: '\t', '\\': '\\' }
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) =>
      line
        .split('\t')
        .map((field) =>
          field === '\\N' ? null : field.replace(/\\(.)/g, (_, letter: string) => meanings[letter]!),
        ),
    )
}

describe('rows as COPY text', () => {
  it('separate values by tabs and rows by line feeds', () => {
    const buffer = new CopyBuffer()
    buffer.line(['a', 1, null, ''])
    buffer.line(['b', -2.5, null, 'c'])
    expect(buffer.take().toString()).toBe('a\t1\t\\N\t\nb\t-2.5\t\\N\tc\n')
  })

  it('escape what has a meaning and drop U+0000', () => {
    const buffer = new CopyBuffer()
    buffer.line(['back\\slash', 'line\nfeed', 'tab\tcr\r', 'nul\0l', '\\N', '\\.'])
    expect(buffer.take().toString()).toBe('back\\\\slash\tline\\nfeed\ttab\\tcr\\r\tnull\t\\\\N\t\\\\.\n')
  })

  it('come back as they were, whatever their size and script', () => {
    const value = fc.oneof(
      fc.constant(null),
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('\\', '\n', '\t', '\r', 'é', '語', '😀', 'x'), maxLength: 600 }),
    )
    const rows = fc.array(fc.array(value, { minLength: 2, maxLength: 2 }), { minLength: 1 })
    fc.assert(
      fc.property(rows, (written) => {
        const buffer = new CopyBuffer(16)
        for (const row of written) buffer.line(row)
        const stored = written.map((row) => row.map((field) => field?.replaceAll('\0', '') ?? null))
        expect(readCopy(buffer.take().toString())).toEqual(stored)
      }),
    )
  })

  it('are taken once', () => {
    const buffer = new CopyBuffer(8)
    buffer.line(['first'])
    const first = buffer.take()
    expect(buffer.size).toBe(0)
    buffer.line(['second'])
    expect(buffer.size).toBe(7)
    expect([first.toString(), buffer.take().toString()]).toEqual(['first\n', 'second\n'])
  })
})
