import { parameter } from '../../formats/cql/index.ts'
import type { Parameters } from '../../formats/cql/index.ts'
import { fold, words } from '../../formats/text/index.ts'
import { KEY_LENGTH } from '../inventory/index.ts'
import { allValues, inForm, someValue } from './search-field.ts'
import type { TextField } from './search-field.ts'
import { unsupported } from './search-problems.ts'
import {
  beginningOf,
  escapeLike,
  isAnything,
  isWildcard,
  likePattern,
  plainTerm,
  queryLexeme,
  readWildcard,
  spacedWords,
  wordsOfTerm,
  wordsOfWildcard,
} from './search-term.ts'
import type { SearchWord, WildcardWords } from './search-term.ts'

/** Most words of one term; a tsquery and the check of a row grow with each. */
const MOST_WORDS = 500
/** Longest beginning that is looked for in keys, in UTF-16 units; a key has `KEY_LENGTH` characters of its text. */
const LONGEST_BEGINNING = KEY_LENGTH / 2

/** What a text clause is compiled with: the vector of the source, null in scopes that have none. */
export type TextContext = { readonly vector: string | null; readonly parameters: Parameters }

/**
 * The condition of a clause on texts that are searched as one: words may lie in different fields, a phrase or a whole
 * value lies in one of them.
 */
export function matchText(
  fields: readonly TextField[],
  relation: { comparator: string; isString: boolean; isMasked?: boolean },
  term: string,
  context: TextContext,
): string {
  const forms = fields[0]?.termForms
  if (relation.isMasked === true && isWildcard(term)) return matchMaskedWords(fields, term, context)
  if (isWildcard(term)) {
    const terms = forms === undefined ? [term] : forms(term)
    return either(terms.map((one) => matchWildcard(fields, one, context)))
  }
  const plain = plainTerm(term)
  const { comparator } = relation
  if (plain === '' && comparator === '=') return either(fields.map((field) => present(field)))
  if (comparator === '==' && (plain === '' || relation.isString)) return matchWhole(fields, plain, context)
  if (comparator === '==' && plain === '[]')
    return `(${either(fields.map((field) => present(field)))}) is not true`
  const terms = forms === undefined ? [plain] : forms(plain)
  switch (comparator) {
    case '=':
    case 'all':
    case 'adj':
      return either(terms.map((one) => matchWords(fields, one, 'all', context)))
    case 'any':
      return either(terms.map((one) => matchWords(fields, one, 'any', context)))
    case '==':
      return either(terms.map((one) => matchPhrase(fields, one, context)))
    case '<>':
      return `(${either(terms.map((one) => matchWords(fields, one, 'all', context)))}) is not true`
    default:
      throw unsupported(`Comparator '${comparator}' is not supported for full text.`)
  }
}

/** Joins conditions by or, in parentheses when there are several. */
export function either(conditions: readonly string[]): string {
  return conditions.length === 1 ? (conditions[0] ?? 'false') : `(${conditions.join(' or ')})`
}

/** The words of a term in the fields' way of cutting words. */
export function termWords(fields: readonly TextField[], term: string): string[] {
  const found = isSpaced(fields) ? spacedWords(fold(term)) : wordsOfTerm(term)
  if (found.length > MOST_WORDS) throw unsupported(`A term has more than ${MOST_WORDS} words.`)
  return [...new Set(found)]
}

function matchWords(
  fields: readonly TextField[],
  term: string,
  relation: 'all' | 'any',
  context: TextContext,
): string {
  const found = termWords(fields, term)
  if (found.length === 0) return 'false'
  const narrowed = narrowByWords(
    fields,
    found.map((text) => ({ text, isPrefix: false })),
    relation,
    context,
  )
  if (narrowed !== null && isExact(fields)) return narrowed
  const line = lineOf(fields, textsOf(fields))
  const patterns = found.map((word) => `% ${escapeLike(word)} %`)
  const check =
    patterns.length === 1
      ? `${line} like ${parameter(context.parameters, patterns[0]!, 'text')}`
      : `${line} like ${relation} (${patternList(patterns, context)})`
  return narrowed === null ? check : `(${narrowed} and ${check})`
}

/** With the modifier `masked`: every word, and of a word that ends in `*` the beginning, in any of the fields. */
function matchMaskedWords(fields: readonly TextField[], term: string, context: TextContext): string {
  const found = term.split(/\s+/).flatMap((part): SearchWord[] => {
    const parts = termWords(fields, plainTerm(part.replace(/\*+$/, '')))
    const isCut = isWildcard(part)
    return parts.map((text, at) => ({ text, isPrefix: isCut && at === parts.length - 1 }))
  })
  if (found.length === 0) return 'false'
  const narrowed = narrowByWords(fields, found, 'all', context)
  if (narrowed !== null && isExact(fields)) return narrowed
  const line = lineOf(fields, textsOf(fields))
  const patterns = found.map(({ text, isPrefix }) => `% ${escapeLike(text)}${isPrefix ? '' : ' '}%`)
  const check = `${line} like all (${patternList(patterns, context)})`
  return narrowed === null ? check : `(${narrowed} and ${check})`
}

function matchPhrase(fields: readonly TextField[], term: string, context: TextContext): string {
  const found = isSpaced(fields) ? spacedWords(fold(term)) : wordsOfTerm(term)
  if (found.length === 0) return 'false'
  const narrowed = narrowByWords(
    fields,
    termWords(fields, term).map((text) => ({ text, isPrefix: false })),
    'all',
    context,
  )
  if (narrowed !== null && found.length === 1 && isExact(fields)) return narrowed
  const pattern = parameter(context.parameters, `% ${found.map(escapeLike).join(' ')} %`, 'text')
  const check = either(
    fields.map((field) => someValue(field.values, (value) => `${lineOf(fields, value)} like ${pattern}`)),
  )
  return narrowed === null ? check : `(${narrowed} and ${check})`
}

