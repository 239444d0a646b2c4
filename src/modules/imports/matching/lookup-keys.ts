import { createHash } from 'node:crypto'
import type { KeyColumn, MatchQuestion } from './match-question.ts'

/** Characters of a key in an index; 600 of four bytes fit into a b-tree page. The same in functions.sql. */
export const KEY_LENGTH = 600

/**
 * What an expression index of one field holds: the only text in a b-tree, read from its beginning or its end; or in a
 * GIN index all texts or words, or all runs of three letters in them.
 */
export type IndexKind = 'text' | 'reversed' | 'texts' | 'grams'

export type MatchIndex = { name: string; kind: IndexKind }

/** How hits are looked up instead of read through: by keys in a column or in an expression index. */
export type Lookup =
  | { by: 'column'; column: KeyColumn; match: 'equal' | 'range' }
  | { by: 'index'; index: MatchIndex; match: 'equal' | 'range' | 'words' | 'grams' }

/**
 * How the question can be looked up; null when each record must be read. A b-tree finds whole texts, beginnings and
 * ends; texts within others, and parts of one of many texts, are found by the runs of three letters in them.
 */
export function lookupOf(question: MatchQuestion): Lookup | null {
  const { field, form, part } = question
  if (field.kind === 'none') return null
  const match = matchOf(question)
  const { column } = field
  if (column !== null && part === null && (match === 'equal' || (match === 'range' && column.isOrdered))) {
    return { by: 'column', column, match }
  }
  const isList = field.kind === 'marc' || field.isList
  if (match === 'words' || (match === 'equal' && isList)) {
    return { by: 'index', index: indexOf(question, 'texts'), match }
  }
  if (match === 'grams' || isList) {
    return question.range === null && form !== 'words'
      ? { by: 'index', index: indexOf(question, 'grams'), match: 'grams' }
      : null
  }
  if (match === 'equal') return { by: 'index', index: indexOf(question, 'text'), match }
  return { by: 'index', index: indexOf(question, match === 'range' ? 'text' : 'reversed'), match: 'range' }
}

/** `reversed` is a range of texts read from the end. */
function matchOf({
  criterion,
  form,
  range,
}: MatchQuestion): 'equal' | 'range' | 'reversed' | 'words' | 'grams' {
  if (range !== null) return 'range'
  switch (criterion) {
    case 'EXACTLY_MATCHES':
      return form === 'words' ? 'words' : 'equal'
    case 'EXISTING_VALUE_CONTAINS_INCOMING_VALUE':
      return 'grams'
    case 'EXISTING_VALUE_BEGINS_WITH_INCOMING_VALUE':
      return 'range'
    case 'EXISTING_VALUE_ENDS_WITH_INCOMING_VALUE':
      return 'reversed'
    case 'INCOMING_VALUE_CONTAINS_EXISTING_VALUE':
    case 'INCOMING_VALUE_BEGINS_WITH_EXISTING_VALUE':
    case 'INCOMING_VALUE_ENDS_WITH_EXISTING_VALUE':
      return 'equal'
  }
}

/** Of the same name for all questions that it answers. */
function indexOf({ target, field, form, part }: MatchQuestion, kind: IndexKind): MatchIndex {
  if (field.kind === 'none') throw new Error('A field that is nowhere has no index.')
  const place =
    field.kind === 'document' ? field.path : [field.tag, field.ind1, field.ind2, field.subfield, 'marc']
  const identity = JSON.stringify([target, place, form, part, kind])
  return { name: `match_${createHash('sha256').update(identity).digest('hex').slice(0, 20)}`, kind }
}

/** Letters of a value that are looked for by their runs of three; more would find hardly less. */
const GRAM_LETTERS = 40

/** The part of a value to look up by its runs of three letters; null when it has none. */
export function gramKey(value: string): string | null {
  const letters = Array.from(value)
  return letters.length < 3 ? null : letters.slice(0, GRAM_LETTERS).join('')
}

/** The keys from `lower` up to but without `upper`; `upper` null: all from there. */
export type KeyRange = { lower: string; upper: string | null }

/** The keys that begin as the text does. */
export function prefixRange(text: string): KeyRange {
  const lower = cut(text)
  const points = Array.from(lower, (letter) => letter.codePointAt(0)!)
  while (points.length > 0) {
    const last = points.pop()!
    if (last === 0x10ffff) continue
    // U+D800 to U+DFFF are halves of characters, which no text holds.
    points.push(last === 0xd7ff ? 0xe000 : last + 1)
    return { lower, upper: String.fromCodePoint(...points) }
  }
  return { lower, upper: null }
}

/** The key of a text. */
export function cut(text: string): string {
  return text.length <= KEY_LENGTH ? text : Array.from(text).slice(0, KEY_LENGTH).join('')
}

/** The text read from its end. */
export function reversed(text: string): string {
  return Array.from(text).toReversed().join('')
}

/** More keys than this for one value are not looked up one by one: 64 characters have 2,080 pieces. */
const MOST_KEYS = 2100

/**
 * The keys of existing texts that can stand in the incoming text as the criterion says: itself, its beginnings, ends,
 * or all pieces. Null when there are too many.
 */
export function equalKeys({ criterion }: MatchQuestion, incoming: string): string[] | null {
  const letters = Array.from(incoming)
  const { length } = letters
  const piece = (from: number, to: number): string =>
    letters.slice(from, Math.min(to, from + KEY_LENGTH)).join('')
  switch (criterion) {
    case 'INCOMING_VALUE_BEGINS_WITH_EXISTING_VALUE':
      return letters.slice(0, KEY_LENGTH).map((_, at) => piece(0, at + 1))
    case 'INCOMING_VALUE_ENDS_WITH_EXISTING_VALUE':
      return length > MOST_KEYS ? null : [...new Set(letters.map((_, at) => piece(at, length)))]
    case 'INCOMING_VALUE_CONTAINS_EXISTING_VALUE':
      if ((length * (length + 1)) / 2 > MOST_KEYS) return null
      return [
        ...new Set(
          letters.flatMap((_, from) => letters.slice(from).map((_end, at) => piece(from, from + at + 1))),
        ),
      ]
    default:
      return [cut(incoming)]
  }
}

/** A number of so many characters is rare enough to be looked up alone. */
const RARE_NUMBER = 6

/**
 * The words to look a phrase up by: its longest number, or if that is short at most three words, those with digits and
 * the longest first, because numbers are rarer than what stands around them.
 */
export function rareWords(phrase: string): string[] {
  const hasDigit = (word: string): boolean => /[0-9]/.test(word)
  const rank = (word: string): number => (hasDigit(word) ? 1000 : 0) + word.length
  const words = [...new Set(phrase.trim().split(' '))].sort((a, b) => rank(b) - rank(a))
  const isRare = hasDigit(words[0]!) && words[0]!.length >= RARE_NUMBER
  return words.slice(0, isRare ? 1 : 3)
}
