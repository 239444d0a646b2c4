import { readFileSync } from 'node:fs'
import { array, assert, constantFrom, property, record as recordArbitrary } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharedAvailable, sharedPath } from '../../../../test/support/shared.ts'
import { decodeRecord } from '../../../formats/marc/index.ts'
import type { MarcFieldProtectionSetting } from '../../import-profiles/index.ts'
import { compileListedFields, compileProtections, diffRecords, isProtected, overlayRecord } from './index.ts'
import { anyRecord, linesOf, recordOf, validRecord } from './record-fixture.ts'

/** A setting that guards every field with the tag. */
function guard(field: string, subfield = '*', data = '*'): MarcFieldProtectionSetting {
  return { field, indicator1: '*', indicator2: '*', subfield, data, source: 'USER' }
}

function overlay(stored: string[], incoming: string[], ...settings: MarcFieldProtectionSetting[]): string[] {
  return linesOf(overlayRecord(recordOf(...stored), recordOf(...incoming), compileProtections(settings)))
}

describe('overlay of non-repeatable fields', () => {
  it('replaces, removes and adds them when they are not protected', () => {
    expect(
      overlay(
        ['001 in1', '005 old', '008 old', '010 ## $aold', '100 1# $aonly stored', '245 10 $aold'],
        ['001 in1', '005 new', '008 new', '040 ## $aonly incoming', '245 00 $anew'],
      ),
    ).toEqual(['001 in1', '005 new', '008 new', '040 ## $aonly incoming', '245 00 $anew'])
  })

  it('keeps protected ones and drops those that are incoming', () => {
    expect(
      overlay(
        ['001 in1', '008 old', '010 ## $aold', '245 10 $aold'],
        ['001 x', '008 new', '010 ## $anew', '245 00 $anew'],
        guard('008'),
        guard('010'),
        guard('245'),
      ),
    ).toEqual(['001 in1', '008 old', '010 ## $aold', '245 10 $aold'])
  })

  it('keeps protected ones that are not incoming', () => {
    expect(overlay(['001 in1', '010 ## $aold', '245 10 $aT'], ['001 x', '245 10 $aT'], guard('010'))).toEqual(
      ['001 in1', '010 ## $aold', '245 10 $aT'],
    )
  })

  it('adds what only the incoming record has, protected or not', () => {
    expect(overlay(['001 in1'], ['001 x', '240 10 $anew'], guard('240'))).toEqual(['001 in1', '240 10 $anew'])
  })

  it('knows all of them', () => {
    const single =
      '010 018 036 038 040 042 044 045 066 073 100 110 111 130 199 240 243 245 254 256 263 306 357 378 384 507 514 663 664 665 666 675 682 788 841 842 844 882'
    for (const tag of single.split(' ')) {
      expect(overlay([`${tag} ## $aold`], [`${tag} 1# $anew`], guard(tag))).toEqual([`${tag} ## $aold`])
    }
    for (const tag of ['002', '003', '004', '005', '008', '009']) {
      expect(overlay([`${tag} old`], [`${tag} new`], guard(tag))).toEqual([`${tag} old`])
    }
  })

  it('leaves the last of control fields that the incoming record wrongly repeats', () => {
    expect(overlay(['001 in1', '008 old'], ['001 x', '008 one', '008 two'])).toEqual(['001 in1', '008 two'])
  })
})

describe('overlay of repeatable fields', () => {
  it('replaces all stored occurrences by the incoming ones, repeated or not', () => {
    expect(
      overlay(
        ['001 in1', '035 ## $a1', '035 ## $a2', '856 40 $uold', '856 40 $ualso old'],
        ['001 x', '035 ## $a3', '856 40 $uA', '856 40 $uA', '856 41 $uB'],
      ),
    ).toEqual(['001 in1', '035 ## $a3', '856 40 $uA', '856 40 $uA', '856 41 $uB'])
  })

  it('removes stored ones that are not incoming', () => {
    expect(overlay(['001 in1', '650 #0 $aX', '950 ## $aY'], ['001 x'])).toEqual(['001 in1'])
  })

  it('keeps protected ones and adds the incoming ones that are not identical', () => {
    expect(
      overlay(
        ['001 in1', '650 #0 $aA', '650 #0 $aB'],
        ['001 x', '650 #0 $aA', '650 #0 $aC', '650 #1 $aA'],
        guard('650'),
      ),
    ).toEqual(['001 in1', '650 #0 $aA', '650 #0 $aB', '650 #0 $aC', '650 #1 $aA'])
  })

  it('keeps protected ones that are not incoming and replaces the others of the tag', () => {
    expect(
      overlay(
        ['001 in1', '590 ## $aA$5NcD', '590 ## $aB'],
        ['001 x', '590 ## $aC'],
        guard('590', '5', 'ncd'),
      ),
    ).toEqual(['001 in1', '590 ## $aA$5NcD', '590 ## $aC'])
    expect(
      overlay(['001 in1', '590 ## $aA$5NcD', '590 ## $aB'], ['001 x'], guard('590', '5', 'ncd')),
    ).toEqual(['001 in1', '590 ## $aA$5NcD'])
  })

  it('does the same with 006 and 007', () => {
    const stored = ['001 in1', '007 abc', '007 123']
    expect(overlay(stored, ['001 x', '007 abc'])).toEqual(['001 in1', '007 abc'])
    expect(overlay(stored, ['001 x', '007 abc', '007 xyz'], { field: '007', data: '*' })).toEqual([
      '001 in1',
      '007 abc',
      '007 123',
      '007 xyz',
    ])
  })
})

