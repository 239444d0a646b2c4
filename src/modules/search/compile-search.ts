import { newParameters } from '../../formats/cql/index.ts'
import type { CqlNode, CqlQuery, CqlTerm, Parameters } from '../../formats/cql/index.ts'
import { matchEqual, matchKeyword } from './match-keyword.ts'
import type { KeywordContext } from './match-keyword.ts'
import { either, matchText, termWords } from './match-text.ts'
import { matchDate, matchFlag, matchNumber } from './match-values.ts'
import type { KeywordField, Scope, SearchField, SearchSource, TextField } from './search-field.ts'
import { unknownField, unsupported } from './search-problems.ts'
import { isWildcard, plainTerm } from './search-term.ts'

/** A query as a condition on the rows of its source. */
export type CompiledSearch = {
  readonly where: string
  readonly parameters: Parameters
  /** True when nothing but values of `instance.facets` is asked for, or of an authority's record. */
  readonly isFiltersOnly: boolean
  /** The first text that the query wants in titles among others, for the order by relevance. */
  readonly wanted: WantedText | null
}

/** A text with its words. */
export type WantedText = { readonly term: string; readonly words: readonly string[] }

/** How a query is compiled: where filters are answered, and what the first parameter's number is. */
export type CompileOptions = { readonly filters?: 'words' | 'facets'; readonly firstParam?: number }

/** A condition and its opposite, which rows that lack a value meet. */
type Condition = { readonly sql: string; readonly negated: string }

type State = { isFiltersOnly: boolean; wanted: WantedText | null }
type Context = {
  readonly source: SearchSource
  readonly parameters: Parameters
  readonly filters: 'words' | 'facets'
  readonly state: State
  /** Whether all of the query is joined by and (or and not) down to here. */
  readonly isConjunct: boolean
  readonly depth: number
}

// PostgreSQL's parser calls itself once for each level of parentheses and has 2 MB of stack by default.
const DEEPEST = 400

const WITHIN: Readonly<Record<Exclude<Scope, 'record'>, string>> = {
  item: 'holdings_record join item on item.holdings_record_id = holdings_record.id',
  holdings: 'holdings_record',
}

/**
 * Turns a query into a condition, with mod-search's meaning of every relation (folio-org/mod-search:
 * CqlTermQueryConverter, cql/builders/**). Nothing of the query's text stands in the SQL but as a parameter.
 *
 * @throws Problem 400 or 422 for what the query may not ask
 */
export function compileSearch(
  query: CqlQuery,
  source: SearchSource,
  { filters = 'words', firstParam = 1 }: CompileOptions = {},
): CompiledSearch {
  const parameters = newParameters(firstParam)
  const state: State = { isFiltersOnly: true, wanted: null }
  const context: Context = { source, parameters, filters, state, isConjunct: true, depth: 0 }
  const where = query.root === null ? 'true' : compileNode(query.root, context).sql
  return { where, parameters, isFiltersOnly: state.isFiltersOnly, wanted: state.wanted }
}

/** The fields that an index name stands for. @throws Problem 400 for a name that no field has */
export function fieldsOf(source: SearchSource, index: string): readonly SearchField[] {
  const name = index.startsWith('item.') ? index.replace('item.', 'items.') : index
  const fields = source.fields.get(name)
  if (fields === undefined) throw unknownField(name)
  return fields
}

/** The operands of a chain of `and` (with `not`) or of `or`, from left to right. */
export function operandsOf(node: CqlNode, operator: 'and' | 'or'): { node: CqlNode; isNegated: boolean }[] {
  const operands: { node: CqlNode; isNegated: boolean }[] = []
  const pending = [{ node, isNegated: false }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const inner = next.node
    if (next.isNegated || inner.type === 'term' || (inner.operator === 'or') !== (operator === 'or')) {
      operands.push(next)
      continue
    }
    if (inner.modifiers.length > 0)
      throw unsupported(`Modifier ${inner.modifiers[0]!.name} is not supported.`)
    pending.push(
      { node: inner.right, isNegated: inner.operator === 'not' },
      { node: inner.left, isNegated: false },
    )
  }
  return operands
}

