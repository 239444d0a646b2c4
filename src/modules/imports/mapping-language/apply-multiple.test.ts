import { describe, expect, it } from 'vitest'
import type { MarcRecord } from '../../../formats/marc/record.ts'
import { controlField, dataField } from '../../../formats/marc/record.ts'
import type { MappingRule } from '../../import-profiles/index.ts'
import { applyMultiple } from './apply-multiple.ts'
import { compileMappingProfile } from './compile-mapping.ts'
import type { CompiledMapping } from './compile-mapping.ts'
import type { ReferenceSnapshot } from './reference-labels.ts'
import type { TargetRecordType } from './storage-paths.ts'

const reference: ReferenceSnapshot = {
  locations: [
    { id: 'id-of-main', name: 'Main', code: 'M' },
    { id: 'id-of-annex', name: 'Annex', code: 'A' },
  ],
}

function compile(recordType: TargetRecordType, values: Record<string, string>): CompiledMapping {
  const mappingFields: MappingRule[] = Object.entries(values).map(([path, value]) => ({
    name: path.slice(path.indexOf('.') + 1),
    enabled: true,
    path,
    value,
  }))
  const profile = { mappingDetails: { name: 'x', recordType, mappingFields } }
  return compileMappingProfile(profile, reference, { recordType, tenantTimeZone: 'UTC', today: new Date() })
}

/** A record with one 945 for each text: `hM bc1` has `$h M` and `$b c1`. */
function record(...fields: string[]): MarcRecord {
  return {
    leader: '00000nam a2200000 a 4500',
    fields: [
      controlField('001', 'in1'),
      dataField('050', ' ', '4', [{ code: 'a', value: 'QA76' }]),
      ...fields.map((text) =>
        dataField(
          '945',
          ' ',
          ' ',
          text.split(' ').map((part) => ({ code: part.charAt(0), value: part.slice(1) })),
        ),
      ),
    ],
  }
}

const holdings = compile('HOLDINGS', {
  'holdings.permanentLocationId': '945$h; else "Main"',
  'holdings.callNumber': '945$c; else 050$a',
})
const item = compile('ITEM', {
  'item.barcode': '945$b',
  'item.copyNumber': '945$t',
  'item.itemLevelCallNumber': '050$a',
})

describe('several holdings and items of one record', () => {
  it('makes holdings for each location and an item for each field', () => {
    const result = applyMultiple(holdings, item, record('hM b1 t1', 'hA b2 t1 cX1', 'hm b3 t2 cY2'))
    expect(result.holdings).toEqual([
      { permanentLocationId: 'id-of-main', callNumber: 'QA76' },
      { permanentLocationId: 'id-of-annex', callNumber: 'X1' },
    ])
    expect(result.items).toEqual([
      { doc: { barcode: '1', copyNumber: '1', itemLevelCallNumber: 'QA76' }, holdingsIndex: 0 },
      { doc: { barcode: '2', copyNumber: '1', itemLevelCallNumber: 'QA76' }, holdingsIndex: 1 },
      { doc: { barcode: '3', copyNumber: '2', itemLevelCallNumber: 'QA76' }, holdingsIndex: 0 },
    ])
  })

  it('takes nothing from another occurrence', () => {
    const { items } = applyMultiple(holdings, item, record('hM b1', 'hA t9'))
    expect(items.map(({ doc }) => doc)).toEqual([
      { barcode: '1', itemLevelCallNumber: 'QA76' },
      { copyNumber: '9', itemLevelCallNumber: 'QA76' },
    ])
  })

  it('uses the other alternatives for an occurrence without location', () => {
    const result = applyMultiple(holdings, item, record('hA b1', 'b2'))
    expect(result.holdings.map((document) => document.permanentLocationId)).toEqual([
      'id-of-annex',
      'id-of-main',
    ])
    expect(result.items.map(({ holdingsIndex }) => holdingsIndex)).toEqual([0, 1])
  })

  it('makes one of each when the record has no such field', () => {
    const result = applyMultiple(holdings, item, record())
    expect(result.holdings).toEqual([{ permanentLocationId: 'id-of-main', callNumber: 'QA76' }])
    expect(result.items).toEqual([{ doc: { itemLevelCallNumber: 'QA76' }, holdingsIndex: 0 }])
  })

  it('names the field that gives an item no location', () => {
    const strict = compile('HOLDINGS', { 'holdings.permanentLocationId': '945$h' })
    const result = applyMultiple(strict, item, record('hM b1', 'b2'))
    expect(result.holdings).toEqual([{ permanentLocationId: 'id-of-main' }, {}])
    expect(result.items[0]).not.toHaveProperty('error')
    expect(result.items[1]).toMatchObject({ holdingsIndex: 1, error: expect.stringContaining('945') })
  })

  it('keeps an unknown location as it is, so that the check can name it', () => {
    expect(applyMultiple(holdings, null, record('hZZ', 'hZZ')).holdings).toEqual([
      { permanentLocationId: 'ZZ', callNumber: 'QA76' },
    ])
  })

  it('makes no items without an item mapping', () => {
    expect(applyMultiple(holdings, null, record('hM', 'hA')).items).toEqual([])
  })

  it.each(['"Main"', '"Main"; else 945$h', '945$h " " 945$x', '001'])(
    'makes exactly one holdings and one item when the location is %s',
    (value) => {
      const single = compile('HOLDINGS', { 'holdings.permanentLocationId': value })
      const result = applyMultiple(single, item, record('hM b1', 'hA b2'))
      expect(result.holdings).toHaveLength(1)
      expect(result.items).toEqual([{ doc: { barcode: '1', itemLevelCallNumber: 'QA76' }, holdingsIndex: 0 }])
    },
  )
})
