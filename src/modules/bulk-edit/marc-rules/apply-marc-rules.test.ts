import { array, assert, constantFrom, property, record as recordWith } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyRecord, linesOf, recordOf } from '../../imports/marc-changes/record-fixture.ts'
import type { MarcFieldProtectionSetting } from '../../import-profiles/index.ts'
import { applyMarcRules, compileMarcRules, readMarcRules } from './index.ts'
import type { MarcOutcome, MarcRuleOptions } from './index.ts'

const now = new Date('2026-03-02T09:14:03.120Z')
/** What 005 says at that instant. */
const NOW = '005 20260302091403.1'

type Sent = Record<string, unknown>

/** An action as clients send it. */
function action(name: string, value?: string, subfield?: string): Sent {
  const data = [
    ...(value === undefined ? [] : [{ key: 'VALUE', value }]),
    ...(subfield === undefined ? [] : [{ key: 'SUBFIELD', value: subfield }]),
  ]
  return { name, data }
}

/** A rule from a field such as `500 1#$a`, where `#` is sent as the backslash that clients write, and its actions. */
function rule(field: string, actions: readonly Sent[], more: Sent = {}): Sent {
  const [ind1 = '', ind2 = ''] = field.slice(4, 6).replaceAll('#', '\\')
  return { tag: field.slice(0, 3), ind1, ind2, subfield: field.slice(7), actions, ...more }
}

function outcome(
  rules: readonly Sent[],
  lines: readonly string[],
  options: Partial<MarcRuleOptions> & { settings?: MarcFieldProtectionSetting[] } = {},
): MarcOutcome {
  const read = readMarcRules({ bulkOperationMarcRules: rules, totalRecords: rules.length })
  const { settings = [], ...rest } = options
  return applyMarcRules(compileMarcRules(read, settings), recordOf(...lines), { now, ...rest })
}

/** The record's lines after rules, without 005. */
function after(rules: readonly Sent[], ...lines: string[]): string[] {
  return linesOf(outcome(rules, lines).record).filter((line) => !line.startsWith('005'))
}

describe('FIND and APPEND', () => {
  it('adds a subfield at the end of each field that holds the text, letter case heeded', () => {
    const append = rule('500 1#$b', [action('FIND', 'text'), action('APPEND', 'text a', 'a')])
    expect(
      after(
        [append],
        '500 1# $btext b$cother',
        '500 1# $bText b',
        '500 #1 $btext b',
        '500 1# $atext b',
        '510 1# $btext b',
        '500 1# $bno$bmy text',
      ),
    ).toEqual([
      '500 1# $btext b$cother$atext a',
      '500 1# $bText b',
      '500 #1 $btext b',
      '500 1# $atext b',
      '510 1# $btext b',
      '500 1# $bno$bmy text$atext a',
    ])
  })
})

describe('FIND and REPLACE_WITH', () => {
  const replace = (find: string, text: string) =>
    rule('856 40$u', [action('FIND', find), action('REPLACE_WITH', text)])

  it('replaces each occurrence in the subfields with the code, taken literally', () => {
    expect(
      after([replace('http:', 'https:')], '856 40 $uhttp://a http://b$zhttp:$uhttp://c', '856 41 $uhttp://a'),
    ).toEqual(['856 40 $uhttps://a https://b$zhttp:$uhttps://c', '856 41 $uhttp://a'])
    expect(after([replace('a.c', '$&1')], '856 40 $uabc a.c')).toEqual(['856 40 $uabc $&1'])
  })

  it('drops a subfield whose text is gone, and a field that has no other', () => {
    expect(after([replace('gone', '')], '856 40 $ugone$zkept', '856 40 $ugone', '856 40 $ugone too')).toEqual(
      ['856 40 $zkept', '856 40 $u too'],
    )
  })

  it('changes nothing where the new text is the old one', () => {
    expect(outcome([replace('http:', 'http:')], ['856 40 $uhttp://a']).isChanged).toBe(false)
  })
})

