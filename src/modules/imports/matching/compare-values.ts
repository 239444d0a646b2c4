import { withoutNul } from '../../../formats/marc/index.ts'
import { fold, lowered, wordline, words } from '../../../formats/text/index.ts'
import type { CompareForm, ComparisonPart, MatchQuestion, Qualifier } from './match-question.ts'

// The functions here do in JavaScript what functions.sql does in the database; a property test compares them.

/** The text as PostgreSQL stores it: without U+0000, and with U+FFFD for halves of characters. */
export function storable(text: string): string {
  return withoutNul(text.toWellFormed())
}

// eslint-disable-next-line no-control-regex -- the whole of ASCII is meant
const asciiOnly = /^[\x00-\x7f]*$/

/** The text reduced to its digits, or to its letters and digits in any script. */
export function reduce(text: string, part: ComparisonPart | null): string {
  if (part === 'NUMERICS_ONLY') return text.replaceAll(/[^0-9]+/g, '')
  if (part === null) return text
  if (asciiOnly.test(text)) return text.replaceAll(/[^0-9A-Za-z]+/g, '')
  return Array.from(text)
    .filter((letter) => words(letter).length > 0)
    .join('')
}

/** The text as it is compared; '' when nothing is left to compare. */
export function formOf(text: string, part: ComparisonPart | null, form: CompareForm): string {
  const reduced = reduce(text, part)
  if (form === 'fold') return fold(reduced)
  if (form === 'lower') return lowered(reduced)
  if (form === 'words') return wordline(reduced).trim() === '' ? '' : wordline(reduced)
  return reduced
}

/** Whether the text may be compared at all. */
export function isQualified(text: string, qualifier: Qualifier | null): boolean {
  if (qualifier === null) return true
  const { type, value } = qualifier
  if (type === 'BEGINS_WITH') return text.startsWith(value)
  return type === 'ENDS_WITH' ? text.endsWith(value) : text.includes(value)
}

/** The form in which a stored text meets the qualifier of a question. */
export function qualifierForm(form: CompareForm): CompareForm {
  return form === 'words' ? 'fold' : form
}

/** Whether the forms of an existing and an incoming text, neither empty, fulfil the question's criterion. */
export function areMatched(question: MatchQuestion, existing: string, incoming: string): boolean {
  if (question.range !== null) return existing >= question.range.from && existing < question.range.below
  switch (question.criterion) {
    case 'EXACTLY_MATCHES':
      return question.form === 'words' ? existing.includes(incoming) : existing === incoming
    case 'EXISTING_VALUE_CONTAINS_INCOMING_VALUE':
      return existing.includes(incoming)
    case 'INCOMING_VALUE_CONTAINS_EXISTING_VALUE':
      return incoming.includes(existing)
    case 'EXISTING_VALUE_BEGINS_WITH_INCOMING_VALUE':
      return existing.startsWith(incoming)
    case 'INCOMING_VALUE_BEGINS_WITH_EXISTING_VALUE':
      return incoming.startsWith(existing)
    case 'EXISTING_VALUE_ENDS_WITH_INCOMING_VALUE':
      return existing.endsWith(incoming)
    case 'INCOMING_VALUE_ENDS_WITH_EXISTING_VALUE':
      return incoming.endsWith(existing)
  }
}