describe('what an overlay always does', () => {
  it('takes the leader of the incoming record', () => {
    const stored = recordOf('LDR 00714nam a2200205 a 4500', '001 in1')
    const incoming = recordOf('LDR 01000cas a2200301 i 4500', '001 x')
    expect(overlayRecord(stored, incoming, compileProtections([])).leader).toBe('01000cas a2200301 i 4500')
  })

  it('keeps 001 and 999 ff without any setting, and updates other 999 fields', () => {
    expect(
      overlay(['001 in1', '999 ## $aold', '999 ff $ss1$ii1'], ['001 x', '999 ## $anew', '999 ff $ss2$ii2']),
    ).toEqual(['001 in1', '999 ff $ss1$ii1', '999 ## $anew'])
  })

  it('orders fields as FOLIO does: by number, from 4XX to 8XX as they come in their block', () => {
    expect(
      overlay(
        ['001 in1', '490 0# $aprotected', '650 #0 $aprotected'],
        [
          '001 x',
          '245 10 $aT',
          '100 1# $aN',
          '650 #0 $aA',
          '600 10 $aB',
          '500 ## $aC',
          '490 1# $aD',
          '947 ## $aE',
          '901 ## $aF',
        ],
        guard('490'),
        guard('650'),
      ),
    ).toEqual([
      '001 in1',
      '100 1# $aN',
      '245 10 $aT',
      '490 0# $aprotected',
      '490 1# $aD',
      '500 ## $aC',
      '650 #0 $aprotected',
      '650 #0 $aA',
      '600 10 $aB',
      '901 ## $aF',
      '947 ## $aE',
    ])
  })

  it('keeps a protected field where the incoming record has the identical one', () => {
    const lines = ['001 in1', '650 #0 $aA', '651 #0 $aB', '650 #0 $aC']
    expect(overlay(lines, lines, guard('650'))).toEqual(lines)
  })
})

const someSettings = array(
  recordArbitrary({
    field: constantFrom('007', '008', '035', '245', '500', '650', '999', '*'),
    indicator1: constantFrom('*', ' ', '1'),
    indicator2: constantFrom('*', ' '),
    subfield: constantFrom('*', 'a', '9'),
    data: constantFrom('*', 'x', 'XY'),
  }),
  { maxLength: 3 },
)

const someLists = array(
  recordArbitrary({
    field: constantFrom('007', '008', '035', '245', '500', '650', '*'),
    indicator1: constantFrom('*', ' '),
    indicator2: constantFrom('*', ' '),
    code: constantFrom('*', 'a', '9'),
  }),
  { maxLength: 2 },
).map((each) => {
  const details = each.map(({ code, ...field }) => ({
    order: 0,
    action: 'EDIT' as const,
    field: { ...field, subfields: [{ subfield: code }] },
  }))
  return compileListedFields(details).listed
})

describe('every overlay', () => {
  it('leaves both records as they are and shares nothing with them', () => {
    assert(
      property(anyRecord, anyRecord, someSettings, someLists, (stored, incoming, settings, listed) => {
        const before = structuredClone([stored, incoming])
        const result = overlayRecord(stored, incoming, compileProtections(settings), listed)
        for (const field of result.fields) {
          field.value += '!'
          for (const subfield of field.subfields ?? []) subfield.value += '!'
        }
        expect([stored, incoming]).toEqual(before)
      }),
    )
  })

  it('changes no protected field', () => {
    assert(
      property(anyRecord, anyRecord, someSettings, someLists, (stored, incoming, settings, listed) => {
        const protections = compileProtections(settings)
        const guarded = linesOf({ fields: stored.fields.filter((field) => isProtected(protections, field)) })
        const result = linesOf(overlayRecord(stored, incoming, protections, listed))
        for (const line of new Set(guarded)) {
          const count = (lines: string[]): number => lines.filter((each) => each === line).length
          expect(count(result)).toBeGreaterThanOrEqual(count(guarded))
        }
      }),
    )
  })

  it('changes nothing more when it is done again', () => {
    assert(
      property(anyRecord, validRecord, someSettings, someLists, (stored, incoming, settings, listed) => {
        const protections = compileProtections(settings)
        const once = overlayRecord(stored, incoming, protections, listed)
        expect(linesOf(overlayRecord(once, incoming, protections, listed))).toEqual(linesOf(once))
      }),
      { numRuns: 500 },
    )
  })

  it('has the fields of the incoming record alone, in its order, where nothing is protected', () => {
    assert(
      property(anyRecord, anyRecord, (stored, incoming) => {
        const isPlain = (line: string): boolean => !line.startsWith('00') && !line.startsWith('999 ff')
        const result = linesOf(overlayRecord(stored, incoming, compileProtections([]))).filter(isPlain)
        const wanted = linesOf(incoming).filter(isPlain)
        for (const block of ['035', '100', '245', '5', '6', '947', '999']) {
          const ofBlock = (line: string): boolean => line.startsWith(block)
          expect(result.filter(ofBlock)).toEqual(wanted.filter(ofBlock))
        }
        expect(result).toHaveLength(wanted.length)
      }),
    )
  })
})

describe.skipIf(!sharedAvailable)('overlay of real records', () => {
  it('changes nothing when a record is loaded again, with and without protections', () => {
    const bytes = readFileSync(sharedPath('samples/bench/perf_1k_bib_Create.mrc'))
    const settings = [guard('*', '2', 'fast'), guard('650'), guard('040')]
    let records = 0
    for (let at = 0; at < bytes.length && records < 200; records++) {
      const end = bytes.indexOf(0x1d, at) + 1
      const { record } = decodeRecord(bytes.subarray(at, end), { mode: 'permissive' })
      at = end
      for (const protections of [compileProtections([]), compileProtections(settings)]) {
        expect(diffRecords(record, overlayRecord(record, record, protections))).toEqual([])
      }
    }
    expect(records).toBe(200)
  })
})
