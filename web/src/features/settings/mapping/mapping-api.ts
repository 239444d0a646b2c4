import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { http } from '../../../lib/http.ts'
import type { MarcJson } from '../../../lib/marc-text.ts'
import type { MappingRules, RuleType } from './rules.ts'

/** GET `/octavo/mapping-rules/{type}`. */
export type RulesView = {
  rules: MappingRules
  defaultRules: MappingRules
  updatedDate?: string
  targets: readonly string[]
  functions: readonly string[]
}

export type RuleProblem = { path: string; message: string }
export type RuleWriter = { rule: string; tag: string; field: number | null }
export type Trial = {
  document: Record<string, unknown>
  writers: Record<string, RuleWriter>
  problems: RuleProblem[]
}
export type TrialAnswer = { marc?: MarcJson; stored?: Trial; edited?: Trial; problems: RuleProblem[] }

const keyOf = (type: RuleType) => ['mapping-rules', type]

export function useRules(type: RuleType) {
  return useQuery({
    queryKey: keyOf(type),
    queryFn: ({ signal }) => http.get<RulesView>(`/octavo/mapping-rules/${type}`, {}, signal),
  })
}

export function useSaveRules(type: RuleType) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (rules: MappingRules) => http.put(`/mapping-rules/${type}`, rules),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(type) }),
  })
}

export function useRestoreRules(type: RuleType) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => http.put(`/mapping-rules/${type}/restore`),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(type) }),
  })
}

/** What a trial is made with: MARC, or the number of a stored record. */
export type TrialRecord = { marc: MarcJson } | { number: string }

/** Thrown when no record has the number. */
export class UnknownRecordError extends Error {}

const RECORDS: Readonly<Record<RuleType, { path: string; key: string; index: string; property: string }>> = {
  'marc-bib': {
    path: '/instance-storage/instances',
    key: 'instances',
    index: 'hrid',
    property: 'instanceId',
  },
  'marc-holdings': {
    path: '/holdings-storage/holdings',
    key: 'holdingsRecords',
    index: 'hrid',
    property: 'holdingsId',
  },
  'marc-authority': {
    path: '/authority-storage/authorities',
    key: 'authorities',
    index: 'naturalId',
    property: 'authorityId',
  },
}

/** Builds a record by the stored and by the edited rules (X13). @throws UnknownRecordError */
export async function tryRules(
  type: RuleType,
  rules: MappingRules,
  record: TrialRecord,
): Promise<TrialAnswer> {
  const path = `/octavo/mapping-rules/${type}/try`
  if ('marc' in record) return http.post<TrialAnswer>(path, { rules, marc: record.marc })
  const { path: list, key, index, property } = RECORDS[type]
  const number = record.number.replaceAll(/["\\*?^]/g, '\\$&')
  const query = { query: `${index}=="${number}"`, limit: 1 }
  const found = (await http.get<Record<string, { id: string }[]>>(list, query))[key]?.[0]
  if (found === undefined) throw new UnknownRecordError(record.number)
  return http.post<TrialAnswer>(path, { rules, [property]: found.id })
}

/** What is wrong with edited rules; asked while they are typed. */
export function useRuleProblems(type: RuleType, rules: MappingRules, isEdited: boolean) {
  return useQuery({
    queryKey: ['mapping-rules', 'problems', type, JSON.stringify(rules)],
    queryFn: async ({ signal }) => {
      // A pause in typing is waited for.
      await new Promise((resolve) => setTimeout(resolve, 250))
      if (signal.aborted) throw signal.reason as Error
      return (await http.post<TrialAnswer>(`/octavo/mapping-rules/${type}/try`, { rules }, { signal }))
        .problems
    },
    enabled: isEdited,
    gcTime: 0,
  })
}
