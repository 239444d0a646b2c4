import { literalOf } from '../../formats/cql/index.ts'
import { words, wordsWithAnd } from '../../formats/text/index.ts'

/** A folded word; with `isPrefix` the word that is searched only begins so. */
export type SearchWord = { readonly text: string; readonly isPrefix: boolean }

/** A wildcard: `texts` stand in order with `masks` (`%` any run, `_` one character) between them. */
export type Wildcard = { readonly texts: readonly string[]; readonly masks: readonly string[] }

const piece = /\\(.?)|[*?]|[^\\*?]+/gsu
const likeSpecial = /[%_\\]/g
const wordAtStart = /^[\p{L}\p{N}\p{M}]/u
const wordAtEnd = /[\p{L}\p{N}\p{M}]$/u

/** True when a term has a `*` that no backslash makes an ordinary star: then it is a wildcard whatever the relation. */
export function isWildcard(term: string): boolean {
  return term.includes('*') && /(?<!\\)(?:\\\\)*\*/.test(term)
}

/** The characters that a term means, backslashes taken away. */
export function plainTerm(term: string): string {
  return literalOf(term)
}

/** Reads a wildcard; each text between masks goes through `normalise`. */
export function readWildcard(term: string, normalise: (text: string) => string): Wildcard {
  const texts: string[] = ['']
  const masks: string[] = []
  for (const match of term.matchAll(piece)) {
    const part = match[0]
    if (part === '*' || part === '?') {
      if (part === '*' && masks.at(-1) === '%' && texts.at(-1) === '') continue
      masks.push(part === '*' ? '%' : '_')
      texts.push('')
    } else {
      texts[texts.length - 1] += part.startsWith('\\') ? match[1] || '\\' : part
    }
  }
  return { texts: texts.map(normalise), masks }
}

/** True for a wildcard that anything meets. */
export function isAnything({ texts, masks }: Wildcard): boolean {
  return texts.every((text) => text === '') && masks.every((mask) => mask === '%')
}

/** The pattern of SQL's LIKE. */
export function likePattern({ texts, masks }: Wildcard): string {
  return texts.map((text, i) => text.replace(likeSpecial, '\\$&') + (masks[i] ?? '')).join('')
}

/** The text before the mask, when the only one stands at the end; else null. */
export function beginningOf({ texts, masks }: Wildcard): string | null {
  return masks.length === 1 && masks[0] === '%' && texts[1] === '' ? texts[0]! : null
}

/** What a value must have in its words when it is like a wildcard: whole words or their beginnings, and pieces. */
export type WildcardWords = {
  readonly words: readonly SearchWord[]
  /** Inside of a word, or with `isEnd` at its end. */
  readonly pieces: readonly { readonly text: string; readonly isEnd: boolean }[]
}

/** The words that a value has for certain when it is like this wildcard. */
export function wordsOfWildcard({ texts }: Wildcard): WildcardWords {
  const certain: SearchWord[] = []
  const pieces: { text: string; isEnd: boolean }[] = []
  for (const [i, text] of texts.entries()) {
    const found = words(text)
    const isCutAtStart = i > 0 && wordAtStart.test(text)
    const isCutAtEnd = i < texts.length - 1 && wordAtEnd.test(text)
    for (const [at, word] of found.entries()) {
      const isPrefix = isCutAtEnd && at === found.length - 1
      if (isCutAtStart && at === 0) pieces.push({ text: word, isEnd: !isPrefix })
      else certain.push({ text: word, isPrefix })
    }
  }
  return { words: certain, pieces }
}

/** The words of a term; ` & ` counts as ` and `. */
export function wordsOfTerm(term: string): string[] {
  return wordsWithAnd(term)
}

/** What stands between blanks in a folded term. */
export function spacedWords(folded: string): string[] {
  return folded.split(/\s+/).filter((word) => word !== '')
}

/** A text as a literal inside LIKE. */
export function escapeLike(text: string): string {
  return text.replace(likeSpecial, '\\$&')
}

/** A lexeme of a tsquery. */
export function queryLexeme(lexeme: string, isPrefix = false): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'${isPrefix ? ':*' : ''}`
}
