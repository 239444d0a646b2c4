import type { RuleAction, RuleFacts } from '../contracts.ts'
import { changes, idFault, refused } from './compiled-action.ts'
import type { CompiledAction } from './compiled-action.ts'
import { refuse, setProperty } from './draft.ts'
import type { TouchedProperty } from './touched-columns.ts'

type IdList = 'locationIds' | 'loanTypeIds' | 'materialTypeIds' | 'patronGroupIds'

/** A property that holds the id of an entry of a reference list, called `noun` in a refusal. */
export type Reference = { property: TouchedProperty; ids: IdList; noun: string }

/** Puts another id into a property that refers to a list. */
export function replaceReference(
  { property, ids, noun }: Reference,
  { updated }: RuleAction,
): CompiledAction {
  const fault = idFault(updated)
  if (fault !== null) return refused(fault)
  const id = updated!.trim().toLowerCase()
  return changes([property], (draft, facts: RuleFacts) => {
    if (!facts[ids].has(id)) refuse(draft, `${noun} ${id} doesn't exist`)
    else if (draft.record[property] !== id) setProperty(draft, property, id)
  })
}

/** Takes a property away. */
export function clearProperty(property: TouchedProperty): CompiledAction {
  return changes([property], (draft) => {
    if (draft.record[property] !== undefined) setProperty(draft, property, undefined)
  })
}
