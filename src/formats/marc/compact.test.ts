import { describe, expect, it } from 'vitest'

import { compactToIso2709, compactToJson, decodeCompact, encodeCompact } from './compact.ts'
import { MarcTooLongError, MarcWriteError } from './errors.ts'
import { controlField, dataField, type MarcRecord } from './record.ts'

const leader = '00000nam a2200000 a 4500'
const sound: MarcRecord = {
  leader,
  fields: [
    controlField('001', 'in1'),
    dataField('245', '1', '0', [
      { code: 'a', value: 'Kitāb "x" \\' },
      { code: '中', value: '' },
    ]),
    dataField('999', 'f', 'f', []),
  ],
}

describe('compact form', () => {
  it('is leader, tags, bodies and terminators, and nothing else', () => {
    const bytes = encodeCompact(sound)
    expect(bytes.toString('utf8')).toBe(
      `${leader}001in1\u001e24510\u001faKitāb "x" \\\u001f中\u001e999ff\u001e`,
    )
    expect(decodeCompact(bytes)).toEqual(sound)
  })

  it('knows no size limit', () => {
    const long: MarcRecord = {
      leader,
      fields: [dataField('520', ' ', ' ', [{ code: 'a', value: 'é'.repeat(200_000) }])],
    }
    expect(decodeCompact(encodeCompact(long))).toEqual(long)
    expect(() => compactToIso2709(encodeCompact(long))).toThrow(MarcTooLongError)
  })

  it('falls back to JSON for records outside the pattern', () => {
    const odd: MarcRecord[] = [
      { leader: 'short', fields: [] },
      { leader: '\u001d0000nam a2200000 a 4500', fields: [] },
      { leader, fields: [controlField('245', 'text in a data tag')] },
      { leader, fields: [dataField('001', ' ', ' ', [{ code: 'a', value: 'x' }])] },
      { leader, fields: [dataField('24', ' ', ' ', [])] },
      { leader, fields: [dataField('245', '', ' ', [])] },
      { leader, fields: [dataField('245', ' ', ' ', [{ code: '', value: 'x' }])] },
      { leader, fields: [dataField('245', ' ', ' ', [{ code: 'a', value: 'x\u001ey' }])] },
      { leader, fields: [controlField('001', 'x\ud800y')] },
    ]
    for (const record of odd) {
      const bytes = encodeCompact(record)
      expect(bytes[0]).toBe(0x1d)
      expect(decodeCompact(bytes)).toEqual(record)
      expect(JSON.parse(compactToJson(bytes))).toHaveProperty('leader', record.leader)
    }
    expect(() => compactToIso2709(encodeCompact(odd[0]!))).toThrow(MarcWriteError)
  })

  it('gives JSON and ISO 2709 without decoding', () => {
    const bytes = encodeCompact(sound)
    expect(compactToJson(bytes)).toBe(
      `{"leader":"${leader}","fields":[{"001":"in1"},` +
        '{"245":{"ind1":"1","ind2":"0","subfields":[{"a":"Kitāb \\"x\\" \\\\"},{"中":""}]}},' +
        '{"999":{"ind1":"f","ind2":"f","subfields":[]}}]}',
    )
    expect(compactToIso2709(bytes).toString('utf8')).toBe(
      '00090nam a2200061 a 4500001000400000245002100004999000300025\u001e' +
        'in1\u001e10\u001faKitāb "x" \\\u001f中\u001eff\u001e\u001d',
    )
  })

  it('escapes delimiters and controls in JSON', () => {
    const bytes = encodeCompact({ leader, fields: [controlField('001', 'a\u001fb\u0000\n')] })
    expect(compactToJson(bytes)).toBe(`{"leader":"${leader}","fields":[{"001":"a\\u001fb\\u0000\\n"}]}`)
    const delimiter = encodeCompact({ leader, fields: [controlField('001', 'a\u001fb')] })
    expect(compactToJson(delimiter)).toBe(`{"leader":"${leader}","fields":[{"001":"a\\u001fb"}]}`)
  })
})
