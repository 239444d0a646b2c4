import { withoutNul } from '../../formats/marc/record.ts'
import type { MappingRun, TextFunction } from './mapping-run.ts'

const endingPunctuation = ';:,/+= '

/** Removes characters up to U+0020 at both ends, as Java's `String.trim` does; other Unicode blanks stay. */
export function trim(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text.charCodeAt(start) <= 0x20) start++
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

/** Removes one period at the end. */
export function trimPeriod(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text
}

/** Removes one of `; : , / + =` or a blank at the end. */
export function removeEndingPunctuation(text: string): string {
  return text !== '' && endingPunctuation.includes(text[text.length - 1]!) ? text.slice(0, -1) : text
}

/**
 * Trims, then removes one period or comma at the end, except after an initial (`Smith, J.`) or a hyphen; an initial
 * with a comma before its period loses the comma (`Smith, J,.` gives `Smith, J.`).
 */
export function trimPunctuation(text: string): string {
  const trimmed = trim(text)
  if (trimmed.endsWith('.')) {
    if (isInitial(trimmed, trimmed.length - 1)) return trimmed
    if (trimmed.endsWith(',.') && isInitial(trimmed, trimmed.length - 2)) return `${trimmed.slice(0, -2)}.`
    return trimmed.slice(0, -1)
  }
  return trimmed.endsWith(',') ? trimmed.slice(0, -1) : trimmed
}

/** True when one character after a blank stands before `end`. */
function isInitial(text: string, end: number): boolean {
  const last = text.charCodeAt(end - 1)
  const start = last >= 0xdc00 && last <= 0xdfff ? end - 2 : end - 1
  if (start < 1) return false
  const before = text.charCodeAt(start - 1)
  return before === 0x20 || (before >= 0x09 && before <= 0x0d)
}

/** The first character in upper case, when that is one character too. */
export function capitalize(text: string): string {
  const point = text.codePointAt(0)
  if (point === undefined) return text
  const first = String.fromCodePoint(point)
  const upper = first.toUpperCase()
  return upper === first || upper.length !== first.length ? text : upper + text.slice(first.length)
}

/**
 * Removes a non-filing prefix: the first n characters, n being the second indicator. FOLIO removes the prefix wherever
 * it occurs, so `The The` with n = 4 loses both (folio-org/data-import-processing-core: NormalizationFunction.java).
 */
export function removePrefixByIndicator(text: string, run: MappingRun): string {
  const length = run.field.ind2.charCodeAt(0) - 0x30
  if (!(length > 0 && length < 10 && length < text.length)) return text
  const prefix = text.slice(0, length)
  return text.includes(prefix, length) ? text.replaceAll(prefix, '') : text.slice(length)
}

/** The last part of a text joined by `~`, empty parts at the end left out. */
export function lastPart(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 0x7e) end--
  return text.slice(text.lastIndexOf('~', end - 1) + 1, end)
}

/** Characters from…to-1; nothing when the text has no character at `to`. */
export function charSelect(from: number, to: number): (text: string) => string {
  return (text) => (text.length < to + 1 ? '' : text.slice(from, to))
}

/** Appends the subfields named in `codes`, in that order, that follow the current one up to a stop code. */
export function concatSubfields(codes: readonly string[], stopCodes: readonly string[]): TextFunction {
  return (text, run) => {
    const { subfields } = run
    const start = run.position >= 0 ? run.position : positionOf(text, run)
    const own = subfields[start]?.code
    let end = start + 1
    while (
      end < subfields.length &&
      subfields[end]!.code !== own &&
      !stopCodes.includes(subfields[end]!.code)
    )
      end++
    if (end === start + 1) return text
    let result = text
    for (const code of codes) {
      for (let i = start + 1; i < end; i++)
        if (subfields[i]!.code === code) result += ` ${subfields[i]!.value}`
    }
    return result
  }
}

function positionOf(text: string, run: MappingRun): number {
  const at = run.subfields.findIndex((subfield) => subfield.value === text)
  return at < 0 ? 0 : at
}

/**
 * The text as it goes into the document: without one backslash at the end (unless it is to stay), `|` as a blank, and
 * without U+0000, which PostgreSQL cannot store (folio-org/data-import-processing-core: Escaper.java).
 */
export function finishText(text: string, keepTrailingBackslash: boolean): string {
  let result = text
  if (!keepTrailingBackslash && result.charCodeAt(result.length - 1) === 0x5c) result = result.slice(0, -1)
  if (result.includes('|')) result = result.replaceAll('|', ' ')
  return withoutNul(result)
}
