import { describe, expect, it } from 'vitest'

import { MarcReadError } from './errors.ts'
import { recordFromJson, recordToJson } from './marc-json.ts'
import { controlField, dataField } from './record.ts'

const leader = '00000nam a2200000 a 4500'

describe('MARC JSON', () => {
  it('writes one object a field, in order, repeated tags as separate objects', () => {
    const record = {
      leader,
      fields: [
        controlField('001', 'a"b\\c\u0000\u001f\n'),
        dataField('650', ' ', '0', [
          { code: 'a', value: 'é中😀' },
          { code: 'a', value: '\ud800' },
        ]),
        dataField('650', ' ', '0', []),
      ],
    }
    expect(recordToJson(record)).toBe(
      `{"leader":"${leader}","fields":[{"001":"a\\"b\\\\c\\u0000\\u001f\\n"},` +
        '{"650":{"ind1":" ","ind2":"0","subfields":[{"a":"é中😀"},{"a":"\\ud800"}]}},' +
        '{"650":{"ind1":" ","ind2":"0","subfields":[]}}]}',
    )
    expect(recordFromJson(JSON.parse(recordToJson(record)))).toEqual(record)
  })

  it('reads subfields before or after indicators, and missing indicators as blanks', () => {
    const fields = [
      { '001': 'x' },
      { '245': { subfields: [{ a: 'T' }], ind1: '1', ind2: '0' } },
      { '246': { ind1: '1', ind2: null, subfields: [] } },
      { '500': { subfields: [{ a: 'N' }, { a: 'M' }] } },
    ]
    expect(recordFromJson({ leader, fields })).toEqual({
      leader,
      fields: [
        controlField('001', 'x'),
        dataField('245', '1', '0', [{ code: 'a', value: 'T' }]),
        dataField('246', '1', ' ', []),
        dataField('500', ' ', ' ', [
          { code: 'a', value: 'N' },
          { code: 'a', value: 'M' },
        ]),
      ],
    })
  })

  it.each([
    [null, 'an object'],
    ['text', 'an object'],
    [[], 'an object'],
    [{ fields: [] }, '"leader"'],
    [{ leader: 1, fields: [] }, '"leader"'],
    [{ leader }, '"fields"'],
    [{ leader, fields: {} }, '"fields"'],
    [{ leader, fields: [{ '001': 'x' }, 'y'] }, 'Field 2 '],
    [{ leader, fields: [{}] }, 'Field 1 '],
    [{ leader, fields: [{ '001': 'x', '003': 'y' }] }, 'Field 1 '],
    [{ leader, fields: [{ '245': null }] }, 'Field 1 (245)'],
    [{ leader, fields: [{ '245': { subfields: {} } }] }, 'Field 1 (245)'],
    [{ leader, fields: [{ '245': { subfields: ['x'] } }] }, 'Field 1 (245)'],
    [{ leader, fields: [{ '245': { subfields: [{ a: 1 }] } }] }, 'Subfield a of Field 1 (245)'],
    [{ leader, fields: [{ '245': { ind1: 1, subfields: [] } }] }, 'indicator of Field 1 (245)'],
  ])('refuses %j', (value, message) => {
    expect(() => recordFromJson(value)).toThrow(MarcReadError)
    expect(() => recordFromJson(value)).toThrow(message)
  })
})
