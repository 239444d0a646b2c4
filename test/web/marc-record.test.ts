import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkLines, withServerIssues } from '../../web/src/features/marc/check-lines.ts'
import { fixedElements, joinFixed, splitFixed } from '../../web/src/features/marc/fixed-fields.ts'
import { brokenLock, lockRules } from '../../web/src/features/marc/line-locks.ts'
import { decidedLines, mergeLines } from '../../web/src/features/marc/merge-lines.ts'
import { linesOfView, linksOf, recordOfLines } from '../../web/src/features/marc/record-lines.ts'
import { templatesOf } from '../../web/src/features/marc/templates.ts'
import type { SentRecord } from '../../web/src/features/marc/wire.ts'
import { jsonOfLines, linesOfJson } from '../../web/src/lib/marc-text.ts'

const LEADER = '00000nam a2200000 i 4500'
const AUTHORITY = '0f1b0d2c-6f0e-4f5c-9d0a-3a8b6f1c2d3e'

const record: SentRecord = {
  marcFormat: 'BIBLIOGRAPHIC',
  leader: LEADER.replaceAll(' ', '\\'),
  suppressDiscovery: false,
  fields: [
    { tag: '001', content: 'in1', indicators: [] },
    {
      tag: '008',
      content: splitFixed('008', '240131s2024    xxua     b    001 0 eng d', 'BIBLIOGRAPHIC', LEADER),
      indicators: [],
    },
    { tag: '245', content: '$a Rivers $c Smith', indicators: ['1', '0'] },
    { tag: '590', content: '$a Gift', indicators: ['\\', '\\'], isProtected: true },
    {
      tag: '700',
      content: `$a Smith, Jane $9 ${AUTHORITY} $e author`,
      indicators: ['1', '\\'],
      linkDetails: { authorityId: AUTHORITY, linkingRuleId: 15, status: 'ACTUAL' },
    },
    { tag: '999', content: '$s 1 $i 2', indicators: ['f', 'f'] },
  ],
}

describe('a record as lines', () => {
  const lines = linesOfView(record)

  it('shows every field', () => {
    expect(lines).toEqual([
      `LDR ${LEADER}`,
      '001 in1',
      '008 240131s2024    xxua     b    001 0 eng d',
      '245 10 $a Rivers $c Smith',
      '590 __ $a Gift',
      `700 1_ $a Smith, Jane $9 ${AUTHORITY} $e author`,
      '999 ff $s 1 $i 2',
    ])
    expect(linesOfJson(jsonOfLines(lines))).toEqual(lines)
  })

  it('goes back as it came where nothing was typed', () => {
    expect(recordOfLines(lines, record, new Map())).toEqual(record)
  })

  it('says what was typed, and keeps the link of a field that still names its authority', () => {
    const typed = [
      ...lines.with(3, '245 1_ $aLakes').with(5, lines[5]!.replace('author', 'editor')),
      '500 __ $a',
    ]
    const { fields } = recordOfLines(typed, record, linksOf(record))
    expect(fields.slice(2, 5)).toEqual([
      { tag: '245', content: '$a Lakes', indicators: ['1', '\\'] },
      record.fields[3],
      {
        tag: '700',
        content: `$a Smith, Jane $9 ${AUTHORITY} $e editor`,
        indicators: ['1', '\\'],
        linkDetails: record.fields[4]!.linkDetails,
      },
    ])
    expect(fields).toHaveLength(6)
  })

  it('keeps system, protected and linked parts from typing, and nothing else', () => {
    const rules = lockRules(record, false, new Map([['700', 'abcdq']]))
    const broken = (after: readonly string[]) => brokenLock(lines, after, rules)?.kind ?? null
    expect(broken(lines.with(1, '001 in2'))).toBe('system')
    expect(broken(lines.toSpliced(6, 1))).toBe('system')
    expect(broken(lines.with(4, '590 __ $a Gifts'))).toBe('protected')
    expect(broken(lines.with(0, 'LDR 00001nam a2200000 i 4500'))).toBe('leader')
    expect(broken(lines.with(0, 'LDR 00000cam a2200000 i 4500'))).toBeNull()
    expect(broken(lines.with(5, lines[5]!.replace('Jane', 'June')))).toBe('linked')
    expect(broken(lines.with(5, lines[5]!.replace('author', 'editor')))).toBeNull()
    expect(broken(lines.toSpliced(5, 1))).toBeNull()
    expect(broken(lines.toSpliced(4, 0, '500 __ $a New'))).toBeNull()
  })
})

