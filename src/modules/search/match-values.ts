import { parameter } from '../../formats/cql/index.ts'
import { hasEntry } from './match-keyword.ts'
import type { KeywordContext } from './match-keyword.ts'
import type { DateField, FlagField, NumberField } from './search-field.ts'
import { unsupported, valueProblem } from './search-problems.ts'
import { isWildcard, plainTerm } from './search-term.ts'

const ORDER = new Set(['<', '<=', '>', '>='])
const DAY_MS = 86_400_000
const FIRST_INSTANT = Date.parse('0001-01-02T00:00:00Z')
const isoDate =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(Z|[+-]\d{2}:?\d{2})?$/

/** The condition of a clause on a mark, which is false where it is missing. */
export function matchFlag(
  field: FlagField,
  comparator: string,
  term: string,
  name: string,
  context: KeywordContext,
): string {
  const text = plainTerm(term).toLowerCase()
  if (isWildcard(term) || (text === '' && comparator === '=')) return 'true'
  if (text !== 'true' && text !== 'false') throw valueProblem('Invalid boolean value', name, text)
  if (ORDER.has(comparator)) throw unsupported(`Comparator '${comparator}' is not supported.`)
  const isWanted = (text === 'true') !== (comparator === '<>')
  const condition = field.entry === undefined ? field.condition : hasEntry(field.entry, context)
  return isWanted ? condition : `(${condition}) is not true`
}

/**
 * The condition of a clause on a time. A date without a time is all of that day.
 *
 * @throws Problem 422 for a text that is no date of ISO 8601
 */
export function matchDate(
  { column }: DateField,
  comparator: string,
  term: string,
  name: string,
  { parameters }: KeywordContext,
): string {
  const text = plainTerm(term)
  if (isWildcard(term) || (text === '' && comparator === '=')) return `${column} is not null`
  const span = readDate(text)
  if (span === null) throw valueProblem('Invalid date format', name, text)
  const at = (time: string) => parameter(parameters, time, 'timestamptz')
  switch (comparator) {
    case '<':
      return `${column} < ${at(span.from)}`
    case '>=':
      return `${column} >= ${at(span.from)}`
    case '<=':
      return span.to === null ? `${column} <= ${at(span.from)}` : `${column} < ${at(span.to)}`
    case '>':
      return span.to === null ? `${column} > ${at(span.from)}` : `${column} >= ${at(span.to)}`
    default:
  }
  const isThen =
    span.to === null
      ? `${column} = ${at(span.from)}`
      : `(${column} >= ${at(span.from)} and ${column} < ${at(span.to)})`
  return comparator === '<>' ? `(${isThen}) is not true` : isThen
}

/** The condition of a clause on a number. @throws Problem 422 for a text that is none */
export function matchNumber(
  { column }: NumberField,
  comparator: string,
  term: string,
  name: string,
  { parameters }: KeywordContext,
): string {
  const text = plainTerm(term).trim()
  if (isWildcard(term) || (text === '' && comparator === '=')) return `${column} is not null`
  if (!/^-?\d{1,9}$/.test(text)) throw valueProblem('Invalid number', name, text)
  const bound = parameter(parameters, text, 'int')
  if (ORDER.has(comparator) || comparator === '<>') return `${column} ${comparator} ${bound}`
  return `${column} = ${bound}`
}

/** The instant that a text names, or with `to` the span of a day; null for a text that is no date. */
function readDate(text: string): { from: string; to: string | null } | null {
  const match = isoDate.exec(text)
  if (match === null) return null
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0', zone = 'Z'] = match
  // Date.parse takes the 30th of February for a day of March.
  if (new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() !== Number(day))
    return null
  const offset = zone === 'Z' || zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`
  const instant = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}${offset}`)
  // The database's calendar has no year 0.
  if (Number.isNaN(instant) || instant < FIRST_INSTANT) return null
  const iso = (ms: number) => new Date(ms).toISOString()
  return { from: iso(instant), to: match[4] === undefined ? iso(instant + DAY_MS) : null }
}
