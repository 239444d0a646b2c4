import { useQueries, useQueryClient, keepPreviousData } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

/** One page of a long list, and how many records the whole list has. */
export type ListPage<Row> = { rows: readonly Row[]; total: number }

type Source<Row> = {
  /** Names the list in the query cache: its endpoint and everything that decides its contents. */
  key: readonly unknown[]
  fetchPage: (offset: number, limit: number, signal: AbortSignal) => Promise<ListPage<Row>>
  pageSize?: number
  enabled?: boolean
  /** Milliseconds after which a page is asked for again; never by default. */
  refetchInterval?: number | false
}

export type WindowedList<Row> = {
  /** Exact number of rows; null while the first page is on its way. */
  count: number | null
  /** The row at a position, or undefined when its page is not here yet. */
  rowAt: (index: number) => Row | undefined
  /** Tells which rows are on screen, so that their pages and the next ones are fetched. */
  onWindow: (first: number, last: number) => void
  error: Error | null
  isLoading: boolean
  /** True while the rows are still those of the list before this one. */
  isStale: boolean
  retry: () => void
}

/**
 * A list of any length of which only the pages around the visible rows are held. Feed it to `DataTable`.
 */
export function useWindowedList<Row>(source: Source<Row>): WindowedList<Row> {
  const { key, fetchPage, pageSize = 100, enabled = true, refetchInterval = false } = source
  const [range, setRange] = useState({ first: 0, last: pageSize - 1 })
  const client = useQueryClient()
  const firstPage = Math.max(0, Math.floor(range.first / pageSize))
  const lastPage = Math.max(firstPage, Math.floor(range.last / pageSize))
  const pages = [
    ...new Set([0, ...Array.from({ length: lastPage - firstPage + 1 }, (_, at) => firstPage + at)]),
  ]
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...key, 'page', page],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchPage(page * pageSize, pageSize, signal),
      enabled,
      refetchInterval,
      placeholderData: page === 0 ? keepPreviousData : undefined,
    })),
  })
  const byPage = new Map(pages.map((page, at) => [page, results[at]!]))
  const known = results.find(({ data }) => data !== undefined)?.data
  const failed = results.find(({ error }) => error !== null)
  const onWindow = useCallback((first: number, last: number) => {
    setRange((old) => (old.first === first && old.last === last ? old : { first, last }))
  }, [])
  return {
    count: known?.total ?? null,
    rowAt: (index) => byPage.get(Math.floor(index / pageSize))?.data?.rows[index % pageSize],
    onWindow,
    error: failed?.error ?? null,
    isStale: results[0]?.isPlaceholderData === true,
    isLoading: known === undefined && failed === undefined,
    retry: () => void client.invalidateQueries({ queryKey: key }),
  }
}
