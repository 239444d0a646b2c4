import { fold } from './fold.ts'

/** Longest word that is kept, in characters; a text search lexeme may have 2,046 bytes, prefix included. */
export const longestWord = 200

const foldedWord = /[\p{L}\p{N}\p{M}]+/gu

/**
 * The words of a text in order: folded, split at everything but letters, digits and marks, each cut at
 * `longestWord` characters. What CQL's word relations (`=`, `adj`, `all`, `any`) compare.
 *
 * @example words("L'Été 1984 (repr.)") // ['l', 'ete', '1984', 'repr']
 */
export function words(text: string): string[] {
  const folded = fold(text)
  const found: string[] = []
  let start = -1
  for (let i = 0; i < folded.length; i += 1) {
    const code = folded.charCodeAt(i)
    if (code > 0x7f) return unicodeWords(folded)
    const isWordCharacter = (code > 0x60 && code < 0x7b) || (code > 0x2f && code < 0x3a)
    if (isWordCharacter) {
      if (start < 0) start = i
    } else if (start >= 0) {
      found.push(folded.slice(start, Math.min(i, start + longestWord)))
      start = -1
    }
  }
  if (start >= 0) found.push(folded.slice(start, start + longestWord))
  return found
}

/** The words of a text in which ` & ` counts as the word `and`, as mod-search reads names and titles. */
export function wordsWithAnd(text: string): string[] {
  return words(text.includes(' & ') ? text.replaceAll(' & ', ' and ') : text)
}

/**
 * The words of a text as one line, a blank before and after each: `octavo.wordline` gives the same. A phrase
 * lies in a text when its word line does.
 *
 * @example wordline('War and Peace') // ' war and peace '
 */
export function wordline(text: string): string {
  const found = words(text)
  return found.length === 0 ? ' ' : ` ${found.join(' ')} `
}

function unicodeWords(folded: string): string[] {
  const found: string[] = folded.match(foldedWord) ?? []
  return found.map((word) =>
    word.length > longestWord ? Array.from(word).slice(0, longestWord).join('') : word,
  )
}
