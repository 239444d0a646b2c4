import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { http } from './http.ts'

export type HitKind = 'item' | 'instance' | 'holdings' | 'user' | 'job'

/** Something that has a number, as `GET /octavo/find` answers. */
export type Hit = {
  kind: HitKind
  id: string
  /** What a person knows it by: barcode, HRID, job number. */
  number: string
  title: string
  instanceId?: string
  volume?: string | null
  location?: string | null
  status?: string | null
  callNumber?: string | null
  contributor?: string | null
  date?: string | null
  active?: boolean
}

/** `GET /octavo/find`: everything that has exactly this number. */
export async function findByNumber(value: string, signal?: AbortSignal): Promise<Hit[]> {
  return (await http.get<{ hits: Hit[] }>('/octavo/find', { value }, signal)).hits
}

/** The same while a person types; the answer for the text before stays until the new one is there. */
export function useFind(value: string) {
  return useQuery({
    queryKey: ['octavo', 'find', value],
    queryFn: ({ signal }) => findByNumber(value, signal),
    enabled: value.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 2000,
  })
}

/** Where a hit is shown. */
export function pathOf({ kind, id, instanceId }: Hit): string {
  if (kind === 'item') return `/inventory/${instanceId}/items/${id}`
  if (kind === 'holdings') return `/inventory/${instanceId}/holdings/${id}`
  if (kind === 'instance') return `/inventory/${id}`
  if (kind === 'job') return `/import/job/${id}`
  return `/settings/users/${id}`
}
