import { useCallback } from 'react'
import { searchText } from '#text/inventory-search.ts'
import { usePreference } from '../../lib/preferences.ts'
import { hasFilters } from './search-state.ts'
import type { SearchState } from './search-state.ts'

/** A search to come back to. */
export type KeptSearch = { name: string; search: SearchState }

const MOST_RECENT = 12
const none: KeptSearch[] = []

/** A search in a few words: its text, and how many filters it has. */
export function describeSearch({ q, rows, with: chosen, without, dates }: SearchState): string {
  const texts = [q ?? '', ...(rows ?? []).map(({ word, text }) => `${searchText.words[word]} ${text}`)]
  const words = texts.filter((text) => text.trim() !== '').join(' ')
  const filters = Object.values({ ...chosen }).flat().length + Object.values({ ...without }).flat().length
  const all = filters + Object.keys(dates ?? {}).length
  return `${words === '' ? searchText.untitled : words}${all === 0 ? '' : ` · ${searchText.filters(all)}`}`
}

/** A search without the place in its list and the record beside it. */
export function withoutPlace({ at: _at, peek: _peek, ...search }: SearchState): SearchState {
  return search
}

/** The searches that the person kept under a name. */
export function useSavedSearches() {
  const [saved, setSaved] = usePreference<KeptSearch[]>('inventory.searches.saved', none)
  const save = useCallback(
    (name: string, search: SearchState) =>
      setSaved((old) => [...old.filter((one) => one.name !== name), { name, search: withoutPlace(search) }]),
    [setSaved],
  )
  const remove = useCallback(
    (name: string) => setSaved((old) => old.filter((one) => one.name !== name)),
    [setSaved],
  )
  return { saved, save, remove }
}

/** What the person looked for last, the newest first. */
export function useRecentSearches() {
  const [recent, setRecent] = usePreference<KeptSearch[]>('inventory.searches.recent', none)
  const note = useCallback(
    (search: SearchState) => {
      if ((search.q ?? '').trim() === '' && search.rows === undefined && !hasFilters(search)) return
      const kept = { name: describeSearch(search), search: withoutPlace(search) }
      const text = JSON.stringify(kept.search)
      setRecent((old) =>
        JSON.stringify(old[0]?.search) === text
          ? old
          : [kept, ...old.filter((one) => JSON.stringify(one.search) !== text)].slice(0, MOST_RECENT),
      )
    },
    [setRecent],
  )
  return { recent, note }
}
