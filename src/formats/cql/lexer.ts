import { CqlError } from './error.ts'
import type { CqlSymbol } from './nodes.ts'

/** Longest query that is read, in UTF-16 units: some 20,000 ids joined by `or`. */
export const longestQuery = 1_000_000

/**
 * A word (unquoted), a string (quoted, quotes taken off, backslashes kept), a symbol, or the end.
 * `position` is where the token begins.
 */
export type Token = {
  readonly kind: 'word' | 'string' | 'symbol' | 'end'
  readonly text: string
  readonly position: number
}

const comparisons: ReadonlySet<string> = new Set<CqlSymbol>(['=', '==', '<>', '<', '<=', '>', '>='])
const blanks = ' \t\r\n'
const delimiters = '()/<>='

/**
 * Splits a query into tokens, the last of kind `end`.
 *
 * @throws CqlError for a text too long, a string without its closing quote, or the character U+0000, which
 *   no stored value can hold
 */
export function tokenize(query: string): Token[] {
  if (query.length > longestQuery) {
    throw new CqlError(`CQL: The query is longer than ${longestQuery} characters`, longestQuery)
  }
  const nul = query.indexOf('\0')
  if (nul >= 0) throw new CqlError('CQL: The query contains the character U+0000', nul)
  const tokens: Token[] = []
  let position = 0
  for (;;) {
    while (position < query.length && blanks.includes(query.charAt(position))) position += 1
    const end = endOfToken(query, position)
    const token = tokenOf(query, position, end)
    tokens.push(token)
    if (token.kind === 'end') return tokens
    position = end
  }
}

/** True for a token that is one of the comparison symbols. */
export function isComparison(token: Token): boolean {
  return token.kind === 'symbol' && comparisons.has(token.text)
}

function tokenOf(query: string, position: number, end: number): Token {
  if (position >= query.length) return { kind: 'end', text: '', position: query.length }
  const text = query.slice(position, end)
  const first = text.charAt(0)
  if (delimiters.includes(first)) return { kind: 'symbol', text, position }
  if (first === '"') return { kind: 'string', text: text.slice(1, -1), position }
  return { kind: 'word', text: quotable(text), position }
}

function endOfToken(query: string, position: number): number {
  const first = query.charAt(position)
  if (first === '"') return endOfString(query, position)
  if (delimiters.includes(first)) {
    return comparisons.has(query.slice(position, position + 2)) ? position + 2 : position + 1
  }
  const wordEnd = /[()/<>= \t\r\n]/g
  wordEnd.lastIndex = position
  return wordEnd.exec(query)?.index ?? query.length
}

function endOfString(query: string, position: number): number {
  for (let end = position + 1; end < query.length; end += 1) {
    const character = query.charAt(end)
    if (character === '\\') end += 1
    else if (character === '"') return end + 1
  }
  throw new CqlError('CQL: A quoted string is not closed', position)
}

/** Puts a backslash before bare double quotes and after a dangling backslash, so that the text can be quoted. */
function quotable(word: string): string {
  if (!word.includes('"') && !word.includes('\\')) return word
  return word.replace(/\\(.?)|"/gsu, (part, escaped: string | undefined) => {
    if (part === '"') return '\\"'
    return escaped === '' ? '\\\\' : part
  })
}
