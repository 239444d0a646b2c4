import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { rawRecord, replaced, type RawField, type RawOptions } from '../../../test/support/marc-bytes.ts'
import { MarcReadError } from './errors.ts'
import { formatLines } from './format-lines.ts'
import { decodeRecord, type DecodedRecord } from './read-iso2709.ts'

const fields: RawField[] = [
  ['001', 'in001'],
  ['008', '240105s2023    xx            000 0 eng d'],
  ['100', '1 $aNovák, Jan,$d1901-'],
  ['245', '10$aTitle :$bsecond part /$cJan Novák.'],
  ['650', ' 0$aEconomics.'],
]
const good = rawRecord(fields)
const lines = [
  '001 in001',
  '008 240105s2023    xx            000 0 eng d',
  '100 1 $aNovák, Jan,$d1901-',
  '245 10$aTitle :$bsecond part /$cJan Novák.',
  '650  0$aEconomics.',
]
const baseAddress = 24 + fields.length * 12 + 1

function read(bytes: Uint8Array, encoding?: 'auto' | 'utf8' | 'marc8'): DecodedRecord {
  return decodeRecord(
    bytes,
    encoding === undefined ? { mode: 'permissive' } : { mode: 'permissive', encoding },
  )
}

/** The fields as text lines, without the leader. */
function linesOf({ record }: DecodedRecord): string[] {
  return formatLines(record).split('\n').slice(1, -1)
}

function failure(bytes: Uint8Array, mode: 'permissive' | 'strict'): MarcReadError {
  try {
    decodeRecord(bytes, { mode })
  } catch (error) {
    if (error instanceof MarcReadError) return error
    throw error
  }
  throw new Error('the record was read')
}

/** One 245 whose $a is these bytes, read as `auto`. */
function title(body: string, options: RawOptions): string {
  const bytes = Buffer.concat([Buffer.from('10\u001fa'), Buffer.from(body, 'latin1')])
  return read(rawRecord([['245', bytes]], options)).record.fields[0]!.subfields![0]!.value
}

