import { describe, expect, it } from 'vitest'
import {
  compileModifications,
  compileProtections,
  finishOverlay,
  modifyRecord,
  overlayRecord,
} from './index.ts'
import type { OverlayIds } from './index.ts'
import { linesOf, recordOf } from './record-fixture.ts'

const ids: OverlayIds = {
  hrid: 'in00000000001',
  recordId: 's1',
  externalId: 'i1',
  now: new Date('2026-03-04T05:06:07.800Z'),
  protections: compileProtections([]),
}

function finished(lines: string[], changes: Partial<OverlayIds> = {}): string[] {
  const record = recordOf(...lines)
  finishOverlay(record, { ...ids, ...changes })
  return linesOf(record)
}

const updated = '005 20260304050607.8'
const folio = '999 ff $ss1$ii1'

describe('finishOverlay', () => {
  it('keeps the HRID in 001 and the number of the incoming record, with its 003, in 035', () => {
    const incoming = recordOf('001 ocm00012345', '003 OCoLC', '005 1', '245 10 $aNew')
    const stored = recordOf('001 in00000000001', '005 0', '245 10 $aOld', '999 ff $ss1$ii1')
    const record = overlayRecord(stored, incoming, ids.protections)
    finishOverlay(record, { ...ids, incoming })
    expect(linesOf(record)).toEqual([
      '001 in00000000001',
      updated,
      '035 ## $a(OCoLC)12345',
      '245 10 $aNew',
      folio,
    ])
  })

  it('ends the PTF update, where an exported record gets a 947 and replaces the stored one', () => {
    const incoming = recordOf(
      '001 in00000000001',
      '005 1',
      '035 ## $a(amdb)123',
      '245 10 $aNew',
      '901 ## $aho1',
      '902 ## $ait1',
      '999 ff $ss1$ii1',
    )
    const { modifications } = compileModifications([
      {
        order: 0,
        action: 'ADD',
        field: { field: '947', subfields: [{ subfield: 'a', data: { text: 'Test' } }] },
      },
    ])
    modifyRecord(incoming, modifications)
    const stored = recordOf('001 in00000000001', '005 0', '245 10 $aOld', '999 ff $ss1$ii1')
    const record = overlayRecord(stored, incoming, ids.protections)
    finishOverlay(record, { ...ids, incoming })
    expect(linesOf(record)).toEqual([
      '001 in00000000001',
      updated,
      '035 ## $a(amdb)123',
      '245 10 $aNew',
      '901 ## $aho1',
      '902 ## $ait1',
      '947 ## $aTest',
      folio,
    ])
  })

  it('takes the number of a modified record from itself', () => {
    expect(finished(['001 123', '245 10 $aT', '947 ## $aTest$bAddition'])).toEqual([
      '001 in00000000001',
      updated,
      '035 ## $a123',
      '245 10 $aT',
      '947 ## $aTest$bAddition',
      folio,
    ])
  })

  it('adds no 035 when the number is there, as it is or in OCLC form', () => {
    expect(finished(['001 123', '003 DLC', '035 ## $a(DLC)123'])).toEqual([
      '001 in00000000001',
      updated,
      '035 ## $a(DLC)123',
      folio,
    ])
    expect(finished(['001 ocm0123', '003 OCoLC', '035 ## $a(OCoLC)123$zX'])).toEqual([
      '001 in00000000001',
      updated,
      '035 ## $a(OCoLC)123$zX',
      folio,
    ])
  })

  it('adds no 035 for the HRID itself, removes one that holds it, and removes 003', () => {
    expect(
      finished([
        '001 in00000000001',
        '003 XYZ',
        '035 ## $ain00000000001',
        '035 ## $a(X)1',
        '035 ## $ain00000000001$z2',
      ]),
    ).toEqual(['001 in00000000001', updated, '035 ## $a(X)1', '035 ## $z2', folio])
  })

  it('keeps repeated 035 fields apart and normalises OCLC numbers', () => {
    expect(
      finished(['001 in00000000001', '035 ## $a(OCoLC)ocn0099', '035 ## $a(NcD)1', '035 ## $a(NcD)2']),
    ).toEqual([
      '001 in00000000001',
      updated,
      '035 ## $a(OCoLC)99',
      '035 ## $a(NcD)1',
      '035 ## $a(NcD)2',
      folio,
    ])
  })

  it('leaves a protected 005', () => {
    const protections = compileProtections([{ field: '005', data: '*' }])
    expect(finished(['001 in00000000001', '005 old'], { protections })).toEqual([
      '001 in00000000001',
      '005 old',
      folio,
    ])
    expect(finished(['001 in00000000001'], { protections })).toEqual(['001 in00000000001', updated, folio])
  })

  it('puts the ids into the 999 ff that is there and leaves other 999 fields', () => {
    expect(finished(['001 in00000000001', '999 ff $sold$iold$xkept', '999 ## $aX'])).toEqual([
      '001 in00000000001',
      updated,
      '999 ## $aX',
      '999 ff $ss1$ii1$xkept',
    ])
  })

  it('leaves one 999 ff', () => {
    expect(finished(['001 in00000000001', '999 ff $sa', '999 ff $sb'])).toEqual([
      '001 in00000000001',
      updated,
      folio,
    ])
  })

  it('can leave 003, as authorities have it', () => {
    expect(finished(['001 n1', '003 DLC', '100 1# $aX'], { hrid: 'n1', keeps003: true })).toEqual([
      '001 n1',
      updated,
      '003 DLC',
      '100 1# $aX',
      folio,
    ])
  })

  it('changes nothing when it is done again', () => {
    const record = recordOf('001 123', '003 DLC', '035 ## $a(X)1', '245 10 $aT')
    finishOverlay(record, ids)
    const once = linesOf(record)
    finishOverlay(record, ids)
    expect(linesOf(record)).toEqual(once)
  })
})
