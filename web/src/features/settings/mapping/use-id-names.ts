import { useQueries } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { listQuery } from '../lists/list-api.ts'
import { referenceLists } from '../lists/list-declarations.ts'

/** The lists whose ids mapped records hold. */
const LISTS = referenceLists.filter(({ group }) => group === 'instances' || group === 'holdings')

/** Tells the name of a reference value by its id, whatever list it is in. */
export function useIdNames(): (id: string) => string | undefined {
  const answers = useQueries({ queries: LISTS.map((list) => ({ ...listQuery(list), staleTime: 300_000 })) })
  const loaded = answers.map(({ data }) => data)
  const names = useMemo(
    () =>
      new Map(loaded.flatMap((values) => (values ?? []).map(({ id, name }) => [id, String(name)] as const))),
    // The map is made anew only when one of the lists has come.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    loaded,
  )
  return useCallback((id: string) => names.get(id), [names])
}
