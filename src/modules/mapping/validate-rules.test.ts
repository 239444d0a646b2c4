import { assert, jsonValue, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileRules, defaultRules, mapRecord, validateRules } from './index.ts'
import type { MappingRules } from './index.ts'
import { recordOf } from './test-records.ts'

const rule = { target: 'title', subfield: ['a'] }

describe('validateRules', () => {
  it.each(['marc-bib', 'marc-holdings', 'marc-authority'] as const)(
    'finds nothing in the default %s rules',
    (name) => {
      expect(validateRules(defaultRules(name))).toEqual([])
      expect(validateRules(JSON.parse(JSON.stringify(defaultRules(name))))).toEqual([])
    },
  )

  it.each([
    [null, '', 'must be an object of tags'],
    [[], '', 'must be an object of tags'],
    [{ '24': [] }, '24', 'is no MARC tag'],
    [{ '245': {} }, '245', 'must be a list'],
    [{ '245': [rule, 'x'] }, '245[1]', 'must be an object'],
    [{ '245': [{ subfield: ['a'] }] }, '245[0].target', 'is missing'],
    [{ '245': [{ target: 'title' }] }, '245[0].subfield', 'is missing'],
    [{ '245': [{ target: 7, subfield: ['a'] }] }, '245[0].target', 'must be a text'],
    [{ '245': [{ target: 'title', subfield: ['ab'] }] }, '245[0].subfield[0]', 'must be one character'],
    [
      { '245': [{ ...rule, applyRulesOnConcatenatedData: 'true' }] },
      '245[0].applyRulesOnConcatenatedData',
      'must be true or false',
    ],
    [{ '245': [{ entity: [{ target: 'title' }] }] }, '245[0].entity[0].subfield', 'is missing'],
    [{ '245': [{ entity: [{ entity: [] }] }] }, '245[0].entity[0].entity', 'must not stand in an entity'],
    [{ '245': [{ ...rule, rules: [{}] }] }, '245[0].rules[0].conditions', 'is missing'],
    [
      { '245': [{ ...rule, rules: [{ conditions: [{}] }] }] },
      '245[0].rules[0].conditions[0].type',
      'is missing',
    ],
    [
      { '245': [{ ...rule, rules: [{ conditions: [{ type: 'trim', parameter: 1 }] }] }] },
      '245[0].rules[0].conditions[0].parameter',
      'must be an object',
    ],
    [{ '245': [{ ...rule, indicators: { ind1: '1' } }] }, '245[0].indicators.ind2', 'is missing'],
    [
      { '245': [{ ...rule, subFieldDelimiter: [{ value: ' ' }] }] },
      '245[0].subFieldDelimiter[0].subfields',
      'is missing',
    ],
    [
      { '041': [{ ...rule, subFieldSplit: { type: 'custom', value: '3' } }] },
      '041[0].subFieldSplit.type',
      'must be "split_every"',
    ],
    [
      { '041': [{ ...rule, subFieldSplit: { type: 'split_every', value: '0' } }] },
      '041[0].subFieldSplit.value',
      'must be a whole number above 0',
    ],
    [
      { '880': [{ ...rule, fieldReplacementRule: [{ sourceDigits: '100' }] }] },
      '880[0].fieldReplacementRule[0].targetField',
      'is missing',
    ],
    [
      { '100': [{ ...rule, alternativeMapping: { target: 'title' } }] },
      '100[0].alternativeMapping.subfield',
      'is missing',
    ],
    [{ '001': [{ entity: [] }] }, '001[0].entity', 'is not possible on a control field'],
  ])('names the fault of %j', (body, path, message) => {
    expect(validateRules(body)).toEqual([{ path, message }])
  })

  it('accepts control-field rules without subfields, and keys it does not know', () => {
    expect(validateRules({ LDR: [{ target: 'deleted' }], '001': [{ target: 'hrid', note: 1 }] })).toEqual([])
  })

  it.each(['] ', '24', '245[0]', '245.a', ''])(
    'a key that is no tag (%j) is told, and maps nothing',
    (key) => {
      const body = { [key]: [null, { target: 'title', subfield: ['a'] }] } as unknown as MappingRules
      expect(validateRules(body)).toContainEqual({ path: key, message: 'is no MARC tag' })
      expect(compileRules(body, {}, 'marc-bib').fields.size).toBe(0)
    },
  )

  it('answers any JSON value without throwing, and so does compiling it', () => {
    assert(
      property(jsonValue(), jsonValue(), (body, list) => {
        validateRules(body)
        compileRules(body as unknown as MappingRules, {}, 'marc-bib')
        compileRules({ '500': list, '001': [list] } as unknown as MappingRules, {}, 'marc-authority-extended')
      }),
    )
  })
})

describe('compiling rules a library has edited', () => {
  const edited = {
    '245': [
      { target: 'titel', subfield: ['a'] },
      { target: 'title', subfield: ['a'], rules: [{ conditions: [{ type: 'trim, shout' }] }] },
      { target: 'indexTitle', subfield: 'a' },
    ],
    '500': [
      {
        entity: [
          { target: 'notes.note', subfield: ['a'] },
          {
            target: 'notes.instanceNoteTypeId',
            subfield: ['a'],
            rules: [{ conditions: [{ type: 'set_note_type_id' }] }],
          },
          { target: 'notes', subfield: ['a'] },
          { target: 'notes.note.text', subfield: ['a'] },
        ],
      },
    ],
    '035': [
      {
        target: 'hrid',
        subfield: ['a'],
        rules: [
          {
            conditions: [
              { type: 'set_identifier_type_id_by_value', parameter: { names: ['A', 'B'], oclc_regex: '(' } },
            ],
          },
          { conditions: [{ type: 'custom', value: 'DATA + 1' }] },
        ],
      },
    ],
  } as unknown as MappingRules
  const compiled = compileRules(edited, {}, 'marc-bib')

  it('lists every fault with its place', () => {
    const inOrder = compiled.problems.toSorted((x, y) => (x.path < y.path ? -1 : 1))
    expect(inOrder).toEqual([
      { path: '035[0].rules[0].conditions[0]', message: '"oclc_regex" is not a regular expression: (' },
      { path: '035[0].rules[1].conditions[0]', message: 'scripts of function "custom" are not run' },
      { path: '245[0].target', message: 'unknown target "titel"' },
      { path: '245[1].rules[0].conditions[0]', message: 'unknown function "shout"' },
      { path: '245[2].subfield', message: 'must be a list' },
      { path: '500[0].entity[1].rules[0].conditions[0]', message: 'parameter "name" is missing' },
      { path: '500[0].entity[2].target', message: 'unknown target "notes"' },
      { path: '500[0].entity[3].target', message: 'unknown target "notes.note.text"' },
    ])
  })

  it('and still runs the rest; an unknown function leaves the value as it is', () => {
    expect(mapRecord(compiled, recordOf('245 ## $a T ', '500 ## $aN'))).toMatchObject({
      title: 'T',
      notes: [{ note: 'N' }],
    })
  })
})
