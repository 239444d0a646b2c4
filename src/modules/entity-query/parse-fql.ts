import { isNestedDeeply } from '../../kernel/http/nesting.ts'
import { shownValue } from '../../kernel/http/problems.ts'

// FQL, the query language of FOLIO's query builder: a JSON object of fields with conditions, joined with $and
// (folio-org/lib-fqm-query-processor: deserializer/DeserializerFunctions, ConditionDeserializer).

export type Scalar = string | number | boolean

/** What a value of a field is asked. */
export type Test =
  | { kind: 'oneOf'; values: readonly Scalar[] }
  | { kind: 'compare'; sign: '<' | '<=' | '>' | '>='; value: Scalar }
  | { kind: 'startsWith' | 'contains' | 'regex'; text: string }
  | { kind: 'present' }

/** One condition: all of its tests, or none of them where it is negated. */
export type Condition = { field: string; tests: readonly Test[]; isNegated: boolean }

/** Thrown for what is no query; `field` is what the reason is about. */
export class FqlError extends Error {
  readonly field: string
  constructor(field: string, reason: string) {
    super(reason)
    this.field = field
  }
}

/** More would be a query that nobody wrote. */
const MOST_CONDITIONS = 200

/** The version of the fields' names that clients write into a query; no condition. */
const VERSION = '_version'

/**
 * The conditions of a query, which all must hold.
 * @throws FqlError for what is no query, has an unknown operator or a value that the operator does not take
 */
export function parseFql(fqlQuery: string): Condition[] {
  const conditions: Condition[] = []
  const open: unknown[] = [parseJson(fqlQuery)]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isObject(node)) throw new FqlError('fqlQuery', 'A condition must be a JSON object')
    for (const [name, value] of Object.entries(node)) {
      if (name === VERSION) continue
      if (name === '$and') open.push(...conjuncts(value).toReversed())
      else conditions.push(...readConditions(name, value))
      if (conditions.length + open.length > MOST_CONDITIONS) {
        throw new FqlError('fqlQuery', `A query may have ${MOST_CONDITIONS} conditions at most`)
      }
    }
  }
  if (conditions.length === 0) throw new FqlError('fqlQuery', 'The query has no condition')
  return conditions
}

function parseJson(text: string): unknown {
  if (isNestedDeeply(text)) throw new FqlError('fqlQuery', 'The query is nested too deeply')
  try {
    return JSON.parse(text)
  } catch {
    throw new FqlError('fqlQuery', 'The query is not valid JSON')
  }
}

/** A value as it stands in the query; the beginning of one that is long. */
function shown(value: unknown): string {
  return shownValue(JSON.stringify(value))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function conjuncts(value: unknown): unknown[] {
  if (!Array.isArray(value) || value.some((one) => !isObject(one))) {
    throw new FqlError('$and', '$and takes a list of conditions')
  }
  return value as unknown[]
}

function readConditions(field: string, value: unknown): Condition[] {
  if (field.startsWith('$'))
    throw new FqlError(field, `Unknown operator ${field}; conditions are joined with $and`)
  if (!isObject(value)) throw new FqlError(field, `Condition ${shown(value)} is not a JSON object`)
  const entries = Object.entries(value)
  const isKnown = entries.length > 0 && entries.every(([operator]) => Object.hasOwn(OPERATORS, operator))
  if (!isKnown) throw new FqlError(field, `Condition ${shown(value)} contains an invalid operator`)
  return entries.map(([operator, operand]) => ({
    field,
    ...OPERATORS[operator]!({ field, operator, operand }),
  }))
}

type Operation = { field: string; operator: string; operand: unknown }
type Reader = (operation: Operation) => Omit<Condition, 'field'>

const holds = (...tests: Test[]) => ({ tests, isNegated: false })
const fails = (...tests: Test[]) => ({ tests, isNegated: true })

const compare =
  (sign: '<' | '<=' | '>' | '>='): Reader =>
  (operation) =>
    holds({ kind: 'compare', sign, value: scalar(operation, operation.operand) })

const match =
  (kind: 'startsWith' | 'contains' | 'regex', result = holds): Reader =>
  (operation) =>
    result({ kind, text: textOf(operation) })

// $contains_all and the three after it are of earlier versions, for lists; saved queries have them.
const OPERATORS: Readonly<Record<string, Reader>> = {
  $eq: (operation) => holds({ kind: 'oneOf', values: [scalar(operation, operation.operand)] }),
  $ne: (operation) => fails({ kind: 'oneOf', values: [scalar(operation, operation.operand)] }),
  $in: (operation) => holds({ kind: 'oneOf', values: scalars(operation) }),
  $nin: (operation) => fails({ kind: 'oneOf', values: scalars(operation) }),
  $gt: compare('>'),
  $gte: compare('>='),
  $lt: compare('<'),
  $lte: compare('<='),
  $regex: match('regex'),
  $starts_with: match('startsWith'),
  $contains: match('contains'),
  $not_contains: match('contains', fails),
  $contains_all: (operation) => holds(...oneByOne(operation)),
  $not_contains_all: (operation) => fails(...oneByOne(operation)),
  $contains_any: (operation) => holds({ kind: 'oneOf', values: scalars(operation) }),
  $not_contains_any: (operation) => fails({ kind: 'oneOf', values: scalars(operation) }),
  $empty: (operation) => {
    const { operand } = operation
    if (operand === true || operand === 'true') return fails({ kind: 'present' })
    if (operand === false || operand === 'false') return holds({ kind: 'present' })
    throw wrongOperand(operation, 'true or false')
  },
}

function oneByOne(operation: Operation): Test[] {
  return scalars(operation).map((value) => ({ kind: 'oneOf', values: [value] }))
}

function wrongOperand({ field, operator, operand }: Operation, wanted: string): FqlError {
  return new FqlError(field, `${operator} takes ${wanted}, not ${shown(operand)}`)
}

function scalar(operation: Operation, value: unknown): Scalar {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'string') return withoutNul(operation, value)
  throw wrongOperand(operation, 'a text, a number, true or false')
}

function scalars(operation: Operation): Scalar[] {
  if (!Array.isArray(operation.operand)) throw wrongOperand(operation, 'a list of values')
  return operation.operand.map((value) => scalar(operation, value))
}

function textOf(operation: Operation): string {
  if (typeof operation.operand !== 'string') throw wrongOperand(operation, 'a text')
  return withoutNul(operation, operation.operand)
}

/** PostgreSQL's texts have no NUL. */
function withoutNul({ field }: Operation, value: string): string {
  if (value.includes('\0')) throw new FqlError(field, 'A value contains the character U+0000')
  return value
}
