import type { RuleAction } from '../contracts.ts'
import { changes, flagOf } from './compiled-action.ts'
import type { CompiledAction } from './compiled-action.ts'
import { setProperty } from './draft.ts'
import type { Draft } from './draft.ts'
import type { TouchedProperty } from './touched-columns.ts'

type Flag = 'discoverySuppress' | 'staffSuppress' | 'deleted'

/** Sets a flag of a record. One that is missing says the same as false. */
export function setFlag(draft: Draft, name: Flag, value: boolean): void {
  if ((draft.record[name] === true) !== value) setProperty(draft, name, value)
}

/** Sets a flag and nothing else. */
export function setFlagAlone(name: Flag & TouchedProperty, value: boolean): CompiledAction {
  return changes([name], (draft) => setFlag(draft, name, value))
}

/** The records below that a rule of suppression may name. */
export type Below = { holdings: boolean; items: boolean }

/** What an action says of the records below, of those kinds that `reach` admits. */
export function belowOf(action: RuleAction, reach: Below): Below {
  return {
    holdings: reach.holdings && flagOf(action, 'APPLY_TO_HOLDINGS'),
    items: reach.items && flagOf(action, 'APPLY_TO_ITEMS'),
  }
}

/** Suppresses a record from discovery or ends that; the records below follow where `below` says so. */
export function suppressFromDiscovery(value: boolean, below: Below): CompiledAction {
  return changes(['discoverySuppress'], (draft) => {
    setFlag(draft, 'discoverySuppress', value)
    if (below.holdings || below.items) {
      draft.cascade = {
        holdings: below.holdings || (draft.cascade?.holdings ?? false),
        items: below.items || (draft.cascade?.items ?? false),
      }
    }
  })
}

/**
 * Marks an instance for deletion, which hides it too, or takes the mark away, which leaves it hidden
 * (folio-org/mod-bulk-operations: FolioInstanceDataProcessor).
 */
export function setForDeletion(value: boolean): CompiledAction {
  return changes(value ? ['deleted', 'staffSuppress', 'discoverySuppress'] : ['deleted'], (draft) => {
    setFlag(draft, 'deleted', value)
    if (!value) return
    setFlag(draft, 'staffSuppress', true)
    setFlag(draft, 'discoverySuppress', true)
  })
}
