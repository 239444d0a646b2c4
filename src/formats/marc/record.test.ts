import { describe, expect, it } from 'vitest'

import {
  controlField,
  controlNumber,
  dataField,
  fieldsByTag,
  firstControl,
  isControlTag,
  type MarcRecord,
  recordType,
  subfieldText,
  titleOf,
  withoutNul,
} from './record.ts'

function record(type: string, ...fields: MarcRecord['fields']): MarcRecord {
  return { leader: `00000n${type}m a2200000 a 4500`, fields }
}

const title = dataField('245', '1', '0', [
  { code: '6', value: '880-01' },
  { code: 'a', value: 'A title :' },
  { code: 'b', value: 'its second part /' },
  { code: 'c', value: 'A. Writer.' },
])

describe('record accessors', () => {
  it('find control fields, fields by tag and subfields', () => {
    const bib = record(
      'a',
      controlField('001', 'in1 '),
      controlField('005', 'x'),
      title,
      controlField('001', 'two'),
    )
    expect(firstControl(bib, '001')).toBe('in1 ')
    expect(firstControl(bib, '003')).toBeNull()
    expect(fieldsByTag(bib, '001').map((field) => field.value)).toEqual(['in1 ', 'two'])
    expect(subfieldText(title, 'b')).toBe('its second part /')
    expect(subfieldText(title, 'z')).toBeNull()
    expect(subfieldText(bib.fields[0]!, 'a')).toBeNull()
  })

  it('give the control number without blanks', () => {
    expect(controlNumber(record('a', controlField('001', ' ocm12345 ')))).toBe('ocm12345')
    expect(controlNumber(record('a', controlField('001', '  ')))).toBeNull()
    expect(controlNumber(record('a'))).toBeNull()
  })

  it('tell the record type by leader/06', () => {
    for (const type of 'acdefgijkmoprt') expect(recordType(record(type))).toBe('MARC_BIB')
    for (const type of 'uvxy') expect(recordType(record(type))).toBe('MARC_HOLDING')
    expect(recordType(record('z'))).toBe('MARC_AUTHORITY')
    for (const type of ' bh0#') expect(recordType(record(type))).toBeNull()
    expect(recordType({ leader: '', fields: [] })).toBeNull()
  })

  it('word a title for logs', () => {
    expect(titleOf(record('a', title))).toBe('A title : its second part')
    expect(titleOf(record('a'))).toBeNull()
    expect(titleOf(record('a', dataField('245', ' ', ' ', [{ code: 'a', value: ' / ' }])))).toBeNull()
    const heading = dataField('100', '1', ' ', [
      { code: 'a', value: 'Novák, Jan,' },
      { code: 'd', value: '1901-' },
      { code: '0', value: 'http://example.org/1' },
    ])
    expect(titleOf(record('z', heading))).toBe('Novák, Jan, 1901-')
  })

  it('take 00X for control tags', () => {
    expect(['001', '009', '00A'].every((tag) => isControlTag(tag))).toBe(true)
    expect(['010', '100', '0', '', 'LKR'].some((tag) => isControlTag(tag))).toBe(false)
  })

  it('drop NUL for PostgreSQL', () => {
    expect(withoutNul('a\u0000b\u0000')).toBe('ab')
    expect(withoutNul('ab')).toBe('ab')
  })
})
