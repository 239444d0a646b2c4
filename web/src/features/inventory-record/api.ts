import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { http } from '../../lib/http.ts'
import { useSession } from '../../lib/session.ts'
import type { Holdings, Instance, Item, Metadata } from './records.ts'

/** Items that come with the instance page in one request; larger titles ask holdings by holdings. */
export const SHARED_ITEMS = 200
/** Holdings of one title that are shown; no library has more. */
const MANY = 10_000

export const keys = {
  instance: (id: string) => ['inventory', 'instance', id] as const,
  holdingsOf: (instanceId: string) => ['inventory', 'holdings', 'of', instanceId] as const,
  holdings: (id: string) => ['inventory', 'holdings', 'one', id] as const,
  items: ['inventory', 'items'] as const,
  item: (id: string) => ['inventory', 'item', id] as const,
}

type ItemList = { items: Item[]; totalRecords: number }

/** A value in a CQL query, in quotes; what CQL would read as a sign is masked. */
export function cqlText(value: string): string {
  return `"${value.replaceAll(/[\\"*?^]/g, String.raw`\$&`)}"`
}

export function instanceQuery(id: string) {
  return queryOptions({
    queryKey: keys.instance(id),
    queryFn: ({ signal }) => http.get<Instance>(`/inventory/instances/${id}`, {}, signal),
  })
}

/** GET /inventory/instances/{id}. */
export function useInstance(id: string) {
  return useQuery(instanceQuery(id))
}

async function fetchHoldingsOf(instanceId: string, signal?: AbortSignal): Promise<Holdings[]> {
  const query = { query: `instanceId=="${instanceId}" sortby hrid`, limit: MANY }
  const answer = await http.get<{ holdingsRecords: Holdings[] }>('/holdings-storage/holdings', query, signal)
  return answer.holdingsRecords
}

/** GET /holdings-storage/holdings of one instance. */
export function holdingsOfQuery(instanceId: string) {
  return queryOptions({
    queryKey: keys.holdingsOf(instanceId),
    queryFn: ({ signal }) => fetchHoldingsOf(instanceId, signal),
  })
}

export function useHoldingsOf(instanceId: string) {
  return useQuery(holdingsOfQuery(instanceId))
}

export function holdingsQuery(id: string) {
  return queryOptions({
    queryKey: keys.holdings(id),
    queryFn: ({ signal }) => http.get<Holdings>(`/holdings-storage/holdings/${id}`, {}, signal),
  })
}

/** GET /holdings-storage/holdings/{id}. */
export function useHoldings(id: string) {
  return useQuery(holdingsQuery(id))
}

export function itemQuery(id: string) {
  return queryOptions({
    queryKey: keys.item(id),
    queryFn: ({ signal }) => http.get<Item>(`/inventory/items/${id}`, {}, signal),
  })
}

/** GET /inventory/items/{id}. */
export function useItem(id: string) {
  return useQuery(itemQuery(id))
}

/** One page of the items that a query finds. GET /inventory/items. */
export async function fetchItems(
  query: string,
  offset: number,
  limit: number,
  signal?: AbortSignal,
): Promise<{ rows: Item[]; total: number }> {
  const answer = await http.get<ItemList>('/inventory/items', { query, offset, limit }, signal)
  return { rows: answer.items, total: answer.totalRecords }
}

/** The first items of all holdings of a title at once, and how many there are in all. */
export function useItemsOfAll(instanceId: string, holdings: readonly Holdings[]) {
  const ids = holdings.map(({ id }) => `"${id}"`).join(' or ')
  return useQuery({
    queryKey: [...keys.items, 'of', instanceId, ids],
    queryFn: ({ signal }) => fetchItems(`holdingsRecordId==(${ids}) sortby order`, 0, SHARED_ITEMS, signal),
    enabled: holdings.length > 0,
  })
}

/** Items that other titles are bound into. GET /inventory/items-by-holdings-id. */
export function useBoundItems(holdingsId: string, isAsked: boolean) {
  return useQuery({
    queryKey: [...keys.items, 'bound', holdingsId],
    queryFn: async ({ signal }) => {
      const relations = 'onlyBoundWithsSkipDirectlyLinkedItem'
      const query = { query: `holdingsRecordId==${holdingsId}`, relations }
      return (await http.get<ItemList>('/inventory/items-by-holdings-id', query, signal)).items
    },
    enabled: isAsked,
  })
}

