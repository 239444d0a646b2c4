import type { RuleAction } from '../contracts.ts'
import { guarded, refused, unsupported } from './compiled-action.ts'
import type { CompiledAction } from './compiled-action.ts'
import type { Draft } from './draft.ts'
import { compileNoteAction } from './note-actions.ts'
import { INSTANCE_NOTES } from './note-kinds.ts'
import { compileStatisticalCodes } from './statistical-codes.ts'
import { belowOf, setFlagAlone, setForDeletion, suppressFromDiscovery } from './suppression.ts'
import type { ActionType, Option } from './vocabulary.ts'

/**
 * What a bulk edit may do to the inventory's part of instances (folio-org/mod-bulk-operations:
 * FolioInstanceDataProcessor, InstanceNotesUpdaterFactory). Notes of MARC instances come from their MARC records.
 */
export function compileInstanceAction(option: Option, type: ActionType, action: RuleAction): CompiledAction {
  switch (option) {
    case 'STAFF_SUPPRESS':
    case 'SUPPRESS_FROM_DISCOVERY':
    case 'SET_RECORDS_FOR_DELETE':
      return compileFlag(option, type, action)
    case 'STATISTICAL_CODE':
      return compileStatisticalCodes(type, action)
    default: {
      const compiled = compileNoteAction(INSTANCE_NOTES, option, type, action) ?? unsupported(option, type)
      if (option === 'INSTANCE_NOTE')
        return fromFolioOnly(compiled, 'Instance notes of MARC instances cannot be changed in bulk')
      if (option === 'ADMINISTRATIVE_NOTE' && type === 'CHANGE_TYPE')
        return fromFolioOnly(
          compiled,
          'Administrative notes of MARC instances cannot be given another note type',
        )
      return compiled
    }
  }
}

function fromFolioOnly(compiled: CompiledAction, reason: string): CompiledAction {
  const guard = (draft: Draft) => (draft.original.source === 'FOLIO' ? null : reason)
  return { ...compiled, step: guarded(compiled.step, guard) }
}

function compileFlag(
  option: 'STAFF_SUPPRESS' | 'SUPPRESS_FROM_DISCOVERY' | 'SET_RECORDS_FOR_DELETE',
  type: ActionType,
  action: RuleAction,
): CompiledAction {
  if (type === 'CLEAR_FIELD' && option !== 'SET_RECORDS_FOR_DELETE')
    return refused('Suppress flag cannot be cleared')
  if (type !== 'SET_TO_TRUE' && type !== 'SET_TO_FALSE') return unsupported(option, type)
  const value = type === 'SET_TO_TRUE'
  if (option === 'STAFF_SUPPRESS') return setFlagAlone('staffSuppress', value)
  if (option === 'SET_RECORDS_FOR_DELETE') return setForDeletion(value)
  return suppressFromDiscovery(value, belowOf(action, { holdings: true, items: true }))
}
