/** What a text in the search box can be about: the scopes of the selector. */
export const SCOPES = [
  'words',
  'title',
  'contributor',
  'subject',
  'isbn',
  'issn',
  'identifier',
  'hrid',
  'uuid',
  'barcode',
  'callNumber',
  'publisher',
  'series',
  'notes',
  'everything',
  'cql',
] as const
export type Scope = (typeof SCOPES)[number]

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const HRID = /^(?:(?:in|ho|it|bw)\d{3,}|[a-z]{2,8}\d{5,})$/i
const LIBRARY_OF_CONGRESS = /^[a-z]{1,3}\s?\d{1,4}(?:\.\d+)?\s*\.?\s?[a-z]\d/i
const LC_CLASS = /^[a-z]{1,3}\d{1,4}(?:\.\d+)?(?:\s+\d{4})?$/i
const DEWEY = /^\d{3}(?:\.\d+)(?:\s+\S+)*$|^\d{3}\s+[a-z]\S*(?:\s+\S+)*$/i

/** A text as a scanner or a person sent it, without the control characters that some scanners add. */
export function cleanText(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001F\u007F]/g, ' ').trim()
}

/** True for 10 or 13 digits with the right check digit; dashes and blanks do not count. */
export function isIsbn(text: string): boolean {
  const digits = text.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{9}[\dX]$/.test(digits)) {
    const sum = Array.from(digits).reduce(
      (all, digit, at) => all + (10 - at) * (digit === 'X' ? 10 : Number(digit)),
      0,
    )
    return sum % 11 === 0
  }
  if (!/^97[89]\d{10}$/.test(digits)) return false
  return (
    Array.from(digits).reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0
  )
}

/** True for `1234-567X` with the right check digit. */
export function isIssn(text: string): boolean {
  if (!/^\d{4}-\d{3}[\dX]$/i.test(text)) return false
  const digits = text.replace('-', '').toUpperCase()
  const sum = Array.from(digits).reduce(
    (all, digit, at) => all + (8 - at) * (digit === 'X' ? 10 : Number(digit)),
    0,
  )
  return sum % 11 === 0
}

/** True for a text that looks like a call number or its beginning. */
export function isCallNumber(text: string): boolean {
  return LIBRARY_OF_CONGRESS.test(text) || LC_CLASS.test(text) || DEWEY.test(text)
}

/**
 * What a text can mean, the likeliest first; the last is always words. The first is searched unless another is chosen.
 */
export function readText(text: string): Scope[] {
  const plain = cleanText(text)
  if (plain === '') return ['words']
  const found: Scope[] = []
  if (isIsbn(plain)) found.push('isbn')
  if (isIssn(plain)) found.push('issn')
  if (UUID.test(plain)) found.push('uuid')
  if (HRID.test(plain)) found.push('hrid')
  const isNumber = /^\d{5,}$/.test(plain.replace(/[\s-]/g, ''))
  if (isNumber) found.push('barcode')
  if (isCallNumber(plain)) found.push('callNumber')
  if (!isNumber && /^\S+\d{4,}$/.test(plain) && !isIssn(plain)) found.push('barcode')
  return [...found, 'words']
}
