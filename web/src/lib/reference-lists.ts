import { useQuery } from '@tanstack/react-query'
import { http } from './http.ts'

/** Every list that records point to: its path, and the name of the list in the answer. */
export const REFERENCE_LISTS = {
  alternativeTitleTypes: ['/alternative-title-types', 'alternativeTitleTypes'],
  callNumberTypes: ['/call-number-types', 'callNumberTypes'],
  classificationTypes: ['/classification-types', 'classificationTypes'],
  contributorNameTypes: ['/contributor-name-types', 'contributorNameTypes'],
  contributorTypes: ['/contributor-types', 'contributorTypes'],
  electronicAccessRelationships: ['/electronic-access-relationships', 'electronicAccessRelationships'],
  holdingsNoteTypes: ['/holdings-note-types', 'holdingsNoteTypes'],
  holdingsSources: ['/holdings-sources', 'holdingsRecordsSources'],
  holdingsTypes: ['/holdings-types', 'holdingsTypes'],
  identifierTypes: ['/identifier-types', 'identifierTypes'],
  illPolicies: ['/ill-policies', 'illPolicies'],
  instanceDateTypes: ['/instance-date-types', 'instanceDateTypes'],
  instanceFormats: ['/instance-formats', 'instanceFormats'],
  instanceNoteTypes: ['/instance-note-types', 'instanceNoteTypes'],
  instanceRelationshipTypes: ['/instance-relationship-types', 'instanceRelationshipTypes'],
  instanceStatuses: ['/instance-statuses', 'instanceStatuses'],
  instanceTypes: ['/instance-types', 'instanceTypes'],
  itemDamagedStatuses: ['/item-damaged-statuses', 'itemDamageStatuses'],
  itemNoteTypes: ['/item-note-types', 'itemNoteTypes'],
  loanTypes: ['/loan-types', 'loantypes'],
  locations: ['/locations', 'locations'],
  materialTypes: ['/material-types', 'mtypes'],
  modesOfIssuance: ['/modes-of-issuance', 'issuanceModes'],
  natureOfContentTerms: ['/nature-of-content-terms', 'natureOfContentTerms'],
  servicePoints: ['/service-points', 'servicepoints'],
  statisticalCodes: ['/statistical-codes', 'statisticalCodes'],
  subjectSources: ['/subject-sources', 'subjectSources'],
  subjectTypes: ['/subject-types', 'subjectTypes'],
} as const satisfies Record<string, readonly [path: string, listKey: string]>

export type ReferenceListName = keyof typeof REFERENCE_LISTS

/** A value of a list; lists without codes or without "active" lack these fields. */
export type ReferenceEntry = { id: string; name: string; code?: string; isActive?: boolean }

const none: readonly ReferenceEntry[] = []

/** The query key of a list: whoever changes one of its values invalidates it. */
export function referenceListKey(list: ReferenceListName): readonly unknown[] {
  return ['reference', REFERENCE_LISTS[list][0]]
}

/** Fetches all values of a list, sorted by name. */
export async function fetchReferenceList(
  list: ReferenceListName,
  signal: AbortSignal,
): Promise<readonly ReferenceEntry[]> {
  const [path, listKey] = REFERENCE_LISTS[list]
  const query = { limit: 10_000, query: 'cql.allRecords=1 sortby name' }
  const answer = await http.get<Record<string, ReferenceEntry[]>>(path, query, signal)
  return answer[listKey] ?? none
}

/** All values of a list by name, kept for five minutes; `entries` is empty until they are here. */
export function useReferenceList(list: ReferenceListName): {
  entries: readonly ReferenceEntry[]
  error: Error | null
  isLoading: boolean
} {
  const { data, error, isLoading } = useQuery({
    queryKey: referenceListKey(list),
    queryFn: ({ signal }) => fetchReferenceList(list, signal),
    staleTime: 300_000,
  })
  return { entries: data ?? none, error, isLoading }
}

const indexes = new WeakMap<readonly ReferenceEntry[], ReadonlyMap<string, ReferenceEntry>>()

function indexOf(entries: readonly ReferenceEntry[]): ReadonlyMap<string, ReferenceEntry> {
  let index = indexes.get(entries)
  if (index === undefined) {
    index = new Map(entries.map((entry) => [entry.id, entry]))
    indexes.set(entries, index)
  }
  return index
}

/** Tells the name of a value; an id that leads to nothing is shown as it is, so that the page still works. */
export function useReferenceName(list: ReferenceListName): (id: string | null | undefined) => string {
  const { entries, isLoading } = useReferenceList(list)
  const index = indexOf(entries)
  return (id) => (id ? (index.get(id)?.name ?? (isLoading ? '…' : id)) : '')
}
