import { words } from '../text/index.ts'
import { CqlError } from './error.ts'

/** Most words that one term may have; a tsquery and a row's check grow with each. */
export const mostWords = 1_000

/** What a whole value must look like: be this text, be like this pattern of SQL's LIKE, or just be there. */
export type WholePattern =
  | { readonly kind: 'equal'; readonly text: string }
  | { readonly kind: 'like'; readonly pattern: string; readonly beginning: string }
  | { readonly kind: 'present' }

/** What words a value must have. `everything` includes rows without the value; `nothing` is never met. */
export type WordPattern =
  | { readonly kind: 'everything' }
  | { readonly kind: 'present' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'words'; readonly words: readonly Word[] }

/** A folded word; with `isPrefix` the word that is searched only begins so. */
export type Word = { readonly text: string; readonly isPrefix: boolean }

const piece = /\\(.?)|[*?]|[^\\*?]+/gsu
const wordPiece = /\\(.?)|[*?]|\s+|[^\\*?\s]+/gsu
const likeSpecial = /[%_\\]/g

/** The characters that a term means when masks have no meaning: backslashes taken away. */
export function literalOf(term: string): string {
  return term.includes('\\') ? term.replace(/\\(.?)/gsu, (_, escaped: string) => escaped || '\\') : term
}

/**
 * Reads the term of `==` or `<>`: `*` stands for any run of characters, `?` for one, `^` at either end for
 * nothing, and with a backslash each is itself. Each run between masks goes through `normalise`.
 */
export function wholePattern(term: string, normalise: (text: string) => string): WholePattern {
  if (!/[\\*?^]/.test(term)) return { kind: 'equal', text: normalise(term) }
  const runs: string[] = ['']
  const masks: string[] = []
  for (const match of withoutAnchors(term).matchAll(piece)) {
    const part = match[0]
    if (part === '*' || part === '?') {
      if (part === '*' && masks.at(-1) === '%' && runs.at(-1) === '') continue
      masks.push(part === '*' ? '%' : '_')
      runs.push('')
    } else {
      runs[runs.length - 1] += part.startsWith('\\') ? match[1] || '\\' : part
    }
  }
  const texts = runs.map(normalise)
  const beginning = texts[0] ?? ''
  if (masks.length === 0) return { kind: 'equal', text: beginning }
  if (masks.length === 1 && masks[0] === '%' && texts.join('') === '') return { kind: 'present' }
  const pattern = texts.map((text, i) => text.replace(likeSpecial, '\\$&') + (masks[i] ?? '')).join('')
  return { kind: 'like', pattern, beginning }
}

/**
 * Reads the term of a word relation. Only `*` at the end of a word masks.
 *
 * @throws CqlError with FOLIO's texts (folio-org/raml-module-builder: Cql2SqlUtil.java) for other masks, and
 *   for more than `mostWords` words
 */
export function wordPattern(term: string): WordPattern {
  if (term.trim() === '') return { kind: 'present' }
  const found: Word[] = []
  let hasText = false
  let chunk = ''
  const closeChunk = (isPrefix: boolean): void => {
    const chunkWords = words(chunk)
    for (let i = 0; i < chunkWords.length; i += 1) {
      found.push({ text: chunkWords[i] ?? '', isPrefix: isPrefix && i === chunkWords.length - 1 })
    }
    if (chunk !== '') hasText = true
    chunk = ''
  }
  for (const match of term.matchAll(wordPiece)) {
    const part = match[0]
    if (part === '?') throw new CqlError('? wildcard not allowed in full text query string')
    if (part === '*') {
      const next = term.slice(match.index + 1, match.index + 2)
      if (next !== '' && next.trim() !== '') {
        throw new CqlError(
          `* right truncation wildcard must be followed by space or end of string, but found ${next}`,
        )
      }
      closeChunk(true)
    } else if (part.trim() === '') {
      closeChunk(false)
    } else {
      chunk += part.startsWith('\\') ? match[1] || '\\' : part
    }
  }
  closeChunk(false)
  if (found.length > mostWords) throw new CqlError(`CQL: A term has more than ${mostWords} words`)
  if (found.length > 0) return { kind: 'words', words: found }
  return { kind: hasText ? 'nothing' : 'everything' }
}

function withoutAnchors(term: string): string {
  const start = term.startsWith('^') ? 1 : 0
  const isAnchoredAtEnd = term.length > start && /(?<!\\)(?:\\\\)*\^$/su.test(term)
  return term.slice(start, isAnchoredAtEnd ? -1 : undefined)
}
