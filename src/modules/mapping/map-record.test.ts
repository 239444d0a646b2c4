import { describe, expect, it } from 'vitest'
import { compileRules, mapRecord } from './index.ts'
import type { MappingRule, MappingRules, ReferenceSet } from './index.ts'
import { recordOf } from './test-records.ts'

/** Maps a record by the given rules alone. */
function mapBy(rules: MappingRules, lines: string[], reference: ReferenceSet = {}): Record<string, unknown> {
  const compiled = compileRules(rules, reference, 'marc-bib')
  expect(compiled.problems).toEqual([])
  return mapRecord(compiled, recordOf(...lines))
}

const run = (...types: string[]): Pick<MappingRule, 'rules'> => ({
  rules: types.map((type) => ({ conditions: [{ type }] })),
})

const value = (target: string, code: string): MappingRule => ({ target, subfield: [code] })

describe('transformations', () => {
  it('without rules, or with an empty list, a value is copied', () => {
    const rules = { '245': [{ target: 'title', subfield: ['a'] }], '001': [{ target: 'hrid', rules: [] }] }
    expect(mapBy(rules, ['001  x ', '245 ## $a b '])).toEqual({ hrid: ' x ', title: ' b ' })
  })

  it('every function of a condition gets the result of the one before', () => {
    const rules = {
      '245': [{ target: 'title', subfield: ['a'], ...run(' trim ,TRIM_PERIOD,capitalize, trim') }],
    }
    expect(mapBy(rules, ['245 ## $a one . '])).toEqual({ title: 'One' })
  })

  it('a constant needs all conditions, and then no further entry runs', () => {
    const rules: MappingRules = {
      '245': [
        {
          target: 'title',
          subfield: ['a'],
          rules: [
            {
              conditions: [
                { type: 'trim', value: 'x' },
                { type: 'capitalize', value: 'X' },
              ],
              value: 'both',
            },
            { conditions: [{ type: 'trim', value: 'x' }], value: 'first only' },
            { conditions: [{ type: 'capitalize' }] },
          ],
        },
      ],
    }
    expect(mapBy(rules, ['245 ## $ax'])).toEqual({ title: 'both' })
    expect(mapBy(rules, ['245 ## $a x'])).toEqual({ title: 'first only' })
    expect(mapBy(rules, ['245 ## $ay'])).toEqual({ title: 'Y' })
  })

  it('a condition that fails sets the value back to the original text', () => {
    const rules: MappingRules = {
      '245': [
        {
          target: 'title',
          subfield: ['a'],
          rules: [
            { conditions: [{ type: 'trim' }, { type: 'trim_period', value: 'no' }] },
            { conditions: [{ type: 'capitalize' }] },
          ],
        },
      ],
    }
    expect(mapBy(rules, ['245 ## $a a.'])).toEqual({ title: ' a.' })
  })

  it('a condition on the leader reads the leader in place of the value', () => {
    const rules: MappingRules = {
      '001': [
        {
          target: 'title',
          rules: [
            {
              conditions: [{ type: 'char_select', parameter: { from: 6, to: 7 }, value: 'a', LDR: true }],
              value: 'text',
            },
          ],
        },
      ],
    }
    expect(mapBy(rules, ['001 7'])).toEqual({ title: 'text' })
    expect(mapBy(rules, ['LDR 00000nem a2200000 a 4500', '001 7'])).toEqual({ title: '7' })
  })

  it('a backslash at the end goes unless the rule keeps it', () => {
    const rules = {
      '245': [{ target: 'title', subfield: ['a'] }],
      '246': [{ target: 'indexTitle', subfield: ['a'], keepTrailingBackslash: true }],
    }
    expect(mapBy(rules, ['245 ## $aa\\\\', '246 ## $aa\\'])).toEqual({ title: 'a\\', indexTitle: 'a\\' })
  })
})