describe('removal', () => {
  const lines = ['500 11 $atext a$btext b', '500 11 $aText a', '510 11 $atext a', '500 11 $btext']

  it.each([
    {
      name: 'FIND and REMOVE_FIELD: fields with the text in the subfield',
      rule: rule('500 11$a', [action('FIND', 'text'), action('REMOVE_FIELD')]),
      expected: ['500 11 $aText a', '510 11 $atext a', '500 11 $btext'],
    },
    {
      name: 'FIND and REMOVE_SUBFIELD: the subfields with the text',
      rule: rule('500 11$a', [action('FIND', 'text'), action('REMOVE_SUBFIELD')]),
      expected: ['500 11 $btext b', '500 11 $aText a', '510 11 $atext a', '500 11 $btext'],
    },
    {
      name: 'REMOVE_ALL: fields that have the subfield',
      rule: rule('500 11$a', [action('REMOVE_ALL')]),
      expected: ['510 11 $atext a', '500 11 $btext'],
    },
    {
      name: 'REMOVE_FIELD: all fields with tag and indicators',
      rule: rule('500 11', [action('REMOVE_FIELD')]),
      expected: ['510 11 $atext a'],
    },
    {
      name: 'REMOVE_SUBFIELD: the subfield in all of them, and fields that have no other',
      rule: rule('500 11$a', [action('REMOVE_SUBFIELD')]),
      expected: ['500 11 $btext b', '510 11 $atext a', '500 11 $btext'],
    },
  ])('$name', ({ rule: sent, expected }) => {
    expect(after([sent], ...lines)).toEqual(expected)
  })

  it('heeds indicators: a blank is a blank, whether it is sent as \\ or as #', () => {
    const stored = ['500 ## $aone', '500 1# $atwo']
    expect(after([rule('500 ##', [action('REMOVE_FIELD')])], ...stored)).toEqual(['500 1# $atwo'])
    const hashes = { tag: '500', ind1: '#', ind2: '#', actions: [action('REMOVE_FIELD')] }
    expect(after([hashes], ...stored)).toEqual(['500 1# $atwo'])
  })
})

describe('ADD_TO_EXISTING', () => {
  it('adds a field with more subfields, where an import would put it', () => {
    const subfields = [
      { subfield: 'd', actions: [action('ADD_TO_EXISTING', '1962'), action('ADDITIONAL_SUBFIELD')] },
      { subfield: 'a', actions: [action('ADD_TO_EXISTING', 'again')] },
    ]
    const actions = [action('ADD_TO_EXISTING', 'Thesis'), action('ADDITIONAL_SUBFIELD')]
    expect(
      after(
        [rule('502 ##$a', actions, { subfields })],
        '001 in1',
        '245 10 $aT',
        '504 ## $aB',
        '500 ## $aN',
        '650 #0 $aS',
        '999 ff $ii1$ss1',
      ),
    ).toEqual([
      '001 in1',
      '245 10 $aT',
      '504 ## $aB',
      '500 ## $aN',
      '502 ## $aThesis$d1962$aagain',
      '650 #0 $aS',
      '999 ff $ii1$ss1',
    ])
  })

  it('gives each record a field of its own', () => {
    const compiled = compileMarcRules(
      readMarcRules({ bulkOperationMarcRules: [rule('590 ##$a', [action('ADD_TO_EXISTING', 'one')])] }),
      [],
    )
    const first = applyMarcRules(compiled, recordOf(), { now }).record
    first.fields.at(-1)!.subfields![0]!.value = 'changed'
    expect(linesOf(applyMarcRules(compiled, recordOf(), { now }).record)).toContain('590 ## $aone')
  })
})

describe('SET_RECORDS_FOR_DELETE', () => {
  const deletion = (name: string): Sent => ({
    tag: 'LDR',
    updateOption: 'SET_RECORDS_FOR_DELETE',
    actions: [{ name }],
  })

  it.each([
    { from: 'n', name: 'SET_TO_TRUE', to: 'd', isChanged: true },
    { from: 'd', name: 'SET_TO_TRUE', to: 'd', isChanged: false },
    { from: 'd', name: 'SET_TO_FALSE', to: 'c', isChanged: true },
  ])('$name on status $from gives $to', ({ from, name, to, isChanged }) => {
    const result = outcome([deletion(name)], [`LDR 00000${from}am a2200000 a 4500`, '001 in1'])
    expect(result.record.leader).toBe(`00000${to}am a2200000 a 4500`)
    expect(result.isChanged).toBe(isChanged)
  })
})

