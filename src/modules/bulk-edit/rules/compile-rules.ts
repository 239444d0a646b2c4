import { MARC_HOLDINGS_SOURCE } from '../../inventory/pure.ts'
import type { Document, EntityType, Rule, RuleAction, RuleFacts, RuleOutcome } from '../contracts.ts'
import { refused } from './compiled-action.ts'
import type { CompiledAction } from './compiled-action.ts'
import { isAnyChanged, isChanged, openDraft, refuse, setProperty } from './draft.ts'
import type { Draft, Step } from './draft.ts'
import { compileHoldingsAction } from './holdings-rules.ts'
import { compileInstanceAction } from './instance-rules.ts'
import { compileItemAction } from './item-rules.ts'
import { signCirculationNotes } from './sign-notes.ts'
import { limitToTenants } from './tenant-limits.ts'
import type { TouchedColumns } from './touched-columns.ts'
import { compileUserAction } from './user-rules.ts'
import type { ActionType, Option } from './vocabulary.ts'

/** Rules of an operation, ready to be applied to any number of records. */
export type CompiledRules = { entity: EntityType; steps: readonly Step[] }

const COMPILERS: Record<
  EntityType,
  (option: Option, type: ActionType, action: RuleAction) => CompiledAction
> = {
  ITEM: compileItemAction,
  HOLDINGS_RECORD: compileHoldingsAction,
  INSTANCE: compileInstanceAction,
  INSTANCE_MARC: compileInstanceAction,
  USER: compileUserAction,
}

/** Compiles one action of a rule. @throws ActionFault when a value is missing without which it means nothing */
export function compileAction(entity: EntityType, { option }: Rule, action: RuleAction): CompiledAction {
  return COMPILERS[entity](option as Option, action.type as ActionType, action)
}

/** Compiles rules that `readRules` has accepted. */
export function compileRules(entity: EntityType, rules: readonly Rule[]): CompiledRules {
  const clash = clashOfStatisticalCodes(rules)
  const steps = rules.flatMap((rule) =>
    rule.actions.map((action) => {
      const isClash = clash !== null && rule.option === 'STATISTICAL_CODE'
      const { step } = isClash ? clash : compileAction(entity, rule, action)
      return limitToTenants(step, rule.option as Option, rule, action)
    }),
  )
  return { entity, steps }
}

/** Removing all statistical codes says what is left, so another action on them can only be a mistake. */
function clashOfStatisticalCodes(rules: readonly Rule[]): CompiledAction | null {
  const actions = rules.filter(({ option }) => option === 'STATISTICAL_CODE').flatMap((rule) => rule.actions)
  const isClash = actions.length > 1 && actions.some(({ type }) => type === 'REMOVE_ALL')
  return isClash ? refused('REMOVE_ALL cannot be combined with other actions on statistical codes') : null
}

/** What rules touch: the columns that a preview shows whatever the defaults say. */
export function touchedColumns(entity: EntityType, rules: readonly Rule[]): TouchedColumns {
  const compiled = rules.flatMap((rule) => rule.actions.map((action) => compileAction(entity, rule, action)))
  return {
    properties: new Set(compiled.flatMap(({ properties }) => properties)),
    noteTypeIds: new Set(compiled.flatMap(({ noteTypeIds }) => noteTypeIds)),
  }
}

/**
 * Applies rules to a record, which stays as it is. An action that cannot be applied is a problem, and the others are
 * applied all the same. The outcome's record is the very argument when the rules leave what it says as it was.
 */
export function applyRules(rules: CompiledRules, record: Document, facts: RuleFacts): RuleOutcome {
  const draft = openDraft(record)
  if (rules.entity === 'HOLDINGS_RECORD' && record.sourceId === MARC_HOLDINGS_SOURCE)
    refuse(draft, 'Holdings records that have source "MARC" cannot be changed')
  else for (const step of rules.steps) step(draft, facts)
  return {
    record: settle(rules.entity, draft, facts),
    problems: draft.problems,
    cascade:
      draft.cascade === null
        ? null
        : { ...draft.cascade, discoverySuppress: draft.record.discoverySuppress === true },
  }
}

function settle(entity: EntityType, draft: Draft, facts: RuleFacts): Document {
  if (!isAnyChanged(draft)) return draft.original
  if (entity === 'ITEM') signCirculationNotes(draft, facts)
  if (entity === 'ITEM' || entity === 'HOLDINGS_RECORD') setEffectiveLocation(draft)
  return draft.record
}

/**
 * The location that follows from the others, so that a preview shows it. Without one of its own an item has that of its
 * holdings, which is not known here: the property is then missing until the item is written.
 */
function setEffectiveLocation(draft: Draft): void {
  if (!isChanged(draft, 'permanentLocationId') && !isChanged(draft, 'temporaryLocationId')) return
  const { permanentLocationId, temporaryLocationId } = draft.record
  setProperty(draft, 'effectiveLocationId', temporaryLocationId ?? permanentLocationId)
}
