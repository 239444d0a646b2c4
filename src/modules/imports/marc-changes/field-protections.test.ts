import { describe, expect, it } from 'vitest'
import type { MarcFieldProtectionSetting } from '../../import-profiles/index.ts'
import { compileProtections, effectiveProtections, isProtected } from './index.ts'
import { fieldOf } from './record-fixture.ts'

const anyIndicators = { indicator1: '*', indicator2: '*' }

function protects(setting: MarcFieldProtectionSetting | null, ...lines: string[]): boolean[] {
  const protections = compileProtections(setting === null ? [] : [setting])
  return lines.map((line) => isProtected(protections, fieldOf(line)))
}

describe('isProtected', () => {
  it('always guards the ids of FOLIO, and no other 999', () => {
    expect(
      protects(null, '001 in1', '999 ff $iX', '999 f# $iX', '999 ## $aX', '003 DLC', '245 10 $aT'),
    ).toEqual([true, true, false, false, false, false])
  })

  it('guards a whole field by its tag with wildcards', () => {
    const setting = { field: '856', ...anyIndicators, subfield: '*', data: '*' }
    expect(protects(setting, '856 40 $uA', '856 ## $zB', '956 40 $uA')).toEqual([true, true, false])
  })

  it('compares indicators, a missing or empty one being a blank', () => {
    const any = { field: '650', subfield: '*', data: '*' }
    const lines = ['650 #0 $aX', '650 10 $aX', '650 ## $aX'] as const
    expect(protects({ ...any, indicator1: '*', indicator2: '0' }, ...lines)).toEqual([true, true, false])
    expect(protects({ ...any, indicator1: ' ', indicator2: '0' }, ...lines)).toEqual([true, false, false])
    expect(protects({ ...any, indicator1: '', indicator2: '' }, ...lines)).toEqual([false, false, true])
    expect(protects(any, ...lines)).toEqual([false, false, true])
  })

  it('needs a subfield with the code, and compares its whole text in any letter case', () => {
    const local = { field: '590', ...anyIndicators, subfield: '5', data: 'NcD' }
    expect(protects(local, '590 ## $aX$5NcD', '590 ## $aX$5ncd', '590 ## $aNcD', '590 ## $5NcD-X')).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(protects({ ...local, data: '*' }, '590 ## $5x', '590 ## $ax')).toEqual([true, false])
  })

  it('looks at every occurrence of a subfield', () => {
    expect(
      protects({ field: '590', ...anyIndicators, subfield: '5', data: 'NcD' }, '590 ## $5DLC$5NcD'),
    ).toEqual([true])
  })

  it('looks for a text in any subfield, and in any field', () => {
    const setting = { field: '655', ...anyIndicators, subfield: '*', data: 'fast' }
    expect(protects(setting, '655 #7 $aMaps$2fast', '655 #7 $aMaps$2lcgft')).toEqual([true, false])
    expect(protects({ ...setting, field: '*' }, '655 #7 $2fast', '650 #7 $2fast', '007 fast')).toEqual([
      true,
      true,
      false,
    ])
  })

  it('guards control fields by tag and text', () => {
    const control = { indicator1: '', indicator2: '', subfield: '' }
    expect(protects({ field: '008', ...control, data: '*' }, '008 x', '007 x')).toEqual([true, false])
    expect(protects({ field: '007', ...control, data: 'vd' }, '007 VD', '007 vd cg')).toEqual([true, false])
    expect(protects({ field: '*', ...control, data: '*' }, '008 x', '003 x', '245 10 $aT')).toEqual([
      true,
      true,
      false,
    ])
  })

  it('guards no control field by a setting with indicators', () => {
    const setting = { field: '*', indicator1: '*', indicator2: '5', subfield: '*', data: '*' }
    expect(protects(setting, '008 x', '650 #5 $aX', '650 #0 $aX')).toEqual([false, true, false])
  })
})

describe('effectiveProtections', () => {
  const system: MarcFieldProtectionSetting = { id: 's', field: '999', source: 'SYSTEM', override: false }
  const local: MarcFieldProtectionSetting = { id: 'u', field: '590', source: 'USER', override: false }

  it('leaves out what the profile overrides', () => {
    expect(effectiveProtections([system, local], [{ ...local, override: true }])).toEqual([system])
  })

  it('keeps what the profile lists without overriding it, or does not list', () => {
    expect(effectiveProtections([system, local], [local, { ...local, id: 'other', override: true }])).toEqual(
      [system, local],
    )
    expect(effectiveProtections([system, local])).toEqual([system, local])
    expect(effectiveProtections([], [{ ...local, override: true }])).toEqual([])
  })

  it('keeps the settings of the system whatever the profile says', () => {
    expect(
      effectiveProtections(
        [system],
        [
          { ...system, override: true },
          { ...system, source: 'USER', override: true },
        ],
      ),
    ).toEqual([system])
  })
})