function compileNode(node: CqlNode, context: Context): Condition {
  if (node.type === 'term') return compileTerms([node], context)
  if (context.depth >= DEEPEST) throw unsupported('and, or, not alternate too often.')
  const isOr = node.operator === 'or'
  const inner = { ...context, depth: context.depth + 1, isConjunct: context.isConjunct && !isOr }
  const operands = operandsOf(node, isOr ? 'or' : 'and')
  const conditions = isOr
    ? groupsOf(operands.map((operand) => operand.node)).map((group) =>
        Array.isArray(group) ? compileTerms(group, inner).sql : compileNode(group, inner).sql,
      )
    : operands.map((operand) => {
        const side = operand.isNegated ? { ...inner, state: { ...inner.state } } : inner
        const operandCondition = compileNode(operand.node, side)
        // What must not be found says nothing about relevance, but is as much a part of what is asked.
        if (!side.state.isFiltersOnly) inner.state.isFiltersOnly = false
        return operand.isNegated ? operandCondition.negated : operandCondition.sql
      })
  return condition(conditions.length === 1 ? conditions[0]! : `(${conditions.join(isOr ? ' or ' : ' and ')})`)
}

function condition(sql: string): Condition {
  return { sql, negated: `(${sql}) is not true` }
}

/** Clauses that differ in their terms only become one, in the place of the first. */
function groupsOf(nodes: readonly CqlNode[]): (CqlNode | CqlTerm[])[] {
  const groups = new Map<string, CqlTerm[]>()
  const ordered: (CqlNode | CqlTerm[])[] = []
  for (const node of nodes) {
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
    } else group.push(node)
  }
  return ordered
}

/** The condition that one of several terms is met, which share their index and relation. */
function compileTerms(terms: readonly CqlTerm[], context: Context): Condition {
  const first = terms[0]!
  if (isEverything(first)) return { sql: 'true', negated: 'false' }
  const fields = fieldsOf(context.source, first.index)
  const scopes = [...new Set(fields.map(({ scope }) => scope))]
  const negates = first.relation.comparator === '<>' && !terms.some((term) => isWildcard(term.term))
  // Alternatives say nothing about what is wanted most, and what is not wanted says nothing at all.
  const inner = negates || terms.length > 1 ? { ...context, state: { ...context.state } } : context
  const asked = negates ? terms.map(asEqual) : terms
  const found =
    scopes.length > 1
      ? condition(acrossScopes(fields, asked, inner))
      : within(scopes[0]!, matchScope(fields, asked, inner), inner)
  if (!inner.state.isFiltersOnly) context.state.isFiltersOnly = false
  return negates ? { sql: found.negated, negated: `(${found.negated}) is not true` } : found
}

function isEverything({ index, relation, term }: CqlTerm): boolean {
  const name = index.toLowerCase()
  if (name === 'cql.allrecords') return true
  return term === '*' && (name === 'keyword' || name === 'id') && relation.modifiers.length === 0
}

/** `<>` is "no value equals", for records below an instance too. */
function asEqual(term: CqlTerm): CqlTerm {
  return { ...term, relation: { ...term.relation, comparator: 'all' } }
}

/**
 * Full text of instances, holdings and items as one: each word may be in another of them. Everything else must be
 * found in one.
 */
function acrossScopes(fields: readonly SearchField[], terms: readonly CqlTerm[], context: Context): string {
  const texts = fields.filter((field) => field.kind === 'text')
  const alternatives = terms.map((term) => {
    const { comparator } = term.relation
    const isAll = comparator === '=' || comparator === 'all' || comparator === 'adj'
    const words =
      isAll && texts.length === fields.length && !isWildcard(term.term)
        ? termWords(texts, plainTerm(term.term))
        : []
    const parts = words.length > 1 ? words.map((word) => ({ ...term, term: word })) : [term]
    const each = parts.map((part) => {
      const scopes = [...new Set(fields.map(({ scope }) => scope))]
      return either(
        scopes.map((scope) => {
          const own = fields.filter((field) => field.scope === scope)
          return within(scope, matchScope(own, [part], context), { ...context, isConjunct: false }).sql
        }),
      )
    })
    return each.length === 1 ? each[0]! : `(${each.join(' and ')})`
  })
  return either(alternatives)
}

