import { isoInstant } from '../../../kernel/clock.ts'
import type { RuleAction } from '../contracts.ts'
import { changes, refused, unsupported } from './compiled-action.ts'
import type { CompiledAction } from './compiled-action.ts'
import { refuse, setProperty } from './draft.ts'
import { compileNoteAction } from './note-actions.ts'
import { ITEM_NOTES } from './note-kinds.ts'
import { clearProperty, replaceReference } from './replace-reference.ts'
import type { Reference } from './replace-reference.ts'
import { mayMove } from './status-transitions.ts'
import { suppressFromDiscovery } from './suppression.ts'
import type { ActionType, Option } from './vocabulary.ts'

/** What a bulk edit may do to items (folio-org/mod-bulk-operations: ItemDataProcessor, ItemsNotesUpdater). */
export function compileItemAction(option: Option, type: ActionType, action: RuleAction): CompiledAction {
  const reference = REFERENCES[option]
  if (reference !== undefined) return compileReference(option, type, action, reference)
  if (option === 'STATUS') return compileStatus(type, action)
  if (option === 'SUPPRESS_FROM_DISCOVERY') return compileSuppression(type)
  return compileNoteAction(ITEM_NOTES, option, type, action) ?? unsupported(option, type)
}

const REFERENCES: Partial<Record<Option, Reference & { isClearable: boolean }>> = {
  PERMANENT_LOCATION: {
    property: 'permanentLocationId',
    ids: 'locationIds',
    noun: 'Location',
    isClearable: true,
  },
  TEMPORARY_LOCATION: {
    property: 'temporaryLocationId',
    ids: 'locationIds',
    noun: 'Location',
    isClearable: true,
  },
  PERMANENT_LOAN_TYPE: {
    property: 'permanentLoanTypeId',
    ids: 'loanTypeIds',
    noun: 'Loan type',
    isClearable: false,
  },
  TEMPORARY_LOAN_TYPE: {
    property: 'temporaryLoanTypeId',
    ids: 'loanTypeIds',
    noun: 'Loan type',
    isClearable: true,
  },
  MATERIAL_TYPE: {
    property: 'materialTypeId',
    ids: 'materialTypeIds',
    noun: 'Material type',
    isClearable: false,
  },
}

function compileReference(
  option: Option,
  type: ActionType,
  action: RuleAction,
  reference: Reference & { isClearable: boolean },
): CompiledAction {
  if (type === 'CLEAR_FIELD' && reference.isClearable) return clearProperty(reference.property)
  if (type === 'CLEAR_FIELD' && option === 'PERMANENT_LOAN_TYPE')
    return refused('Permanent loan type cannot be cleared')
  if (type !== 'REPLACE_WITH') return unsupported(option, type)
  if (reference.ids === 'loanTypeIds' && (action.updated ?? '') === '')
    return refused('Loan type value cannot be empty for REPLACE_WITH option')
  return replaceReference(reference, action)
}

function compileStatus(type: ActionType, { updated }: RuleAction): CompiledAction {
  if (type === 'CLEAR_FIELD') return refused('Status field can not be cleared')
  if (type !== 'REPLACE_WITH') return unsupported('STATUS', type)
  const to = updated ?? ''
  return changes(['status'], (draft, { now }) => {
    const from = String((draft.record.status as { name?: unknown } | undefined)?.name ?? '')
    if (from === to) return
    if (mayMove(from, to)) setProperty(draft, 'status', { name: to, date: isoInstant(now) })
    else refuse(draft, `New status value "${to}" is not allowed`)
  })
}

function compileSuppression(type: ActionType): CompiledAction {
  const none = { holdings: false, items: false }
  switch (type) {
    case 'SET_TO_TRUE':
      return suppressFromDiscovery(true, none)
    case 'SET_TO_FALSE':
      return suppressFromDiscovery(false, none)
    case 'CLEAR_FIELD':
      return refused('Suppress from discovery flag cannot be cleared')
    default:
      return unsupported('SUPPRESS_FROM_DISCOVERY', type)
  }
}
