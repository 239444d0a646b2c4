import type { Rule, RuleAction } from '../contracts.ts'
import { refuse } from './draft.ts'
import type { Step } from './draft.ts'
import type { Option } from './vocabulary.ts'

const NOTE_TYPE = 'note type'

const WORDS: Partial<Record<Option, string>> = {
  ADMINISTRATIVE_NOTE: NOTE_TYPE,
  CHECK_IN_NOTE: NOTE_TYPE,
  CHECK_OUT_NOTE: NOTE_TYPE,
  HOLDINGS_NOTE: NOTE_TYPE,
  INSTANCE_NOTE: NOTE_TYPE,
  ITEM_NOTE: NOTE_TYPE,
  PERMANENT_LOAN_TYPE: 'permanent loan type',
  TEMPORARY_LOAN_TYPE: 'temporary loan type',
  PERMANENT_LOCATION: 'permanent location',
  TEMPORARY_LOCATION: 'temporary location',
  ELECTRONIC_ACCESS_URL_RELATIONSHIP: 'URL relationship',
}

/**
 * Limits an action to records of the tenants that its rule and it name, where both do to those that both name, and of
 * the tenants in which its new value is known. A record elsewhere is refused.
 */
export function limitToTenants(step: Step, option: Option, rule: Rule, action: RuleAction): Step {
  const limits = [rule.tenants, action.tenants, action.updatedTenants].filter(({ length }) => length > 0)
  if (limits.length === 0) return step
  const property = WORDS[option] ?? option
  return (draft, facts) => {
    if (limits.every((tenants) => tenants.includes(facts.tenantId))) step(draft, facts)
    else
      refuse(
        draft,
        `The ${property} cannot be updated: the record belongs to tenant ${facts.tenantId}, with which ${
          action.updated ? `the value ${action.updated}` : 'this change'
        } is not associated`,
      )
  }
}
