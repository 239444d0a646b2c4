import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMarcRules } from '../../src/modules/bulk-edit/marc-rules/index.ts'
import {
  MARC_ACTIONS,
  asksOf,
  marcDetailsOf,
  marcDraftsOf,
  marcFaultOf,
  newMarcRule,
} from '../../web/src/features/bulk-edit/rules/marc-draft.ts'
import type { MarcDraft } from '../../web/src/features/bulk-edit/rules/marc-draft.ts'

const text = fc.string({ minLength: 1, unit: 'grapheme-ascii' })
const whole: fc.Arbitrary<MarcDraft> = fc
  .record({
    key: fc.constant('1'),
    tag: fc.constantFrom('245', '590', '856'),
    ind1: fc.constantFrom('\\', '4', 'x'),
    ind2: fc.constantFrom('\\', '0'),
    subfield: fc.constantFrom('a', 'u', '9'),
    action: fc.constantFrom(...MARC_ACTIONS),
    find: text,
    text,
    newSubfield: fc.constantFrom('z', '3'),
    overridesProtection: fc.boolean(),
  })
  .map((rule) => {
    const asks = asksOf(rule.action)
    return {
      ...rule,
      find: asks.find ? rule.find : '',
      text: asks.text ? rule.text : '',
      newSubfield: asks.newSubfield ? rule.newSubfield : '',
    }
  })

test('whole rules are taken by the server, and come back the same', () => {
  fc.assert(
    fc.property(fc.array(whole, { maxLength: 4 }), (rules) => {
      expect(rules.map(marcFaultOf)).toEqual(rules.map(() => null))
      const details = rules.map(marcDetailsOf)
      expect(() => readMarcRules({ bulkOperationMarcRules: details })).not.toThrow()
      expect(marcDraftsOf(details).map((rule) => ({ ...rule, key: '1' }))).toEqual(rules)
    }),
  )
})

test.each([
  [{ tag: '008' }, 'tag'],
  [{ tag: '24' }, 'tag'],
  [{ tag: '245', ind1: 'A' }, 'ind'],
  [{ tag: '999', ind1: 'f', ind2: 'f' }, 'ids'],
  [{ tag: '245', subfield: '' }, 'subfield'],
  [{ tag: '245' }, 'action'],
  [{ tag: '245', action: 'REPLACE' }, 'find'],
  [{ tag: '245', action: 'APPEND', find: 'x' }, 'subfield'],
  [{ tag: '590', action: 'ADD' }, 'text'],
] as const)('%j: %s is wrong', (part, fault) => {
  expect(marcFaultOf({ ...newMarcRule(), ...part })).toBe(fault)
})
