import { isWordRelation, isOrderRelation } from './clause.ts'
import type { Clause } from './clause.ts'
import { matchText } from './match-text.ts'
import type { TextOperand } from './match-text.ts'
import { parameter } from './parameters.ts'
import type { Parameters } from './parameters.ts'

const local = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d)(?::(\d\d)(?::(\d\d)(?:\.(\d+))?)?)?)?)?)?$/
const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)$/

/**
 * The condition of a clause on a timestamptz column. FOLIO compares the text of the date, so that
 * `> "2026-01"` is met by all of January; a term with a zone is compared as the instant it names, which gives
 * the same wherever the zone is UTC. What is neither is compared as text, without an index.
 */
export function matchTimestamp(column: string, clause: Clause, parameters: Parameters): string {
  const { comparator, node, modifiers } = clause
  const { term } = node
  if (term === '' && isWordRelation(comparator)) return `${column} is not null`
  const isWhole = comparator === '==' || comparator === '<>'
  if (!modifiers.isNumber && (isWhole || isOrderRelation(comparator))) {
    if (isInstant(term)) {
      return `${column} ${comparator === '==' ? '=' : comparator} ${parameter(parameters, term, 'timestamptz')}`
    }
    const condition = isWhole
      ? matchPeriod(column, comparator, term, parameters)
      : matchOrder(column, comparator, term, parameters)
    if (condition !== null) return condition
  }
  return matchText(timestampText(column), clause, parameters)
}

/** A timestamptz column as the text that stands for it in documents. */
export function timestampText(column: string): TextOperand {
  const text = `(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"') collate "C")`
  return { raw: text, spoken: text, ignoreCase: true, ignoreAccents: true }
}

function matchOrder(column: string, comparator: string, term: string, parameters: Parameters): string | null {
  const period = periodOf(term)
  if (period === null) return null
  // The text of a stored date goes on where the term ends, so it never equals it: > is >=, and <= is <.
  return `${column} ${comparator.charAt(0) === '>' ? '>=' : '<'} ${bound(parameters, period.start)}`
}

function matchPeriod(
  column: string,
  comparator: string,
  term: string,
  parameters: Parameters,
): string | null {
  const period = term.endsWith('*') ? periodOf(term.replace(/\*+$/, '')) : null
  if (period === null) return null
  const condition = `${column} >= ${bound(parameters, period.start)} and ${column} < ${bound(parameters, period.end)}`
  return comparator === '==' ? `(${condition})` : `not (${condition})`
}

function bound(parameters: Parameters, milliseconds: number): string {
  return parameter(parameters, new Date(milliseconds).toISOString(), 'timestamptz')
}

/** The times whose text begins with the given beginning of a date, from `start` up to `end`; null when unreadable. */
function periodOf(text: string): { start: number; end: number } | null {
  const match = local.exec(text)
  if (match === null) return null
  const [, year = '', month, day, hour, minute, second, fraction] = match
  if (year < '0001' || year > '9998') return null
  const milliseconds = (fraction ?? '').slice(0, 3).padEnd(3, '0')
  const iso = `${year}-${month ?? '01'}-${day ?? '01'}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}.${milliseconds}Z`
  const start = Date.parse(iso)
  // Date.parse takes February 30 for March 2, and hour 24 for the next day.
  if (Number.isNaN(start) || new Date(start).toISOString() !== iso) return null
  // Stored dates have three digits and then a plus sign, which sorts before any further digit.
  if (fraction !== undefined && fraction.length > 3) return { start: start + 1, end: start + 1 }
  return { start, end: endOf(start, match) }
}

function endOf(start: number, match: RegExpExecArray): number {
  const [, , month, day, hour, minute, second, fraction] = match
  const end = new Date(start)
  if (fraction !== undefined) return start + 10 ** (3 - fraction.length)
  if (second !== undefined) return start + 1_000
  if (minute !== undefined) return start + 60_000
  if (hour !== undefined) return start + 3_600_000
  if (day !== undefined) return start + 86_400_000
  if (month !== undefined) return end.setUTCMonth(end.getUTCMonth() + 1)
  return end.setUTCFullYear(end.getUTCFullYear() + 1)
}

function isInstant(text: string): boolean {
  if (!zoned.test(text)) return false
  const day = text.slice(0, 10)
  const offset = /[+-](\d\d):?(\d\d)$/.exec(text)
  if (offset !== null && (Number(offset[1]) > 15 || Number(offset[2]) > 59)) return false
  return periodOf(text.slice(0, 16)) !== null && day >= '0002' && !Number.isNaN(Date.parse(text))
}
