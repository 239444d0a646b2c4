import type { MarcField, MarcRecord } from '../../formats/marc/index.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { containsAny } from './criterion.ts'
import type { Criterion } from './criterion.ts'
import type { Operand } from './search-expression.ts'
import { storedLeaderStatus } from './source-record-row.ts'

const OPERATORS = ['=', '^=', 'not=', 'from', 'to', 'in', 'is']

function checkOperator({ key, operator, value }: Operand): void {
  if (OPERATORS.includes(operator)) return
  throw textProblem(
    400,
    `The given binary operator is not supported [key: ${key}, operator: ${operator}, value: ${value}]. Supported operators: [${OPERATORS.join(', ')}]`,
  )
}

function unsupportedKey({ key, operator, value }: Operand): Error {
  return textProblem(
    400,
    `The given key is not supported [key: ${key}, operator: ${operator}, value: ${value}]`,
  )
}

function unsupportedOperator({ operator }: Operand, what: string): Error {
  return textProblem(400, `Operator [${operator}] is not supported for the given ${what} operand`)
}

const leaderKey = /^p_(05|06|07|08|09|10|11|17|18|19|20|21|22|00_04|12_16)$/

/** `p_05 = 'c'`, `p_00_04 not= '01542'`: positions of the leader. @throws Problem 400 */
export function leaderCriterion(operand: Operand): Criterion {
  checkOperator(operand)
  const { key, operator, value } = operand
  const positions = leaderKey.exec(key)?.[1]
  if (positions === undefined) throw unsupportedKey(operand)
  if (operator !== '=' && operator !== 'not=') throw unsupportedOperator(operand, 'Leader')
  const [from, to = from] = positions.split('_').map(Number)
  const isWanted = (text: string): boolean => (text === value) === (operator === '=')
  // The column has no blanks, so it answers only for a status that there is.
  const isColumn = positions === '05' && operator === '=' && storedLeaderStatus(value) !== null
  return {
    sql: isColumn ? (bind) => `s.leader_status = ${bind(value)}` : null,
    isExact: isColumn,
    holds: (record) => isWanted(record.leader.slice(from, to! + 1)),
  }
}

type FieldTest = (field: MarcField) => boolean

/**
 * An operand over fields: `245.a ^= 'Semantic'`, `035.ind1 = '#'`, `001.value = 'x'`, `008.00_05 = '830419'`,
 * `005.date in '20141106-20141108'`, `010.a is 'absent'`. It holds when one occurrence of the field satisfies it,
 * also with `not=`; `is 'absent'` holds when there is none.
 * @throws Problem 400 for keys, operators and values that are not offered
 */
export function fieldCriterion(operand: Operand): Criterion {
  checkOperator(operand)
  const { key } = operand
  const tag = key.slice(0, 3)
  const rest = /^\d{3}\.(.+)$/.exec(key)?.[1]
  if (rest === undefined) throw unsupportedKey(operand)
  if (/^ind[12]$/.test(rest)) return indicatorCriterion(operand, tag, rest as 'ind1' | 'ind2')
  if (/^[0-9a-z]$/.test(rest))
    return valueCriterion(operand, tag, 'SubField', (field) => codeValues(field, rest))
  if (rest === 'value') return valueCriterion(operand, tag, 'Value', allValues)
  if (/^\d{2,3}_\d{2,3}$/.test(rest)) return positionCriterion(operand, tag, rest)
  if (rest === 'date') return dateCriterion(operand, tag)
  throw unsupportedKey(operand)
}

function allValues({ value, subfields }: MarcField): string[] {
  return subfields === null ? [value] : subfields.map((subfield) => subfield.value)
}

function codeValues({ subfields }: MarcField, code: string): string[] {
  return (subfields ?? []).filter((subfield) => subfield.code === code).map(({ value }) => value)
}

function onField(tag: string, test: FieldTest, sql: Criterion['sql'] = null): Criterion {
  return { sql, isExact: false, holds: (record) => hasField(record, tag, test) }
}

