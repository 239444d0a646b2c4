import { describe, expect, it } from 'vitest'
import type { MarcFieldEdit, MarcSubfieldEdit } from '../../import-profiles/index.ts'
import { after, detail } from './modification-fixture.ts'

describe('MOVE to a new field', () => {
  const move = (subfield: string, marcField: MarcFieldEdit): MarcSubfieldEdit => ({
    subfield,
    subaction: 'CREATE_NEW_FIELD',
    data: { marcField },
  })

  it('moves a subfield under its new code and drops the emptied field', () => {
    expect(
      after(
        [
          detail(
            'MOVE',
            '541 1#',
            move('a', { field: '591', indicator1: ' ', indicator2: '0', subfields: [{ subfield: 'b' }] }),
          ),
        ],
        '541 1# $aGift',
        '650 #0 $aX',
      ),
    ).toEqual(['591 #0 $bGift', '650 #0 $aX'])
  })

  it('leaves the other subfields, and makes one new field for each source', () => {
    expect(
      after(
        [detail('MOVE', '856 **', move('z', { field: '956', subfields: [{ subfield: 'a' }] }))],
        '856 40 $uA$zone',
        '856 41 $uB$ztwo$zthree',
        '856 42 $uC',
      ),
    ).toEqual(['856 40 $uA', '856 41 $uB', '856 42 $uC', '956 40 $aone', '956 41 $atwo$athree'])
  })

  it('moves whole fields with *, keeping codes and the indicators that are not given', () => {
    expect(
      after(
        [
          detail(
            'MOVE',
            '590 **',
            move('*', { field: '500', indicator2: '1', subfields: [{ subfield: 'a' }] }),
          ),
        ],
        '590 0# $aX$5Y',
      ),
    ).toEqual(['500 01 $aX$5Y'])
  })

  it('keeps the numeric order of sortable fields', () => {
    expect(
      after(
        [detail('MOVE', '590', move('a', { field: '245', subfields: [] }))],
        '100 1# $aA',
        '300 ## $aB',
        '590 ## $aT',
      ),
    ).toEqual(['100 1# $aA', '245 ## $aT', '300 ## $aB'])
  })

  it('does nothing for a field without the subfield', () => {
    expect(
      after(
        [detail('MOVE', '590', move('b', { field: '591', subfields: [{ subfield: 'a' }] }))],
        '590 ## $aX',
      ),
    ).toEqual(['590 ## $aX'])
  })

  it('moves each subfield once when several entries want it', () => {
    const to = (field: string): MarcSubfieldEdit => move('a', { field, subfields: [{ subfield: 'a' }] })
    expect(after([detail('MOVE', '590', to('591'), to('592'))], '590 ## $aX')).toEqual(['591 ## $aX'])
  })
})

describe('MOVE to existing fields', () => {
  const move = (subfield: string, marcField: MarcFieldEdit): MarcSubfieldEdit => ({
    subfield,
    subaction: 'ADD_TO_EXISTING_FIELD',
    data: { marcField },
  })
  const to900 = { field: '900', subfields: [{ subfield: 'x' }] }

  it('adds the subfields of every source to every field that fits', () => {
    expect(
      after(
        [detail('MOVE', '590 **', move('a', to900))],
        '590 1# $aone$bkept',
        '590 2# $atwo',
        '900 ## $aA',
        '900 1# $aB',
        '900 ## $aC',
      ),
    ).toEqual(['590 1# $bkept', '900 ## $aA$xone$xtwo', '900 1# $aB', '900 ## $aC$xone$xtwo'])
  })

  it('moves nothing when there is no field to add to', () => {
    expect(after([detail('MOVE', '590', move('a', to900))], '590 ## $aX', '900 1# $aB')).toEqual([
      '590 ## $aX',
      '900 1# $aB',
    ])
  })

  it('can rename a subfield inside its own field', () => {
    expect(
      after(
        [detail('MOVE', '590', move('a', { field: '590', subfields: [{ subfield: 'x' }] }))],
        '590 ## $aX$bY',
      ),
    ).toEqual(['590 ## $bY$xX'])
  })
})
