import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { http } from '../../lib/http.ts'

/** A MARC field that imports leave alone. */
export type Protection = {
  id: string
  field: string
  indicator1?: string
  indicator2?: string
  subfield?: string
  data?: string
  source?: 'SYSTEM' | 'USER'
}

/** What files with an ending hold, or that they are refused. */
export type Extension = { id: string; extension: string; dataTypes: string[]; importBlocked: boolean }

/** The two small lists of the import's settings. */
export const COLLECTIONS = {
  protections: {
    path: '/field-protection-settings/marc',
    listKey: 'marcFieldProtectionSettings',
    sort: 'field',
    permission: 'converter-storage.field-protection-settings',
  },
  extensions: {
    path: '/data-import/fileExtensions',
    listKey: 'fileExtensions',
    sort: 'extension',
    permission: 'data-import.fileExtensions',
  },
} as const
type Name = keyof typeof COLLECTIONS

/** All rows of a list. */
export function useRows<Row>(name: Name) {
  const { path, listKey, sort } = COLLECTIONS[name]
  return useQuery({
    queryKey: [path],
    queryFn: async ({ signal }) => {
      const query = { query: `cql.allRecords=1 sortby ${sort}`, limit: 1000 }
      const answer = await http.get<Record<string, Row[]>>(path, query, signal)
      return answer[listKey] ?? []
    },
  })
}

/** Adds, changes and removes rows of a list, which is then read anew. */
export function useRowChanges(name: Name) {
  const { path } = COLLECTIONS[name]
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: { add: object } | { put: { id: string } } | { remove: string } | 'reset') => {
      if (change === 'reset') await http.post(`${path}/restore/default`)
      else if ('add' in change) await http.post(path, change.add)
      else if ('put' in change) await http.put(`${path}/${change.put.id}`, change.put)
      else await http.delete(`${path}/${change.remove}`)
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [path] }),
  })
}
