import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedFields, compareThreeWay, isSameValue } from '../../web/src/lib/record-compare.ts'

const base = {
  _version: 1,
  callNumber: 'QA76 .S65',
  copyNumber: '1',
  notes: [{ note: 'First', staffOnly: false }],
  formerIds: ['a'],
}

describe('comparing a record three ways', () => {
  test('what each side changed alone is put together on the newer version', () => {
    const mine = { ...base, callNumber: 'QA76 .S66' }
    const theirs = { ...base, _version: 2, copyNumber: '2' }
    expect(compareThreeWay(base, mine, theirs)).toEqual({
      merged: { ...base, _version: 2, callNumber: 'QA76 .S66', copyNumber: '2' },
      mine: ['callNumber'],
      theirs: ['copyNumber'],
      overlaps: [],
    })
  })

  test('a field that both changed differently is an overlap, and theirs stands until somebody chooses', () => {
    const mine = { ...base, callNumber: 'mine' }
    const theirs = { ...base, _version: 2, callNumber: 'theirs' }
    const { merged, overlaps } = compareThreeWay(base, mine, theirs)
    expect(overlaps).toEqual([{ field: 'callNumber', base: 'QA76 .S65', mine: 'mine', theirs: 'theirs' }])
    expect(merged.callNumber).toBe('theirs')
  })

  test('the same change on both sides is no overlap', () => {
    const same = { ...base, callNumber: 'same' }
    expect(compareThreeWay(base, same, { ...same, _version: 2 }).overlaps).toEqual([])
  })

  test('entries that both added to a list are both kept', () => {
    const mine = { ...base, formerIds: ['a', 'mine'] }
    const theirs = { ...base, formerIds: ['a', 'theirs'] }
    const { merged, overlaps } = compareThreeWay(base, mine, theirs)
    expect(overlaps).toEqual([])
    expect(merged.formerIds).toEqual(['a', 'theirs', 'mine'])
  })

  test('an entry that both rewrote is an overlap', () => {
    const mine = { ...base, notes: [{ note: 'Mine', staffOnly: false }] }
    const theirs = { ...base, notes: [{ note: 'Theirs', staffOnly: false }] }
    expect(compareThreeWay(base, mine, theirs).overlaps.map(({ field }) => field)).toEqual(['notes'])
  })

  test('what is empty equals what is absent, and computed fields are no change', () => {
    expect(isSameValue({ a: '', b: [], c: null, d: false }, undefined)).toBe(true)
    expect(changedFields({ _version: 1, a: '' }, { _version: 2 })).toEqual([])
  })
})

const records = fc.record({
  a: fc.constantFrom('', 'x', 'y'),
  b: fc.constantFrom('', 'x', 'y'),
  list: fc.subarray(['p', 'q', 'r', 's']),
})

test('whoever changes nothing gets the other side whole', () => {
  fc.assert(
    fc.property(records, records, (before, after) => {
      expect(compareThreeWay(before, before, after).merged).toEqual(after)
      const mine = compareThreeWay(before, after, before)
      expect(mine.overlaps).toEqual([])
      expect(isSameValue(mine.merged, after)).toBe(true)
    }),
  )
})

test('no change of mine is lost: it is in the merged record or among the overlaps', () => {
  fc.assert(
    fc.property(records, records, records, (before, mine, theirs) => {
      const { merged, overlaps } = compareThreeWay(before, mine, theirs)
      const open = new Set(overlaps.map(({ field }) => field))
      for (const field of ['a', 'b'] as const) {
        if (!open.has(field) && !isSameValue(before[field], mine[field])) {
          expect(isSameValue(merged[field], mine[field])).toBe(true)
        }
      }
      const added = mine.list.filter((entry) => !before.list.includes(entry))
      if (!open.has('list')) expect(merged.list).toEqual(expect.arrayContaining(added))
    }),
  )
})
