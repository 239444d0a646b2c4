import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '../../web/src/features/bulk-edit/rules/rule-catalogue.ts'
import {
  conflictsOf,
  detailsOf,
  draftsOf,
  lackOf,
  newRule,
} from '../../web/src/features/bulk-edit/rules/rule-draft.ts'
import type { RuleDraft } from '../../web/src/features/bulk-edit/rules/rule-draft.ts'
import { readRules } from '../../src/modules/bulk-edit/rules/index.ts'
import type { EntityType } from '../../src/modules/bulk-edit/contracts.ts'

const ID = '2b94c631-fca9-4892-a730-03ee529ffe27'
const entities: EntityType[] = ['ITEM', 'HOLDINGS_RECORD', 'INSTANCE', 'USER']

/** Every property of every type with every action, filled in. */
const wholeRules = entities.flatMap((entity) =>
  CATALOGUE[entity].flatMap(({ option, noteTypes, actions }) =>
    actions.map((action): [EntityType, RuleDraft] => {
      const values = { text: 'blue', date: '2030-02-01', status: 'Missing' } as Record<string, string>
      const fill = (kind: string | undefined): string =>
        kind === undefined || kind === 'fixed' ? '' : (values[kind] ?? ID)
      const rule = {
        ...newRule(option),
        noteTypeId: noteTypes ? ID : '',
        action: action.type,
        initial: fill(action.initial?.kind),
        updated: fill(action.updated?.kind),
        flags: Object.fromEntries((action.flags ?? []).map((flag) => [flag, true])),
      }
      return [entity, rule]
    }),
  ),
)

describe('rules of the form', () => {
  test.each(wholeRules)('%s %j are taken by the server, and come back the same', (entity, rule) => {
    expect(lackOf(entity, rule)).toBeNull()
    const details = detailsOf(entity, rule)
    expect(() => readRules(entity, { bulkOperationRules: [{ rule_details: details }] })).not.toThrow()
    const [back] = draftsOf(entity, [details])
    const { value } = {
      value: CATALOGUE[entity]
        .find(({ option }) => option === rule.option)!
        .actions.find(({ type }) => type === rule.action)!.updated as { value?: string } | undefined,
    }
    expect({ ...back, key: rule.key }).toEqual({ ...rule, updated: value?.value ?? rule.updated })
  })

  test('a rule lacks one thing after the other', () => {
    const rule = newRule()
    expect(lackOf('ITEM', rule)).toBe('option')
    expect(lackOf('ITEM', { ...rule, option: 'ITEM_NOTE' })).toBe('noteType')
    const typed = { ...rule, option: 'ITEM_NOTE', noteTypeId: ID }
    expect(lackOf('ITEM', typed)).toBe('action')
    expect(lackOf('ITEM', { ...typed, action: 'FIND_AND_REPLACE' })).toBe('initial')
    expect(lackOf('ITEM', { ...typed, action: 'FIND_AND_REPLACE', initial: 'red' })).toBeNull()
    expect(lackOf('ITEM', { ...typed, action: 'ADD_TO_EXISTING', updated: ' ' })).toBe('updated')
    expect(lackOf('ITEM', { ...rule, option: 'PATRON_GROUP' })).toBe('option')
  })

  test.each([
    ['REPLACE_WITH', 'CLEAR_FIELD', 'overwrites'],
    ['REMOVE_ALL', 'FIND_AND_REPLACE', 'nothing-left'],
    ['REMOVE_ALL', 'ADD_TO_EXISTING', undefined],
    ['ADD_TO_EXISTING', 'REMOVE_ALL', 'undoes'],
    ['FIND_AND_REPLACE', 'ADD_TO_EXISTING', undefined],
  ])('%s and then %s: %s', (first, second, kind) => {
    const [one, other] = [first, second].map((action) => ({ ...newRule('ADMINISTRATIVE_NOTE'), action }))
    expect(conflictsOf([one!, other!]).get(other!.key)?.kind).toBe(kind)
  })

  test('rules on different properties never clash', () => {
    const rules = fc.array(fc.constantFrom(...wholeRules.map(([, rule]) => rule)), { maxLength: 6 })
    fc.assert(
      fc.property(rules, (some) => {
        const different = some.filter(
          (rule, at) => some.findIndex(({ option }) => option === rule.option) === at,
        )
        expect(conflictsOf(different).size).toBe(0)
      }),
    )
  })
})
