import type { SearchState } from './search-state.ts'
import { quote } from './write-cql.ts'

/** A list of headings or numbers in their order. */
export type BrowseList = {
  path: string
  /** What the range of the query is over. */
  field: string
  /** The search that finds the titles of a value. */
  titles: (value: string) => SearchState
}

const whole =
  (field: string) =>
  (value: string): SearchState => ({
    q: `${field} ==/string ${quote(value, true)}`,
    as: 'cql',
  })

const callNumbers = (option: string): BrowseList => ({
  path: `/browse/call-numbers/${option}/instances`,
  field: 'fullCallNumber',
  titles: (value) => ({ q: value, as: 'callNumber' }),
})

const classifications = (option: string): BrowseList => ({
  path: `/browse/classification-numbers/${option}/instances`,
  field: 'number',
  // The normalized number is in an index; the number itself decides.
  titles: (value) => ({
    q: `normalizedClassificationNumber == ${quote(value, true)} and classifications.classificationNumber == ${quote(value, true)}`,
    as: 'cql',
  }),
})

export const BROWSE_LISTS = {
  callNumbers: callNumbers('all'),
  callNumbersLc: callNumbers('lc'),
  callNumbersDewey: callNumbers('dewey'),
  callNumbersNlm: callNumbers('nlm'),
  callNumbersSudoc: callNumbers('sudoc'),
  callNumbersOther: callNumbers('other'),
  contributors: {
    path: '/browse/contributors/instances',
    field: 'name',
    titles: whole('contributors.name'),
  },
  subjects: { path: '/browse/subjects/instances', field: 'value', titles: whole('subjects.value') },
  classifications: classifications('all'),
  classificationsLc: classifications('lc'),
  classificationsDewey: classifications('dewey'),
} as const satisfies Record<string, BrowseList>

export type BrowseListName = keyof typeof BROWSE_LISTS

/** The lists in groups, as they are offered. */
export const LIST_GROUPS = [
  [
    'callNumbers',
    'callNumbersLc',
    'callNumbersDewey',
    'callNumbersNlm',
    'callNumbersSudoc',
    'callNumbersOther',
  ],
  ['contributors', 'subjects'],
  ['classifications', 'classificationsLc', 'classificationsDewey'],
] as const satisfies readonly (readonly BrowseListName[])[]

/** What the browse page shows; it is all in the address. */
export type BrowseState = {
  list?: BrowseListName
  /** The value that the page is around, or begins or ends beside. */
  anchor?: string
  /** Whether the page is behind or before the anchor; around it without. */
  side?: 'after' | 'before'
  /** Ids that filter the list, joined by or. */
  only?: string[]
}

/** The state that an address stands for. */
export function readBrowseState(search: Record<string, unknown>): BrowseState {
  const { list, anchor, side, only } = search
  return {
    ...(typeof list === 'string' && Object.hasOwn(BROWSE_LISTS, list)
      ? { list: list as BrowseListName }
      : {}),
    ...(anchor === undefined || anchor === '' ? {} : { anchor: String(anchor) }),
    ...(side === 'after' || side === 'before' ? { side } : {}),
    ...(Array.isArray(only) && only.length > 0 ? { only: only.map(String) } : {}),
  }
}

/** What a list can be narrowed by: the field of its query and of its facet. */
export const LIST_FILTERS = {
  callNumbers: {
    facet: 'items.effectiveLocationId',
    path: '/search/call-numbers/facets',
    names: 'locations',
  },
  contributors: {
    facet: 'contributorNameTypeId',
    path: '/search/contributors/facets',
    names: 'contributorNameTypes',
  },
  subjects: { facet: 'sourceId', path: '/search/subjects/facets', names: 'subjectSources' },
} as const

export type ListFilter = (typeof LIST_FILTERS)[keyof typeof LIST_FILTERS]

/** What a list can be narrowed by, or null. */
export function filterOf(list: BrowseListName): ListFilter | null {
  if (list.startsWith('callNumbers')) return LIST_FILTERS.callNumbers
  return list === 'contributors' || list === 'subjects' ? LIST_FILTERS[list] : null
}

/** The query of a page of a list. */
export function browseQuery({ list = 'callNumbers', anchor = '', side, only }: BrowseState): string {
  const { field } = BROWSE_LISTS[list]
  const value = quote(anchor, true)
  const range =
    side === 'after'
      ? `${field} > ${value}`
      : side === 'before'
        ? `${field} < ${value}`
        : anchor === ''
          ? `${field} >= " "`
          : `${field} >= ${value} or ${field} < ${value}`
  const filter = filterOf(list)
  if (only === undefined || filter === null) return range
  return `(${range}) and ${filter.facet}==(${only.map((id) => quote(id, true)).join(' or ')})`
}