describe('a record', () => {
  const replace = rule('500 ##$a', [action('FIND', 'old'), action('REPLACE_WITH', 'new')])

  it('has 005 refreshed when it changed, put behind 001 where it had none', () => {
    const changed = outcome([replace], ['001 in1', '005 20200101000000.0', '500 ## $aold'])
    expect(linesOf(changed.record)).toEqual(['001 in1', NOW, '500 ## $anew'])
    const without = outcome([replace], ['001 in1', '500 ## $aold'])
    expect(linesOf(without.record)).toEqual(['001 in1', NOW, '500 ## $anew'])
  })

  it('is the very argument when no rule changes it', () => {
    const record = recordOf('001 in1', '005 20200101000000.0', '500 ## $aother')
    const compiled = compileMarcRules(readMarcRules({ bulkOperationMarcRules: [replace] }), [])
    const result = applyMarcRules(compiled, record, { now })
    expect(result).toEqual({ record, problems: [], isChanged: false, endedLinks: [] })
    expect(result.record).toBe(record)
  })

  it('is not mutated', () => {
    const lines = [
      '001 in1',
      '005 20200101000000.0',
      '035 ## $a(OCoLC)ocm0001',
      '500 ## $aold$bx',
      '500 ## $ay',
    ]
    const record = recordOf(...lines)
    const rules = [
      replace,
      rule('500 ##$a', [action('FIND', 'new'), action('APPEND', 'c', 'c')]),
      rule('500 ##$b', [action('REMOVE_SUBFIELD')]),
      rule('035 ##$a', [action('FIND', 'ocm'), action('REPLACE_WITH', 'ocn')]),
      rule('590 ##$a', [action('ADD_TO_EXISTING', 'z')]),
    ]
    const compiled = compileMarcRules(readMarcRules({ bulkOperationMarcRules: rules }), [])
    const result = applyMarcRules(compiled, record, { now })
    expect(linesOf(record)).toEqual(lines)
    expect(linesOf(result.record)).toEqual([
      '001 in1',
      NOW,
      '035 ## $a(OCoLC)1',
      '500 ## $anew$cc',
      '500 ## $ay',
      '590 ## $az',
    ])
  })

  it('goes through the rules in their order', () => {
    const rules = [
      rule('500 ##$a', [action('ADD_TO_EXISTING', 'first')]),
      rule('500 ##$a', [action('FIND', 'first'), action('REPLACE_WITH', 'second')]),
    ]
    expect(after(rules, '500 ## $afirst of all')).toEqual(['500 ## $asecond of all', '500 ## $asecond'])
  })
})

describe('field protections', () => {
  const settings: MarcFieldProtectionSetting[] = [
    { id: '1', field: '500', indicator1: '*', indicator2: '*', subfield: '5' },
  ]
  const lines = ['001 in1', '500 ## $aold$5Us', '500 ## $aold']
  const replace = [action('FIND', 'old'), action('REPLACE_WITH', 'new')]

  it('keep a field as it is, which is told', () => {
    const result = outcome([rule('500 ##$a', replace)], lines, { settings })
    expect(linesOf(result.record)).toEqual(['001 in1', NOW, '500 ## $aold$5Us', '500 ## $anew'])
    expect(result.problems).toEqual([
      { type: 'WARNING', message: 'Field 500 is protected and was not changed.' },
    ])
  })

  it('keep a field from being removed', () => {
    const result = outcome([rule('500 ##', [action('REMOVE_FIELD')])], lines, { settings })
    expect(linesOf(result.record)).toEqual(['001 in1', NOW, '500 ## $aold$5Us'])
  })

  it.each([true, 'true'])('give way to OVERRIDE_PROTECTED %s', (value) => {
    const parameters = [{ key: 'OVERRIDE_PROTECTED', value }]
    const result = outcome([rule('500 ##$a', replace, { parameters })], lines, { settings })
    expect(linesOf(result.record)).toEqual(['001 in1', NOW, '500 ## $anew$5Us', '500 ## $anew'])
    expect(result.problems).toEqual([])
  })

  it('keep 005 as it is where that is protected', () => {
    const result = outcome([rule('500 ##$a', replace)], ['005 20200101000000.0', '500 ## $aold'], {
      settings: [{ id: '1', field: '005' }],
    })
    expect(linesOf(result.record)).toEqual(['005 20200101000000.0', '500 ## $anew'])
  })
})

