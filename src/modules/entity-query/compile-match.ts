import { fold, lowered, unaccented } from '../../formats/text/index.ts'
import { shownValue } from '../../kernel/http/problems.ts'
import { hasUuidShape } from '../../kernel/ids.ts'
import type { Match, TextMatch } from './column.ts'
import type { Scalar, Test } from './parse-fql.ts'

/** Collects the parameters of a statement. */
export type Parameters = { values: unknown[]; add(value: unknown): string }

/** Parameters that are numbered from `first` on. */
export function newParameters(first: number): Parameters {
  const values: unknown[] = []
  return { values, add: (value) => `$${first + values.push(value) - 1}` }
}

/** Thrown for a value that can't be one of the field; the message is the reason. */
export class ValueError extends Error {}

/** SQL that is true when a test holds for a row, otherwise false or null. @throws ValueError */
export function compileTest(match: Match, row: string, test: Test, parameters: Parameters): string {
  if (test.kind === 'present') return present(match, row)
  switch (match.kind) {
    case 'text':
      return testText(match, row, test, parameters)
    case 'uuid':
      return testUuid(match, row, test, parameters)
    case 'number':
      return testNumber(match.sql(row), test, parameters)
    case 'boolean':
      return testBoolean(match.sql(row), test, parameters)
    case 'instant':
      return testInstant(match.sql(row), test, parameters)
    case 'day':
      return testDay(match.sql(row), test, parameters)
    case 'reference': {
      const { id, isText, list } = match
      const named = `${list.table}_wanted`
      const name: TextMatch = { kind: 'text', form: 'folded', sql: list.name, id: (one) => `${one}.id` }
      const key = `${named}.id${isText ? '::text' : ''}`
      return `${id(row)} in (select ${key} from ${list.table} ${named} where ${testText(name, named, test, parameters)})`
    }
    case 'list':
      return `exists (select from ${match.elements(row)} as e (value) where ${compileTest(match.item, 'e', test, parameters)})`
  }
}

/**
 * SQL that is true when a field has a value. Empty texts are none, and a list has none when one of its elements has
 * none (folio-org/mod-fqm-manager: FqlToSqlConverterService.handleEmpty).
 */
function present(match: Match, row: string): string {
  switch (match.kind) {
    case 'text':
      return `${match.sql(row)} <> ''`
    case 'reference':
      return `${match.id(row)} is not null`
    case 'list': {
      const elements = `${match.elements(row)} as e (value)`
      return `exists (select from ${elements}) and not exists (select from ${elements} where (${present(match.item, 'e')}) is not true)`
    }
    default:
      return `${match.sql(row)} is not null`
  }
}

type ValueTest = Exclude<Test, { kind: 'present' }>

function quoted(value: Scalar): string {
  return shownValue(JSON.stringify(value))
}

function testText(match: TextMatch, row: string, test: ValueTest, parameters: Parameters): string {
  const form = match.form === 'folded' ? fold : lowered
  const sql = match.isKey
    ? match.sql(row)
    : `octavo.${match.form === 'folded' ? 'fold' : 'lowered'}(${match.sql(row)})`
  const valueOf = (value: Scalar) => cut(form(String(value)), match.length)
  switch (test.kind) {
    case 'oneOf': {
      const same = equals(sql, test.values.map(valueOf), parameters)
      const ids = match.id === undefined ? [] : test.values.filter(hasUuidShape)
      return ids.length === 0 ? same : `(${same} or ${match.id!(row)} = any(${parameters.add(ids)}::uuid[]))`
    }
    case 'compare':
      return `${sql} collate "C" ${test.sign} ${parameters.add(valueOf(test.value))}`
    case 'startsWith':
      return `${sql} ^@ ${parameters.add(valueOf(test.text))}`
    case 'contains':
      return `strpos(${sql}, ${parameters.add(form(test.text))}) > 0`
    case 'regex':
      return `${sql} ~* ${parameters.add(match.form === 'folded' ? unaccented(test.text) : test.text)}`
  }
}

function cut(text: string, length: number | undefined): string {
  return length === undefined || text.length <= length ? text : Array.from(text).slice(0, length).join('')
}

/** One value is compared as such: any index is found for it, and the plan knows how common it is. */
function equals(sql: string, values: readonly unknown[], parameters: Parameters, type = 'text'): string {
  return values.length === 1
    ? `${sql} = ${parameters.add(values[0])}::${type}`
    : `${sql} = any(${parameters.add(values)}::${type}[])`
}

