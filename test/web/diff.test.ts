import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffLines, diffWords, hunksOf } from '../../web/src/lib/diff.ts'

const BEFORE = [
  '001 in1',
  '245 10 $a Rivers of Ontario / $c Smith.',
  '500 __ $a First note.',
  '650 _0 $a Rivers.',
  '650 _0 $a Lakes of Canada.',
]

describe('two MARC records', () => {
  it('are compared by tag and likeness', () => {
    const after = [
      '001 in1',
      '245 10 $a Rivers of Ontario and Quebec / $c Smith.',
      '650 _0 $a Lakes of Canada and others.',
      '650 _0 $a Something else entirely new.',
    ]
    const rows = diffLines(BEFORE, after)
    expect(rows.map(({ kind }) => kind)).toEqual([
      'same',
      'changed',
      'removed',
      'removed',
      'changed',
      'added',
    ])
    expect(rows[1]).toMatchObject({
      after: [
        { text: '245 10 $a Rivers of Ontario ', isChanged: false },
        { text: 'and Quebec ', isChanged: true },
        { text: '/ $c Smith.', isChanged: false },
      ],
    })
  })

  it('with one field moved differ in that field only', () => {
    const after = [BEFORE[0]!, BEFORE[2]!, BEFORE[1]!, BEFORE[3]!, BEFORE[4]!]
    const rows = diffLines(BEFORE, after)
    expect(rows.every(({ kind }) => kind === 'same')).toBe(true)
    expect(rows.filter((row) => row.kind === 'same' && row.isMoved)).toHaveLength(1)
  })

  it('keep every line once', () => {
    const record = fc.array(fc.constantFrom('500 a', '500 a b', '500 c d', '650 a', '650 b'), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(record, record, (before, after) => {
        const rows = diffLines(before, after)
        const text = (segments: { text: string }[]) => segments.map((one) => one.text).join('')
        const later = rows.flatMap((row) =>
          row.kind === 'removed' ? [] : row.kind === 'changed' ? [text(row.after)] : [row.line],
        )
        const earlier = rows.flatMap((row) =>
          row.kind === 'added' ? [] : row.kind === 'changed' ? [text(row.before)] : [row.line],
        )
        expect(later).toEqual(after)
        expect(earlier.toSorted()).toEqual(before.toSorted())
      }),
    )
  })

  it('show two lines around a change and how many are left out', () => {
    const lines = Array.from({ length: 20 }, (_, at) => `5${String(at).padStart(2, '0')} __ $a ${at}`)
    const after = lines.with(10, '510 __ $a changed')
    expect(
      hunksOf(diffLines(lines, after)).map((hunk) => (hunk.kind === 'gap' ? hunk.count : hunk.rows.length)),
    ).toEqual([8, 5, 7])
  })
})

it('marks the words that differ', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', ' ', '$a', 'cd'), { maxLength: 12 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, text, (one, two) => {
      const { before, after } = diffWords(one, two)
      expect(before.map((part) => part.text).join('')).toBe(one)
      expect(after.map((part) => part.text).join('')).toBe(two)
      const common = (all: typeof before) =>
        all
          .filter(({ isChanged }) => !isChanged)
          .map((part) => part.text)
          .join('')
          .replaceAll(' ', '')
      expect(common(before)).toBe(common(after))
    }),
  )
})
