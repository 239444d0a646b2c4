import type { StaticValueDetails } from '../../import-profiles/index.ts'
import type { MatchQuestion } from './match-question.ts'

/** A value that a match profile gives itself: a text, or days, both ends included. */
export type StaticValue = { text: string; range: MatchQuestion['range'] }

/**
 * Reads the static value of a match expression. Dates are compared as text, as FOLIO compares them; a stored time of
 * the last day still belongs to it.
 * @returns the value, or what is wrong with it in words.
 */
export function readStatic(details: StaticValueDetails | null | undefined): StaticValue | string {
  const { staticValueType: type, text, number, exactDate, fromDate, toDate } = details ?? {}
  if (type === 'TEXT') return plain(text)
  // FOLIO's interface sends numbers as texts, other clients as numbers.
  if (type === 'NUMBER') return plain(number === undefined || number === null ? undefined : String(number))
  if (type === 'EXACT_DATE') return days(exactDate, exactDate)
  if (type === 'DATE_RANGE') return days(fromDate, toDate)
  return 'the static value has no type'
}

function plain(text: string | undefined): StaticValue | string {
  return text === undefined || text === null || text === ''
    ? 'the static value is missing'
    : { text, range: null }
}

function days(from: string | undefined, to: string | undefined): StaticValue | string {
  const first = dayOf(from)
  const last = dayOf(to)
  if (first === null || last === null) return 'the static date is missing or is no date'
  return { text: first, range: { from: first, below: nextDay(last) } }
}

function dayOf(text: string | undefined): string | null {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(text)) return null
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10)
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}
