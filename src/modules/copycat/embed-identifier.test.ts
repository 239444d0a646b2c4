import { describe, expect, it } from 'vitest'
import { controlField, dataField } from '../../formats/marc/index.ts'
import type { MarcRecord } from '../../formats/marc/index.ts'
import { EmbedPathError, embedIdentifier } from './embed-identifier.ts'

const name = [
  { code: 'a', value: 'Baird, J. Arthur' },
  { code: 'q', value: '(Joseph Arthur)' },
]
const record: MarcRecord = {
  leader: '00000nam a2200000 a 4500',
  fields: [
    controlField('001', '1'),
    controlField('005', '20041229190604.0'),
    dataField('630', '0', '0', [{ code: 'a', value: 'Bible' }]),
    dataField('700', '1', '0', name),
    dataField('710', '2', ' ', [{ code: 'a', value: 'x' }]),
  ],
}

// The cases of folio-org/mod-copycat: JsonMarcTest.
describe('an identifier is written into a record', () => {
  const subfields = [{ code: 'a', value: '1234' }]

  it.each([
    ['000ab$a', 0, dataField('000', 'a', 'b', subfields)],
    ['00510$a', 2, dataField('005', '1', '0', subfields)],
    ['650ab$a', 3, dataField('650', 'a', 'b', subfields)],
    ['70020$a', 4, dataField('700', '2', '0', subfields)],
    ['999_1$a', 5, dataField('999', ' ', '1', subfields)],
  ])('%s: as a new field in its place', (path, place, field) => {
    const { fields } = embedIdentifier(record, path, '1234')
    expect(fields).toHaveLength(6)
    expect(fields[place]).toEqual(field)
  })

  it.each([
    ['70010$a', [subfields[0], name[1]]],
    ['70010$b', [...name, { code: 'b', value: '1234' }]],
  ])('%s: into the field that is there', (path, expected) => {
    const { fields } = embedIdentifier(record, path, '1234')
    expect(fields).toHaveLength(5)
    expect(fields[3]).toEqual({ ...record.fields[3], subfields: expected })
    expect(record.fields[3]!.subfields).toEqual(name)
  })

  it.each([
    ['000__$', 'pattern must be exactly 7 characters (3+2+$+subfield)'],
    ['000___a', 'Missing $ in marcPath'],
  ])('%s is no place', (path, message) => {
    expect(() => embedIdentifier(record, path, 'id1')).toThrow(new EmbedPathError(message))
  })
})
