import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { http } from '../../lib/http.ts'
import type { Query } from '../../lib/http.ts'
import { useWindowedList } from '../../lib/windowed-list.ts'
import { FACETS } from './facet-fields.ts'
import type { FacetId } from './facet-fields.ts'
import type { ShownAs } from './search-state.ts'

/** A title as the result table shows it. */
export type TitleRow = {
  kind: 'titles'
  id: string
  instanceId: string
  hrid: string | null
  title: string
  contributors: string[]
  publishers: string[]
  date: string | null
  instanceTypeId: string | null
  instanceFormatIds: string[]
  languages: string[]
  source: string | null
  updatedDate: string | null
  isStaffSuppressed: boolean
  isDiscoverySuppressed: boolean
  isSetForDeletion: boolean
  holdings: number
  items: number
  available: number
  locationIds: string[]
  callNumber: string | null
}

export type HoldingsRow = {
  kind: 'holdings'
  id: string
  instanceId: string
  title: string
  hrid: string
  callNumber: string | null
  locationId: string | null
  holdingsTypeId: string | null
  items: number
  available: number
  isDiscoverySuppressed: boolean
}

export type ItemRow = {
  kind: 'items'
  id: string
  instanceId: string
  holdingsRecordId: string
  title: string
  hrid: string
  barcode: string | null
  status: string
  callNumber: string | null
  locationId: string | null
  materialTypeId: string | null
  volume: string | null
  copyNumber: string | null
  isDiscoverySuppressed: boolean
}

/** The place of a record that was deleted while its list was open. */
export type GoneRow = { kind: 'gone'; id: string; instanceId: string; title: string }

export type ResultRow = TitleRow | HoldingsRow | ItemRow | GoneRow

type Answer = {
  totalRecords: number
  rows: (Record<string, unknown> & { id: string; isDeleted?: boolean })[]
}

const PATHS: Record<ShownAs, string> = {
  titles: '/octavo/search/instances',
  holdings: '/octavo/search/holdings',
  items: '/octavo/search/items',
}

async function fetchRows(
  shown: ShownAs,
  query: Query,
  signal?: AbortSignal,
): Promise<{ rows: ResultRow[]; total: number }> {
  const { rows, totalRecords } = await http.get<Answer>(PATHS[shown], query, signal)
  return {
    total: totalRecords,
    rows: rows.map((row) =>
      row.isDeleted === true
        ? { kind: 'gone', id: row.id, instanceId: '', title: '' }
        : ({ kind: shown, instanceId: row.id, ...row } as unknown as ResultRow),
    ),
  }
}

/** A look at a result: its pages show it as it was at first, whatever is written meanwhile (`list` of the server). */
const lists = new Map<string, string>()

function listOf(key: string): string {
  const known = lists.get(key)
  if (known !== undefined) return known
  const made = crypto.randomUUID()
  lists.set(key, made)
  return made
}

/** The rows of a search at any place. `GET /octavo/search/{instances,holdings,items}` */
export function useResult(shown: ShownAs, query: string, enabled: boolean) {
  return useWindowedList<ResultRow>({
    key: ['octavo', 'search', shown, query],
    enabled,
    fetchPage: (offset, limit, signal) =>
      fetchRows(shown, { query, offset, limit, list: listOf(`${shown} ${query}`) }, signal),
  })
}

/** How many records a query finds. */
export async function countRecords(shown: ShownAs, query: string): Promise<number> {
  return (await fetchRows(shown, { query, limit: 0 })).total
}

/** The first records of a query, for a scan that may lead to one. */
export async function findFirst(
  shown: ShownAs,
  query: string,
  limit = 2,
): Promise<{ rows: ResultRow[]; total: number }> {
  return fetchRows(shown, { query, limit })
}

export type FacetCounts = Partial<Record<FacetId, { id: string; totalRecords: number }[]>>

/** How many titles have each value of some facets. `GET /search/instances/facets` */
export function useFacetCounts(query: string, facets: readonly FacetId[], enabled: boolean) {
  const wanted = FACETS.filter(({ id }) => facets.includes(id))
  return useQuery({
    queryKey: ['search', 'instances', 'facets', query, wanted.map(({ id }) => id)],
    enabled: enabled && wanted.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<FacetCounts> => {
      const { facets: counted } = await http.get<{
        facets: Record<string, { values: { id: string; totalRecords: number }[] }>
      }>('/search/instances/facets', { query, facet: wanted.map(({ field }) => field).join(',') }, signal)
      return Object.fromEntries(wanted.map(({ id, field }) => [id, counted[field]?.values ?? []]))
    },
  })
}

export type PeekHoldings = {
  id: string
  hrid?: string
  permanentLocationId?: string
  effectiveLocationId?: string
  callNumberPrefix?: string
  callNumber?: string
  callNumberSuffix?: string
}

export type PeekItem = {
  id: string
  holdingsRecordId: string
  barcode?: string
  status?: { name: string }
  volume?: string
  enumeration?: string
  chronology?: string
  copyNumber?: string
  effectiveLocationId?: string
}

export type PeekInstance = {
  id: string
  hrid?: string
  title: string
  source?: string
  contributors?: { name: string }[]
  publication?: { publisher?: string; place?: string; dateOfPublication?: string }[]
  physicalDescriptions?: string[]
  editions?: string[]
  identifiers?: { value: string; identifierTypeId: string }[]
  subjects?: { value: string }[]
  languages?: string[]
  instanceTypeId?: string
  discoverySuppress?: boolean
  staffSuppress?: boolean
  metadata?: { updatedDate?: string }
  holdings?: PeekHoldings[]
  items?: PeekItem[]
}

/** A title with its holdings and items, all in one call. `GET /search/instances` */
export function usePeek(id: string | undefined) {
  return useQuery({
    queryKey: ['search', 'instances', 'whole', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }): Promise<PeekInstance | null> => {
      const { instances } = await http.get<{ instances: PeekInstance[] }>(
        '/search/instances',
        { query: `id==${id}`, expandAll: true, limit: 1 },
        signal,
      )
      return instances[0] ?? null
    },
  })
}
