import { Ajv } from 'ajv'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { faultsProblem, shownValue, textProblem } from './problems.ts'
import type { Fault } from './problems.ts'

/** A JSON Schema (draft 7 words; typebox's schemas are such objects). */
export type JsonSchema = Readonly<Record<string, unknown>>

const NOT_NULL = 'jakarta.validation.constraints.NotNull.message'
const PATTERN = 'jakarta.validation.constraints.Pattern.message'
const SIZE = 'jakarta.validation.constraints.Size.message'
const MAX_INT = 2_147_483_647
// One request may break every rule of a thousand rows; nobody reads more faults than this.
const MAX_FAULTS = 100

/** The pattern of uuids in FOLIO's schemas (folio-org/raml: schemas/uuid.schema). */
export const UUID_PATTERN =
  '^[a-fA-F0-9]{8}-[a-fA-F0-9]{4}-[1-5][a-fA-F0-9]{3}-[89abAB][a-fA-F0-9]{3}-[a-fA-F0-9]{12}$'

const dateTime =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:([0-5]\d|60)(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  allowUnionTypes: true,
  strictTypes: false,
  strictRequired: false,
})
ajv.addFormat('uuid', new RegExp(UUID_PATTERN))
ajv.addFormat('date-time', dateTime)

const FORMAT_PATTERNS: Record<string, string> = { uuid: UUID_PATTERN, 'date-time': dateTime.source }

/**
 * Makes a check of values against `schema`. The check changes nothing: it neither removes nor converts.
 * A `null` counts as "not there", as it does for FOLIO's servers. The schema is compiled on first use.
 * The check throws a 422 Problem that lists every fault as FOLIO does (folio-org/raml-module-builder:
 * domain-models-runtime `RestRouting.isValidRequest`); unknown properties come first.
 *
 * @example
 * const check = compileValidator({ type: 'object', required: ['name'], properties: { name: { type: 'string' } } })
 * check({ name: 'Book' })
 */
export function compileValidator(schema: JsonSchema): (value: unknown) => void {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= ajv.compile(admitNull(schema, true))
    if (validate(value)) return
    throw faultsProblem(toFaults(validate.errors ?? []))
  }
}

/** The same schema, in which each optional value may also be null. Required ones fail with data null. */
function admitNull(schema: JsonSchema, isRequired: boolean): JsonSchema {
  const admitted: Record<string, unknown> = { ...schema }
  const required = (schema.required ?? []) as string[]
  if (isSchema(schema.properties)) {
    admitted.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [
        name,
        isSchema(property) ? admitNull(property, required.includes(name)) : property,
      ]),
    )
  }
  if (isSchema(schema.items)) admitted.items = admitNull(schema.items, false)
  if (isSchema(schema.additionalProperties)) {
    admitted.additionalProperties = admitNull(schema.additionalProperties, false)
  }
  for (const name of ['$defs', 'definitions']) {
    const group = schema[name]
    if (isSchema(group)) {
      admitted[name] = Object.fromEntries(
        Object.entries(group).map(([key, member]) => [
          key,
          isSchema(member) ? admitNull(member, true) : member,
        ]),
      )
    }
  }
  if (isRequired) return admitted
  if (typeof admitted.type === 'string' && !('const' in admitted) && !('not' in admitted)) {
    admitted.type = [admitted.type, 'null']
    if (Array.isArray(admitted.enum)) admitted.enum = [...admitted.enum, null]
    return admitted
  }
  if (Object.keys(admitted).length === 0) return admitted
  return { if: { type: 'null' }, else: admitted }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toFaults(errors: readonly ErrorObject[]): Fault[] {
  const unknown: Fault[] = []
  const others: Fault[] = []
  const nullPaths = new Set<string>()
  for (const error of errors) {
    if (unknown.length + others.length >= MAX_FAULTS) break
    if (error.keyword === 'if') continue
    if (error.keyword === 'additionalProperties') {
      unknown.push(unknownProperty(error))
      continue
    }
    const fault = toFault(error)
    if (fault.code === NOT_NULL) {
      const key = fault.parameters![0]!.key
      if (nullPaths.has(key)) continue
      nullPaths.add(key)
    }
    others.push(fault)
  }
  return [...unknown, ...others]
}

