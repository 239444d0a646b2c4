import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MarcChange, MarcRule } from './marc-rule.ts'
import { readMarcRules } from './read-marc-rules.ts'
import { writeMarcRule } from './write-marc-rule.ts'

const code = fc.constantFrom('a', 'u', '9')
const text = fc.string({ minLength: 1, unit: 'grapheme-ascii' })
const indicator = fc.constantFrom(' ', '0', '4', 'x')
const change: fc.Arbitrary<MarcChange> = fc.oneof(
  fc.record({
    kind: fc.constant('append' as const),
    code,
    find: text,
    added: fc.record({ code, value: text }),
  }),
  fc.record({
    kind: fc.constant('replace' as const),
    code,
    find: text,
    replacement: fc.string({ unit: 'grapheme-ascii' }),
  }),
  fc.constant({ kind: 'remove-field' as const, code: null, find: null }),
  fc.record({ kind: fc.constant('remove-field' as const), code, find: fc.option(text) }),
  fc.record({ kind: fc.constant('remove-subfield' as const), code, find: fc.option(text) }),
  fc.record({
    kind: fc.constant('add-field' as const),
    subfields: fc.array(fc.record({ code, value: text }), { minLength: 1, maxLength: 3 }),
  }),
)
const rule: fc.Arbitrary<MarcRule> = fc.oneof(
  fc.record({
    tag: fc.constantFrom('245', '590', '856'),
    ind1: indicator,
    ind2: indicator,
    change,
    overridesProtection: fc.boolean(),
  }),
  fc.constantFrom({ leaderStatus: 'd' as const }, { leaderStatus: 'c' as const }),
)

test('a rule that is written is read as the same rule', () => {
  fc.assert(
    fc.property(fc.array(rule), (rules) => {
      expect(readMarcRules({ bulkOperationMarcRules: rules.map(writeMarcRule) })).toEqual(rules)
    }),
  )
})
