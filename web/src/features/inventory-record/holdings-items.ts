import { useDebouncedValue } from '@mantine/hooks'
import { useCallback, useMemo } from 'react'
import { useWindowedList } from '../../lib/windowed-list.ts'
import { cqlText, fetchItems, keys } from './api.ts'
import type { Item } from './records.ts'
import type { ItemRows } from './items-table.tsx'

const SEARCHED = ['volume', 'enumeration', 'chronology', 'copyNumber', 'displaySummary', 'barcode']

/** The query for a volume among the items of one holdings record. */
export function volumeQuery(holdingsId: string, words: string): string {
  const own = `holdingsRecordId=="${holdingsId}"`
  const parts = words
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `(${SEARCHED.map((field) => `${field}==${anywhere(word)}`).join(' or ')})`)
  return `${[own, ...parts].join(' and ')} sortby order`
}

function anywhere(word: string): string {
  return `"*${cqlText(word).slice(1, -1)}*"`
}

/** Items that are here already as rows of a table. */
export function useKnownRows(items: readonly Item[]): ItemRows {
  return useMemo(() => ({ count: items.length, rowAt: (index) => items[index] }), [items])
}

/** The items of a holdings record of any size, a window of them at a time, narrowed to a volume. */
export function useHoldingsItems(
  holdingsId: string,
  volume: string,
  enabled: boolean,
): ItemRows & { error: Error | null } {
  const [settled] = useDebouncedValue(volume, 200)
  const query = volumeQuery(holdingsId, settled)
  const fetchPage = useCallback(
    (offset: number, limit: number, signal: AbortSignal) => fetchItems(query, offset, limit, signal),
    [query],
  )
  return useWindowedList<Item>({ key: [...keys.items, 'list', query], fetchPage, enabled })
}