describe('a field that is linked to an authority', () => {
  const authorityId = '5b0e1f0e-8a1c-4f0e-9a43-2b1f6f0d7c11'
  const link = { id: 7, tag: '100', authorityId, naturalId: 'n123' }
  const linked = `100 1# $aAusten, Jane$eauthor$0http://id.loc.gov/n123$9${authorityId}`
  const run = (sent: Sent) => outcome([sent], ['001 in1', linked], { links: [link] })

  it('keeps the heading that the authority rules', () => {
    const result = run(rule('100 1#$a', [action('FIND', 'Austen'), action('REPLACE_WITH', 'Austin')]))
    expect(result.isChanged).toBe(false)
    expect(result.problems).toEqual([
      {
        type: 'WARNING',
        message: 'Subfield a of field 100 is controlled by an authority and was not changed.',
      },
    ])
  })

  it('keeps its link when another subfield changes', () => {
    const result = run(rule('100 1#$e', [action('FIND', 'author'), action('REPLACE_WITH', 'writer')]))
    expect(linesOf(result.record)[2]).toBe(
      `100 1# $aAusten, Jane$ewriter$0http://id.loc.gov/n123$9${authorityId}`,
    )
    expect(result.endedLinks).toEqual([])
  })

  it('keeps its link when the address in $0 changes but names the same authority', () => {
    const result = run(rule('100 1#$0', [action('FIND', 'http:'), action('REPLACE_WITH', 'https:')]))
    expect(linesOf(result.record)[2]).toBe(
      `100 1# $aAusten, Jane$eauthor$0https://id.loc.gov/n123$9${authorityId}`,
    )
    expect(result.endedLinks).toEqual([])
  })

  it('loses $9 and the link with its $0', () => {
    const result = run(rule('100 1#$0', [action('REMOVE_SUBFIELD')]))
    expect(linesOf(result.record)[2]).toBe('100 1# $aAusten, Jane$eauthor')
    expect(result.endedLinks).toEqual([link])
  })

  it('ends the link when it is removed', () => {
    const result = run(rule('100 1#', [action('REMOVE_FIELD')]))
    expect(linesOf(result.record)).toEqual(['001 in1', NOW])
    expect(result.endedLinks).toEqual([link])
  })
})

describe('whatever rules and record are', () => {
  const change = constantFrom(
    ['REMOVE_FIELD'],
    ['REMOVE_ALL'],
    ['REMOVE_SUBFIELD'],
    ['FIND', 'REMOVE_FIELD'],
    ['FIND', 'REMOVE_SUBFIELD'],
    ['FIND', 'REPLACE_WITH'],
    ['FIND', 'APPEND'],
    ['ADD_TO_EXISTING'],
  )
  const anyRule = recordWith({
    tag: constantFrom('035', '100', '245', '500', '650', '651', '947'),
    ind1: constantFrom('\\', '1', 'f'),
    ind2: constantFrom('\\', '1', 'f'),
    subfield: constantFrom('a', 'b', '0', '9'),
    actions: change.map((names) => names.map((name) => action(name, 'x', 'b'))),
  })

  it('the record stays as it was, no field is left empty, and the outcome says whether anything changed', () => {
    assert(
      property(anyRecord, array(anyRule, { minLength: 1, maxLength: 4 }), (record, rules) => {
        const before = structuredClone(record)
        const compiled = compileMarcRules(readMarcRules({ bulkOperationMarcRules: rules }), [])
        const result = applyMarcRules(compiled, record, { now })
        expect(record).toEqual(before)
        expect(result.isChanged).toBe(result.record !== record)
        expect(
          result.record.fields.every(({ subfields }) => subfields === null || subfields.length > 0),
        ).toBe(true)
      }),
    )
  })
})
