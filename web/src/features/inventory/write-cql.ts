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

/** One word, or with `*` the beginning, end or middle of one. */
function oneWord(fields: readonly string[], word: string): string {
  if (!word.includes('*'))
    return join(
      fields.map((field) => `${field} all ${quote(word)}`),
      'or',
    )
  // A mask compares with the whole value; a half word stands at its beginning or behind a blank.
  const forms = word.startsWith('*') ? [`${word}${word.endsWith('*') ? '' : '*'}`] : [word, `* ${word}`]
  const open = forms.map((form) => (form.endsWith('*') ? [form] : [form, `${form} *`])).flat()
  return join(
    fields.flatMap((field) => open.map((form) => `${field} = ${quote(form)}`)),
    'or',
  )
}

/** Every word in one of the fields; words in one field count most for the order by relevance. */
function allWords(fields: readonly string[], text: string): string {
  const words = text.split(/\s+/).filter((word) => word.replaceAll('*', '') !== '')
  if (words.length === 0) return 'cql.allRecords=1'
  const hasMask = words.some((word) => word.includes('*'))
  if (fields.length === 1 && !hasMask) return `${fields[0]} all ${quote(text)}`
  const whole = hasMask
    ? []
    : [
        join(
          fields.map((field) => `${field} all ${quote(text)}`),
          'or',
        ),
      ]
  if (words.length > MOST_SPREAD_WORDS && !hasMask) return whole[0]!
  if (words.length === 1) return oneWord(fields, words[0]!)
  return join(
    [
      ...whole,
      join(
        words.map((word) => oneWord(fields, word)),
        'and',
      ),
    ],
    'or',
  )
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
  callNumber: (text) =>
    `(itemNormalizedCallNumbers = ${quote(text)} or holdingsNormalizedCallNumbers = ${quote(text)})`,
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
