import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseFql } from '../../src/modules/entity-query/parse-fql.ts'
import {
  fieldsOf,
  isWhole,
  newCondition,
  operatorsOf,
  writeFql,
} from '../../web/src/features/bulk-edit/start/fql.ts'
import type { QueryField } from '../../web/src/features/bulk-edit/start/fql.ts'

const fields: QueryField[] = fieldsOf([
  { name: 'items.barcode', labelAlias: 'Barcode', queryable: true, dataType: { dataType: 'stringType' } },
  {
    name: 'items.status_name',
    labelAlias: 'Status',
    queryable: true,
    dataType: { dataType: 'stringType' },
    values: [{ value: 'Available', label: 'Available' }],
  },
  { name: 'items.order', labelAlias: 'Order', queryable: true, dataType: { dataType: 'integerType' } },
  {
    name: 'items.id',
    labelAlias: 'Id',
    queryable: true,
    hidden: true,
    dataType: { dataType: 'rangedUUIDType' },
  },
  { name: 'items.made', labelAlias: 'Made', queryable: false, dataType: { dataType: 'stringType' } },
])

test('fields are those that can be asked about and are shown', () => {
  expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
    ['items.barcode', 'text'],
    ['items.status_name', 'choice'],
    ['items.order', 'number'],
  ])
})

test('conditions become a query that the server reads as them', () => {
  const condition = fc.constantFrom(...fields).chain((field) =>
    fc.record({
      key: fc.constant('1'),
      field: fc.constant(field.name),
      operator: fc.constantFrom(...operatorsOf(field.kind)),
      value:
        field.kind === 'number'
          ? fc.nat().map(String)
          : fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
    }),
  )
  fc.assert(
    fc.property(fc.array(condition, { minLength: 1, maxLength: 5 }), (conditions) => {
      expect(conditions.every(isWhole)).toBe(true)
      const read = parseFql(writeFql(conditions, fields))
      expect(read.map(({ field }) => field)).toEqual(conditions.map(({ field }) => field))
    }),
  )
})

test('a condition without a field or a value is not whole', () => {
  expect(isWhole(newCondition())).toBe(false)
  expect(isWhole({ ...newCondition(), field: 'items.barcode' })).toBe(false)
  expect(isWhole({ ...newCondition(), field: 'items.barcode', operator: 'empty' })).toBe(true)
})
