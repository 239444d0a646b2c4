import type { Clause } from './clause.ts'
import { CqlError } from './error.ts'
import { listParameter, parameter } from './parameters.ts'
import type { Parameters } from './parameters.ts'
import { literalOf } from './term.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const lowest = '00000000-0000-0000-0000-000000000000'
const highest = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * The condition of a clause on a uuid column, by FOLIO's rules for ids (folio-org/raml-module-builder:
 * CQL2PgJSON.java, pgId): a whole uuid or its beginning, any other text equals nothing and is no error.
 *
 * @throws CqlError with FOLIO's texts for modifiers, other relations, a mask that is not at the end, and an
 *   order relation without a whole uuid
 */
export function matchUuid(column: string, clause: Clause, parameters: Parameters): string {
  const { comparator, node } = clause
  const { index, term, relation } = node
  const modifier = relation.modifiers[0]
  if (modifier !== undefined) throw new CqlError(`CQL: Unsupported modifier ${modifier.name}`)
  switch (comparator) {
    case '<':
    case '<=':
    case '>':
    case '>=':
      if (!uuid.test(term)) throw new CqlError(`CQL: Invalid UUID after '${index}${comparator}': ${term}`)
      return `${column} ${comparator} ${parameter(parameters, term, 'uuid')}`
    case '=':
    case '==':
    case '<>':
      return matchBeginning(column, clause, parameters)
    default:
      throw new CqlError(
        `CQL: Unsupported operator '${comparator}', UUID ${index} only supports '=', '==', and '<>' ` +
          '(possibly with right truncation)',
      )
  }
}

/** The condition that a uuid column is one of several terms of `==` or `=`: one list of all whole uuids. */
export function matchUuids(column: string, clauses: readonly Clause[], parameters: Parameters): string {
  const whole: string[] = []
  const conditions: string[] = []
  for (const clause of clauses) {
    const term = literalOf(clause.node.term)
    if (clause.node.relation.modifiers.length === 0 && uuid.test(term)) whole.push(term)
    else conditions.push(matchUuid(column, clause, parameters))
  }
  if (whole.length > 0) conditions.unshift(`${column} = any(${listParameter(parameters, whole, 'uuid')})`)
  return conditions.length === 1 ? (conditions[0] ?? 'false') : `(${conditions.join(' or ')})`
}

function matchBeginning(column: string, { comparator, node }: Clause, parameters: Parameters): string {
  const { term } = node
  const isEqual = comparator !== '<>'
  if (term === '') return comparator === '==' ? 'false' : `${column} is not null`
  const none = isEqual ? 'false' : `${column} is not null`
  if (!term.includes('*')) {
    const whole = literalOf(term)
    if (!uuid.test(whole)) return none
    return `${column} ${isEqual ? '=' : '<>'} ${parameter(parameters, whole, 'uuid')}`
  }
  const beginning = term.replace(/\*+$/, '')
  if (beginning.includes('*')) {
    throw new CqlError(`CQL: only right truncation supported for id:  ${term}`)
  }
  if (beginning === '') return isEqual ? `${column} is not null` : 'false'
  const low = beginning + lowest.slice(beginning.length)
  const high = beginning + highest.slice(beginning.length)
  if (!uuid.test(low) || !uuid.test(high)) return none
  const range = `between ${parameter(parameters, low, 'uuid')} and ${parameter(parameters, high, 'uuid')}`
  return `${column} ${isEqual ? '' : 'not '}${range}`
}
