import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { http } from '../../../lib/http.ts'
import { keys, startStep } from '../api.ts'
import type { Operation } from '../api.ts'
import type { EntityType } from '../types.ts'
import { marcDetailsOf } from './marc-draft.ts'
import type { MarcDetails, MarcDraft } from './marc-draft.ts'
import { detailsOf } from './rule-draft.ts'
import type { RuleDetails, RuleDraft } from './rule-draft.ts'

/** Which values the records have now in a property, counted by the server. */
export type PresentValues = {
  totalRecords: number
  none: number
  values: { value: string; name: string; count: number; mayBecome?: string[] }[]
  otherValues: number
  found?: { records: number; places: number }
  chosen?: number
}

export type ValueQuestion = {
  option: string
  noteTypeId?: string | undefined
  find?: string | undefined
  chosen?: string | undefined
}

/** `/octavo/bulk-operations/{id}/values` */
export function usePresentValues(id: string, question: ValueQuestion, isEnabled: boolean) {
  return useQuery({
    queryKey: [...keys.one(id), 'values', question],
    queryFn: ({ signal }) =>
      http.get<PresentValues>(`/octavo/bulk-operations/${id}/values`, question, signal),
    enabled: isEnabled,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}

type StoredRules = {
  bulkOperationRules: { rule_details: RuleDetails }[]
  bulkOperationMarcRules: MarcDetails[]
}

/** `/octavo/bulk-operations/{id}/rules` */
export function useStoredRules(id: string) {
  return useQuery({
    queryKey: [...keys.one(id), 'rules'],
    queryFn: ({ signal }) => http.get<StoredRules>(`/octavo/bulk-operations/${id}/rules`, {}, signal),
    staleTime: 0,
  })
}

/** Sends rules in place of those before, and begins to work out what they change. */
export async function applyRules(
  { id, entityType }: Operation,
  rules: readonly RuleDraft[],
  marcRules: readonly MarcDraft[],
): Promise<Operation> {
  await http.post(`/bulk-operations/${id}/content-update`, {
    bulkOperationRules: rules.map((rule) => ({
      bulkOperationId: id,
      rule_details: detailsOf(entityType, rule),
    })),
    totalRecords: rules.length,
  })
  if (marcRules.length > 0) {
    await http.post(`/bulk-operations/${id}/marc-content-update`, {
      bulkOperationMarcRules: marcRules.map((rule) => ({ bulkOperationId: id, ...marcDetailsOf(rule) })),
      totalRecords: marcRules.length,
    })
  }
  return startStep(id, 'EDIT', { approach: 'IN_APP', keepChanges: true })
}

/** Rules that are kept to be used again. */
export type Profile = {
  id: string
  name: string
  description?: string
  locked: boolean
  entityType: EntityType
  ruleDetails: RuleDetails[]
  marcRuleDetails: MarcDetails[]
  updatedDate: string
}

export const profileKey = ['bulk-operations', 'profiles'] as const

/** `/bulk-operations/profiles` */
export function useProfiles(isEnabled = true) {
  return useQuery({
    queryKey: profileKey,
    queryFn: async ({ signal }) => {
      const query = { query: 'cql.allRecords=1 sortby name', limit: 1000 }
      return (await http.get<{ content: Profile[] }>('/bulk-operations/profiles', query, signal)).content
    },
    enabled: isEnabled,
  })
}

/** True for rules that fit records of a type: those for MARC are for instances. */
export function isForEntity({ entityType }: Profile, entity: EntityType): boolean {
  const plain = (one: EntityType): EntityType => (one === 'INSTANCE_MARC' ? 'INSTANCE' : one)
  return plain(entityType) === plain(entity)
}