/** Jackson's text without the Java class; its parameter is empty in FOLIO too. */
function unknownProperty(error: ErrorObject): Fault {
  const { additionalProperty } = error.params as { additionalProperty: string }
  const parent = error.parentSchema as JsonSchema | undefined
  const known = Object.keys((parent?.properties ?? {}) as object).map((name) => `"${name}"`)
  return {
    message: `Unrecognized field "${additionalProperty}", not marked as ignorable (${known.length} known properties: ${known.join(', ')})`,
    type: '1',
    code: '-1',
    parameters: [{ key: '', value: '' }],
  }
}

function toFault(error: ErrorObject): Fault {
  const path = propertyPath(error.instancePath)
  if (error.keyword === 'required') {
    const { missingProperty } = error.params as { missingProperty: string }
    return notNull(path === '' ? missingProperty : `${path}.${missingProperty}`)
  }
  if (error.data === null) return notNull(path)
  const [message, code] = wording(error)
  return { message, type: '1', code, parameters: [{ key: path, value: shownValue(error.data) }] }
}

function notNull(key: string): Fault {
  return { message: 'must not be null', type: '1', code: NOT_NULL, parameters: [{ key, value: 'null' }] }
}

function wording(error: ErrorObject): [message: string, code: string] {
  const params = error.params as Record<string, unknown>
  const schema = error.parentSchema as JsonSchema
  switch (error.keyword) {
    case 'pattern':
      return [`must match "${String(params.pattern)}"`, PATTERN]
    case 'format':
      return [`must match "${FORMAT_PATTERNS[String(params.format)] ?? String(params.format)}"`, PATTERN]
    case 'minLength':
    case 'maxLength':
      return [size(schema.minLength, schema.maxLength), SIZE]
    case 'minItems':
    case 'maxItems':
      return [size(schema.minItems, schema.maxItems), SIZE]
    case 'minimum':
      return [
        `must be greater than or equal to ${String(params.limit)}`,
        'jakarta.validation.constraints.DecimalMin.message',
      ]
    case 'maximum':
      return [
        `must be less than or equal to ${String(params.limit)}`,
        'jakarta.validation.constraints.DecimalMax.message',
      ]
    case 'enum': {
      const allowed = (params.allowedValues as unknown[]).filter((value) => value !== null)
      return [`must be one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}`, '-1']
    }
    case 'type':
      return [
        `must be of type ${[params.type]
          .flat()
          .filter((type) => type !== 'null')
          .join(' or ')}`,
        '-1',
      ]
    default:
      return [error.message ?? `breaks the rule "${error.keyword}"`, '-1']
  }
}

function size(min: unknown, max: unknown): string {
  return `size must be between ${Number(min ?? 0)} and ${Number(max ?? MAX_INT)}`
}

/** `/contributors/0/name` as FOLIO names it: `contributors[0].name`. */
function propertyPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('')
}

// Far deeper than any record, far less than what exhausts the stack.
const MAX_DEPTH = 100

/**
 * A copy without properties and array entries that are null, at any depth: FOLIO's servers store none.
 * @throws Problem 400 for a value nested more than 100 levels deep.
 */
export function withoutNulls<T>(value: T, depth = 0): T {
  if (depth > MAX_DEPTH) throw textProblem(400, `The record is nested more than ${MAX_DEPTH} levels deep.`)
  if (Array.isArray(value)) {
    return value
      .filter((entry) => entry !== null)
      .map((entry: unknown) => withoutNulls(entry, depth + 1)) as T
  }
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    if (member !== null && member !== undefined) setOwn(copy, name, withoutNulls(member, depth + 1))
  }
  return copy as T
}

/** Sets a property that may be called `__proto__` without touching the prototype. */
function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}
