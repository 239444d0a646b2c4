import type { RuleAction } from '../contracts.ts'
import { changes, refused, unsupported } from './compiled-action.ts'
import type { CompiledAction } from './compiled-action.ts'
import { refuse, setProperty } from './draft.ts'
import { replaceReference } from './replace-reference.ts'
import type { ActionType, Option } from './vocabulary.ts'

/** What a bulk edit may do to users (folio-org/mod-bulk-operations: UserDataProcessor). */
export function compileUserAction(option: Option, type: ActionType, action: RuleAction): CompiledAction {
  if (option === 'EMAIL_ADDRESS' && type === 'FIND_AND_REPLACE') return replaceInEmail(action)
  if (option === 'EXPIRATION_DATE' && type === 'REPLACE_WITH') return replaceExpirationDate(action)
  if (option === 'PATRON_GROUP' && type === 'REPLACE_WITH') return replacePatronGroup(action)
  return unsupported(option, type)
}

const MISSING_VALUE = 'Updated value cannot be null or empty'

function replacePatronGroup(action: RuleAction): CompiledAction {
  if ((action.updated ?? '') === '') return refused(MISSING_VALUE)
  return replaceReference({ property: 'patronGroup', ids: 'patronGroupIds', noun: 'Patron group' }, action)
}

function replaceInEmail({ initial, updated }: RuleAction): CompiledAction {
  if (initial === null || initial === '' || updated === null || updated === '')
    return refused('Initial or updated value cannot be empty')
  return changes(['personal.email'], (draft) => {
    const personal = draft.record.personal as { email?: unknown } | undefined
    const email = personal?.email
    if (typeof email !== 'string') refuse(draft, 'Email is null')
    else if (email.includes(initial))
      setProperty(draft, 'personal', { ...personal, email: email.replaceAll(initial, () => updated) })
  })
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}\.\d{3}(?:Z|[+-]\d{2}:\d{2})$/

/** The instant is stored as it was sent, so it is the same day for whoever reads it in that time zone. */
function replaceExpirationDate({ updated }: RuleAction): CompiledAction {
  if (updated === null || updated === '') return refused(MISSING_VALUE)
  const instant = instantOf(updated)
  if (Number.isNaN(instant))
    return refused(`Invalid date format: ${updated}, expected yyyy-MM-dd'T'HH:mm:ss.SSSXXX`)
  return changes(['expirationDate', 'active'], (draft, { now }) => {
    const before = draft.record.expirationDate
    if (typeof before !== 'string' || Date.parse(before) !== instant)
      setProperty(draft, 'expirationDate', updated)
    const isActive = instant > now.getTime()
    if (draft.record.active !== isActive) setProperty(draft, 'active', isActive)
  })
}

function instantOf(text: string): number {
  const day = INSTANT.exec(text)?.[1]
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // The 31st of February parses as a day of March.
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day!)
  return isDay ? Date.parse(text) : Number.NaN
}
