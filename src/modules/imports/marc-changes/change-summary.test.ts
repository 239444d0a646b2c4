import { assert, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffRecords } from './index.ts'
import { anyRecord, linesOf, recordOf } from './record-fixture.ts'

function changes(before: string[], after: string[]): string[] {
  return diffRecords(recordOf(...before), recordOf(...after)).map(
    (change) => `${change.kind}: ${change.before ?? '-'} → ${change.after ?? '-'}`,
  )
}

describe('diffRecords', () => {
  it('shows a changed field as it was and as it is', () => {
    expect(diffRecords(recordOf('245 10 $aOld'), recordOf('245 10 $aNew'))).toEqual([
      { kind: 'changed', tag: '245', before: '245 10 $aOld', after: '245 10 $aNew' },
    ])
  })

  it('shows added and removed fields by tag, also control fields, with blank indicators as blanks', () => {
    expect(changes(['001 1', '500 ## $aX'], ['001 2', '947 ## $aTest$bAddition'])).toEqual([
      'changed: 001 1 → 001 2',
      'removed: 500    $aX → -',
      'added: - → 947    $aTest$bAddition',
    ])
  })

  it('pairs repeated fields by what they have in common', () => {
    expect(
      changes(
        ['650 #0 $aCats', '650 #0 $aDogs$xFood', '650 #0 $aBirds'],
        ['650 #0 $aDogs$xCare', '650 #0 $aBirds'],
      ),
    ).toEqual(['changed: 650  0 $aDogs$xFood → 650  0 $aDogs$xCare', 'removed: 650  0 $aCats → -'])
  })

  it('counts repeated equal fields', () => {
    expect(changes(['856 40 $uA'], ['856 40 $uA', '856 40 $uA'])).toEqual(['added: - → 856 40 $uA'])
  })

  it('shows the leader unless only lengths and addresses differ', () => {
    expect(changes(['LDR 00714nam a2200205 a 4500'], ['LDR 99999nam a2299999 a 4500'])).toEqual([])
    expect(changes(['LDR 00714nam a2200205 a 4500'], ['LDR 00714cam a2200205 a 4500'])).toEqual([
      'changed: LDR 00714nam a2200205 a 4500 → LDR 00714cam a2200205 a 4500',
    ])
  })

  it('does not show fields that only stand elsewhere', () => {
    expect(changes(['500 ## $aA', '500 ## $aB'], ['500 ## $aB', '500 ## $aA'])).toEqual([])
  })

  it('turns the lines of the one record into those of the other', () => {
    const line = (each: string): string =>
      each.startsWith('00')
        ? each
        : each.replace(/^(.{4})(..)/, (_, tag: string, two: string) => tag + two.replaceAll('#', ' '))
    assert(
      property(anyRecord, anyRecord, (before, after) => {
        const lines = linesOf(before).map(line)
        for (const change of diffRecords(before, after)) {
          if (change.before !== null) lines.splice(lines.indexOf(change.before), 1)
          if (change.after !== null) lines.push(change.after)
        }
        expect(lines.sort()).toEqual(linesOf(after).map(line).sort())
      }),
    )
  })
})
