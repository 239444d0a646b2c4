import { shelfKey } from '../../formats/callnumber/index.ts'
import { fold, unaccented } from '../../formats/text/index.ts'

/** Codes of `browse_value.kind`. */
export const KINDS = {
  subject: 1,
  contributor: 2,
  classification: 3,
  callNumber: 4,
  /** A call number as it stands in one location. */
  placedCallNumber: 5,
  heading: 6,
} as const

export type Kind = (typeof KINDS)[keyof typeof KINDS]

/** How numbers are put on a shelf (folio-org/mod-search: shelvingOrderAlgorithmType.yaml). */
export const ALGORITHMS = ['lc', 'dewey', 'nlm', 'sudoc', 'default'] as const
export type Algorithm = (typeof ALGORITHMS)[number]

/** The column that an algorithm sorts by, before `key`. */
export const SHELF_COLUMNS: Record<Algorithm, 'key' | 'lc_key' | 'dewey_key' | 'sudoc_key'> = {
  lc: 'lc_key',
  nlm: 'lc_key',
  dewey: 'dewey_key',
  sudoc: 'sudoc_key',
  default: 'key',
}

/**
 * Longest sort key, in characters: two of them with 4 bytes each must fit into an index entry of 2,704 bytes. Values
 * that begin with the same 250 characters file by the rest of their text.
 */
const KEY_LENGTH = 250

/** What a value files by: folded, without blanks at its ends. */
export function browseKey(value: string): string {
  return cut(fold(value.trim()))
}

/**
 * What a number files by on a shelf. Letters are upper-case, as the algorithms write them: LC's puts `_` before words
 * so that they come after cutters, which holds only beside capitals.
 */
export function browseShelfKey(value: string, algorithm: Algorithm): string {
  if (algorithm === 'default') return browseKey(value)
  return cut(unaccented(shelfKey(value, algorithm)).toUpperCase())
}

function cut(key: string): string {
  return key.length <= KEY_LENGTH ? key : Array.from(key).slice(0, KEY_LENGTH).join('')
}
