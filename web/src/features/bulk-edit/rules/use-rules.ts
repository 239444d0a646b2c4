import { useEffect, useState } from 'react'
import { bulkEditText } from '#text/bulk-edit.ts'
import { keepDraft, readDraft } from '../../../ui/draft.ts'
import type { Operation } from '../api.ts'
import { isForEntity } from './api.ts'
import type { Profile } from './api.ts'
import { marcDraftsOf } from './marc-draft.ts'
import type { MarcDraft } from './marc-draft.ts'
import { draftsOf, newRule } from './rule-draft.ts'
import type { RuleDraft } from './rule-draft.ts'

export type Rules = { rules: readonly RuleDraft[]; marcRules: readonly MarcDraft[] }

export const draftName = (id: string): string => `bulk-edit-rules.${id}`

/** The rules that a form begins with: a draft of this computer, else those that the server has, else an empty one. */
export function firstRules(operation: Operation, stored: Rules, profile: Profile | undefined): Rules {
  const draft = readDraft<Rules>(draftName(operation.id))
  if (draft !== null) return draft.value
  if (stored.rules.length + stored.marcRules.length > 0) return stored
  if (profile !== undefined && isForEntity(profile, operation.entityType)) return rulesOfProfile(profile)
  return { rules: [newRule()], marcRules: [] }
}

/** The rules of a profile for the form. */
export function rulesOfProfile({ entityType, ruleDetails, marcRuleDetails }: Profile): Rules {
  return { rules: draftsOf(entityType, ruleDetails), marcRules: marcDraftsOf(marcRuleDetails) }
}

/** The rules of a form; what is typed is kept as a draft of this computer. */
export function useRules(
  operation: Operation,
  first: Rules,
): [Rules, (next: Rules | ((old: Rules) => Rules)) => void] {
  const [rules, setRules] = useState(first)
  const { id, hrId, entityType } = operation
  useEffect(() => {
    if (rules === first) return
    keepDraft(draftName(id), {
      base: first,
      value: rules,
      savedAt: Date.now(),
      title: bulkEditText.operation.title(hrId, entityType),
      address: `/bulk-edit/${id}/changes`,
    })
  }, [rules, first, id, hrId, entityType])
  return [rules, setRules]
}
