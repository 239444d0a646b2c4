import { literalOf } from '../../formats/cql/index.ts'
import type { CqlNode, CqlTerm } from '../../formats/cql/index.ts'
import type { QueryParameters } from '../../kernel/http/route.ts'

import { parameterProblem, readCql, requestProblem, requiredParameter } from './search-problems.ts'

/** Which way a page goes from its anchor. */
export type Direction = 'forward' | 'backward' | 'around'

/** What a client asks to see. */
export type BrowseQuery = {
  direction: Direction
  anchor: string
  /** The anchor's own rows are part of the page. */
  includesAnchor: boolean
  /** Conditions that hold together. */
  filters: readonly CqlNode[]
  /** Rows at most: before the anchor (only those of an around or backward page), and from it on. */
  before: number
  after: number
  highlightsMatch: boolean
  expandsAll: boolean
}

const MAX_LIMIT = 100
const RANGES = new Set(['<', '<=', '>', '>='])

/**
 * Reads the parameters of a browse request; `field` is what the range is over (folio-org/mod-search:
 * BrowseController, BrowseContextProvider).
 * @throws Problem 400 for parameters out of bounds and queries that name no range or another field's
 */
export function readBrowseQuery(query: QueryParameters, field: string): BrowseQuery {
  const text = requiredParameter(query, 'query')
  const limit = bounded(query, 'limit', 0) ?? MAX_LIMIT
  const preceding = bounded(query, 'precedingRecordsCount', 1)
  if (preceding !== null && preceding >= limit) {
    throw requestProblem(
      'Preceding records count must be less than request limit',
      'precedingRecordsCount',
      String(preceding),
    )
  }
  const cql = readCql(text)
  if (cql.sort.length > 0) {
    throw requestProblem("Invalid CQL query for browsing, 'sortBy' is not supported", 'query', text)
  }
  const parts = cql.root === null ? [] : partsOf(cql.root)
  const ranges = parts.filter((part) => isRange(part, field))
  const [range] = ranges
  if (range === undefined || ranges.length > 1) {
    throw requestProblem('Invalid CQL query for browsing.', 'query', text)
  }
  const { direction, anchor, includesAnchor } = rangeOf(range, text)
  const before = direction === 'around' ? (preceding ?? Math.floor(limit / 2)) : limit
  return {
    direction,
    anchor,
    includesAnchor,
    filters: parts.filter((part) => part !== range),
    before,
    after: direction === 'around' ? limit - before : limit,
    highlightsMatch: flag(query, 'highlightMatch', true),
    expandsAll: flag(query, 'expandAll', false),
  }
}

/** What is joined by `and`; what follows a `not` is negated in `filters.ts`, so it stays with its operator. */
export function partsOf(node: CqlNode): CqlNode[] {
  if (node.type === 'boolean' && node.operator === 'and')
    return [...partsOf(node.left), ...partsOf(node.right)]
  if (node.type === 'boolean' && node.operator === 'not') {
    return [...partsOf(node.left), { ...node, left: EVERYTHING }]
  }
  return [node]
}

const EVERYTHING: CqlTerm = {
  type: 'term',
  index: 'cql.allRecords',
  relation: { comparator: '=', modifiers: [] },
  term: '1',
}

function isRange(node: CqlNode, field: string): boolean {
  if (node.type === 'term') return node.index === field && RANGES.has(node.relation.comparator)
  return node.operator === 'or' && isRange(node.left, field) && isRange(node.right, field)
}

function rangeOf(node: CqlNode, text: string): Pick<BrowseQuery, 'direction' | 'anchor' | 'includesAnchor'> {
  const terms = termsOf(node)
  const [one, other] = terms
  const anchor = literalOf(one!.term)
  const includesAnchor = terms.some(({ relation }) => relation.comparator.endsWith('='))
  if (other === undefined) {
    return { direction: goesForward(one!) ? 'forward' : 'backward', anchor, includesAnchor }
  }
  if (terms.length > 2 || goesForward(one!) === goesForward(other)) {
    throw requestProblem('Invalid CQL query for browsing.', 'query', text)
  }
  if (literalOf(other.term) !== anchor) {
    throw requestProblem(
      'Invalid CQL query for browsing. Anchors must be the same in range conditions.',
      'query',
      text,
    )
  }
  return { direction: 'around', anchor, includesAnchor }
}

function termsOf(node: CqlNode): CqlTerm[] {
  return node.type === 'term' ? [node] : [...termsOf(node.left), ...termsOf(node.right)]
}

function goesForward({ relation }: CqlTerm): boolean {
  return relation.comparator.startsWith('>')
}

function bounded(query: QueryParameters, name: string, min: number): number | null {
  const text = query.get(name)
  if (text === undefined || text === '') return null
  if (!/^-?\d{1,9}$/.test(text)) throw parameterProblem(name, text, 'must be an integer')
  const value = Number(text)
  if (value < min) throw parameterProblem(name, text, `must be greater than or equal to ${min}`)
  if (value > MAX_LIMIT) throw parameterProblem(name, text, `must be less than or equal to ${MAX_LIMIT}`)
  return value
}

function flag(query: QueryParameters, name: string, fallback: boolean): boolean {
  const text = query.get(name)
  if (text === undefined || text === '') return fallback
  if (text !== 'true' && text !== 'false') throw parameterProblem(name, text, 'must be true or false')
  return text === 'true'
}
