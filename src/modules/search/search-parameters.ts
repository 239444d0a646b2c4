import { CqlError, parseCql } from '../../formats/cql/index.ts'
import type { CqlQuery } from '../../formats/cql/index.ts'
import type { Page } from '../../kernel/http/parameters.ts'
import type { QueryParameters } from '../../kernel/http/route.ts'
import type { SearchSource } from './search-field.ts'
import { constraintProblem, requestProblem, serviceProblem, unsupported } from './search-problems.ts'

/** The search engine's window in FOLIO: nothing beyond this many records is shown. */
const WINDOW = 10_000
const MAX_LIMIT = 500
const DEFAULT_LIMIT = 100
const MAX_OFFSET = 9_999

/** A whole number among the parameters. @throws Problem 400 naming the one that is wrong */
export function readCount(
  query: QueryParameters,
  name: string,
  { fallback, max, min = 0 }: { fallback: number; max: number; min?: number },
): number {
  const text = query.get(name)
  if (text === undefined || text === '') return fallback
  if (!/^-?\d{1,15}$/.test(text)) {
    throw constraintProblem(`${name} must be a whole number, but is '${text.slice(0, 100)}'`)
  }
  const value = Number(text)
  if (value < min) throw constraintProblem(`${name} must be greater than or equal to ${min}`)
  if (value > max) throw constraintProblem(`${name} must be less than or equal to ${max}`)
  return value
}

/** `limit` and `offset` of a search. @throws Problem 400 for values outside mod-search's bounds */
export function readWindow(query: QueryParameters): Page {
  const limit = readCount(query, 'limit', { fallback: DEFAULT_LIMIT, max: MAX_LIMIT })
  const offset = readCount(query, 'offset', { fallback: 0, max: MAX_OFFSET })
  if (limit + offset > WINDOW) {
    throw requestProblem(
      'The sum of limit and offset should not exceed 10000.',
      'offset + limit',
      String(offset + limit),
    )
  }
  return { limit, offset }
}

/** A parameter that is `true` or `false`. @throws Problem 400 for anything else */
export function readSearchFlag(query: QueryParameters, name: string, fallback: boolean): boolean {
  const text = query.get(name)?.toLowerCase()
  if (text === undefined || text === '') return fallback
  if (text !== 'true' && text !== 'false') {
    throw constraintProblem(`${name} must be true or false, but is '${text.slice(0, 100)}'`)
  }
  return text === 'true'
}

/** The parameter `query`, parsed. @throws Problem 400 when it is missing or no CQL */
export function readSearchQuery(query: QueryParameters, source: SearchSource): CqlQuery {
  const text = query.get('query')
  if (text === undefined) {
    throw constraintProblem(
      `Required request parameter 'query' for method parameter type String is not present`,
    )
  }
  return parseSearch(text, source)
}

/** A query of mod-search. @throws Problem 400 for a text that is no CQL */
export function parseSearch(text: string, source: SearchSource): CqlQuery {
  const refused = (reason: string, position: number | null = null) =>
    serviceProblem(
      `Failed to parse CQL query [cql: '${text.slice(0, 1000)}', resource: ${source.name}]: ${reason}`,
      position,
    )
  if (text.trim() === '') throw refused('it is empty')
  let query: CqlQuery
  try {
    query = parseCql(text)
  } catch (error) {
    throw refused((error as Error).message, error instanceof CqlError ? error.position : null)
  }
  for (const { modifiers } of query.sort) {
    const unknown = modifiers.find(({ name }) => !['sort.ascending', 'sort.descending'].includes(name))
    if (unknown !== undefined) throw unsupported(`[error: 'Unsupported modifier ${unknown.name}']`)
  }
  return query
}
