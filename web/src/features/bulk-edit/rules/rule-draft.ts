import type { EntityType } from '../types.ts'
import { actionOf, optionOf } from './rule-catalogue.ts'
import type { FlagName } from './rule-catalogue.ts'

/** A rule as it stands in the form; empty texts are what was not filled in yet. */
export type RuleDraft = {
  /** Tells rules of one form apart. */
  key: string
  option: string
  /** The type of typed notes. */
  noteTypeId: string
  action: string
  initial: string
  updated: string
  flags: Partial<Record<FlagName, boolean>>
}

/** A rule as `content-update` takes it. */
export type RuleDetails = {
  option: string
  tenants?: readonly string[]
  actions: readonly {
    type?: string
    initial?: string | null
    updated?: string | null
    parameters?: readonly { key: string; value: unknown }[]
  }[]
}

export function newRule(option = ''): RuleDraft {
  return { key: crypto.randomUUID(), option, noteTypeId: '', action: '', initial: '', updated: '', flags: {} }
}

/** What a rule still lacks before it says something. */
export type Lack = 'option' | 'noteType' | 'action' | 'initial' | 'updated'

/** The first thing that a rule lacks; null for a whole one. */
export function lackOf(entity: EntityType, rule: RuleDraft): Lack | null {
  const option = optionOf(entity, rule.option)
  if (option === undefined) return 'option'
  if (option.noteTypes && rule.noteTypeId === '') return 'noteType'
  const action = actionOf(entity, rule.option, rule.action)
  if (action === undefined) return 'action'
  if (action.initial && rule.initial === '') return 'initial'
  const asks = action.updated && action.updated.kind !== 'fixed' && action.mayBeEmpty !== true
  return asks && rule.updated.trim() === '' ? 'updated' : null
}

/** A rule for the wire. */
export function detailsOf(entity: EntityType, rule: RuleDraft): RuleDetails {
  const option = optionOf(entity, rule.option)!
  const action = actionOf(entity, rule.option, rule.action)!
  const flags = (action.flags ?? []).map((key) => ({ key, value: rule.flags[key] === true }))
  return {
    option: rule.option,
    tenants: [],
    actions: [
      {
        type: rule.action,
        initial: action.initial ? rule.initial : null,
        updated: updatedOf(rule, action.updated),
        parameters: [
          ...(option.noteTypes ? [{ key: option.noteTypes.key, value: rule.noteTypeId }] : []),
          ...flags,
        ],
      },
    ],
  }
}

function updatedOf(rule: RuleDraft, control: { kind: string; value?: string } | undefined): string {
  if (control === undefined) return ''
  if (control.kind === 'fixed') return control.value!
  // A day ends at midnight of the person's own zone.
  if (control.kind === 'date') return `${rule.updated}T23:59:59.000${zoneOf(rule.updated)}`
  return rule.updated
}

function zoneOf(day: string): string {
  const minutes = -new Date(`${day}T23:59:59`).getTimezoneOffset()
  const two = (n: number): string => String(Math.floor(Math.abs(n))).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}

/** Rules of the wire as the form has them: one for each action. What the form does not know of is left out. */
export function draftsOf(entity: EntityType, rules: readonly RuleDetails[]): RuleDraft[] {
  return rules.flatMap(({ option, actions }) => {
    const spec = optionOf(entity, option)
    if (spec === undefined) return []
    return actions.flatMap(({ type = '', initial, updated, parameters = [] }): RuleDraft[] => {
      const action = actionOf(entity, option, type)
      if (action === undefined) return []
      const valueOf = (key: string): unknown => parameters.find((one) => one.key === key)?.value
      const value = updated ?? ''
      return [
        {
          key: crypto.randomUUID(),
          option,
          noteTypeId: spec.noteTypes ? String(valueOf(spec.noteTypes.key) ?? '') : '',
          action: type,
          initial: initial ?? '',
          updated: action.updated?.kind === 'date' ? value.slice(0, 10) : value,
          flags: Object.fromEntries(
            (action.flags ?? []).map((key) => [key, String(valueOf(key)) === 'true']),
          ),
        },
      ]
    })
  })
}

/** Why a rule does not fit the ones before it. */
export type Conflict = 'overwrites' | 'undoes' | 'nothing-left' | 'codes-removed'

const SETS: ReadonlySet<string> = new Set(['REPLACE_WITH', 'CLEAR_FIELD', 'SET_TO_TRUE', 'SET_TO_FALSE'])

/** Rules that clash with an earlier one, by their keys, with the number of the earlier one. */
export function conflictsOf(
  rules: readonly RuleDraft[],
): ReadonlyMap<string, { kind: Conflict; with: number }> {
  const conflicts = new Map<string, { kind: Conflict; with: number }>()
  rules.forEach((rule, at) => {
    const earlier = rules.findIndex(
      (one, place) =>
        place < at &&
        one.option === rule.option &&
        one.noteTypeId === rule.noteTypeId &&
        clashOf(one, rule) !== null,
    )
    if (earlier >= 0) conflicts.set(rule.key, { kind: clashOf(rules[earlier]!, rule)!, with: earlier + 1 })
  })
  return conflicts
}

function clashOf(one: RuleDraft, other: RuleDraft): Conflict | null {
  if (one.action === '' || other.action === '') return null
  if (one.option === 'STATISTICAL_CODE')
    return one.action === 'REMOVE_ALL' || other.action === 'REMOVE_ALL' ? 'codes-removed' : null
  if (SETS.has(one.action) && SETS.has(other.action))
    return one.action === other.action && one.updated === other.updated ? null : 'overwrites'
  if (one.action === 'REMOVE_ALL' || one.action === 'CLEAR_FIELD')
    return other.action === 'ADD_TO_EXISTING' ? null : 'nothing-left'
  if (other.action === 'REMOVE_ALL' && one.action === 'ADD_TO_EXISTING') return 'undoes'
  return null
}