describe('decodeRecord, permissive', () => {
  it('reads a sound record without warnings', () => {
    const result = read(good)
    expect(result.warnings).toEqual([])
    expect(result.record.leader).toBe(good.toString('latin1', 0, 24))
    expect(linesOf(result)).toEqual(lines)
  })

  it('keeps the keys of fields and subfields in one order', () => {
    const [control, , author] = read(good).record.fields
    const keys = ['tag', 'ind1', 'ind2', 'value', 'subfields']
    expect(Object.keys(control!)).toEqual(keys)
    expect(Object.keys(author!)).toEqual(keys)
    expect(control).toEqual({ tag: '001', ind1: '', ind2: '', value: 'in001', subfields: null })
    expect(Object.keys(author!.subfields![0]!)).toEqual(['code', 'value'])
  })

  it('reads past filling, line ends and a byte order mark before the leader', () => {
    for (const filling of ['\n', '\r\n \u0000', '\u001d', '\ufeff', '\u001a']) {
      expect(linesOf(read(Buffer.concat([Buffer.from(filling), good])))).toEqual(lines)
    }
  })

  it('skips stray text before the leader and says so', () => {
    const result = read(Buffer.concat([Buffer.from('00339'), good]))
    expect(linesOf(result)).toEqual(lines)
    expect(result.warnings[0]).toBe('5 stray bytes before the leader were skipped.')
  })

  it('does not need the lengths in the leader', () => {
    for (const length of ['00010', '99999', '     ', 'X0150']) {
      const result = read(replaced(good, 0, 5, length))
      expect(linesOf(result)).toEqual(lines)
      expect(result.warnings[0]).toContain(`The record length in the leader (${length}) is not the real one`)
    }
    for (const address of ['99999', '00000', 'f0037', '     ', '00049']) {
      const result = read(replaced(good, 12, 5, address))
      expect(linesOf(result)).toEqual(lines)
      expect(result.warnings).toContain('The base address in the leader is wrong.')
    }
  })

  it('tells fields apart by their terminators when the directory is wrong', () => {
    const shorter = replaced(good, 24 + 2 * 12 + 3, 4, '0009')
    const shifted = replaced(good, 24 + 3 * 12 + 7, 5, '00001')
    const letters = replaced(good, 24 + 3 * 12 + 3, 9, 'abc\u00ffefghi')
    for (const bytes of [shorter, shifted, letters]) {
      const result = read(bytes)
      expect(linesOf(result)).toEqual(lines)
      expect(result.warnings.join()).toContain('told apart by their terminators')
    }
  })

  it('follows a sound directory whose order is not that of the data', () => {
    const entries = [3, 0, 1, 2, 4].map((index) => good.subarray(24 + index * 12, 36 + index * 12))
    const bytes = Buffer.concat([good.subarray(0, 24), ...entries, good.subarray(baseAddress - 1)])
    expect(linesOf(read(bytes))).toEqual([3, 0, 1, 2, 4].map((index) => lines[index]))
    // The same with all lengths one too small.
    const lying = Buffer.from(bytes)
    for (let entry = 0; entry < 5; entry += 1)
      lying[24 + entry * 12 + 6]! -= lying[24 + entry * 12 + 6] === 0x30 ? 0 : 1
    expect(linesOf(read(lying))).toHaveLength(5)
  })

  it('reads a directory with a byte lost at its front', () => {
    const result = read(Buffer.concat([good.subarray(0, 24), good.subarray(25)]))
    expect(linesOf(result)).toEqual(lines)
    expect(result.warnings[0]).toBe('The directory is not a whole number of entries.')
  })

  it('reads a directory whose terminator was overwritten', () => {
    expect(linesOf(read(replaced(good, baseAddress - 1, 1, '0')))).toEqual(lines)
  })

  it('joins a field that holds a terminator, which does not reach the text', () => {
    const bytes = rawRecord([...fields.slice(0, 3), ['245', '10$aTi\u001etle'], ...fields.slice(4)])
    const result = read(bytes)
    expect(linesOf(result)).toEqual([...lines.slice(0, 3), '245 10$aTitle', lines[4]])
  })

  it('parts two fields whose terminator is lost', () => {
    const lost = replaced(good, baseAddress + 6 - 1, 1, '')
    expect(linesOf(read(lost))).toEqual(lines)
  })

  it('passes over an empty piece that no entry names', () => {
    const bytes = Buffer.concat([good.subarray(0, -1), Buffer.from([0x1e, 0x1d])])
    expect(linesOf(read(bytes))).toEqual(lines)
  })

  it('reads records beyond the five and four digits of the format', () => {
    const many: RawField[] = Array.from({ length: 1300 }, (_, index) => [
      '949',
      `  $a${index}$n${'x'.repeat(80)}`,
    ])
    for (const overflow of ['grow', 'wrap'] as const) {
      const big = rawRecord([['001', 'big'], ...many], { overflow })
      expect(big.length).toBeGreaterThan(99_999)
      const result = read(big)
      expect(result.record.leader.slice(5, 12)).toBe('nam a22')
      expect(result.record.fields).toHaveLength(1301)
      expect(result.record.fields[1300]!.subfields![0]!.value).toBe('1299')

      const long = read(
        rawRecord(
          [
            ['001', 'long'],
            ['520', `  $a${'y'.repeat(12_000)}`],
            ['650', ' 0$aZ'],
          ],
          { overflow },
        ),
      )
      expect(long.record.fields[1]!.subfields![0]!.value).toHaveLength(12_000)
      expect(linesOf(long)[2]).toBe('650  0$aZ')
    }
  })

  it('reads data fields in any state', () => {
    const bytes = rawRecord([
      ['245', '10Title without delimiter'],
      ['246', '$aNo indicators'],
      ['500', '1$aOne indicator'],
      ['501', '  text$bafter text'],
      ['502', '  $$aEmpty subfield before'],
      ['503', '  $ácode of two bytes'],
      ['504', '\u2013 $aIndicator of three bytes'],
      ['505', '\\\\\\$aMnemonic blanks'],
      ['506', ''],
      ['507', '  $aThe last is empty$'],
    ])
    expect(linesOf(read(bytes))).toEqual([
      '245 10$aTitle without delimiter',
      '246   $aNo indicators',
      '500 1 $aOne indicator',
      '501   $atext$bafter text',
      '502   $aEmpty subfield before',
      '503   $ácode of two bytes',
      '504   $aIndicator of three bytes',
      '505 \\\\$aMnemonic blanks',
      '506   ',
      '507   $aThe last is empty',
    ])
  })

  it('gives a clean leader of 24 characters that declares Unicode', () => {
    const bytes = rawRecord(fields, { head: 'cam \u0014', tail: '\u00ed a' })
    bytes.write('3x', 10, 'latin1')
    bytes.write('45zz', 20, 'latin1')
    const { leader } = read(bytes).record
    expect(leader).toMatch(/^\d{5}cam a22\d{5} {2}a4500$/)
  })

  it('accepts a missing record terminator but no missing text', () => {
    const unterminated = read(good.subarray(0, -1))
    expect(linesOf(unterminated)).toEqual(lines)
    expect(unterminated.warnings).toContain('The record terminator is missing.')
    expect(linesOf(read(good.subarray(0, -2)))).toEqual(lines)
    for (const cut of [good.length - 5, good.length - 40, baseAddress + 3, baseAddress - 20, 24]) {
      const error = failure(good.subarray(0, cut), 'permissive')
      expect(error.code).toBe('TRUNCATED')
      expect(error.folioMessage).toBe('Premature end of file encountered')
    }
  })

  it('refuses what is no record, or would lose text', () => {
    expect(failure(Buffer.alloc(0), 'permissive').code).toBe('EMPTY')
    expect(failure(Buffer.from(' \r\n\u001d'), 'permissive').code).toBe('EMPTY')
    expect(failure(Buffer.from('7'), 'permissive').code).toBe('NOT_MARC')
    expect(failure(Buffer.from('Dear colleague,\u001esee below.\u001d'), 'permissive').code).toBe('NOT_MARC')
    const entriesLost = Buffer.concat([good.subarray(0, 24), good.subarray(24 + 24)])
    const error = failure(entriesLost, 'permissive')
    expect(error.code).toBe('DIRECTORY')
    expect(error.message).toContain('names 3 fields, the record has 5')
  })

  it('reads any damage or refuses it with a reason, and never in another way', () => {
    const change = fc.record({ at: fc.nat(good.length - 1), byte: fc.nat(255), remove: fc.nat(3) })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        let bytes = Buffer.from(good)
        for (const { at, byte, remove } of changes) {
          bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at + remove)])
        }
        for (const mode of ['permissive', 'strict'] as const) {
          try {
            expect(decodeRecord(bytes, { mode }).record.leader).toHaveLength(24)
          } catch (error) {
            expect(error).toBeInstanceOf(MarcReadError)
          }
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('decodeRecord, character sets', () => {
  const blank: RawOptions = { head: 'nam  ' }
  const unicode: RawOptions = { head: 'nam a' }

  it('takes escape sequences for MARC-8, whatever leader/09 says', () => {
    expect(title('\x1b(2yle\x1b(B', blank)).toBe('שלו')
    expect(title('\x1b(2yle\x1b(B', unicode)).toBe('שלו')
  })

  it('takes valid UTF-8 for UTF-8, whatever leader/09 says', () => {
    expect(title('Kit\xc4\x81b', blank)).toBe('Kitāb')
    expect(title('Kit\xc4\x81b', unicode)).toBe('Kitāb')
    expect(title('Kit\xc4\x81b \x1b(B', unicode)).toBe('Kitāb \u001b(B')
  })

  it('takes other undeclared bytes for MARC-8', () => {
    expect(title('Caf\xe2e', blank)).toBe('Café')
    expect(title('\xf6C\xf6a\xf6l\xf6o', blank)).toBe('C\u0332a\u0332l\u0332o\u0332')
  })

  it('does not change UTF-8 text, not even its normal form', () => {
    expect(title('Cafe\xcc\x81 \xe2\x84\xab', unicode)).toBe('Cafe\u0301 \u212b')
    expect(title('&#x02BC;', unicode)).toBe('&#x02BC;')
  })

  it('resolves character references only where MARC-8 is declared or found', () => {
    expect(title('so&#x02BC;i &amp; &#38;', blank)).toBe('soʼi &amp; &#38;')
    expect(title('\xc4\x81 &#x02BC;', blank)).toBe('ā &#x02BC;')
  })

  it('decides field by field when UTF-8 is declared but not there', () => {
    const bytes = rawRecord([
      ['245', '10$aKitāb'],
      ['246', Buffer.from('1 \u001faGenevi\xe1eve', 'latin1')],
      ['247', Buffer.from('1 \u001faEncyclop\xe6dia', 'latin1')],
      ['500', Buffer.from("  \u001faA bad byte: '\xc0' and '\x80'", 'latin1')],
      ['501', Buffer.concat([Buffer.from('  \u001faKitāb ḥayawān '), Buffer.from([0xbb])])],
    ])
    const result = read(bytes)
    expect(linesOf(result)).toEqual([
      '245 10$aKitāb',
      '246 1 $aGeneviève',
      '247 1 $aEncyclopædia',
      "500   $aA bad byte: '\ufffd' and '\ufffd'",
      '501   $aKitāb ḥayawān \ufffd',
    ])
    expect(result.warnings.filter((warning) => warning.includes('not valid'))).toHaveLength(2)
  })

  it('reads undeclared Latin-1 as such when it makes no sense as MARC-8', () => {
    const swedish = 'Str\xe6k\xf8velser [overs\xe6ttelse] P\xe5 dansk'
    const result = read(rawRecord([['245', Buffer.from(`10\u001fa${swedish}`, 'latin1')]], blank))
    expect(linesOf(result)).toEqual(['245 10$aStrækøvelser [oversættelse] På dansk'])
    expect(result.warnings).toEqual(['The text is neither MARC-8 nor UTF-8; it was read as Latin-1.'])
  })

  it('obeys an encoding that is given', () => {
    const utf8 = rawRecord([['245', '10$aKitāb &#x02BC;']], blank)
    expect(linesOf(read(utf8, 'utf8'))).toEqual(['245 10$aKitāb &#x02BC;'])
    const marc8 = rawRecord([['245', Buffer.from('10\u001faCaf\xe2e', 'latin1')]], unicode)
    expect(linesOf(read(marc8, 'marc8'))).toEqual(['245 10$aCafé'])
    expect(linesOf(read(marc8, 'utf8'))).toEqual(['245 10$aCaf\ufffde'])
  })
})

function strictLines(bytes: Uint8Array): string[] {
  return linesOf(decodeRecord(bytes, { mode: 'strict' }))
}

describe('decodeRecord, strict', () => {
  it('reads a sound record, as UTF-8 whatever leader/09 says', () => {
    expect(strictLines(good)).toEqual(lines)
    expect(strictLines(rawRecord(fields, { head: 'nam  ' }))).toEqual(lines)
    expect(strictLines(rawRecord([['245', Buffer.from('10\u001faCaf\xe2e', 'latin1')]]))).toEqual([
      '245 10$aCaf\ufffde',
    ])
  })

  it.each([
    ['an empty record', Buffer.alloc(0), 'TRUNCATED', 'Premature end of file encountered'],
    ['a record cut off', good.subarray(0, -10), 'TRUNCATED', 'Premature end of file encountered'],
    [
      'a length that is no number',
      replaced(good, 0, 5, 'abcde'),
      'LEADER',
      'error parsing leader with data: abcdenam a',
    ],
    [
      'a base address that is no number',
      replaced(good, 12, 5, 'f0085'),
      'LEADER',
      'error parsing leader with data: 00',
    ],
    [
      'a directory of a wrong length',
      replaced(good, 12, 5, '00084'),
      'DIRECTORY',
      'invalid directory length',
    ],
    [
      'a number that is none in the directory',
      replaced(good, 27, 4, 'abcd'),
      'DIRECTORY',
      'a number parsing error occured while reading directory',
    ],
    [
      'a field terminator that is missing',
      replaced(good, baseAddress + 5, 1, 'x'),
      'FIELD',
      'expected field terminator at end of field',
    ],
    [
      'a field length that is wrong',
      replaced(good, 27, 4, '0007'),
      'FIELD',
      'expected field terminator at end of field',
    ],
    [
      'a record terminator that is missing',
      replaced(good, good.length - 1, 1, 'x'),
      'RECORD_TERMINATOR',
      'expected record terminator',
    ],
    [
      'a directory terminator that is missing',
      replaced(good, baseAddress - 1, 1, 'x'),
      'DIRECTORY',
      'expected field terminator at end of directory',
    ],
  ])('refuses %s with the words of marc4j', (_name, bytes, code, text) => {
    const error = failure(bytes, 'strict')
    expect(error.code).toBe(code)
    expect(error.folioMessage?.startsWith(text)).toBe(true)
    expect(error.position).not.toBeNull()
  })
})
