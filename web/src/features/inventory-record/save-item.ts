import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError, http } from '../../lib/http.ts'
import { isSameValue } from '../../lib/record-compare.ts'
import { keys, showItem } from './api.ts'
import type { Item } from './records.ts'

/** Somebody else gave the field another value in between; `newest` is the item as it is now. */
export class FieldTakenError extends Error {
  readonly newest: Item
  constructor(newest: Item) {
    super('The field was changed by somebody else.')
    this.newest = newest
  }
}

function putItem(item: Item): Promise<void> {
  return http.put(`/inventory/items/${item.id}`, item)
}

/**
 * Saves some fields of an item. A version that is no longer the newest is no obstacle unless somebody changed one of
 * these fields.
 * @throws FieldTakenError when somebody did
 */
export async function saveItemFields(item: Item, changes: Partial<Item>): Promise<Item> {
  const path = `/inventory/items/${item.id}`
  try {
    await putItem({ ...item, ...changes })
  } catch (error) {
    if (!(error instanceof ApiError) || !error.isConflict) throw error
    const newest = await http.get<Item>(path)
    const fields = Object.keys(changes) as (keyof Item)[]
    if (fields.some((field) => !isSameValue(newest[field], item[field]))) throw new FieldTakenError(newest)
    await putItem({ ...newest, ...changes })
  }
  return http.get<Item>(path)
}

/** Saves fields of an item and shows the saved item wherever it is on screen. */
export function useSaveItemFields(): (item: Item, changes: Partial<Item>) => Promise<Item> {
  const client = useQueryClient()
  return useCallback(
    async (item, changes) => {
      const saved = await saveItemFields(item, changes)
      showItem(client, saved)
      void client.invalidateQueries({ queryKey: keys.item(item.id), refetchType: 'none' })
      return saved
    },
    [client],
  )
}
