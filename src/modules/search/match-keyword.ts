import { listParameter, parameter } from '../../formats/cql/index.ts'
import { hasUuidShape } from '../../kernel/ids.ts'
import { FACET_SEPARATOR, facetEntry, shortId } from '../inventory/index.ts'
import { either, piecesInVector } from './match-text.ts'
import type { TextContext } from './match-text.ts'
import { termInForm } from './normal-forms.ts'
import { inForm, someValue } from './search-field.ts'
import type { KeywordField } from './search-field.ts'
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
} from './search-term.ts'

/** Where filters are answered: by the word index, or by the facets alone when nothing else is asked. */
export type KeywordContext = TextContext & { readonly filters: 'words' | 'facets' }

const plainPiece = /^[a-z0-9]+$/
const RANGES = new Set(['<', '<=', '>', '>='])

/** The condition of a clause on a text that is compared as a whole. */
export function matchKeyword(
  field: KeywordField,
  comparator: string,
  term: string,
  context: KeywordContext,
): string {
  if (isWildcard(term) || field.termForms?.(plainTerm(term)).some(isWildcard)) {
    const terms = field.termForms === undefined ? [term] : field.termForms(term)
    return either(terms.map((one) => matchMasked(field, one, context)))
  }
  const plain = plainTerm(term)
  switch (comparator) {
    case '=':
      return plain === '' ? present(field, context) : matchEqual(field, [plain], context)
    case '==':
      return plain === '[]' ? `(${present(field, context)}) is not true` : matchEqual(field, [plain], context)
    case 'all':
    case 'any':
    case 'adj':
      return matchEqual(field, [plain], context)
    case '<>':
      return `(${matchEqual(field, [plain], context)}) is not true`
    default:
  }
  if (!RANGES.has(comparator)) throw unsupported(`Comparator '${comparator}' is not supported.`)
  const bound = parameter(context.parameters, termInForm(field.form, plain), 'text')
  return compare(field, (sql) => `${sql} ${comparator} ${bound}`)
}

/** The condition that a field has one of several values, none of them a wildcard. */
export function matchEqual(field: KeywordField, terms: readonly string[], context: KeywordContext): string {
  const forms = terms.flatMap((term) => field.termForms?.(term) ?? [term])
  const values = [...new Set(forms.map((term) => termInForm(field.form, term)))]
  if (field.facet !== undefined) return matchEntries(field, values, context)
  if (field.uuidColumn !== undefined) {
    const ids = values.filter(hasUuidShape)
    if (ids.length === 0) return 'false'
    return ids.length === 1
      ? `${field.uuidColumn} = ${parameter(context.parameters, ids[0]!, 'uuid')}`
      : `${field.uuidColumn} = any(${listParameter(context.parameters, ids, 'uuid')})`
  }
  const check = () =>
    values.length === 1
      ? compare(field, (sql) => `${sql} = ${parameter(context.parameters, values[0]!, 'text')}`)
      : compare(field, (sql) => `${sql} = any(${listParameter(context.parameters, values, 'text')})`)
  const narrowed = narrow(field, values, false, context)
  if (narrowed === null) return check()
  return field.isNarrowExact === true ? narrowed : `(${narrowed} and ${check()})`
}

/** The condition that the field has any value. */
function present(field: KeywordField, context: KeywordContext): string {
  if (field.facet !== undefined && context.filters === 'facets') {
    return `instance.facets like ${parameter(context.parameters, `%${FACET_SEPARATOR}${field.facet.letter}:%`, 'text')}`
  }
  const column = field.uuidColumn ?? field.column
  return column === undefined
    ? someValue(field.values, (sql) => `${sql} is not null`)
    : `${column} is not null`
}

function matchMasked(field: KeywordField, term: string, context: KeywordContext): string {
  const wildcard = readWildcard(term, (text) => maskedForm(field, text))
  if (isAnything(wildcard)) return present(field, context)
  // Made only where it is used: the database refuses a parameter that no expression has.
  const check = () => {
    const pattern = parameter(context.parameters, likePattern(wildcard), 'text')
    return compare(field, (sql) => `${sql} like ${pattern}`)
  }
  const beginning = beginningOf(wildcard)
  const narrowed = beginning === null ? null : narrow(field, [beginning], true, context)
  if (narrowed !== null) return field.isNarrowExact === true ? narrowed : `(${narrowed} and ${check()})`
  // The lexemes of such a field are whole values, in which letters and digits stand as they are.
  const pieces = field.narrow === undefined ? [] : wildcard.texts.filter((text) => plainPiece.test(text))
  const inVector = piecesInVector(
    pieces.map((text) => ({ text, isEnd: false })),
    context,
  )
  return inVector.length === 0 ? check() : `(${[...inVector, check()].join(' and ')})`
}

/** Blanks at the ends of a part of a term are inside of the value. */
function maskedForm(field: KeywordField, text: string): string {
  const start = /^\s*/.exec(text)![0]
  if (field.form === 'dense') return termInForm('dense', text)
  if (start === text) return text
  const end = /\s*$/.exec(text)![0]
  return start + termInForm(field.form, text) + end
}

function compare(field: KeywordField, condition: (sql: string) => string): string {
  if (field.column !== undefined) return condition(field.column)
  if (field.uuidColumn !== undefined) return condition(`${field.uuidColumn}::text`)
  return someValue(field.values, (sql) =>
    condition(field.valueForm === undefined ? inForm(field.form, sql) : field.valueForm(sql)),
  )
}

function narrow(
  field: KeywordField,
  values: readonly string[],
  isBeginning: boolean,
  { vector, parameters }: KeywordContext,
): string | null {
  if (vector === null || field.narrow === undefined) return null
  const queries = values.map((value) => field.narrow!(value, isBeginning))
  if (queries.includes(null)) return null
  return `${vector} @@ ${parameter(parameters, queries.join(' | '), 'tsquery')}`
}

function matchEntries(field: KeywordField, values: readonly string[], context: KeywordContext): string {
  const { letter, isId } = field.facet!
  const entries = values.map((value) => (isId ? `${letter}:${shortId(value)}` : facetEntry(letter, value)))
  if (context.filters === 'words') {
    const query = entries.map((entry) => queryLexeme(entry)).join(' | ')
    return `instance.words @@ ${parameter(context.parameters, query, 'tsquery')}`
  }
  return either(entries.map((entry) => hasEntry(entry, context)))
}

/** The condition that `instance.facets` has an entry. */
export function hasEntry(entry: string, { parameters }: TextContext): string {
  const pattern = `%${FACET_SEPARATOR}${escapeLike(entry)}${FACET_SEPARATOR}%`
  return `instance.facets like ${parameter(parameters, pattern, 'text')}`
}