/** How many items holdings have, how many a location of their own, and how many no call number of their own. */
export function useItemPlaces(holdingsId: string, isAsked = true) {
  return useQuery({
    queryKey: [...keys.items, 'places', holdingsId],
    queryFn: async ({ signal }) => {
      const { rows, total } = await fetchItems(`holdingsRecordId=="${holdingsId}"`, 0, MANY, signal)
      const own = rows.filter((item) => item.temporaryLocation ?? item.permanentLocation).length
      const unnumbered = rows.filter((item) => !item.itemLevelCallNumber).length
      return { total, own, unnumbered }
    },
    enabled: isAsked,
  })
}

/** The item with that barcode, or null. */
export async function findItemByBarcode(barcode: string, signal?: AbortSignal): Promise<Item | null> {
  return (await fetchItems(`barcode==${cqlText(barcode)}`, 0, 1, signal)).rows[0] ?? null
}

type User = { id: string; username: string; personal?: { firstName?: string; lastName?: string } }

function userQuery(id: string) {
  return queryOptions({
    queryKey: ['users', id],
    queryFn: ({ signal }) => http.get<User>(`/users/${id}`, {}, signal),
    staleTime: 300_000,
  })
}

function nameOfUser({ personal, username }: User): string {
  return [personal?.firstName, personal?.lastName].filter(Boolean).join(' ') || username
}

/** The name of the person with that id; null while it is not known, or may not be. GET /users/{id}. */
export function useUserName(id: string | undefined): string | null {
  const isAllowed = useSession().permissions.has('users.item.get')
  const { data } = useQuery({ ...userQuery(id ?? ''), enabled: id !== undefined && isAllowed })
  return data === undefined ? null : nameOfUser(data)
}

/** Tells who changed a record last, and when; a name that may not be known stays out. */
export function useChangeOf(): (record: {
  metadata?: Metadata
}) => Promise<{ savedBy?: string; savedAt?: string }> {
  const client = useQueryClient()
  return async ({ metadata }) => {
    const { updatedByUserId: id, updatedDate: savedAt } = metadata ?? {}
    const user = id === undefined ? null : await client.fetchQuery(userQuery(id)).catch(() => null)
    return { ...(user && { savedBy: nameOfUser(user) }), ...(savedAt !== undefined && { savedAt }) }
  }
}

type Loan = {
  id: string
  dueDate?: string
  loanDate?: string
  borrower?: { firstName?: string; lastName?: string; barcode?: string }
}

/** The open loan of an item, or null. GET /circulation/loans. */
export function useOpenLoan(itemId: string) {
  const isAllowed = useSession().permissions.has('circulation.loans.collection.get')
  return useQuery({
    queryKey: ['circulation', 'loans', 'of', itemId],
    queryFn: async ({ signal }) => {
      const query = { query: `itemId=="${itemId}" and status.name=="Open"`, limit: 1 }
      const answer = await http.get<{ loans: Loan[] }>('/circulation/loans', query, signal)
      return answer.loans[0] ?? null
    },
    enabled: isAllowed,
  })
}

/** How many open requests a query finds. GET /circulation/requests. */
export function useOpenRequests(query: string) {
  const isAllowed = useSession().permissions.has('circulation.requests.collection.get')
  return useQuery({
    queryKey: ['circulation', 'requests', 'open', query],
    queryFn: async ({ signal }) => {
      const open = `${query} and status=="Open*"`
      const answer = await http.get<{ totalRecords: number }>(
        '/circulation/requests',
        { query: open, limit: 0 },
        signal,
      )
      return answer.totalRecords
    },
    enabled: isAllowed,
  })
}

type Pages = { rows?: Item[]; items?: Item[] }

/** Puts a saved item in place of its old form wherever it is shown. */
export function showItem(client: QueryClient, item: Item): void {
  const swap = (list: Item[]): Item[] => list.map((old) => (old.id === item.id ? item : old))
  client.setQueryData(keys.item(item.id), item)
  client.setQueriesData<Pages | Item[]>({ queryKey: keys.items }, (old) => {
    if (Array.isArray(old)) return swap(old)
    return old?.rows === undefined ? old : { ...old, rows: swap(old.rows) }
  })
}

/** Says that items, holdings or the instance were changed, so that what is shown is asked for again. */
export function useForget() {
  const client = useQueryClient()
  return async (...queryKeys: readonly (readonly unknown[])[]): Promise<void> => {
    await Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })))
  }
}
