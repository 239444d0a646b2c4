import { fold, lowered, normalizeDigits } from '../../formats/text/index.ts'
import { oclcNumber, plainNumber } from '../inventory/index.ts'
import type { Form } from './search-field.ts'

/** A term in the form in which it is compared with values in that form. */
export function termInForm(form: Form, term: string): string {
  if (form === 'raw') return term.trim()
  if (form === 'lower') return lowered(term.trim())
  if (form === 'dense') return lowered(term).replace(/[ -]/g, '')
  return fold(term.trim())
}

/** Applies a normal form between the masks at the ends of a term, which stay. */
export function withinMasks(normalise: (term: string) => string): (term: string) => readonly string[] {
  return (term) => {
    const start = term.startsWith('*') ? '*' : ''
    const end = term.length > 1 && term.endsWith('*') ? '*' : ''
    return [start + normalise(term.slice(start.length, term.length - end.length)) + end]
  }
}

/** A number without blanks, as LCCNs are compared (folio-org/mod-search: NoSpaceNormalizer). */
export const spaceless = withinMasks((term) => term.replace(/\s+/g, ''))

/** Letters and digits only (folio-org/mod-search: ClassificationNumberSearchTermProcessor). */
export const alphanumeric = withinMasks(plainNumber)

/** An OCLC number without letters and leading zeros. */
export const oclcTerm = withinMasks(oclcNumber)

/** A beginning of a call number, letters and digits only (folio-org/mod-search: CallNumberSearchTermProcessor). */
export function callNumberTerm(term: string): readonly string[] {
  return [`${term.toLowerCase().replace(/[^a-z0-9]/g, '')}*`]
}

const isbn10 = /^[0-9]{9}[0-9x]$/
const isbn13 = /^97[89][0-9]{10}$/

/**
 * The numbers under which an ISBN is looked for: without hyphens and blanks, and if it is valid also the other of its
 * two lengths. A term with a mask stays a beginning.
 */
export function isbnTerms(term: string): readonly string[] {
  if (term.includes('*')) return withinMasks(compactIsbn)(term)
  const number = compactIsbn(term)
  if (isbn10.test(number) && isValid10(number)) return [number, to13(number)].map(normalizeDigits)
  if (isbn13.test(number) && number.startsWith('978')) return [number, to10(number)].map(normalizeDigits)
  return [normalizeDigits(number)]
}

/** The first word of a number when it looks like an ISBN, with its check letter; else all of it, folded. */
function compactIsbn(term: string): string {
  const text = fold(term.trim())
  const match = /^([0-9][0-9 \t-]*x?)(?![\p{L}\p{N}])/u.exec(text)
  const digits = match === null ? '' : match[1]!.replace(/[ \t-]/g, '')
  return isbn10.test(digits) || isbn13.test(digits) ? digits : normalizeDigits(text)
}

function isValid10(number: string): boolean {
  let sum = 0
  for (let i = 0; i < 10; i += 1) sum += (10 - i) * (number[i] === 'x' ? 10 : Number(number[i]))
  return sum % 11 === 0
}

function to13(number: string): string {
  const digits = `978${number.slice(0, 9)}`
  let sum = 0
  for (let i = 0; i < 12; i += 1) sum += Number(digits[i]) * (i % 2 === 0 ? 1 : 3)
  return digits + String((10 - (sum % 10)) % 10)
}

function to10(number: string): string {
  const digits = number.slice(3, 12)
  let sum = 0
  for (let i = 0; i < 9; i += 1) sum += (10 - i) * Number(digits[i])
  const check = (11 - (sum % 11)) % 11
  return digits + (check === 10 ? 'x' : String(check))
}