describe('fixed fields', () => {
  it('are cut into elements and put together without a loss of what is defined', () => {
    const code = fc.stringMatching(/^[a-z0-9 |]{40}$/)
    fc.assert(
      fc.property(code, (text) => {
        const content = splitFixed('008', text, 'BIBLIOGRAPHIC', LEADER)
        const joined = joinFixed('008', content, 'BIBLIOGRAPHIC', LEADER)
        for (const { at, length } of fixedElements('008', text, 'BIBLIOGRAPHIC', LEADER)) {
          expect(joined.slice(at, at + length)).toBe(text.slice(at, at + length))
        }
        expect(splitFixed('008', joined, 'BIBLIOGRAPHIC', LEADER)).toEqual(content)
      }),
    )
  })

  it('have the elements of their material', () => {
    const names = (leader: string) =>
      fixedElements('008', ' '.repeat(40), 'BIBLIOGRAPHIC', leader).map(({ name }) => name)
    expect(names(LEADER)).toContain('LitF')
    expect(names('00000nas a2200000 i 4500')).toContain('Freq')
    expect(fixedElements('007', 'cr |||||||||||', 'BIBLIOGRAPHIC', LEADER)[1]).toMatchObject({
      name: 'SMD',
      at: 1,
    })
  })
})

describe('what is wrong with a record', () => {
  const GOOD = [`LDR ${LEADER}`, '008 240131s2024    xxua     b    001 0 eng d', '245 10 $a Rivers']
  const found = (...lines: string[]) =>
    checkLines([...GOOD, ...lines], 'BIBLIOGRAPHIC').map(({ severity, tag, from, to }) => [
      severity,
      tag,
      from,
      to,
    ])

  it('is nothing for a sound one, nor for the templates once their fields are filled', () => {
    expect(found('500 __ $a Note', '590 __ $z Ours', '')).toEqual([])
    for (const format of ['BIBLIOGRAPHIC', 'HOLDINGS', 'AUTHORITY'] as const) {
      for (const { lines } of templatesOf(format)) {
        const filled = lines.map((line) => line.replaceAll(/(\$[a-z]) (?= ?\$|$)/g, '$1 Text '))
        const own = format === 'HOLDINGS' ? [...filled, '004 in1'] : filled
        expect(checkLines(own, format).filter(({ severity }) => severity === 'error')).toEqual([])
      }
    }
  })

  it.each([
    ['50x __ $a Note', ['error', '50x', 0, 3]],
    ['500 !_ $a Note', ['error', '500', 4, 5]],
    ['500 1_ $a Note', ['warn', '500', 4, 5]],
    ['500 $a Note', ['error', '500', 4, 5]],
    ['300 __ $a One $c Two $c Three', ['warn', '', 0, 0]],
    ['100 1_ $a Smith $a Jones', ['error', '100', 16, 18]],
    ['500 __ $k Odd', ['warn', '500', 7, 9]],
    ['245 00 $a Again', ['error', '245', 0, 3]],
    ['006 m', ['error', '006', 4, 5]],
  ])('is seen in "%s"', (line, expected) => {
    const problems = found(line)
    if (expected[1] === '') expect(problems).toEqual([])
    else expect(problems).toContainEqual(expected)
  })

  it('is told by the server only where the browser has not seen it', () => {
    const lines = [...GOOD, '500 __ $a Note', '500 !_ $a Other']
    const local = checkLines(lines, 'BIBLIOGRAPHIC')
    const issues = [
      { tag: '500[1]', severity: 'error', definitionType: 'indicator', message: 'the same' },
      { tag: '500[0]', severity: 'warn', definitionType: 'subfield', message: 'more' },
      { tag: '001[0]', severity: 'error', definitionType: 'field', message: 'not yet' },
    ] as const
    const all = withServerIssues(local, issues, lines, true)
    expect(all.map(({ line, text }) => [line, text])).toEqual([
      [3, 'more'],
      [4, expect.stringContaining('Indicator 1')],
    ])
  })
})

describe('two people at one record', () => {
  const base = ['245 10 $a Rivers', '300 __ $a 200 pages', '500 __ $a First note', '650 _0 $a Rivers']

  it('are put together where they changed other fields', () => {
    const mine = [base[0]!, '300 __ $a 210 pages', base[2]!, base[3]!, '651 _0 $a Ontario']
    const theirs = ['245 10 $a Rivers and lakes', base[1]!, base[3]!]
    const merge = mergeLines(base, mine, theirs)
    expect(merge.overlaps).toEqual([])
    expect(decidedLines(merge, [])).toEqual([
      '245 10 $a Rivers and lakes',
      '300 __ $a 210 pages',
      '650 _0 $a Rivers',
      '651 _0 $a Ontario',
    ])
  })

  it('choose where they changed the same field', () => {
    const mine = base.with(1, '300 __ $a 210 pages')
    const theirs = base.with(1, '300 __ $a 220 pages')
    const merge = mergeLines(base, mine, theirs)
    expect(merge.overlaps).toEqual([{ base: base[1], mine: mine[1], theirs: theirs[1] }])
    expect(decidedLines(merge, ['mine'])).toEqual(mine)
    expect(decidedLines(merge, ['theirs'])).toEqual(theirs)
  })

  it('change nothing when neither did, and take what one did alone', () => {
    const anyLines = fc.uniqueArray(fc.stringMatching(/^5\d\d __ \$a [a-z]{3} [a-z]{3}$/), { maxLength: 6 })
    fc.assert(
      fc.property(anyLines, anyLines, (one, two) => {
        expect(decidedLines(mergeLines(one, one, two), [])).toEqual(two)
        expect(decidedLines(mergeLines(one, two, one), []).toSorted()).toEqual(two.toSorted())
      }),
    )
  })
})
