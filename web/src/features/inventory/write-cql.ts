import { cleanText } from './read-text.ts'
import type { Scope } from './read-text.ts'

/** The order at the end of a query; nothing behind it is between quotes. */
const OWN_SORT = /\s+sortby\s+[^"]*$/i

/** The order that a query in CQL ends with, or null. */
export function ownSort(query: string): string | null {
  return OWN_SORT.exec(query)?.[0].trim() ?? null
}

/** A text between quotes; with `isLiteral` its masks are ordinary characters. */
export function quote(text: string, isLiteral = false): string {
  const escaped = text.replace(/[\\"]/g, '\\$&')
  return `"${isLiteral ? escaped.replace(/[*?^]/g, '\\$&') : escaped}"`
}

/** Conditions joined by a word; several stand in parentheses. */
export function join(conditions: readonly string[], word: 'and' | 'or'): string {
  return conditions.length === 1 ? conditions[0]! : `(${conditions.join(` ${word} `)})`
}

/** More words than that are looked for in one field each, as a title that was pasted has. */
const MOST_SPREAD_WORDS = 8

const WORD_FIELDS = ['keyword', 'subjects', 'publisher']

/** A text without what masks other than a `*` behind a word would mean. */
function wordsIn(fields: readonly string[], text: string): string {
  const isMasked = /\S\*(?:\s|$)/.test(text)
  const words = text.replace(/(^|\s)\*+/g, '$1').replace(/\*+(?=[^\s*])/g, ' ')
  return join(
    fields.map((field) => `${field} ${isMasked ? 'all/masked' : 'all'} ${quote(words)}`),
    'or',
  )
}

/** Every word, or with `*` its beginning, in one of the fields; words in one field count most for the relevance. */
function allWords(fields: readonly string[], text: string): string {
  const words = text.split(/\s+/).filter((word) => word.replaceAll('*', '') !== '')
  if (words.length === 0) return 'cql.allRecords=1'
  const whole = wordsIn(fields, text)
  if (fields.length === 1 || words.length === 1 || words.length > MOST_SPREAD_WORDS) return whole
  const spread = words.map((word) => wordsIn(fields, word))
  return join([whole, join(spread, 'and')], 'or')
}

const NUMBER_FIELDS = ['hrid', 'holdings.hrid', 'items.hrid']

function exactly(fields: readonly string[], text: string): string {
  return join(
    fields.map((field) => `${field} == ${quote(text, true)}`),
    'or',
  )
}

const WRITERS: Record<Scope, (text: string) => string> = {
  words: (text) => allWords(WORD_FIELDS, text),
  title: (text) => allWords(['title'], text),
  contributor: (text) => allWords(['contributors'], text),
  subject: (text) => allWords(['subjects'], text),
  publisher: (text) => allWords(['publisher'], text),
  series: (text) => allWords(['series'], text),
  // A book's ISBN stands on its items as their barcode in some libraries.
  isbn: (text) => `(isbn = ${quote(text)} or items.barcode == ${quote(text, true)})`,
  issn: (text) => `issn = ${quote(text)}`,
  identifier: (text) =>
    `(identifiers.value all ${quote(text)} or isbn = ${quote(text)} or oclc = ${quote(text)})`,
  hrid: (text) => join([exactly(NUMBER_FIELDS, text), exactly(['items.barcode'], text)], 'or'),
  uuid: (text) => exactly(['id', 'holdings.id', 'items.id'], text),
  barcode: (text) =>
    join(
      [
        exactly(['items.barcode', 'hrid'], text),
        `oclc = ${quote(text)}`,
        `identifiers.value all ${quote(text)}`,
      ],
      'or',
    ),
  callNumber: (text) => `callNumbers = ${quote(text, true)}`,
  notes: (text) =>
    join(
      [
        'notes.note',
        'administrativeNotes',
        'holdings.notes.note',
        'items.notes.note',
        'items.circulationNotes.note',
      ].map((field) => `${field} all ${quote(text)}`),
      'or',
    ),
  everything: (text) => `cql.all all ${quote(text)}`,
  cql: (text) => text.replace(OWN_SORT, ''),
}

/** The condition that a text in a scope stands for; null for no text. */
export function writeCql(text: string, scope: Scope): string | null {
  const plain = cleanText(text)
  return plain === '' ? null : WRITERS[scope](plain)
}
