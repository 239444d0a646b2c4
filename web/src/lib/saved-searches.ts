import { defaultStringifySearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { usePreference } from './preferences.ts'

/** A search that a person kept under a name; `to` is its address below `/app`. */
export type SavedSearch = { id: string; label: string; to: string }

type Kept = { name: string; search: Record<string, unknown> }
const NONE: readonly Kept[] = []

/** The searches of the inventory that the person kept, in the order in which they kept them. */
export function useSavedSearches(): readonly SavedSearch[] {
  const [kept] = usePreference('inventory.searches.saved', NONE)
  return useMemo(
    () =>
      kept.map(({ name, search }) => ({
        id: `saved-${name}`,
        label: name,
        to: `/inventory${defaultStringifySearch(search)}`,
      })),
    [kept],
  )
}
