import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sharedAvailable, sharedPath } from '../../../../test/support/shared.ts'
import type { RuleSetName } from '../mapping-rules.ts'
import { defaultRules } from './default-rules.ts'
import { expandRules } from './expand-rules.ts'

describe('expandRules', () => {
  it('reads a rule with flags, functions and parameters', () => {
    expect(
      expandRules(
        '020\n  identifiers.value az + need=a : trim, concat_subfields_by_name | subfieldsToConcat=[c,q] n=3 name="Two words"',
      ),
    ).toEqual({
      '020': [
        {
          target: 'identifiers.value',
          subfield: ['a', 'z'],
          applyRulesOnConcatenatedData: true,
          requiredSubfield: ['a'],
          rules: [
            {
              conditions: [
                {
                  type: 'trim, concat_subfields_by_name',
                  parameter: { subfieldsToConcat: ['c', 'q'], n: 3, name: 'Two words' },
                },
              ],
            },
          ],
        },
      ],
    })
  })

  it('tells a plain copy with an empty list from one without', () => {
    expect(expandRules('001 hrid - copy\n300 physicalDescriptions ab')).toEqual({
      '001': [{ target: 'hrid', subfield: [], rules: [] }],
      '300': [{ target: 'physicalDescriptions', subfield: ['a', 'b'] }],
    })
  })

  it('reads entities with indicators, constants and alternative mappings', () => {
    const table = '720\n  each #* keep\\\n    contributors.name a = fixed text\n      otherwise title b first'
    expect(expandRules(table)).toEqual({
      '720': [
        {
          indicators: { ind1: ' ', ind2: '*' },
          entityPerRepeatedSubfield: true,
          keepTrailingBackslash: true,
          entity: [
            {
              target: 'contributors.name',
              subfield: ['a'],
              rules: [{ conditions: [], value: 'fixed text' }],
              alternativeMapping: { target: 'title', subfield: ['b'], ignoreSubsequentSubfields: true },
            },
          ],
        },
      ],
    })
  })

  it('reads delimiter groups, splitting and re-tagging', () => {
    expect(
      expandRules(
        '650 title abxy join=space:ab,dashes:xy,dashes:-\n041 languages a split=3\n880 - 6 retag=100>700',
      ),
    ).toEqual({
      '650': [
        {
          target: 'title',
          subfield: ['a', 'b', 'x', 'y'],
          subFieldDelimiter: [
            { value: ' ', subfields: ['a', 'b'] },
            { value: '--', subfields: ['x', 'y'] },
            { value: '--', subfields: [] },
          ],
        },
      ],
      '041': [{ target: 'languages', subfield: ['a'], subFieldSplit: { type: 'split_every', value: '3' } }],
      '880': [
        {
          target: '',
          subfield: ['6'],
          fieldReplacementBy3Digits: true,
          fieldReplacementRule: [{ sourceDigits: '100', targetField: '700' }],
        },
      ],
    })
  })

  it('expands macros inside macros with their arguments', () => {
    const table =
      'define ONE target code\n  $target $code\ndefine TWO code\n  ONE title $code\n  ONE hrid $code\n245 TWO a'
    expect(expandRules(table)).toEqual({
      '245': [
        { target: 'title', subfield: ['a'] },
        { target: 'hrid', subfield: ['a'] },
      ],
    })
  })

  it('refuses a line that does not fit the notation', () => {
    expect(() => expandRules('245 title')).toThrow('cannot read "title"')
    expect(() => expandRules('245 title a twice')).toThrow('unknown flag "twice"')
    expect(() => expandRules('245\n    title a')).toThrow('wrong indentation')
  })
})

describe('default rules', () => {
  it('cover every tag of FOLIO’s default rule sets', () => {
    const sizes = (['marc-bib', 'marc-holdings', 'marc-authority'] as const).map((name) => {
      const rules = defaultRules(name)
      return [Object.keys(rules).length, Object.values(rules).flat().length]
    })
    expect(sizes).toEqual([
      [116, 269],
      [11, 12],
      [49, 59],
    ])
  })

  it('give a fresh document each time', () => {
    const rules = defaultRules('marc-bib')
    delete rules['245']
    expect(defaultRules('marc-bib')['245']).toHaveLength(2)
  })

  const files: [RuleSetName, string][] = [
    ['marc-bib', 'marc_bib_rules.json'],
    ['marc-holdings', 'marc_holdings_rules.json'],
    ['marc-authority', 'marc_authority_rules.json'],
  ]
  it.skipIf(!sharedAvailable).each(files)(
    '%s equal the shipped document apart from descriptions',
    (name, file) => {
      const shipped: unknown = JSON.parse(
        readFileSync(sharedPath(`data/inventory/mapping-rules/${file}`), 'utf8'),
        (key, value: unknown) => (key === 'description' ? undefined : value),
      )
      const expanded = defaultRules(name)
      expect(expanded).toEqual(shipped)
      expect(Object.keys(expanded)).toEqual(Object.keys(shipped as object))
    },
  )
})
