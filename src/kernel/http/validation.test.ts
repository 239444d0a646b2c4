import { describe, expect, it } from 'vitest'
import { Problem } from './problems.ts'
import type { Fault } from './problems.ts'
import { UUID_PATTERN, compileValidator, withoutNulls } from './validation.ts'

const check = compileValidator({
  type: 'object',
  required: ['name', 'contributors'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', maxLength: 5 },
    code: { type: 'string', pattern: '^[a-z]+$' },
    kind: { type: 'string', enum: ['folio', 'local'] },
    amount: { type: 'integer', minimum: 1, maximum: 9 },
    placeId: { type: 'string', format: 'uuid' },
    contributors: {
      type: 'array',
      items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    },
    period: { $ref: '#/definitions/period' },
    details: { type: 'object', additionalProperties: { type: 'string' } },
  },
  definitions: { period: { type: 'object', required: ['days'], properties: { days: { type: 'number' } } } },
})

function faultsOf(value: unknown): Fault[] {
  try {
    check(value)
  } catch (error) {
    expect(error).toBeInstanceOf(Problem)
    const { status, body } = error as Problem
    expect(status).toBe(422)
    const { errors, total_records: total } = body as { errors: Fault[]; total_records: number }
    expect(total).toBe(errors.length)
    return errors
  }
  return []
}

function faultOf(part: object): Fault | undefined {
  return faultsOf({ name: 'a', contributors: [], ...part })[0]
}

describe('the check of a record against its schema', () => {
  it('accepts a good record and changes nothing in it', () => {
    const record = Object.freeze({
      name: 'a',
      contributors: Object.freeze([{ name: 'x', born: '1900' }]),
      amount: 3,
    })
    expect(faultsOf(record)).toEqual([])
  })

  it('names a missing property by its path, as bean validation does', () => {
    expect(faultsOf({ name: 'a', contributors: [{ name: 'x' }, {}] })).toEqual([
      {
        message: 'must not be null',
        type: '1',
        code: 'jakarta.validation.constraints.NotNull.message',
        parameters: [{ key: 'contributors[1].name', value: 'null' }],
      },
    ])
  })

  it('takes null for "not there": a fault where required, nothing elsewhere', () => {
    expect(faultsOf({ name: null, contributors: [] }).map((fault) => fault.parameters)).toEqual([
      [{ key: 'name', value: 'null' }],
    ])
    const nulls = { code: null, kind: null, amount: null, placeId: null, period: null, details: { a: null } }
    expect(faultsOf({ name: 'a', contributors: [null], ...nulls })).toEqual([])
  })

  it('lists every fault of a record, unknown properties first', () => {
    const faults = faultsOf({ contributors: [], colour: 'red', amount: 0 })
    expect(faults.map(({ message }) => message)).toEqual([
      'Unrecognized field "colour", not marked as ignorable (8 known properties: ' +
        '"name", "code", "kind", "amount", "placeId", "contributors", "period", "details")',
      'must not be null',
      'must be greater than or equal to 1',
    ])
    expect(faults[0]).toMatchObject({ code: '-1', parameters: [{ key: '', value: '' }] })
  })

  it.each([
    [
      { name: 'abcdef' },
      'size must be between 0 and 5',
      'jakarta.validation.constraints.Size.message',
      'name',
    ],
    [{ code: 'A' }, 'must match "^[a-z]+$"', 'jakarta.validation.constraints.Pattern.message', 'code'],
    [
      { placeId: 'x' },
      `must match "${UUID_PATTERN}"`,
      'jakarta.validation.constraints.Pattern.message',
      'placeId',
    ],
    [
      { amount: 10 },
      'must be less than or equal to 9',
      'jakarta.validation.constraints.DecimalMax.message',
      'amount',
    ],
    [{ kind: 'x' }, 'must be one of "folio", "local"', '-1', 'kind'],
    [{ amount: '3' }, 'must be of type integer', '-1', 'amount'],
    [{ contributors: 'x' }, 'must be of type array', '-1', 'contributors'],
    [{ period: { days: 'x' } }, 'must be of type number', '-1', 'period.days'],
    [{ details: { a: 1 } }, 'must be of type string', '-1', 'details.a'],
  ])('says what is wrong with %j', (part, message, code, key) => {
    expect(faultOf(part)).toMatchObject({ message, code, parameters: [{ key }] })
  })

  it('shows the value that was sent, cut where it is long', () => {
    expect(faultOf({ code: 'A1' })?.parameters?.[0]?.value).toBe('A1')
    expect(faultOf({ code: 'A'.repeat(500) })?.parameters?.[0]?.value).toBe(`${'A'.repeat(200)}…`)
  })

  it('lists at most a hundred faults', () => {
    expect(faultsOf({ name: 'a', contributors: Array.from({ length: 1000 }, () => ({})) })).toHaveLength(100)
  })
})

describe('leaving nulls out', () => {
  it('drops null properties and entries at any depth', () => {
    const value = { a: null, b: [null, 1, { c: null, d: 2 }], e: { f: null }, g: 0, h: '', i: false }
    expect(withoutNulls(value)).toEqual({ b: [1, { d: 2 }], e: {}, g: 0, h: '', i: false })
  })

  it('keeps a property that is called __proto__ a property', () => {
    const copy = withoutNulls(JSON.parse('{"__proto__":{"a":1}}') as object)
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"a":1}}')
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  })

  it('refuses what is nested endlessly', () => {
    const deep: unknown = JSON.parse('[1,'.repeat(5000) + '1' + ']'.repeat(5000))
    expect(() => withoutNulls(deep)).toThrow('nested more than 100 levels')
  })
})
