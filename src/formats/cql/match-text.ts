import { fold, lowered, unaccented, words } from '../text/index.ts'
import { isOrderRelation, isWordRelation, unknownRelation } from './clause.ts'
import type { Clause, Modifiers } from './clause.ts'
import { CqlError } from './error.ts'
import { listParameter, parameter } from './parameters.ts'
import type { Parameters } from './parameters.ts'
import { literalOf, wholePattern, wordPattern } from './term.ts'
import type { WholePattern, Word, WordPattern } from './term.ts'

/** A text in the database, in the forms that comparisons need. */
export type TextOperand = {
  /** The text as it was written. */
  readonly raw: string
  /** SQL whose words are the words of the text, and which is null when it is: the cheapest at hand. */
  readonly spoken: string
  /** A column that holds the folded or lowered form already. */
  readonly stored?: { readonly form: TextForm; readonly sql: string }
  readonly ignoreCase: boolean
  readonly ignoreAccents: boolean
  readonly words?: WordVector
  /** True when whole values are better found through the word vector first, for want of a column. */
  readonly hasOnlyWords?: boolean
  readonly sort?: readonly string[]
}

/** A tsvector column with lexemes `<prefix>:<word>`; a coarse one may have words that the text has not. */
export type WordVector = { readonly vector: string; readonly prefix: string; readonly isCoarse?: boolean }

/** A form in which texts are compared; the names are those of the functions that make it. */
export type TextForm = 'fold' | 'lowered' | 'unaccented' | 'raw'

const normalisers: Readonly<Record<TextForm, (text: string) => string>> = {
  fold,
  lowered,
  unaccented,
  raw: (text) => text,
}

/**
 * The condition of a clause on a text.
 *
 * @throws CqlError for a mask where none may stand, a term that is no number with `/number`, or a relation
 *   that is not known
 */
export function matchText(operand: TextOperand, clause: Clause, parameters: Parameters): string {
  const { comparator, modifiers, node } = clause
  const isNumeric = modifiers.isNumber && !['adj', 'all', 'any'].includes(comparator)
  if (isNumeric && (isWordRelation(comparator) || isWhole(comparator) || isOrderRelation(comparator))) {
    return matchNumber(`octavo.as_number(${operand.raw})`, clause, parameters)
  }
  if (isWordRelation(comparator)) return matchWords(operand, comparator, node.term, parameters)
  if (comparator === '==') return matchWhole(operand, [clause], parameters)
  if (comparator === '<>') return matchOtherThan(operand, clause, parameters)
  if (!isOrderRelation(comparator)) throw unknownRelation(clause)
  const form = formOf(operand, modifiers)
  const bound = parameter(parameters, normalisers[form](literalOf(node.term)), 'text')
  return `${inForm(operand, form)} ${comparator} ${bound}`
}

/** The condition that a text is one of several whole values (`==` joined by or), masks and all. */
export function matchWhole(operand: TextOperand, clauses: readonly Clause[], parameters: Parameters): string {
  const first = clauses[0]
  if (first === undefined) return 'false'
  if (first.modifiers.isNumber) {
    return either(clauses.map((clause) => matchText(operand, clause, parameters)))
  }
  const form = formOf(operand, first.modifiers)
  const sql = inForm(operand, form)
  const equal = new Set<string>()
  const conditions: string[] = []
  for (const { node } of clauses) {
    const pattern = wholePattern(node.term, normalisers[form])
    if (pattern.kind === 'present') conditions.push(`${operand.spoken} is not null`)
    else if (pattern.kind === 'equal' && clauses.length > 1 && operand.hasOnlyWords !== true) {
      equal.add(pattern.text)
    } else conditions.push(onePattern(operand, sql, pattern, parameters))
  }
  if (equal.size === 1) conditions.unshift(`${sql} = ${parameter(parameters, [...equal].join(''), 'text')}`)
  if (equal.size > 1) conditions.unshift(`${sql} = any(${listParameter(parameters, [...equal], 'text')})`)
  return either(conditions)
}

/**
 * The condition of a word relation.
 *
 * @throws CqlError for a mask elsewhere than at the end of a word
 */
export function matchWords(
  operand: TextOperand,
  comparator: string,
  term: string,
  parameters: Parameters,
): string {
  const pattern = wordPattern(term)
  if (pattern.kind === 'everything') return 'true'
  if (pattern.kind === 'nothing') return 'false'
  if (pattern.kind === 'present') return `${operand.spoken} is not null`
  const isPhrase = comparator === '=' || comparator === 'adj'
  if (operand.words === undefined) return matchLine(operand, comparator, pattern.words, parameters)
  const condition = matchVector(
    operand.words,
    pattern.words,
    comparator === 'any' ? ' | ' : ' & ',
    parameters,
  )
  const isExact = !isPhrase || pattern.words.length === 1
  if (isExact && operand.words.isCoarse !== true) return condition
  return `(${condition} and ${matchLine(operand, comparator, pattern.words, parameters)})`
}

/** The condition that a word vector has the words of a pattern, for use before a dearer check; null without one. */
export function narrowByWords(
  vector: WordVector | undefined,
  comparator: string,
  pattern: WordPattern,
  parameters: Parameters,
): string | null {
  if (vector === undefined || pattern.kind !== 'words') return null
  return matchVector(vector, pattern.words, comparator === 'any' ? ' | ' : ' & ', parameters)
}

/**
 * The condition of a comparison with a number, given the numeric expression.
 *
 * @throws CqlError when the term is not a number
 */
