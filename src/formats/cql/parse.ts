import { CqlError } from './error.ts'
import { isComparison, tokenize } from './lexer.ts'
import type { Token } from './lexer.ts'
import type { CqlModifier, CqlNode, CqlQuery, CqlRelation, CqlSortKey, CqlSymbol } from './nodes.ts'

/** Deepest nesting of parentheses that is read; the readers below call themselves once for each. */
export const deepestNesting = 200

/** Most sort keys that are read: each may carry a thousand characters of SQL into the statement. */
export const mostSortKeys = 20

const operators: ReadonlySet<string> = new Set(['and', 'or', 'not', 'prox'])
const relationWords: ReadonlySet<string> = new Set(['adj', 'all', 'any', 'within', 'encloses'])
const plainEquals: CqlRelation = Object.freeze({ comparator: '=', modifiers: Object.freeze([]) })

type Reader = { readonly tokens: readonly Token[]; next: number; depth: number }

/**
 * Reads a query of CQL 1.2 as FOLIO's parser does (indexdata/cql-java, spec at loc.gov/standards/sru/cql):
 * and, or, not from left to right; an index and relation before a parenthesis hold for the bare terms in it;
 * words side by side are one term; a lone term searches `cql.serverChoice`. `prox` and prefix assignments
 * (`>name=uri`) are refused.
 *
 * @throws CqlError with the position of what could not be read
 *
 * @example parseCql('title="war peace" or id==(a or b) sortBy title/sort.descending')
 */
export function parseCql(text: string): CqlQuery {
  const reader: Reader = { tokens: tokenize(text), next: 0, depth: 0 }
  if (peek(reader).kind === 'end') return Object.freeze({ root: null, sort: Object.freeze([]) })
  const root = readQuery(reader, 'cql.serverChoice', plainEquals)
  const sort = isKeyword(peek(reader), 'sortby') ? readSort(reader) : []
  const rest = peek(reader)
  if (rest.kind !== 'end') throw new CqlError(`CQL: Unexpected ${describe(rest)}`, rest.position)
  return Object.freeze({ root, sort: Object.freeze(sort) })
}

function readQuery(reader: Reader, index: string, relation: CqlRelation): CqlNode {
  let node = readClause(reader, index, relation)
  for (;;) {
    const token = peek(reader)
    if (token.kind === 'end' || isSymbol(token, ')') || isKeyword(token, 'sortby')) return node
    const operator = token.text.toLowerCase()
    if (token.kind !== 'word' || !operators.has(operator)) {
      throw new CqlError(`CQL: Expected and, or, not, but found ${describe(token)}`, token.position)
    }
    if (operator === 'prox') throw new CqlError('CQL: prox is not supported', token.position)
    reader.next += 1
    const modifiers = readModifiers(reader)
    const right = readClause(reader, index, relation)
    node = Object.freeze({
      type: 'boolean',
      operator: operator as 'and' | 'or' | 'not',
      modifiers,
      left: node,
      right,
    })
  }
}

function readClause(reader: Reader, outerIndex: string, outerRelation: CqlRelation): CqlNode {
  let index = outerIndex
  let relation = outerRelation
  for (;;) {
    if (isSymbol(peek(reader), '(')) return readParenthesis(reader, index, relation)
    if (isSymbol(peek(reader), '>')) {
      throw new CqlError('CQL: Prefix assignments (>name=uri) are not supported', peek(reader).position)
    }
    const first = readText(reader, 'index or term')
    const more: string[] = []
    while (isText(peek(reader)) && (more.length > 0 || !isRelation(peek(reader)))) {
      more.push(peek(reader).text)
      reader.next += 1
    }
    const token = peek(reader)
    if (!isRelation(token)) {
      return Object.freeze({ type: 'term', index, relation, term: [first, ...more].join(' ') })
    }
    if (more.length > 0) throw new CqlError(`CQL: Unexpected relation ${token.text}`, token.position)
    reader.next += 1
    index = first
    relation = Object.freeze({ comparator: token.text.toLowerCase(), modifiers: readModifiers(reader) })
  }
}

function readParenthesis(reader: Reader, index: string, relation: CqlRelation): CqlNode {
  const open = peek(reader)
  if (reader.depth >= deepestNesting) {
    throw new CqlError(`CQL: Parentheses are nested deeper than ${deepestNesting}`, open.position)
  }
  reader.next += 1
  reader.depth += 1
  const node = readQuery(reader, index, relation)
  const close = peek(reader)
  if (!isSymbol(close, ')')) {
    throw new CqlError(`CQL: Expected ), but found ${describe(close)}`, close.position)
  }
  reader.next += 1
  reader.depth -= 1
  return node
}

function readModifiers(reader: Reader): readonly CqlModifier[] {
  const modifiers: CqlModifier[] = []
  while (isSymbol(peek(reader), '/')) {
    reader.next += 1
    const token = peek(reader)
    if (token.kind !== 'word') {
      throw new CqlError(`CQL: Expected a modifier, but found ${describe(token)}`, token.position)
    }
    reader.next += 1
    const name = token.text.toLowerCase()
    const comparison = peek(reader)
    if (isComparison(comparison)) {
      reader.next += 1
      const value = readText(reader, 'modifier value')
      modifiers.push(Object.freeze({ name, comparison: comparison.text as CqlSymbol, value }))
    } else {
      modifiers.push(Object.freeze({ name, comparison: null, value: null }))
    }
  }
  return Object.freeze(modifiers)
}

function readSort(reader: Reader): CqlSortKey[] {
  reader.next += 1
  const keys: CqlSortKey[] = []
  do {
    if (keys.length === mostSortKeys) {
      throw new CqlError(`CQL: More than ${mostSortKeys} sort keys`, peek(reader).position)
    }
    const index = readText(reader, 'sort index')
    keys.push(Object.freeze({ index, modifiers: readModifiers(reader) }))
  } while (peek(reader).kind !== 'end')
  return keys
}

function readText(reader: Reader, expected: string): string {
  const token = peek(reader)
  if (token.kind !== 'word' && token.kind !== 'string') {
    throw new CqlError(`CQL: Expected ${expected}, but found ${describe(token)}`, token.position)
  }
  reader.next += 1
  return token.text
}

function peek(reader: Reader): Token {
  return reader.tokens[reader.next] ?? { kind: 'end', text: '', position: 0 }
}

function isSymbol(token: Token, text: string): boolean {
  return token.kind === 'symbol' && token.text === text
}

function isKeyword(token: Token, word: string): boolean {
  return token.kind === 'word' && token.text.toLowerCase() === word
}

/** A word or string that goes on with a term; the keywords do not, though they may begin one. */
function isText(token: Token): boolean {
  if (token.kind === 'string') return true
  if (token.kind !== 'word') return false
  const word = token.text.toLowerCase()
  return !operators.has(word) && word !== 'sortby'
}

/** Any word with a dot counts, because relations may carry the prefix of their context set (`cql.any`). */
function isRelation(token: Token): boolean {
  if (token.kind !== 'word') return isComparison(token)
  return token.text.includes('.') || relationWords.has(token.text.toLowerCase())
}

function describe(token: Token): string {
  return token.kind === 'end' ? 'the end of the query' : `"${token.text.slice(0, 100)}"`
}