describe('joining', () => {
  it('functions run on each subfield before joining, or once on the joined text', () => {
    const rule = { subfield: ['a', 'b'], ...run('trim_period') }
    const rules = {
      '245': [
        { target: 'title', ...rule },
        { target: 'indexTitle', ...rule, applyRulesOnConcatenatedData: true },
      ],
    }
    expect(mapBy(rules, ['245 ## $aA.$cC.$bB.'])).toEqual({ title: 'A B', indexTitle: 'A. B' })
  })

  it('groups come out in declaration order with the separator of the empty group', () => {
    const rules = {
      '650': [
        {
          target: 'title',
          subfield: ['a', 'b', 'x', 'q'],
          subFieldDelimiter: [
            { value: '/', subfields: ['a', 'b'] },
            { value: ';', subfields: ['x'] },
            { value: ' = ', subfields: [] },
          ],
        },
      ],
    }
    expect(mapBy(rules, ['650 ## $x1$aA$x2$bB$qQ'])).toEqual({ title: 'A/B Q = 1;2' })
  })

  it('only the first subfield of each code counts when the rule says so', () => {
    const rules = {
      '245': [{ target: 'title', subfield: ['a', 'b'], ignoreSubsequentSubfields: true }],
    }
    expect(mapBy(rules, ['245 ## $a1$a2$b3$b4'])).toEqual({ title: '1 3' })
  })

  it('a rule without subfields fires on any subfield and takes its value from a function', () => {
    const rules = {
      '590': [
        {
          target: 'staffSuppress',
          subfield: [],
          applyRulesOnConcatenatedData: true,
          ...run('set_note_staff_only_via_indicator'),
        },
      ],
    }
    expect(mapBy(rules, ['590 0# $zany'])).toEqual({ staffSuppress: true })
    expect(mapBy(rules, ['590 0#'])).toEqual({})
  })
})

describe('objects', () => {
  it('rules of one entity fill one object, each entity another, plain rules one of their own', () => {
    const rules = {
      '500': [
        value('notes.note', 'a'),
        { entity: [value('notes.note', 'b'), value('notes.instanceNoteTypeId', 'c')] },
        { entity: [value('notes.note', 'd')] },
      ],
      '260': [value('publication.place', 'a'), value('publication.publisher', 'b')],
    }
    expect(mapBy(rules, ['500 ## $aA$bB$cC$dD', '260 ## $aP$bQ', '260 ## $aR'])).toEqual({
      notes: [{ note: 'A' }, { note: 'B', instanceNoteTypeId: 'C' }, { note: 'D' }],
      publication: [{ place: 'P', publisher: 'Q' }, { place: 'R' }],
    })
  })

  it('an entity may fill objects of two lists', () => {
    const rules = {
      '500': [
        {
          entity: [
            value('notes.note', 'a'),
            value('series.value', 'a'),
            value('notes.instanceNoteTypeId', 'b'),
          ],
        },
      ],
    }
    expect(mapBy(rules, ['500 ## $aA$bB'])).toEqual({
      notes: [{ note: 'A', instanceNoteTypeId: 'B' }],
      series: [{ value: 'A' }],
    })
  })

  it('one object per subfield: rules that name the same code share it', () => {
    const rules = {
      '020': [
        {
          entityPerRepeatedSubfield: true,
          entity: [
            value('identifiers.value', 'a'),
            {
              target: 'identifiers.identifierTypeId',
              subfield: ['a'],
              rules: [{ conditions: [], value: 'T' }],
            },
            value('identifiers.value', 'z'),
          ],
        },
      ],
    }
    expect(mapBy(rules, ['020 ## $z3$a1$a2', '020 ## $a4'])).toEqual({
      identifiers: [
        { value: '1', identifierTypeId: 'T' },
        { value: '2', identifierTypeId: 'T' },
        { value: '3' },
        { value: '4', identifierTypeId: 'T' },
      ],
    })
  })

  it('a missing required or a present excluded code skips the rest of the entity', () => {
    const rules = {
      '100': [
        {
          entity: [
            value('title', 'a'),
            { ...value('indexTitle', 'b'), requiredSubfield: ['b', 't'] },
            value('hrid', 'c'),
          ],
        },
        { ...value('sourceUri', 'a'), exclusiveSubfield: ['t', '5'] },
      ],
    }
    expect(mapBy(rules, ['100 ## $aA$bB$cC'])).toEqual({ title: 'A', sourceUri: 'A' })
    expect(mapBy(rules, ['100 ## $aA$bB$cC$tT'])).toEqual({ title: 'A', indexTitle: 'B', hrid: 'C' })
  })

  it('the alternative mapping runs when a rule finds its subfields but gives nothing', () => {
    const rules: MappingRules = {
      '700': [
        {
          target: 'title',
          subfield: ['4'],
          applyRulesOnConcatenatedData: true,
          ...run('set_contributor_type_id'),
          alternativeMapping: { target: 'indexTitle', subfield: ['e'], ignoreSubsequentSubfields: true },
        },
      ],
    }
    const reference = { contributorTypes: [{ id: 'T', name: 'Author', code: 'aut' }] }
    expect(mapBy(rules, ['700 ## $4AUT$ewriter'], reference)).toEqual({ title: 'T' })
    expect(mapBy(rules, ['700 ## $4xxx$ewriter$eowner'], reference)).toEqual({ indexTitle: 'writer' })
    expect(mapBy(rules, ['700 ## $ewriter'], reference)).toEqual({})
  })
})