export function matchNumber(sql: string, clause: Clause, parameters: Parameters): string {
  const term = literalOf(clause.node.term)
  if (term === '' && clause.comparator === '=') return `${sql} is not null`
  if (!isNumber(term)) {
    throw new CqlError(`CQL: Invalid number after '${clause.node.index}${clause.comparator}': ${term}`)
  }
  const comparator = clause.comparator === '==' ? '=' : clause.comparator
  return `${sql} ${comparator} ${parameter(parameters, term, 'numeric')}`
}

/** True for what `octavo.as_number` reads as a number. */
export function isNumber(text: string): boolean {
  return text.length <= 1000 && /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?$/.test(text)
}

/** The sort expressions of a text. */
export function sortText(operand: TextOperand, modifiers: Modifiers): readonly string[] {
  if (modifiers.isNumber) return [`octavo.as_number(${operand.raw})`]
  const form = formOf(operand, modifiers)
  const isUsual = form === formOf(operand, { isNumber: false, isDescending: false, properties: [] })
  if (operand.sort !== undefined && isUsual) return operand.sort
  const sql = inForm(operand, form)
  return [`left(${sql}, 600)`, sql]
}

/** Joins conditions by or, in parentheses when there are several. */
export function either(conditions: readonly string[]): string {
  return conditions.length === 1 ? (conditions[0] ?? 'false') : `(${conditions.join(' or ')})`
}

function isWhole(comparator: string): boolean {
  return comparator === '==' || comparator === '<>'
}

function formOf(operand: TextOperand, modifiers: Modifiers): TextForm {
  const ignoreCase = modifiers.ignoreCase ?? operand.ignoreCase
  const ignoreAccents = modifiers.ignoreAccents ?? operand.ignoreAccents
  if (ignoreCase) return ignoreAccents ? 'fold' : 'lowered'
  return ignoreAccents ? 'unaccented' : 'raw'
}

function inForm(operand: TextOperand, form: TextForm): string {
  if (operand.stored?.form === form) return operand.stored.sql
  return form === 'raw' ? operand.raw : `octavo.${form}(${operand.raw})`
}

function matchOtherThan(operand: TextOperand, clause: Clause, parameters: Parameters): string {
  const form = formOf(operand, clause.modifiers)
  const sql = inForm(operand, form)
  const pattern = wholePattern(clause.node.term, normalisers[form])
  if (pattern.kind === 'present') return 'false'
  return pattern.kind === 'equal'
    ? `${sql} <> ${parameter(parameters, pattern.text, 'text')}`
    : `${sql} not like ${parameter(parameters, pattern.pattern, 'text')}`
}

function onePattern(
  operand: TextOperand,
  sql: string,
  pattern: Exclude<WholePattern, { kind: 'present' }>,
  parameters: Parameters,
): string {
  const condition =
    pattern.kind === 'equal'
      ? `${sql} = ${parameter(parameters, pattern.text, 'text')}`
      : `${sql} like ${parameter(parameters, pattern.pattern, 'text')}`
  if (operand.hasOnlyWords !== true) return condition
  const narrowed = narrowByWords(operand.words, '=', wordsOfWhole(pattern), parameters)
  return narrowed === null ? condition : `(${narrowed} and ${condition})`
}

/** The words that a value has for certain when it is whole like this; JSON texts have others than the vector. */
function wordsOfWhole(pattern: Exclude<WholePattern, { kind: 'present' }>): WordPattern {
  const text = pattern.kind === 'equal' ? pattern.text : pattern.beginning
  const found = /^\s*[[{]/.test(text) ? [] : words(text)
  if (found.length === 0) return { kind: 'everything' }
  const isOpen = pattern.kind === 'like'
  return {
    kind: 'words',
    words: found.map((word, i) => ({ text: word, isPrefix: isOpen && i === found.length - 1 })),
  }
}

function matchVector(
  { vector, prefix }: WordVector,
  found: readonly Word[],
  joiner: string,
  parameters: Parameters,
): string {
  const lexemes = found.map((word) => {
    const lexeme = `${prefix}:${word.text}`.replace(/['\\]/g, '$&$&')
    return `'${lexeme}'${word.isPrefix ? ':*' : ''}`
  })
  return `${vector} @@ ${parameter(parameters, lexemes.join(joiner), 'tsquery')}`
}

function matchLine(
  operand: TextOperand,
  comparator: string,
  found: readonly Word[],
  parameters: Parameters,
): string {
  const line = `octavo.wordline(${operand.spoken})`
  // Words are letters, digits and marks only, so none means anything in LIKE or in a regular expression.
  if (comparator === 'all' || comparator === 'any') {
    const patterns = found.map((word) => `% ${word.text}${word.isPrefix ? '%' : ' %'}`)
    if (patterns.length === 1) return `${line} like ${parameter(parameters, patterns[0] ?? '', 'text')}`
    return `${line} like ${comparator}(${listParameter(parameters, patterns, 'text')})`
  }
  if (found.some((word, i) => word.isPrefix && i < found.length - 1)) {
    const expression = found.map((word) => ` ${word.text}${word.isPrefix ? '[^ ]*' : ''}`).join('')
    const end = found.at(-1)?.isPrefix === true ? '' : ' '
    return `${line} ~ ${parameter(parameters, expression + end, 'text')}`
  }
  const end = found.at(-1)?.isPrefix === true ? '%' : ' %'
  const pattern = `% ${found.map((word) => word.text).join(' ')}${end}`
  return `${line} like ${parameter(parameters, pattern, 'text')}`
}