function testUuid(
  match: Extract<Match, { kind: 'uuid' }>,
  row: string,
  test: ValueTest,
  parameters: Parameters,
): string {
  if (test.kind === 'oneOf') {
    for (const value of test.values) {
      if (!hasUuidShape(value)) throw new ValueError(`takes a UUID, not ${quoted(value)}`)
    }
    const ids = test.values.map((value) => String(value).toLowerCase())
    return match.isText
      ? equals(`lower(${match.sql(row)})`, ids, parameters)
      : equals(match.sql(row), ids, parameters, 'uuid')
  }
  if (test.kind === 'compare') throw new ValueError("is a UUID and can't be compared with less and more")
  const asText: TextMatch = { kind: 'text', form: 'lowered', sql: (one) => `(${match.sql(one)})::text` }
  return testText(asText, row, test, parameters)
}

function noText(test: ValueTest, kind: string): never {
  throw new ValueError(
    `is ${kind} and can't be searched as text${'text' in test ? ` (${quoted(test.text)})` : ''}`,
  )
}

function testNumber(sql: string, test: ValueTest, parameters: Parameters): string {
  if (test.kind === 'oneOf') return equals(sql, test.values.map(numberOf), parameters, 'numeric')
  if (test.kind !== 'compare') return noText(test, 'a number')
  return `${sql} ${test.sign} ${parameters.add(numberOf(test.value))}::numeric`
}

/** A number as text, so that none of its digits is lost. */
function numberOf(value: Scalar): string {
  const text = String(value).trim()
  if (typeof value === 'boolean' || !/^-?\d{1,30}(\.\d{1,30})?$/.test(text)) {
    throw new ValueError(`takes a number, not ${quoted(value)}`)
  }
  return text
}

function testBoolean(sql: string, test: ValueTest, parameters: Parameters): string {
  if (test.kind === 'compare')
    throw new ValueError("is true or false and can't be compared with less and more")
  if (test.kind !== 'oneOf') return noText(test, 'true or false')
  const values = test.values.map((value) => {
    const text = String(value).toLowerCase()
    if (text !== 'true' && text !== 'false') throw new ValueError(`takes true or false, not ${quoted(value)}`)
    return text
  })
  return equals(sql, values, parameters)
}

/**
 * Instants are compared by days that begin at the given moment: clients send midnight of the library's time zone, in
 * UTC, and mean the day (folio-org/mod-fqm-manager: FqlToSqlConverterService.handleDateTime).
 */
function testInstant(sql: string, test: ValueTest, parameters: Parameters): string {
  const within = (value: Scalar) => {
    const start = instantOf(value)
    return `(${sql} >= ${parameters.add(start)}::timestamptz and ${sql} < ${parameters.add(dayAfter(start))}::timestamptz)`
  }
  if (test.kind === 'oneOf')
    return test.values.length === 0 ? 'false' : `(${test.values.map(within).join(' or ')})`
  if (test.kind !== 'compare') return noText(test, 'a date')
  const start = instantOf(test.value)
  const isAfterDay = test.sign === '>' || test.sign === '<='
  const bound = `${parameters.add(isAfterDay ? dayAfter(start) : start)}::timestamptz`
  return `${sql} ${test.sign.startsWith('>') ? '>=' : '<'} ${bound}`
}

const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/
const DAY_MS = 86_400_000
const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

function instantOf(value: Scalar): string {
  const text = String(value)
  if (INSTANT.test(text)) {
    const inUtc = text.length === 10 || /(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`
    const time = Date.parse(inUtc)
    if (time >= EARLIEST && time <= LATEST && isRealDay(text.slice(0, 10)))
      return new Date(time).toISOString()
  }
  throw new ValueError(`takes a date such as 2024-05-31 or 2024-05-31T22:00:00.000, not ${quoted(value)}`)
}

/** The year after 9999 has a sign in JavaScript, and none in PostgreSQL. */
function dayAfter(instant: string): string {
  return new Date(Date.parse(instant) + DAY_MS).toISOString().replace(/^\+0/, '')
}

/** False for days that no month has; JavaScript takes them for days of the next. */
function isRealDay(text: string): boolean {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function testDay(sql: string, test: ValueTest, parameters: Parameters): string {
  if (test.kind === 'oneOf') return equals(sql, test.values.map(dayOf), parameters)
  if (test.kind !== 'compare') return noText(test, 'a date')
  return `${sql} collate "C" ${test.sign} ${parameters.add(dayOf(test.value))}`
}

function dayOf(value: Scalar): string {
  const text = String(value)
  if (INSTANT.test(text) && isRealDay(text.slice(0, 10))) return text.slice(0, 10)
  throw new ValueError(`takes a date such as 2024-05-31, not ${quoted(value)}`)
}
