import { clauseOf, readModifiers } from './clause.ts'
import type { Clause } from './clause.ts'
import { CqlError } from './error.ts'
import { fieldAt, matchAny, matchField, sortField } from './match-field.ts'
import { either } from './match-text.ts'
import type { CqlBoolean, CqlNode, CqlQuery, CqlTerm } from './nodes.ts'
import { newParameters } from './parameters.ts'
import type { Parameters } from './parameters.ts'
import type { CqlSource } from './source.ts'

/** A query as parts of a statement; `orderBy` uses no parameters, so that a count can do with `where`. */
export type CompiledCql = {
  readonly where: string
  readonly params: unknown[]
  readonly orderBy: string
}

// PostgreSQL's parser calls itself once for each level of parentheses and has 2 MB of stack by default.
const deepestSql = 400
const mostJoins = 4

type Context = { readonly source: CqlSource; readonly parameters: Parameters; readonly depth: number }
type Operand = { readonly node: CqlNode; readonly isNegated: boolean }

/**
 * Turns a query into a condition and an order for rows of a source, with FOLIO's meaning of every relation
 * (folio-org/raml-module-builder: cql2pgjson). Nothing of the query's text stands in the SQL but as a
 * parameter or a quoted literal. The order always ends with the source's id, in the direction of the last key.
 *
 * @param firstParam the number of the first parameter, when the statement has others before
 * @throws CqlError for what the query may not ask, with FOLIO's texts
 *
 * @example
 * const { where, params, orderBy } = compileCql(parseCql('title="war peace" sortBy title'), instances)
 * await client.query(`select doc from instance where ${where} order by ${orderBy} limit 10`, params)
 */
export function compileCql(query: CqlQuery, source: CqlSource, firstParam = 1): CompiledCql {
  const parameters = newParameters(firstParam)
  const context: Context = { source, parameters, depth: 0 }
  const where = query.root === null ? 'true' : compileNode(query.root, context)
  return { where, params: parameters.values, orderBy: compileSort(query, source) }
}

function compileNode(node: CqlNode, context: Context): string {
  if (node.type === 'term') return compileTerms([node], context)
  if (context.depth >= deepestSql) throw new CqlError('CQL: and, or, not alternate too often')
  const inner = { ...context, depth: context.depth + 1 }
  const operands = chainOf(node)
  const conditions = node.operator === 'or' ? compileOr(operands, inner) : compileAnd(operands, inner)
  return conditions.length === 1
    ? (conditions[0] ?? 'true')
    : `(${conditions.join(node.operator === 'or' ? ' or ' : ' and ')})`
}

function compileAnd(operands: readonly Operand[], context: Context): string[] {
  return operands.map(({ node, isNegated }) => {
    const condition = compileNode(node, context)
    // "is not true" and not "not": a row without the field, for which the condition is null, is in.
    return isNegated ? `(${condition}) is not true` : condition
  })
}

/** Clauses that differ in their terms only become one, in the place of the first. */
function compileOr(operands: readonly Operand[], context: Context): string[] {
  const groups = new Map<string, CqlTerm[]>()
  const ordered: (CqlNode | CqlTerm[])[] = []
  for (const { node } of operands) {
    if (node.type !== 'term') {
      ordered.push(node)
      continue
    }
    const key = JSON.stringify([node.index, node.relation])
    const group = groups.get(key)
    if (group === undefined) {
      const terms = [node]
      groups.set(key, terms)
      ordered.push(terms)
    } else {
      group.push(node)
    }
  }
  return ordered.map((item) => ('type' in item ? compileNode(item, context) : compileTerms(item, context)))
}

/** The operands of a chain of one operator from left to right; `and` and `not` make one chain. */
function chainOf(node: CqlBoolean): Operand[] {
  const operands: Operand[] = []
  const isOr = node.operator === 'or'
  const pending: Operand[] = [{ node, isNegated: false }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const inner = next.node
    if (next.isNegated || inner.type === 'term' || (inner.operator === 'or') !== isOr) {
      operands.push(next)
      continue
    }
    const modifier = inner.modifiers[0]
    if (modifier !== undefined) throw new CqlError(`CQL: Unsupported modifier ${modifier.name}`)
    pending.push(
      { node: inner.right, isNegated: inner.operator === 'not' },
      { node: inner.left, isNegated: false },
    )
  }
  return operands
}

/** The condition that one of the terms is met, which share their index and relation. */
function compileTerms(terms: readonly CqlTerm[], context: Context): string {
  const first = terms[0]
  const name = first?.index.toLowerCase()
  if (first === undefined || name === 'cql.allrecords') return 'true'
  const clauses = terms.map(clauseOf)
  if (name !== 'cql.serverchoice') return compileIndex(first.index, clauses, context.source, context, [])
  const indexes = context.source.serverChoice ?? []
  if (indexes.length === 0) {
    throw new CqlError('cql.serverChoice requested, but no serverChoiceIndexes defined.')
  }
  return either(indexes.map((index) => compileIndex(index, clauses, context.source, context, [])))
}

function compileIndex(
  index: string,
  clauses: readonly Clause[],
  source: CqlSource,
  context: Context,
  outer: readonly CqlSource[],
): string {
  const joined = joinAt(source, index)
  if (joined !== null) {
    const inner = joined.join.source()
    const chain = [...outer, source]
    if (chain.length > mostJoins) throw new CqlError(`CQL: The index name has more than ${mostJoins} joins`)
    if (chain.some((one) => one.alias === inner.alias)) {
      throw new CqlError(`CQL: The index name goes back to ${inner.alias}`)
    }
    const condition = compileIndex(joined.rest, clauses, inner, context, chain)
    return `exists (select from ${inner.from} where ${joined.join.on(source.alias, inner.alias)} and ${condition})`
  }
  const at = fieldAt(source, index)
  const together = clauses.length > 1 ? matchAny(at, clauses, context.parameters) : null
  return together ?? either(clauses.map((clause) => matchField(at, clause, context.parameters)))
}

function joinAt(source: CqlSource, index: string) {
  const dot = index.indexOf('.')
  if (dot < 0 || source.joins === undefined || Object.hasOwn(source.fields, index)) return null
  const name = index.slice(0, dot)
  const join = Object.hasOwn(source.joins, name) ? source.joins[name] : undefined
  return join === undefined ? null : { join, rest: index.slice(dot + 1) }
}

function compileSort(query: CqlQuery, source: CqlSource): string {
  const keys: string[] = []
  let direction = ''
  for (const key of query.sort) {
    const modifiers = readModifiers(key.modifiers)
    const property = modifiers.properties[0]
    if (property !== undefined) throw new CqlError(`CQL: Unsupported modifier ${property.name}`)
    direction = modifiers.isDescending ? ' desc' : ''
    for (const sql of sortField(fieldAt(source, key.index), modifiers)) {
      keys.push(sql + direction)
      if (sql === source.idColumn) return keys.join(', ')
    }
  }
  return [...keys, source.idColumn + direction].join(', ')
}
