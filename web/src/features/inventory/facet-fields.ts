/** The lists whose values facets name, as `lib/reference-lists.ts` calls them. */
type FacetList =
  | 'locations'
  | 'instanceTypes'
  | 'instanceFormats'
  | 'materialTypes'
  | 'modesOfIssuance'
  | 'natureOfContentTerms'
  | 'holdingsTypes'
  | 'instanceStatuses'
  | 'statisticalCodes'

/** What the values of a facet are: ids of a list, codes of languages, marks, or words as they stand. */
export type FacetValues =
  | { kind: 'reference'; list: FacetList }
  | { kind: 'language' }
  | { kind: 'flag' }
  | { kind: 'text' }

export type Facet = {
  id: string
  /** The field that filters and is counted. */
  field: string
  values: FacetValues
  /** The facet is only for those who hold this permission. */
  permission?: string
}

const reference = (list: FacetList): FacetValues => ({ kind: 'reference', list })

/** The facets in their order; the first are open at first. */
export const FACETS = [
  { id: 'location', field: 'items.effectiveLocationId', values: reference('locations') },
  { id: 'type', field: 'instanceTypeId', values: reference('instanceTypes') },
  { id: 'status', field: 'items.status.name', values: { kind: 'text' } },
  { id: 'language', field: 'languages', values: { kind: 'language' } },
  { id: 'format', field: 'instanceFormatIds', values: reference('instanceFormats') },
  { id: 'material', field: 'items.materialTypeId', values: reference('materialTypes') },
  { id: 'issuance', field: 'modeOfIssuanceId', values: reference('modesOfIssuance') },
  { id: 'nature', field: 'natureOfContentTermIds', values: reference('natureOfContentTerms') },
  { id: 'holdingsLocation', field: 'holdings.permanentLocationId', values: reference('locations') },
  { id: 'holdingsType', field: 'holdings.holdingsTypeId', values: reference('holdingsTypes') },
  { id: 'source', field: 'source', values: { kind: 'text' } },
  { id: 'instanceStatus', field: 'statusId', values: reference('instanceStatuses') },
  { id: 'code', field: 'statisticalCodes', values: reference('statisticalCodes') },
  { id: 'tag', field: 'instanceTags', values: { kind: 'text' } },
  { id: 'discoverySuppress', field: 'discoverySuppress', values: { kind: 'flag' } },
  { id: 'staffSuppress', field: 'staffSuppress', values: { kind: 'flag' } },
] as const satisfies readonly Facet[]

export type FacetId = (typeof FACETS)[number]['id']

export const DATE_FACETS = [
  { id: 'year', field: 'normalizedDate1' },
  { id: 'created', field: 'metadata.createdDate' },
  { id: 'updated', field: 'metadata.updatedDate' },
] as const

export type DateFacetId = (typeof DATE_FACETS)[number]['id']

/** Those that are open until somebody closes them. */
export const OPEN_AT_FIRST: readonly (FacetId | DateFacetId)[] = ['location', 'type', 'status', 'year']

const byId = new Map<string, Facet>(FACETS.map((facet) => [facet.id, facet]))

export function facetOf(id: FacetId): Facet {
  return byId.get(id)!
}

export function isFacetId(id: string): id is FacetId {
  return byId.has(id)
}