describe('which fields a rule applies to', () => {
  it('the last field wins for a single value, unless only the first counts', () => {
    const rules = {
      '245': [{ target: 'title', subfield: ['a'] }],
      '336': [{ target: 'hrid', subfield: ['a'], ignoreSubsequentFields: true }],
    }
    const lines = ['245 ## $a1', '336 ## $ax', '245 ## $a2', '336 ## $ay']
    expect(mapBy(rules, lines)).toEqual({ title: '2', hrid: 'x' })
  })

  it('“only the first field” is remembered by record, not beyond', () => {
    const rules = { '336': [{ target: 'title', subfield: ['a'], ignoreSubsequentFields: true }] }
    const compiled = compileRules(rules, {}, 'marc-bib')
    const titles = ['1', '2'].map((text) => mapRecord(compiled, recordOf(`336 ## $a${text}`)).title)
    expect(titles).toEqual(['1', '2'])
  })

  it('rules without indicators are the fallback of those with them', () => {
    const rules = {
      '024': [
        { target: 'title', subfield: ['a'] },
        { target: 'hrid', subfield: ['a'], indicators: { ind1: '1', ind2: '*' } },
        { target: 'indexTitle', subfield: ['a'], indicators: { ind1: '*', ind2: '9' } },
      ],
    }
    expect(mapBy(rules, ['024 1# $aA'])).toEqual({ hrid: 'A' })
    expect(mapBy(rules, ['024 #9 $aA'])).toEqual({ indexTitle: 'A' })
    expect(mapBy(rules, ['024 19 $aA'])).toEqual({ hrid: 'A', indexTitle: 'A' })
    expect(mapBy(rules, ['024 2# $aA'])).toEqual({ title: 'A' })
  })

  it('an equal first indicator blocks the fallback even where the second does not fit', () => {
    const rules = {
      '024': [
        { target: 'title', subfield: ['a'] },
        { target: 'hrid', subfield: ['a'], indicators: { ind1: '1', ind2: '2' } },
      ],
    }
    expect(mapBy(rules, ['024 13 $aA'])).toEqual({})
    expect(mapBy(rules, ['024 32 $aA'])).toEqual({ title: 'A' })
  })

  it('splitting cuts every subfield of the field, also for the rules behind it', () => {
    const rules = {
      '041': [
        {
          entityPerRepeatedSubfield: true,
          entity: [
            { target: 'languages', subfield: ['a'], subFieldSplit: { type: 'split_every', value: '3' } },
          ],
        },
        { target: 'title', subfield: ['h'] },
      ],
    }
    const record = recordOf('041 ## $aengspaf$hfreita')
    expect(mapRecord(compileRules(rules, {}, 'marc-bib'), record)).toEqual({
      languages: ['eng', 'spa', 'f'],
      title: 'fre ita',
    })
    expect(record).toEqual(recordOf('041 ## $aengspaf$hfreita'))
  })

  it('a re-tagged field follows the rules of the other tag, with that tag’s memory', () => {
    const rules = {
      '880': [
        {
          target: '',
          subfield: ['6'],
          fieldReplacementBy3Digits: true,
          fieldReplacementRule: [{ sourceDigits: '245', targetField: '246' }],
        },
      ],
      '246': [{ target: 'title', subfield: ['a'], ignoreSubsequentFields: true }],
      '500': [{ target: 'editions', subfield: ['a'] }],
    }
    expect(
      mapBy(rules, ['880 ## $6245-01$aA', '246 ## $aB', '880 ## $6500-02$aC', '880 ## $66$aD', '880 ## $aE']),
    ).toEqual({
      title: 'A',
      editions: ['C'],
    })
  })
})