/** Whole values lie in one field, so that each is looked for by itself: the words of one say nothing of another. */
function matchWhole(fields: readonly TextField[], term: string, context: TextContext): string {
  const bound = () => parameter(context.parameters, fold(term.trim()), 'text')
  // Words and not `wordsOfTerm`: a whole value has its own `&` or none.
  const certain = {
    words: [...new Set(words(term))].map((text) => ({ text, isPrefix: false })),
    pieces: [],
  }
  return either(fields.map((field) => inOneField(field, certain, (sql) => `${sql} = ${bound()}`, context)))
}

function matchWildcard(fields: readonly TextField[], term: string, context: TextContext): string {
  const wildcard = readWildcard(term, fold)
  if (isAnything(wildcard)) return either(fields.map((field) => present(field)))
  const pattern = parameter(context.parameters, likePattern(wildcard), 'text')
  const certain = wordsOfWildcard(wildcard)
  const beginning = beginningOf(wildcard)
  const isShort = beginning !== null && beginning.length <= LONGEST_BEGINNING
  const isLike = (sql: string) => `${sql} like ${pattern}`
  const check = either(
    fields.map((field) => {
      if (field.keyColumn === undefined) return inOneField(field, certain, isLike, context)
      if (isShort) return `(${isLike(field.keyColumn)} and ${present(field)})`
      // A key that is as long as keys may be is perhaps not all of the text.
      const rest = `length(${field.keyColumn}) >= ${KEY_LENGTH} and ${inOneField(field, certain, isLike, context)}`
      return `((${isLike(field.keyColumn)} and ${present(field)}) or (${rest}))`
    }),
  )
  const pieces = fields.every(({ lexemes }) => lexemes !== undefined)
    ? piecesInVector(certain.pieces, context)
    : []
  return pieces.length === 0 ? check : `(${[...pieces, check].join(' and ')})`
}

function inOneField(
  field: TextField,
  certain: WildcardWords,
  condition: (sql: string) => string,
  context: TextContext,
): string {
  const check = someValue(field.values, (value) => condition(inForm('fold', value)))
  const narrowed = certain.words.length === 0 ? null : narrowByWords([field], certain.words, 'all', context)
  return narrowed === null ? check : `(${narrowed} and ${check})`
}

/**
 * Conditions that the vector has pieces of words somewhere. No index knows them; but to read the lexemes is many times
 * cheaper than to read the document.
 */
export function piecesInVector(
  pieces: WildcardWords['pieces'],
  { vector, parameters }: TextContext,
): string[] {
  if (vector === null) return []
  return pieces.map(({ text, isEnd }) => {
    const pattern = `%${escapeLike(text)}${isEnd ? "'" : ''}%`
    return `${vector}::text like ${parameter(parameters, pattern, 'text')}`
  })
}

function present({ values }: TextField): string {
  return someValue(values, (value) => `${value} is not null`)
}

/** The condition that the source's vector has words of the fields; null when one of them is not in it. */
function narrowByWords(
  fields: readonly TextField[],
  found: readonly SearchWord[],
  relation: 'all' | 'any',
  { vector, parameters }: TextContext,
): string | null {
  if (vector === null || fields.some(({ lexemes }) => lexemes === undefined)) return null
  const prefixes = [
    ...new Set(fields.flatMap(({ lexemes }) => [...lexemes!.prefixes, ...(lexemes!.shared ?? [])])),
  ]
  const ofWord = ({ text, isPrefix }: SearchWord): string => {
    // What stands between blanks may be several words of the vector.
    const parts = isSpaced(fields) ? words(text) : [text]
    const all = parts.map((part, i) => {
      const choices = prefixes.map((prefix) =>
        queryLexeme(`${prefix}:${part}`, isPrefix && i === parts.length - 1),
      )
      return choices.length === 1 ? choices[0]! : `(${choices.join(' | ')})`
    })
    return all.length === 1 ? all[0]! : `(${all.join(' & ')})`
  }
  const terms = found.filter(({ text }) => words(text).length > 0).map(ofWord)
  if (terms.length === 0 || (relation === 'any' && terms.length < found.length)) return null
  return `${vector} @@ ${parameter(parameters, terms.join(relation === 'any' ? ' | ' : ' & '), 'tsquery')}`
}

/** True when what the vector finds needs no second look. */
function isExact(fields: readonly TextField[]): boolean {
  if (isSpaced(fields)) return false
  const own = new Set(fields.flatMap(({ lexemes }) => lexemes?.prefixes ?? []))
  return fields.every(
    ({ lexemes }) => lexemes?.isCoarse !== true && (lexemes?.shared ?? []).every((prefix) => own.has(prefix)),
  )
}

function isSpaced(fields: readonly TextField[]): boolean {
  return fields.some(({ hasSpacedWords }) => hasSpacedWords === true)
}

function textsOf(fields: readonly TextField[]): string {
  const texts = fields.map(({ values }) => allValues(values))
  return texts.length === 1 ? texts[0]! : `concat_ws(' ', ${texts.join(', ')})`
}

/** The words of a text in one line, a blank before and after each. */
function lineOf(fields: readonly TextField[], sql: string): string {
  return isSpaced(fields)
    ? `(' ' || regexp_replace(octavo.fold(btrim(${sql})), '\\s+', ' ', 'g') || ' ')`
    : `octavo.wordline(replace(${sql}, ' & ', ' and '))`
}

function patternList(patterns: readonly string[], { parameters }: TextContext): string {
  return `array[${patterns.map((pattern) => parameter(parameters, pattern, 'text')).join(', ')}]`
}
