import type { CqlNode, CqlQuery } from '../../formats/cql/index.ts'
import type { QueryParameters } from '../../kernel/http/route.ts'
import { fieldsOf, operandsOf } from './compile-search.ts'
import { termInForm } from './normal-forms.ts'
import type { SearchField, SearchSource } from './search-field.ts'
import { constraintProblem, requestProblem } from './search-problems.ts'
import { isWildcard, plainTerm } from './search-term.ts'

/** One facet that a client asks for; `limit` is null for all values. */
export type WantedFacet = { readonly name: string; readonly limit: number | null }

/** A facet with the query whose records it counts, and the values of it that the client has chosen. */
export type FacetQuery = WantedFacet & { readonly query: CqlQuery; readonly chosen: readonly string[] }

export type FacetValue = { id: string; totalRecords: number }
export type FacetAnswer = { values: FacetValue[]; totalRecords: number }

const form = /^([A-Za-z.]+)(?::(\d{1,10}))?$/

/**
 * The parameter `facet`: names of `known`, a limit behind a colon or none.
 *
 * @throws Problem 400 for a name that is none of them, or another form
 */
export function readFacets(query: QueryParameters, known: ReadonlySet<string>): WantedFacet[] {
  const texts = query.all('facet').flatMap((text) => text.split(','))
  if (texts.length === 0) {
    throw constraintProblem(
      `Required request parameter 'facet' for method parameter type List is not present`,
    )
  }
  return texts.map((text) => {
    const match = form.exec(text.trim())
    if (match === null) {
      throw requestProblem(
        `Invalid facet name format, must be '{facetName}' or '{facetName}:{facetLimit}'`,
        'facet',
        text,
      )
    }
    const name = match[1]!.replace(/^item\./, 'items.')
    const limit = match[2] === undefined ? null : Number(match[2])
    if (!known.has(name) || limit === 0) throw requestProblem('Invalid facet value', 'facet', text.trim())
    return { name, limit }
  })
}

/**
 * The query without the facet's own filter, which is a clause on the facet's field, or several joined by or, that all
 * of the query is joined to by and (folio-org/mod-search: FacetQueryBuilder).
 */
export function withoutOwnFilter(wanted: WantedFacet, query: CqlQuery, source: SearchSource): FacetQuery {
  if (query.root === null) return { ...wanted, query, chosen: [] }
  const field = source.fields.get(wanted.name)![0]!
  const chosen: string[] = []
  let root: CqlNode | null = null
  let isChanged = false
  for (const { node, isNegated } of operandsOf(query.root, 'and')) {
    const values = isNegated ? null : chosenValues(node, field, source)
    if (values !== null) {
      chosen.push(...values)
      isChanged = true
    } else if (root === null && !isNegated) root = node
    else root = joined(root, node, isNegated)
  }
  return { ...wanted, query: isChanged ? { root, sort: [] } : { root: query.root, sort: [] }, chosen }
}

function joined(left: CqlNode | null, right: CqlNode, isNegated: boolean): CqlNode {
  const everything: CqlNode = {
    type: 'term',
    index: 'cql.allRecords',
    relation: { comparator: '=', modifiers: [] },
    term: '1',
  }
  return {
    type: 'boolean',
    operator: isNegated ? 'not' : 'and',
    modifiers: [],
    left: left ?? everything,
    right,
  }
}

/** The values that a part of a query chooses of a field; null where it says anything else. */
function chosenValues(node: CqlNode, field: SearchField, source: SearchSource): string[] | null {
  const values: string[] = []
  for (const { node: term, isNegated } of operandsOf(node, 'or')) {
    if (isNegated || term.type !== 'term' || term.index.toLowerCase().startsWith('cql.')) return null
    const { comparator } = term.relation
    if ((comparator !== '==' && comparator !== '=') || isWildcard(term.term) || term.term === '') return null
    if (fieldsOf(source, term.index)[0] !== field) return null
    const plain = plainTerm(term.term)
    values.push(field.kind === 'keyword' ? termInForm(field.form, plain) : plain.toLowerCase())
  }
  return values
}

/**
 * The answer of a facet: the chosen values first, with or without records, then the others by how many records have
 * them; the limit is about both.
 */
export function facetAnswer({ limit, chosen }: FacetQuery, counts: ReadonlyMap<string, number>): FacetAnswer {
  const byCount = (values: FacetValue[]) =>
    values.sort((a, b) => b.totalRecords - a.totalRecords || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  const mine = new Set(chosen)
  const first = byCount([...mine].map((id) => ({ id, totalRecords: counts.get(id) ?? 0 })))
  const others = byCount(
    Array.from(counts, ([id, totalRecords]) => ({ id, totalRecords })).filter(({ id }) => !mine.has(id)),
  )
  const values = [...first, ...others].slice(0, limit ?? undefined)
  return { values, totalRecords: values.length }
}
