import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { SearchChange, SearchState } from './search-state.ts'

export type ChangeSearch = (change: SearchChange, options?: { replace?: boolean }) => void

/** What the page shows, as it stands in the address, and how to change it. A change of what is asked begins at the top. */
export function useSearchState(): [SearchState, ChangeSearch] {
  const state = useSearch({ strict: false }) as SearchState
  const navigate = useNavigate()
  const change = useCallback<ChangeSearch>(
    (part, { replace = false } = {}) => {
      const isPlace = Object.keys(part).every((name) => name === 'at' || name === 'peek')
      void navigate({
        to: '/inventory',
        replace,
        resetScroll: false,
        search: (old: SearchState) =>
          withoutUndefined({ ...old, ...(isPlace ? {} : { at: undefined }), ...part }),
      } as never)
    },
    [navigate],
  )
  return [state, change]
}

function withoutUndefined(state: SearchChange): SearchState {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined))
}
