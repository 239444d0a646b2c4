import { expect } from 'vitest'
import type { Document, EntityType, RuleFacts, RuleOutcome } from '../contracts.ts'
import { applyRules, compileRules, readRules } from './index.ts'

/** An id that a reader can tell from the others by its end. */
export const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

export const MAIN = id(1)
export const ANNEX = id(2)
export const NOWHERE = id(3)
export const CAN_CIRCULATE = id(11)
export const READING_ROOM = id(12)
export const BOOK = id(21)
export const DVD = id(22)
export const STAFF = id(31)
export const FACULTY = id(32)
export const BINDING = id(41)
export const PROVENANCE = id(42)
export const RESOURCE = id(51)
export const VERSION = id(52)
export const WITHDRAWN_CODE = id(61)
export const GIFT_CODE = id(62)
export const UNKNOWN_ID = id(99)

export const SIGNER = { id: id(70), personal: { lastName: 'Reader', firstName: 'Ada' } }
export const NOW = '2026-03-02T09:14:03.120Z'
/** The same instant as documents carry it. */
export const STAMP = '2026-03-02T09:14:03.120+00:00'

export const FACTS: RuleFacts = {
  tenantId: 'diku',
  locationIds: new Set([MAIN, ANNEX]),
  loanTypeIds: new Set([CAN_CIRCULATE, READING_ROOM]),
  materialTypeIds: new Set([BOOK, DVD]),
  patronGroupIds: new Set([STAFF, FACULTY]),
  statisticalCodeIds: new Set([WITHDRAWN_CODE, GIFT_CODE]),
  noteTypeIds: new Set([BINDING, PROVENANCE]),
  relationshipIds: new Set([RESOURCE, VERSION]),
  noteSource: SIGNER,
  now: new Date(NOW),
}

/** A rule with one action, in the form in which clients send it. */
export function rule(option: string, type: string, values: Record<string, unknown> = {}): object {
  return { rule_details: { option, actions: [{ type, ...values }] } }
}

/** Applies rules to a frozen record, as a client's body gives them. */
export function edit(entity: EntityType, record: Document, ...rules: object[]): RuleOutcome {
  const read = readRules(entity, { bulkOperationRules: rules, totalRecords: rules.length })
  return applyRules(compileRules(entity, read), deepFreeze(record), FACTS)
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}

/** A case of a table: option, action, its values, what the record says before and after; or why it stays. */
export type Case = [
  option: string,
  type: string,
  values: Record<string, unknown>,
  before: Document,
  after: Document | string,
]

/** Runs a case on a record that has other properties too; undefined in `after` is a property that is gone. */
export function checkCase(entity: EntityType, base: Document, each: Case): void {
  const [option, type, values, stored, expected] = each
  const before = { ...base, ...stored }
  const { record, problems, cascade } = edit(entity, before, rule(option, type, values))
  const isRefused = typeof expected === 'string'
  expect(record).toEqual(isRefused ? before : { ...before, ...expected })
  expect(problems).toEqual(isRefused ? [{ type: 'ERROR', message: expected }] : [])
  expect(cascade).toBeNull()
}
