import type { RuleAction } from '../contracts.ts'
import { isUuid } from '../../../kernel/ids.ts'
import { refuse } from './draft.ts'
import type { Draft, Step } from './draft.ts'
import type { TouchedProperty } from './touched-columns.ts'
import type { ActionType, Option } from './vocabulary.ts'

/** An action ready to be applied, with the columns that it touches. */
export type CompiledAction = {
  step: Step
  properties: readonly TouchedProperty[]
  noteTypeIds: readonly string[]
}

/** A value of an action that no record could be edited with; `property` is the one at fault. */
export class ActionFault extends Error {
  readonly property: 'initial' | 'updated' | 'parameters'
  constructor(property: 'initial' | 'updated' | 'parameters', reason: string) {
    super(reason)
    this.property = property
  }
}

/** An action that changes `properties`, which hold no typed notes. */
export function changes(properties: readonly TouchedProperty[], step: Step): CompiledAction {
  return { step, properties, noteTypeIds: [] }
}

/** An action that is refused for each record, as a client of FOLIO expects it of pairs that do not go together. */
export function refused(message: string): CompiledAction {
  return changes([], (draft) => refuse(draft, message))
}

/** The refusal of an option and an action that do not go together. */
export function unsupported(option: Option, type: ActionType): CompiledAction {
  return refused(`Combination ${option} and ${type} isn't supported yet`)
}

/** What is wrong with the id that an action sets; null for the form of a uuid. */
export function idFault(updated: string | null): string | null {
  if (updated === null || updated.trim() === '') return 'Id value cannot be empty'
  return isUuid(updated.trim()) ? null : `UUID has invalid format: ${updated}`
}

/** A parameter's value as a flag: clients send booleans and their names. */
export function flagOf(action: RuleAction, key: string): boolean {
  const value = parameterOf(action, key)
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true')
}

/** The value of a parameter of an action; undefined when there is none. */
export function parameterOf(action: RuleAction, key: string): unknown {
  return action.parameters.find((parameter) => parameter.key === key)?.value
}

/** What an action looks for. @throws ActionFault when it says nothing */
export function soughtText(action: RuleAction): string {
  if (action.initial === null || action.initial === '')
    throw new ActionFault('initial', 'the text to find must be given')
  return action.initial
}

/** A step that `guard` may refuse with a sentence. */
export function guarded(step: Step, guard: (draft: Draft) => string | null): Step {
  return (draft, facts) => {
    const reason = guard(draft)
    if (reason === null) step(draft, facts)
    else refuse(draft, reason)
  }
}
