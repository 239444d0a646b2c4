import type { PresentValues } from './api.ts'
import type { RuleDraft } from './rule-draft.ts'

/** Records whose status can't become another, by their status. */
export function keptByStatus(
  { values }: Pick<PresentValues, 'values'>,
  target: string,
): { value: string; count: number }[] {
  return values.filter(({ value, mayBecome = [] }) => value !== target && !mayBecome.includes(target))
}

/** How many records a rule changes, as far as the present values tell; null where they do not. */
export function changedBy(rule: RuleDraft, present: PresentValues): number | null {
  const { totalRecords, none, values, otherValues, found, chosen } = present
  const countOf = (value: string): number => values.find((one) => one.value === value)?.count ?? 0
  switch (rule.action) {
    case 'REPLACE_WITH': {
      if (rule.updated === '' || chosen === undefined || rule.option.startsWith('ELECTRONIC')) return null
      if (rule.option === 'EXPIRATION_DATE') return null
      const kept =
        rule.option === 'STATUS'
          ? keptByStatus(present, rule.updated).reduce((sum, { count }) => sum + count, 0)
          : 0
      return totalRecords - chosen - kept - (rule.option === 'STATUS' ? none : 0)
    }
    case 'CLEAR_FIELD':
    case 'REMOVE_ALL':
      return totalRecords - none
    case 'SET_TO_TRUE':
      return otherValues === 0 ? totalRecords - countOf('true') : null
    case 'SET_TO_FALSE':
      return otherValues === 0 ? countOf('true') : null
    case 'FIND_AND_REPLACE':
    case 'FIND_AND_REMOVE_THESE':
      return found && rule.initial !== '' ? found.records : null
    default:
      return null
  }
}

/** The statuses that at least one of the records may take. */
export function possibleStatuses({ values }: Pick<PresentValues, 'values'>): string[] {
  return [...new Set(values.flatMap(({ mayBecome = [] }) => mayBecome))].sort()
}
