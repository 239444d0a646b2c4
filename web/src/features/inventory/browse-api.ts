import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { http } from '../../lib/http.ts'
import { BROWSE_LISTS, browseQuery, filterOf } from './browse-lists.ts'
import type { BrowseListName, BrowseState } from './browse-lists.ts'
import type { Scope } from './read-text.ts'
import { quote } from './write-cql.ts'

/** A value of a browse list that is spelled like a text. */
export type Neighbour = { value: string; scope: Scope }

const LISTS = [
  { path: '/browse/contributors/instances', field: 'name', scope: 'contributor' },
  { path: '/browse/subjects/instances', field: 'value', scope: 'subject' },
] as const

/** Values on either side of the text. */
const AROUND = 6
const SHOWN = 6

/** Names and subjects that stand where the text would stand and begin as it does. `GET /browse/…/instances` */
export async function fetchNeighbours(text: string, signal: AbortSignal): Promise<Neighbour[]> {
  const anchor = quote(text, true)
  const beginning = text.slice(0, Math.min(3, Math.max(2, text.length - 1))).toLowerCase()
  const found = await Promise.all(
    LISTS.map(async ({ path, field, scope }) => {
      const query = `${field} >= ${anchor} or ${field} < ${anchor}`
      const { items } = await http.get<{ items: Record<string, unknown>[] }>(
        path,
        { query, limit: 2 * AROUND, precedingRecordsCount: AROUND, highlightMatch: false },
        signal,
      )
      return items
        .map((item) => String(item[field]))
        .filter((value) => value.toLowerCase().startsWith(beginning))
        .map((value) => ({ value, scope }))
    }),
  )
  return found.flat().slice(0, SHOWN)
}

/** A value of a list; `isAnchor` marks the one that was asked for, or the place where it would stand. */
export type BrowseRow = {
  value: string
  totalRecords: number
  isAnchor?: boolean
  instanceTitle?: string
  /** Ids of the type of a name, and of the source of a subject. */
  contributorNameTypeId?: string
  sourceId?: string
  callNumberTypeId?: string
  classificationTypeId?: string
  authorityId?: string
}

export type BrowsePage = { rows: BrowseRow[]; total: number; prev: string | null; next: string | null }

/** Rows on one page, and how many of them stand before the value that was asked for. */
export const PAGE_ROWS = 30
const ROWS_BEFORE = 10

const VALUE_FIELDS = ['fullCallNumber', 'classificationNumber', 'name', 'value']

/** A page of a list. `GET /browse/…/instances` */
export function useBrowsePage(state: BrowseState) {
  const { path } = BROWSE_LISTS[state.list ?? 'callNumbers']
  const query = browseQuery(state)
  return useQuery({
    queryKey: ['browse', path, query],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<BrowsePage> => {
      const isAround = state.side === undefined && state.anchor !== undefined
      const answer = await http.get<{
        items: Record<string, unknown>[]
        totalRecords: number
        prev?: string
        next?: string
      }>(path, { query, limit: PAGE_ROWS, precedingRecordsCount: isAround ? ROWS_BEFORE : undefined }, signal)
      return {
        total: answer.totalRecords,
        prev: answer.prev ?? null,
        next: answer.next ?? null,
        rows: answer.items.map((item) => {
          const field = VALUE_FIELDS.find((name) => typeof item[name] === 'string')
          return { ...item, value: field === undefined ? '' : String(item[field]) } as BrowseRow
        }),
      }
    },
  })
}

/** How many values of a list have each value of what it can be narrowed by. `GET /search/…/facets` */
export function useListFilter(list: BrowseListName) {
  const filter = filterOf(list)
  return useQuery({
    queryKey: ['browse', 'facets', filter?.path],
    enabled: filter !== null,
    queryFn: async ({ signal }) => {
      const { facets } = await http.get<{
        facets: Record<string, { values: { id: string; totalRecords: number }[] }>
      }>(filter!.path, { query: 'cql.allRecords=1', facet: filter!.facet }, signal)
      return facets[filter!.facet]?.values ?? []
    },
  })
}
