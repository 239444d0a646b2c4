import { describe, expect, it } from 'vitest'

import { rawRecord } from '../../../test/support/marc-bytes.ts'
import { MarcTooLongError, MarcWriteError } from './errors.ts'
import { controlField, dataField, type MarcField, type MarcRecord } from './record.ts'
import { encodeIso2709 } from './write-iso2709.ts'

function record(...fields: MarcField[]): MarcRecord {
  return { leader: '99999cas  3399999 i 4599', fields }
}

function text(tag: string, value: string): MarcField {
  return dataField(tag, ' ', ' ', [{ code: 'a', value }])
}

function failure(broken: MarcRecord): unknown {
  try {
    encodeIso2709(broken)
  } catch (error) {
    return error
  }
  throw new Error('the record was written')
}

describe('encodeIso2709', () => {
  it('computes every number of leader and directory in bytes', () => {
    const bytes = encodeIso2709(record(controlField('001', 'é1'), text('245', '中')))
    expect(bytes.toString('utf8')).toBe(
      '00062cas a2200049 i 4500001000400000245000800004\u001eé1\u001e  \u001fa中\u001e\u001d',
    )
  })

  it('writes fields in the order of the record, also without any', () => {
    expect(encodeIso2709(record()).toString('latin1')).toBe('00026cas a2200025 i 4500\u001e\u001d')
    const raw = rawRecord(
      [
        ['650', ' 0$aB$xC'],
        ['001', 'x'],
        ['245', '10$aA'],
      ],
      { head: 'cas a', tail: ' i ' },
    )
    const fields = [
      dataField('650', ' ', '0', [
        { code: 'a', value: 'B' },
        { code: 'x', value: 'C' },
      ]),
      controlField('001', 'x'),
      dataField('245', '1', '0', [{ code: 'a', value: 'A' }]),
    ]
    expect(encodeIso2709(record(...fields)).equals(raw)).toBe(true)
  })

  it('keeps control characters in text and codes', () => {
    const bytes = encodeIso2709(
      record(dataField('520', '\u0014', ' ', [{ code: '\u0014', value: 'a\tb\u000b' }])),
    )
    expect(bytes.toString('latin1').endsWith('\u001e\u0014 \u001f\u0014a\tb\u000b\u001e\u001d')).toBe(true)
  })

  it('refuses a field or record that is too long and names it', () => {
    const longest = text('520', 'x'.repeat(9_999 - 5))
    expect(encodeIso2709(record(longest)).length).toBe(24 + 12 + 1 + 9_999 + 1)
    const field = failure(
      record(controlField('001', 'x'), text('520', 'é'.repeat(4_998))),
    ) as MarcTooLongError
    expect(field).toBeInstanceOf(MarcTooLongError)
    expect([field.tag, field.bytes]).toEqual(['520', 10_001])
    expect(field.message).toContain('Field 520 has 10001 bytes')

    const ten = Array.from({ length: 10 }, () => longest)
    const whole = failure(record(...ten)) as MarcTooLongError
    expect(whole).toBeInstanceOf(MarcTooLongError)
    expect([whole.tag, whole.bytes]).toEqual([null, 24 + 120 + 1 + 99_990 + 1])
  })

  it('refuses what would make the record unreadable', () => {
    const broken: [MarcRecord, string][] = [
      [{ leader: 'short', fields: [] }, 'leader'],
      [{ leader: '99999cas  3399999 é 4599', fields: [] }, 'leader'],
      [record(text('24', 'x')), '"24"'],
      [record(text('2é5', 'x')), '"2é5"'],
      [record(controlField('245', 'x')), 'Field 245 lacks subfields'],
      [record(text('001', 'x')), 'Field 001 cannot have subfields'],
      [record(controlField('001', 'a\u001eb')), 'Field 001'],
      [record(text('245', 'a\u001db')), 'Field 245'],
      [record(text('245', 'a\u001fb')), 'Field 245'],
      [record(dataField('245', '', ' ', [])), 'indicators'],
      [record(dataField('245', ' ', 'é', [])), 'indicators'],
      [record(dataField('245', ' ', ' ', [{ code: '', value: 'x' }])), 'subfield code'],
      [record(dataField('245', ' ', ' ', [{ code: 'ab', value: 'x' }])), 'subfield code'],
    ]
    for (const [bad, message] of broken) {
      const error = failure(bad) as MarcWriteError
      expect(error).toBeInstanceOf(MarcWriteError)
      expect(error.message).toContain(message)
    }
  })
})