function hasField(record: MarcRecord, tag: string, test: FieldTest): boolean {
  return record.fields.some((field) => field.tag === tag && test(field))
}

function valueCriterion(
  operand: Operand,
  tag: string,
  what: string,
  valuesOf: (field: MarcField) => string[],
): Criterion {
  const { operator, value: wanted } = operand
  const some =
    (test: (value: string) => boolean): FieldTest =>
    (field) =>
      valuesOf(field).some(test)
  switch (operator) {
    case '=':
      return onField(
        tag,
        some((value) => value === wanted),
        containsAny([wanted]),
      )
    case '^=':
      return onField(
        tag,
        some((value) => value.startsWith(wanted)),
        containsAny([wanted]),
      )
    case 'not=':
      return onField(
        tag,
        some((value) => value !== wanted),
      )
    case 'is': {
      const isPresent = readPresence(operand)
      return {
        sql: null,
        isExact: false,
        holds: (record) =>
          hasField(
            record,
            tag,
            some(() => true),
          ) === isPresent,
      }
    }
    default:
      throw unsupportedOperator(operand, what)
  }
}

/** A blank indicator is written `#`; it is there (`present`) when it is not blank. */
function indicatorCriterion(operand: Operand, tag: string, name: 'ind1' | 'ind2'): Criterion {
  const { operator, value: wanted } = operand
  const shown = (field: MarcField): string => (field[name].trim() === '' ? '#' : field[name])
  const onData = (test: (indicator: string) => boolean): Criterion =>
    onField(tag, (field) => field.subfields !== null && test(shown(field)))
  switch (operator) {
    case '=':
      return onData((indicator) => indicator === wanted)
    case '^=':
      return onData((indicator) => indicator.startsWith(wanted))
    case 'not=':
      return onData((indicator) => indicator !== wanted)
    case 'is': {
      const isPresent = readPresence(operand)
      return onData((indicator) => (indicator !== '#') === isPresent)
    }
    default:
      throw unsupportedOperator(operand, 'Indicator')
  }
}

function readPresence({ value }: Operand): boolean {
  if (value === 'present') return true
  if (value === 'absent') return false
  throw textProblem(400, `Value [${value}] is not supported for the given Presence operand`)
}

/** `03_02` are two characters from position 3, counted from 0. */
function positionCriterion(operand: Operand, tag: string, positions: string): Criterion {
  const { operator, value: wanted } = operand
  const [start, length] = positions.split('_').map(Number)
  if (wanted.length !== length) {
    throw textProblem(
      400,
      `The length of the value [${wanted}] should be equal to the end position [expected length = ${length}]`,
    )
  }
  if (operator !== '=' && operator !== 'not=') throw unsupportedOperator(operand, 'Position')
  return onField(tag, (field) =>
    allValues(field).some(
      (value) => (value.slice(start, start! + length!) === wanted) === (operator === '='),
    ),
  )
}

const datePattern = /^\d{8}$/

function dateCriterion(operand: Operand, tag: string): Criterion {
  const { key, operator, value } = operand
  const dates = value.split('-')
  for (const date of dates) {
    if (datePattern.test(date)) continue
    throw textProblem(400, `The given date [${date}] is in a wrong format. Expected date pattern: [yyyymmdd]`)
  }
  const [first, second] = dates as [string, string?]
  const tests: Record<string, ((date: string) => boolean) | undefined> =
    second === undefined
      ? {
          '=': (date) => date === first,
          'not=': (date) => date !== first,
          from: (date) => date >= first,
          to: (date) => date <= first,
        }
      : { in: (date) => date >= first && date <= second }
  const test = dates.length > 2 ? undefined : tests[operator]
  if (!test) throw textProblem(400, `The given expression [${key} ${operator} '${value}'] is not supported`)
  return onField(tag, (field) =>
    allValues(field).some((text) => datePattern.test(text.slice(0, 8)) && test(text.slice(0, 8))),
  )
}
