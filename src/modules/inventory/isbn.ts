import { readFileSync } from 'node:fs'
import path from 'node:path'

const tenDigits = /^(?:(\d{9}[\dX])|(\d{1,5})[- ](\d{1,7})[- ](\d{1,6})[- ]([\dX]))$/
const thirteenDigits = /^(97[89])(?:(\d{10})|[- ](\d{1,5})[- ](\d{1,7})[- ](\d{1,6})[- ](\d))$/

/** The ten characters of a valid ISBN-10, with or without hyphens or blanks; null for anything else. */
export function isbn10Of(text: string): string | null {
  const match = tenDigits.exec(text.trim())
  const code = match?.slice(1).join('')
  return code?.length === 10 && code[9] === checkDigit10(code) ? code : null
}

/** The thirteen digits of a valid ISBN-13, with or without hyphens or blanks; null for anything else. */
export function isbn13Of(text: string): string | null {
  const match = thirteenDigits.exec(text.trim())
  const code = match?.slice(1).join('')
  return code?.length === 13 && code[12] === checkDigit13(code) ? code : null
}

/** The ISBN-13 of an ISBN-10; null when it is not valid. */
export function convertTo13(text: string): string | null {
  const code = isbn10Of(text)
  if (code === null) return null
  const stem = `978${code.slice(0, 9)}`
  return stem + checkDigit13(stem)
}

/** The ISBN-10 of an ISBN-13; null when it is not valid or, beginning with 979, has none. */
export function convertTo10(text: string): string | null {
  const code = isbn13Of(text)
  if (code === null || !code.startsWith('978')) return null
  const stem = code.slice(3, 12)
  return stem + checkDigit10(stem)
}

/** ISO 2108: weights 10 to 2, modulo 11, `X` for ten. */
function checkDigit10(code: string): string {
  let sum = 0
  for (let i = 0; i < 9; i += 1) sum += Number(code[i]) * (10 - i)
  const digit = (11 - (sum % 11)) % 11
  return digit === 10 ? 'X' : String(digit)
}

/** ISO 2108: weights 1 and 3 in turn, modulo 10. */
function checkDigit13(code: string): string {
  let sum = 0
  for (let i = 0; i < 12; i += 1) sum += Number(code[i]) * (i % 2 === 0 ? 1 : 3)
  return String((10 - (sum % 10)) % 10)
}

type Range = { first: string; last: string }

let ranges: ReadonlyMap<string, readonly Range[]> | undefined

/** Registrant ranges by prefix and group, from the International ISBN Agency's range message. */
function registrantRanges(): ReadonlyMap<string, readonly Range[]> {
  ranges ??= new Map(
    Object.entries(
      JSON.parse(readFileSync(path.join(import.meta.dirname, 'isbn-ranges.json'), 'utf8')) as Record<
        string,
        string
      >,
    ).map(([group, text]) => [
      group,
      text.split(' ').map((range) => {
        const [first = '', last = ''] = range.split('-')
        return { first, last }
      }),
    ]),
  )
  return ranges
}

/**
 * A valid ISBN of either length with hyphens between its parts; null for anything else. Where no registrant
 * range is known the part before the check digit stays whole.
 */
export function hyphenated(text: string): string | null {
  const short = isbn10Of(text)
  const code = short ?? isbn13Of(text)
  if (code === null) return null
  const prefix = short === null ? code.slice(0, 3) : '978'
  const digits = code.slice(short === null ? 3 : 0, -1)
  const parts = partsOf(prefix, digits) ?? [digits]
  return [...(short === null ? [prefix] : []), ...parts, code.slice(-1)].join('-')
}

function partsOf(prefix: string, digits: string): string[] | null {
  for (let length = 1; length <= 5; length += 1) {
    const group = digits.slice(0, length)
    const rest = digits.slice(length)
    const range = registrantRanges()
      .get(`${prefix}-${group}`)
      ?.find(({ first, last }) => rest.slice(0, first.length) >= first && rest.slice(0, last.length) <= last)
    if (range) return [group, rest.slice(0, range.first.length), rest.slice(range.first.length)]
  }
  return null
}
