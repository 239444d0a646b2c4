import { useQuery } from '@tanstack/react-query'
import { listsText } from '#text/settings-lists.ts'
import { http } from '../../../lib/http.ts'
import type { ReferenceList, UseKind } from './list-declarations.ts'

export type UseCounts = Partial<Record<UseKind, number>>

/** How often each value of a list is used; `counts` is null while the server counts. */
export type ListUsage = {
  counts: Readonly<Record<string, UseCounts>> | null
  countedAt: string | null
  error: Error | null
}

type Answer = { state: 'counted' | 'counting'; countedAt?: string; usage?: Record<string, UseCounts> }

/** How soon the server is asked again while it counts. */
const ASK_AGAIN_MS = 1500

export const usageKey = (list: Pick<ReferenceList, 'id'>) => ['reference-usage', list.id]

/** The uses of all values of a list (X12). A large catalogue takes the server some time: then it is asked again. */
export function useListUsage(list: ReferenceList): ListUsage {
  const { data, error } = useQuery({
    queryKey: usageKey(list),
    queryFn: ({ signal }) => http.get<Answer>(`/octavo/reference-usage/${list.id}`, {}, signal),
    enabled: list.uses.length > 0,
    refetchInterval: ({ state }) => (state.data?.state === 'counting' ? ASK_AGAIN_MS : false),
  })
  return { counts: data?.usage ?? null, countedAt: data?.countedAt ?? null, error }
}

/** What uses a value, in words: "10,220 items". */
export function usesInWords(counts: UseCounts): string[] {
  return Object.entries(counts)
    .filter(([, n]) => n > 0)
    .map(([kind, n]) => listsText.usesOne[kind as UseKind](n))
}
