import { describe, expect, test } from 'vitest'
import type { Document, EntityType, Rule } from '../contracts.ts'
import { canProbe, probeDocument } from './probe-records.ts'
import { applyRules, compileRules } from '../rules/index.ts'
import {
  BINDING,
  CAN_CIRCULATE,
  FACTS,
  GIFT_CODE,
  MAIN,
  RESOURCE,
  UNKNOWN_ID,
} from '../rules/rules.fixture.ts'
import { ACTION_TYPES, OPTIONS } from '../rules/vocabulary.ts'

const VALUES = ['Missing', MAIN, CAN_CIRCULATE, BINDING, GIFT_CODE, RESOURCE, 'ADMINISTRATIVE_NOTE', 'x', '']
const NOTE_KEYS = ['ITEM_NOTE_TYPE_ID_KEY', 'HOLDINGS_NOTE_TYPE_ID_KEY', 'INSTANCE_NOTE_TYPE_ID_KEY']

/** Every option with every action and some value of each kind. */
function allRules(): Rule[] {
  const parameters = NOTE_KEYS.map((key) => ({ key, value: BINDING }))
  const limits = { tenants: [], updatedTenants: [] }
  return OPTIONS.flatMap((option) =>
    ACTION_TYPES.flatMap((type) =>
      VALUES.map((updated) => ({
        option,
        tenants: [],
        actions: [{ type, initial: 'x', updated, parameters, ...limits }],
      })),
    ),
  )
}

const FULL: Document = {
  administrativeNotes: ['x', 'y'],
  notes: [{ itemNoteTypeId: BINDING, holdingsNoteTypeId: BINDING, instanceNoteTypeId: BINDING, note: 'x' }],
  circulationNotes: [{ noteType: 'Check in', note: 'x', staffOnly: false }],
  electronicAccess: [{ uri: 'x', linkText: 'x', relationshipId: RESOURCE }],
  statisticalCodeIds: [GIFT_CODE],
  discoverySuppress: true,
  permanentLocationId: MAIN,
  temporaryLocationId: MAIN,
}

function refusals(entity: EntityType, rule: Rule, document: Document) {
  return applyRules(compileRules(entity, [rule]), document, FACTS).problems
}

/** Rules that mean nothing for an entity are refused when they are read; those do not come here. */
function compiles(entity: EntityType, rule: Rule): boolean {
  try {
    compileRules(entity, [rule])
    return true
  } catch {
    return false
  }
}

describe('what rules say against a record follows from one of its properties', () => {
  test.each([
    [
      'ITEM',
      ['Available', 'Checked out', 'Missing', 'In process'],
      (status: string) => ({ status: { name: status } }),
    ],
    [
      'HOLDINGS_RECORD',
      ['036ee84a-6afd-4c3c-9ad3-4a12ab875f59', UNKNOWN_ID],
      (sourceId: string) => ({ sourceId }),
    ],
    ['INSTANCE', ['FOLIO', 'MARC'], (source: string) => ({ source })],
  ] as const)('%s', (entity, values, part) => {
    const rules = allRules().filter((rule) => compiles(entity, rule) && canProbe(entity, [rule], FACTS))
    expect(rules.length).toBeGreaterThan(100)
    for (const rule of rules) {
      for (const value of values) {
        const told = refusals(entity, rule, probeDocument(entity, value))
        expect(told, JSON.stringify([rule, value])).toEqual(
          refusals(entity, rule, { ...FULL, ...part(value) }),
        )
      }
    }
  })
})

test('users, and values that there are not, need the documents', () => {
  const rule = (updated: string): Rule => ({
    option: 'PERMANENT_LOCATION',
    tenants: [],
    actions: [
      { type: 'REPLACE_WITH', initial: null, updated, parameters: [], tenants: [], updatedTenants: [] },
    ],
  })
  expect(canProbe('ITEM', [rule(MAIN)], FACTS)).toBe(true)
  expect(canProbe('ITEM', [rule(MAIN.toUpperCase())], FACTS)).toBe(true)
  expect(canProbe('ITEM', [rule(UNKNOWN_ID)], FACTS)).toBe(false)
  expect(canProbe('USER', [rule(MAIN)], FACTS)).toBe(false)
  expect(canProbe('INSTANCE_MARC', [rule(MAIN)], FACTS)).toBe(false)
})
