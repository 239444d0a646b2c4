import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { http } from '../../../lib/http.ts'
import { findList } from './list-declarations.ts'
import type { ReferenceList } from './list-declarations.ts'
import type { ListValue, OtherLists } from './list-values.ts'

/** The longest lists of big libraries (locations, tags) have a few thousand values. */
const ALL = 10_000

/** The key under which forms keep the list too, so that they see what is changed here. */
export const listKey = (list: Pick<ReferenceList, 'path'>) => ['reference', list.path]

/** The query of a whole list; shared with the search of the settings home. */
export function listQuery(
  list: Pick<ReferenceList, 'path' | 'listKey'>,
): UseQueryOptions<readonly ListValue[]> {
  return {
    queryKey: listKey(list),
    queryFn: async ({ signal }) => {
      const query = { query: 'cql.allRecords=1', limit: ALL }
      const answer = await http.get<Record<string, ListValue[]>>(list.path, query, signal)
      return answer[list.listKey] ?? []
    },
  }
}

/** All values of a reference list. */
export function useListValues(list: Pick<ReferenceList, 'path' | 'listKey'>) {
  return useQuery(listQuery(list))
}

/** The values of the lists that fields of `list` refer to. */
export function useOtherLists(list: ReferenceList): OtherLists {
  const ids = list.fields.flatMap((field) => field.list ?? [])
  const answers = useQueries({ queries: ids.map((id) => listQuery(findList(id)!)) })
  const loaded = answers.map(({ data }) => data)
  // The map is made anew only when one of the lists has come.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => new Map(ids.map((id, at) => [id, loaded[at] ?? []])), [ids.join(), ...loaded])
}

export type SavedValue = { id: string | null; body: Record<string, unknown> }

/** Writes one value: POST for a new one, PUT (or PATCH, where only names may change) for one that is there. */
export async function saveValue(list: ReferenceList, { id, body }: SavedValue): Promise<void> {
  if (id === null) await http.post(list.path, body)
  else if (list.changes === 'rename') await http.patch(`${list.path}/${id}`, { name: body.name })
  else await http.put(`${list.path}/${id}`, body)
}

export function useSaveValue(list: ReferenceList) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (value: SavedValue) => saveValue(list, value),
    onSuccess: () => client.invalidateQueries({ queryKey: listKey(list) }),
  })
}

export function useDeleteValue(list: ReferenceList) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => http.delete(`${list.path}/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: listKey(list) }),
  })
}