describe('values by the type of their target', () => {
  it('are converted to flags and whole numbers; what is no number is left out', () => {
    const rules = {
      '901': [
        { target: 'previouslyHeld', subfield: ['a'] },
        { target: '_version', subfield: ['b'] },
      ],
    }
    expect(mapBy(rules, ['901 ## $aTRUE$b7'])).toEqual({ previouslyHeld: true, _version: 7 })
    expect(mapBy(rules, ['901 ## $ayes$bx'])).toEqual({ previouslyHeld: false })
  })

  it('of nested single objects are left out when blank', () => {
    const rules: MappingRules = {
      '008': [
        {
          target: 'dates.date1',
          createSingleObject: true,
          rules: [{ conditions: [{ type: 'char_select', parameter: { from: 0, to: 2 } }] }],
        },
        {
          target: 'dates.date2',
          createSingleObject: true,
          rules: [{ conditions: [{ type: 'char_select', parameter: { from: 2, to: 4 } }] }],
        },
      ],
    }
    expect(mapBy(rules, ['008 19  5'])).toEqual({ dates: { date1: '19' } })
  })

  it('objects of the control-field rules of one field are shared', () => {
    const rules: MappingRules = {
      '001': [
        { target: 'identifiers.value' },
        { target: 'identifiers.identifierTypeId', rules: [{ conditions: [], value: 'T' }] },
      ],
    }
    expect(mapBy(rules, ['001 a', '001 b'])).toEqual({
      identifiers: [
        { value: 'a', identifierTypeId: 'T' },
        { value: 'b', identifierTypeId: 'T' },
      ],
    })
  })

  it('documents of two records share nothing', () => {
    const compiled = compileRules(
      { '500': [{ entity: [{ target: 'notes.note', subfield: ['a'] }] }] },
      {},
      'marc-bib',
    )
    const first = mapRecord(compiled, recordOf('500 ## $aA'))
    const second = mapRecord(compiled, recordOf('500 ## $aB'))
    expect([first, second]).toEqual([{ notes: [{ note: 'A' }] }, { notes: [{ note: 'B' }] }])
    expect(mapRecord(compiled, recordOf())).toEqual({})
  })
})

describe('subfield codes', () => {
  it('upper-case and punctuation codes are told apart from letters of the same bit', () => {
    const rules = { '245': [{ target: 'title', subfield: ['A', '!'] }] }
    expect(mapBy(rules, ['245 ## $aa$1x'])).toEqual({})
    expect(mapBy(rules, ['245 ## $aa$Ab$!c'])).toEqual({ title: 'b c' })
  })

  it('codes outside ASCII and empty codes are passed over', () => {
    const rules = { '245': [{ target: 'title', subfield: ['a'] }] }
    expect(mapBy(rules, ['245 ## $éx$$aA'])).toEqual({ title: 'A' })
  })
})
