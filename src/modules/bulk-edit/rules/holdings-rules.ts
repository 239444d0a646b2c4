import type { RuleAction } from '../contracts.ts'
import { refused, unsupported } from './compiled-action.ts'
import type { CompiledAction } from './compiled-action.ts'
import { compileElectronicAccess } from './electronic-access.ts'
import { compileNoteAction } from './note-actions.ts'
import { HOLDINGS_NOTES } from './note-kinds.ts'
import { clearProperty, replaceReference } from './replace-reference.ts'
import { belowOf, suppressFromDiscovery } from './suppression.ts'
import type { ActionType, Option } from './vocabulary.ts'

/** What a bulk edit may do to holdings (folio-org/mod-bulk-operations: HoldingsDataProcessor, HoldingsNotesUpdater). */
export function compileHoldingsAction(option: Option, type: ActionType, action: RuleAction): CompiledAction {
  if (option === 'PERMANENT_LOCATION' || option === 'TEMPORARY_LOCATION')
    return compileLocation(option, type, action)
  if (option === 'SUPPRESS_FROM_DISCOVERY') return compileSuppression(type, action)
  return (
    compileElectronicAccess(option, type, action) ??
    compileNoteAction(HOLDINGS_NOTES, option, type, action) ??
    unsupported(option, type)
  )
}

function compileLocation(
  option: 'PERMANENT_LOCATION' | 'TEMPORARY_LOCATION',
  type: ActionType,
  action: RuleAction,
): CompiledAction {
  const isPermanent = option === 'PERMANENT_LOCATION'
  const property = isPermanent ? 'permanentLocationId' : 'temporaryLocationId'
  if (type === 'REPLACE_WITH')
    return replaceReference({ property, ids: 'locationIds', noun: 'Location' }, action)
  if (type !== 'CLEAR_FIELD') return unsupported(option, type)
  return isPermanent ? refused('Permanent location cannot be cleared') : clearProperty(property)
}

function compileSuppression(type: ActionType, action: RuleAction): CompiledAction {
  const below = belowOf(action, { holdings: false, items: true })
  switch (type) {
    case 'SET_TO_TRUE':
      return suppressFromDiscovery(true, below)
    case 'SET_TO_FALSE':
      return suppressFromDiscovery(false, below)
    case 'SET_TO_TRUE_INCLUDING_ITEMS':
      return suppressFromDiscovery(true, { holdings: false, items: true })
    case 'SET_TO_FALSE_INCLUDING_ITEMS':
      return suppressFromDiscovery(false, { holdings: false, items: true })
    case 'CLEAR_FIELD':
      return refused('Suppress from discovery flag cannot be cleared')
    default:
      return unsupported('SUPPRESS_FROM_DISCOVERY', type)
  }
}
