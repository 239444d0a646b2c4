import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { http } from '../../../lib/http.ts'
import { HRID_KINDS, formatHrid, inUseQuery, settingsToSend } from './hrid-settings.ts'
import type { HridKind, HridSettings, TypedHrids } from './hrid-settings.ts'

const PATH = '/hrid-settings-storage/hrid-settings'
const KEY = ['hrid-settings']

const LISTS: Readonly<Record<HridKind, { path: string; key: string; permission: string }>> = {
  instances: {
    path: '/instance-storage/instances',
    key: 'instances',
    permission: 'inventory-storage.instances.collection.get',
  },
  holdings: {
    path: '/holdings-storage/holdings',
    key: 'holdingsRecords',
    permission: 'inventory-storage.holdings.collection.get',
  },
  items: { path: '/item-storage/items', key: 'items', permission: 'inventory-storage.items.collection.get' },
}

export function useHridSettings() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => http.get<HridSettings>(PATH, {}, signal),
    staleTime: 0,
  })
}

type List = { totalRecords: number } & Record<string, { hrid: string }[]>

/** How many records of each kind there are; null until counted or where the person may not see them. */
export function useRecordCounts(): Record<HridKind, number | null> {
  const answers = useQueries({
    queries: HRID_KINDS.map((kind) => ({
      queryKey: ['hrid-settings', 'stored', kind],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await http.get<List>(LISTS[kind].path, { limit: 0 }, signal)).totalRecords,
    })),
  })
  return Object.fromEntries(HRID_KINDS.map((kind, at) => [kind, answers[at]?.data ?? null])) as Record<
    HridKind,
    number | null
  >
}

/** Numbers at or above a start that records have already. */
export type NumbersInUse = { total: number; first: string; last: string }

/** What is wrong with one kind's numbers, if anything, and whether that is still being looked up. */
export type KindCheck = { prefix?: string; start?: string; clash: NumbersInUse | null; isChecking: boolean }

/** Asks which numbers of a kind from a start on are taken; nothing is asked while `start` is null. */
export function useNumbersInUse(kind: HridKind, prefix: string, start: number | null, keepsZeros: boolean) {
  const { path, key } = LISTS[kind]
  return useQuery({
    queryKey: ['hrid-settings', 'in-use', kind, prefix, start, keepsZeros],
    queryFn: async ({ signal }): Promise<NumbersInUse> => {
      const query = `${inUseQuery(prefix, start ?? 0, keepsZeros)} sortby hrid/sort.descending`
      const answer = await http.get<List>(path, { query, limit: 1 }, signal)
      const first = formatHrid(prefix, start ?? 0, keepsZeros)
      return { total: answer.totalRecords, first, last: answer[key]?.[0]?.hrid ?? first }
    },
    enabled: start !== null,
  })
}

/** Writes the settings; what was not touched goes on after the number given last, read a moment before. */
export function useSaveHrids(opened: HridSettings | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (typed: TypedHrids) => {
      const newest = await http.get<HridSettings>(PATH)
      await http.put(PATH, settingsToSend(opened ?? newest, newest, typed))
    },
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
