import { describe, expect, it } from 'vitest'
import type { MarcFieldProtectionSetting, MarcMappingDetail } from '../../import-profiles/index.ts'
import { compileListedFields, compileProtections, overlayRecord } from './index.ts'
import { linesOf, recordOf } from './record-fixture.ts'

/** A detail from a text such as `856 4* u`: tag, indicators, subfields; `#` is a blank. */
function listed(text: string): MarcMappingDetail {
  const [field = '', indicators = '##', codes = ''] = text.split(' ')
  const [indicator1 = ' ', indicator2 = ' '] = indicators.replaceAll('#', ' ')
  const subfields = [...codes].map((subfield) => ({ subfield }))
  return { order: 0, action: 'EDIT', field: { field, indicator1, indicator2, subfields } }
}

function update(
  wanted: string[],
  stored: string[],
  incoming: string[],
  ...settings: MarcFieldProtectionSetting[]
): string[] {
  const { listed: fields, problems } = compileListedFields(wanted.map(listed))
  expect(problems).toEqual([])
  return linesOf(
    overlayRecord(recordOf(...stored), recordOf(...incoming), compileProtections(settings), fields),
  )
}

describe('an update of listed fields', () => {
  it('changes one subfield and leaves the leader and everything else', () => {
    const stored = recordOf('LDR 00714nam a2200205 a 4500', '001 in1', '245 10 $aT', '856 40 $uold$zclick')
    const incoming = recordOf('LDR 00714cas a2200205 a 4500', '001 x', '245 10 $aU', '856 40 $unew$zX')
    const { listed: fields } = compileListedFields([listed('856 4* u')])
    const result = overlayRecord(stored, incoming, compileProtections([]), fields)
    expect(result.leader).toBe('00714nam a2200205 a 4500')
    expect(linesOf(result)).toEqual(['001 in1', '245 10 $aT', '856 40 $unew$zclick'])
  })

  it('puts all incoming occurrences of a subfield where the first stored one was', () => {
    expect(update(['650 #0 x'], ['650 #0 $aA$x1$x2$yY'], ['650 #0 $aB$x3$x4$x5'])).toEqual([
      '650 #0 $aA$x3$x4$x5$yY',
    ])
    expect(update(['245 ** c'], ['245 10 $aA'], ['245 00 $aB$cC'])).toEqual(['245 10 $aA$cC'])
  })

  it('replaces whole fields with * and leaves those with other indicators', () => {
    expect(
      update(['856 ** *'], ['256 ## $aX', '856 40 $uA$zB', '856 42 $uC'], ['256 ## $aY', '856 40 $uD']),
    ).toEqual(['256 ## $aX', '856 40 $uD', '856 42 $uC'])
  })

  it('updates repeated fields one by one, adds what is more and removes what is less', () => {
    const stored = ['856 40 $uA$z1', '856 40 $uB$z2']
    expect(update(['856 40 u'], stored, ['856 40 $uC', '856 40 $uD', '856 40 $uE$z3'])).toEqual([
      '856 40 $uC$z1',
      '856 40 $uD$z2',
      '856 40 $uE$z3',
    ])
    expect(update(['856 40 u'], stored, ['856 40 $uC'])).toEqual(['856 40 $uC$z1', '856 40 $uB$z2'])
    expect(update(['856 40 *'], stored, ['856 40 $uC'])).toEqual(['856 40 $uC'])
  })

  it('leaves the stored field when nothing is incoming for it', () => {
    expect(
      update(['856 40 u', '500 ## *', '008'], ['008 old', '500 ## $aX', '856 40 $uA'], ['856 40 $zB']),
    ).toEqual(['008 old', '500 ## $aX', '856 40 $uA'])
  })

  it('adds a field that the stored record does not have, in its place', () => {
    expect(update(['590 ## *'], ['001 in1', '500 ## $aX', '856 40 $uA'], ['590 ## $anew'])).toEqual([
      '001 in1',
      '500 ## $aX',
      '590 ## $anew',
      '856 40 $uA',
    ])
  })

  it('never makes a second one of a non-repeatable field', () => {
    expect(update(['245 ** *'], ['245 10 $aold'], ['245 00 $anew', '245 00 $aother'])).toEqual([
      '245 00 $anew',
    ])
  })

  it('replaces control fields, and all of 007', () => {
    expect(
      update(
        ['005', '007'],
        ['001 in1', '005 1', '007 a', '007 b'],
        ['001 x', '005 2', '007 c', '007 d', '007 e'],
      ),
    ).toEqual(['001 in1', '005 2', '007 c', '007 d', '007 e'])
    expect(update(['001'], ['001 in1'], ['001 x'])).toEqual(['001 in1'])
  })

  it('pairs fields by $0 before it pairs them by place', () => {
    expect(
      update(
        ['700 ** e'],
        ['700 1# $aA$0n1', '700 1# $aB$0n2'],
        ['700 1# $aB$eill.$0n2', '700 1# $aA$eed.$0n1'],
      ),
    ).toEqual(['700 1# $aA$0n1$eed.', '700 1# $aB$0n2$eill.'])
  })

  it('takes any field with a tag *', () => {
    expect(update(['* ** 5'], ['500 ## $aX$5DLC', '590 ## $aY'], ['500 ## $aZ$5NcD'])).toEqual([
      '500 ## $aX$5NcD',
      '590 ## $aY',
    ])
  })

  it('leaves protected fields and brings repeatable ones beside them', () => {
    const guard = { field: '500', indicator1: '*', indicator2: '*', subfield: 'a', data: 'keep' }
    expect(update(['500 ## a'], ['500 ## $akeep', '500 ## $aold'], ['500 ## $anew'], guard)).toEqual([
      '500 ## $akeep',
      '500 ## $anew',
    ])
    expect(update(['500 ## a'], ['500 ## $akeep'], ['500 ## $anew'], guard)).toEqual([
      '500 ## $akeep',
      '500 ## $anew',
    ])
    expect(update(['500 ## a'], ['500 ## $akeep$5X', '500 ## $aold'], ['500 ## $akeep'], guard)).toEqual([
      '500 ## $akeep$5X',
      '500 ## $aold',
    ])
    expect(
      update(['245 ** a'], ['245 10 $aold'], ['245 10 $anew'], { ...guard, field: '245', data: 'OLD' }),
    ).toEqual(['245 10 $aold'])
  })
})

describe('compileListedFields', () => {
  it('says by null that all fields are meant when there are no details', () => {
    expect(compileListedFields([])).toEqual({ listed: null, problems: [] })
  })

  it('names what it cannot read and never takes that for all fields', () => {
    const { listed: fields, problems } = compileListedFields([listed('245'), listed('24 ** a')])
    expect(fields).toEqual([])
    expect(problems.map(({ text }) => text)).toEqual([
      'It names no subfield to update; "*" stands for all.',
      '"24" is no field.',
    ])
  })
})