/**
 * A condition on records below an instance as one on the instance. Beside other conditions it is a join, so that the
 * planner may begin at either side; among alternatives a list of ids, for which the index of the instances is used.
 */
function within(scope: Scope, sql: string, context: Context): Condition {
  if (scope === 'record') return condition(sql)
  const own = scope === 'item' ? context.source.ownItems : undefined
  if (own !== undefined) return condition(`exists (select from ${own} and ${sql})`)
  if (!context.isConjunct) {
    return condition(
      `instance.id = any(array(select holdings_record.instance_id from ${WITHIN[scope]} where ${sql}))`,
    )
  }
  const exists = `exists (select from ${WITHIN[scope]} where holdings_record.instance_id = instance.id and ${sql})`
  return { sql: exists, negated: `not ${exists}` }
}

/** The condition that fields of one scope meet one of several terms. */
function matchScope(fields: readonly SearchField[], terms: readonly CqlTerm[], context: Context): string {
  const inner: KeywordContext = {
    vector: fields[0]!.scope === 'record' ? context.source.vector : null,
    parameters: context.parameters,
    filters: context.filters,
  }
  if (!fields.every((field) => isFilter(field, terms))) context.state.isFiltersOnly = false
  const texts = fields.filter((field) => field.kind === 'text')
  const others = fields.filter((field) => field.kind !== 'text')
  return either([
    ...(texts.length === 0 ? [] : terms.map((term) => matchTexts(texts, term, inner, context))),
    ...others.map((field) => matchOther(field, terms, inner)),
  ])
}

/** True for clauses that the facets of an instance answer, or that are the same for all headings of an authority. */
function isFilter(field: SearchField, terms: readonly CqlTerm[]): boolean {
  if (field.scope !== 'record' || field.kind === 'text' || field.kind === 'number') return false
  if (field.kind === 'indexed') return false
  if (field.isOfRecord === true) return true
  if (field.kind === 'flag') return field.entry !== undefined
  if (field.kind !== 'keyword' || field.facet === undefined) return false
  // Facets hold values to be compared as wholes.
  return terms.every(({ relation, term }) => !isWildcard(term) && !/^[<>]=?$/.test(relation.comparator))
}

function matchTexts(
  fields: readonly TextField[],
  { relation, term }: CqlTerm,
  inner: KeywordContext,
  context: Context,
): string {
  const { comparator } = relation
  const isString = relation.modifiers.some(({ name }) => name === 'string')
  const isMasked = relation.modifiers.some(({ name }) => name === 'masked')
  const sql = matchText(fields, { comparator, isString, isMasked }, term, inner)
  const isRanked = fields.some(({ lexemes }) => lexemes?.prefixes.includes(context.source.rankPrefix))
  if (isRanked && context.state.wanted === null && !isWildcard(term)) {
    const plain = plainTerm(term)
    context.state.wanted = { term: plain, words: termWords(fields, plain) }
  }
  return sql
}

function matchOther(
  field: Exclude<SearchField, TextField>,
  terms: readonly CqlTerm[],
  inner: KeywordContext,
): string {
  const { index, relation } = terms[0]!
  const { comparator } = relation
  if (field.kind === 'keyword') {
    const areValues = terms.length > 1 && comparator === '==' && !terms.some((term) => hasMask(field, term))
    if (areValues) {
      return matchEqual(
        field,
        terms.map((term) => plainTerm(term.term)),
        inner,
      )
    }
    return either(terms.map((term) => matchKeyword(field, comparator, term.term, inner)))
  }
  if (field.kind === 'indexed') {
    return either(terms.map((term) => field.matches(plainTerm(term.term), inner.parameters)))
  }
  if (field.kind === 'flag') {
    return either(terms.map((term) => matchFlag(field, comparator, term.term, index, inner)))
  }
  return either(
    terms.map((term) =>
      field.kind === 'date'
        ? matchDate(field, comparator, term.term, index, inner)
        : matchNumber(field, comparator, term.term, index, inner),
    ),
  )
}

function hasMask(field: KeywordField, { term }: CqlTerm): boolean {
  const plain = plainTerm(term)
  return isWildcard(term) || plain === '[]' || (field.termForms?.(plain).some(isWildcard) ?? false)
}
