import { DATE_FACETS, FACETS, facetOf, isFacetId } from './facet-fields.ts'
import type { DateFacetId, FacetId } from './facet-fields.ts'
import { SCOPES, readText } from './read-text.ts'
import type { Scope } from './read-text.ts'
import { ownSort, quote, writeCql } from './write-cql.ts'

/** How a row of an advanced search joins those before it. */
export const ROW_WORDS = ['and', 'or', 'not'] as const
export type SearchRow = { word: (typeof ROW_WORDS)[number]; scope: Scope; text: string }

export const SHOWN_AS = ['titles', 'holdings', 'items'] as const
export type ShownAs = (typeof SHOWN_AS)[number]

export const SORTS = ['relevance', 'title', 'contributors', 'date', 'updated', 'barcode', 'status'] as const
export type SortName = (typeof SORTS)[number]

export type Chosen = Partial<Record<FacetId, string[]>>
export type DateRange = { from?: string; to?: string }

/** Everything that decides what the search page shows; it is all in the address. */
export type SearchState = {
  /** The text in the box. */
  q?: string
  /** As what the text is searched, when somebody chose it; else the text decides. */
  as?: Scope
  /** More conditions than the box. */
  rows?: SearchRow[]
  show?: 'holdings' | 'items'
  with?: Chosen
  without?: Chosen
  dates?: Partial<Record<DateFacetId, DateRange>>
  sort?: SortName
  desc?: boolean
  /** The row at the top of the table. */
  at?: number
  /** The record in the panel beside the table. */
  peek?: string
  /** True once somebody asked for a list, if only of everything. */
  all?: boolean
}

/** A change of the state; undefined takes a part of it away. */
export type SearchChange = { [Name in keyof SearchState]?: SearchState[Name] | undefined }

function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((one) => one === value)
}

function readChosen(value: unknown): Chosen | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const entries = Object.entries(value).flatMap(([id, list]) => {
    const texts = Array.isArray(list) ? list.map(String).filter((text) => text !== '') : []
    return isFacetId(id) && texts.length > 0 ? [[id, texts] as const] : []
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function readDates(value: unknown): SearchState['dates'] {
  if (typeof value !== 'object' || value === null) return undefined
  const entries = DATE_FACETS.flatMap(({ id }) => {
    const range = (value as Record<string, DateRange | undefined>)[id]
    const from = range?.from === undefined ? {} : { from: String(range.from) }
    const to = range?.to === undefined ? {} : { to: String(range.to) }
    return range === undefined || (range.from === undefined && range.to === undefined)
      ? []
      : [[id, { ...from, ...to }] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function readRows(value: unknown): SearchRow[] | undefined {
  if (!Array.isArray(value)) return undefined
  const rows = (value as Partial<SearchRow>[]).flatMap((row) => {
    const scope = oneOf(SCOPES, row?.scope)
    return scope === undefined
      ? []
      : [{ word: oneOf(ROW_WORDS, row.word) ?? 'and', scope, text: String(row.text ?? '') }]
  })
  return rows.length === 0 ? undefined : rows
}

/** The state that an address stands for; what is no part of it is left out. */
export function readSearchState(search: Record<string, unknown>): SearchState {
  const state = {
    q: search.q === undefined ? undefined : String(search.q),
    as: oneOf(SCOPES, search.as),
    rows: readRows(search.rows),
    show: oneOf(['holdings', 'items'] as const, search.show),
    with: readChosen(search.with),
    without: readChosen(search.without),
    dates: readDates(search.dates),
    sort: oneOf(SORTS, search.sort),
    desc: search.desc === true ? true : undefined,
    at: typeof search.at === 'number' && search.at > 0 ? Math.floor(search.at) : undefined,
    peek: search.peek === undefined ? undefined : String(search.peek),
    all: search.all === true ? true : undefined,
  }
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined))
}

/** As what the text of a state is searched. */
export function scopeOf({ q = '', as }: SearchState): Scope {
  return as ?? readText(q)[0]!
}

/** True when there is anything to look for; else the page shows where to begin. */
export function isSearch(state: SearchState): boolean {
  const { q, rows, dates, all } = state
  return (
    all === true || (q ?? '').trim() !== '' || rows !== undefined || dates !== undefined || hasFilters(state)
  )
}

export function hasFilters(state: SearchState): boolean {
  return state.with !== undefined || state.without !== undefined || state.dates !== undefined
}

/** What is looked for, without filters and order. */
export function writeQuestion(state: SearchState): string | null {
  const first = writeCql(state.q ?? '', scopeOf(state))
  return (state.rows ?? []).reduce<string | null>((before, { word, scope, text }) => {
    const condition = writeCql(text, scope)
    if (condition === null) return before
    if (before === null) return word === 'not' ? `(cql.allRecords=1 not ${condition})` : condition
    return `(${before} ${word} ${condition})`
  }, first)
}

function valueCondition(id: FacetId, values: readonly string[]): string {
  const { field } = facetOf(id)
  return values.length === 1
    ? `${field}==${quote(values[0]!, true)}`
    : `${field}==(${values.map((value) => quote(value, true)).join(' or ')})`
}

function dateConditions(dates: NonNullable<SearchState['dates']>): string[] {
  return DATE_FACETS.flatMap(({ id, field }) => {
    const { from, to } = dates[id] ?? {}
    // A day ends at its last moment.
    const end = id === 'year' || to === undefined ? to : `${to}T23:59:59.999`
    return [
      ...(from ? [`${field}>=${quote(from, true)}`] : []),
      ...(end ? [`${field}<=${quote(end, true)}`] : []),
    ]
  })
}

/** What is looked for with all filters, as CQL without an order: what a list, its facets and a bulk edit share. */
export function writeQuery(state: SearchState): string {
  const filters = FACETS.flatMap(({ id }) => {
    const values = state.with?.[id]
    return values === undefined ? [] : [valueCondition(id, values)]
  }).concat(state.dates === undefined ? [] : dateConditions(state.dates))
  const question = writeQuestion(state)
  const parts = [
    ...(question === null ? [] : [filters.length === 0 ? question : `(${question})`]),
    ...filters,
  ]
  const wanted = parts.length === 0 ? 'cql.allRecords=1' : parts.join(' and ')
  return FACETS.reduce((query, { id }) => {
    const values = state.without?.[id]
    return values === undefined ? query : `${query} not ${valueCondition(id, values)}`
  }, wanted)
}

const SORT_KEYS: Record<Exclude<SortName, 'relevance'>, string> = {
  title: 'title',
  contributors: 'contributors',
  date: 'normalizedDate1',
  updated: 'metadata.updatedDate',
  barcode: 'barcode',
  status: 'items.status.name',
}

/** The query with its order. */
export function writeSortedQuery(state: SearchState): string {
  const { sort = 'relevance', desc } = state
  const query = writeQuery(state)
  const own = scopeOf(state) === 'cql' ? ownSort(state.q ?? '') : null
  if (sort === 'relevance') return own === null ? query : `${query} ${own}`
  return `${query} sortby ${SORT_KEYS[sort]}${desc ? '/sort.descending' : ''}`
}
