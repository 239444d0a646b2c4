import { describe, expect, test } from 'vitest'
import { planMove } from '../../web/src/features/inventory-record/plan-move.ts'
import {
  nextRow,
  renumberRows,
  repeatedBarcodes,
  resizeRows,
  restOfRows,
  rowsToSave,
} from '../../web/src/features/inventory-record/quick-add-rows.ts'
import type { NewRow } from '../../web/src/features/inventory-record/quick-add-rows.ts'

function row(key: number, part: Partial<NewRow> = {}): NewRow {
  return { key, barcode: '', volume: '', enumeration: '', copyNumber: '', note: '', ...part }
}

describe('rows of new items', () => {
  test('copy numbers go on from the row before, and from another first one', () => {
    const rows = resizeRows([], 3, '4')
    expect(rows.map(({ copyNumber }) => copyNumber)).toEqual(['4', '5', '6'])
    expect(renumberRows(rows, '10').map(({ copyNumber }) => copyNumber)).toEqual(['10', '11', '12'])
    expect(nextRow([row(1, { copyNumber: 'a' })]).copyNumber).toBe('')
  })

  test('fewer rows never take away what was typed', () => {
    const rows = [row(1, { barcode: '1' }), row(2, { note: 'x' }), row(3)]
    expect(resizeRows(rows, 1, '').map(({ key }) => key)).toEqual([1, 2])
  })

  test('rows with something in them are saved and leave; without any, all are', () => {
    const rows = [row(1, { barcode: '1' }), row(2), row(3, { volume: 'v.1' })]
    expect(rowsToSave(rows).map(({ key }) => key)).toEqual([1, 3])
    expect(restOfRows(rows, rowsToSave(rows)).map(({ key }) => key)).toEqual([2])
    const blank = [row(1), row(2)]
    expect(rowsToSave(blank)).toEqual(blank)
    expect(restOfRows(blank, blank).map(({ key }) => key)).toEqual([3])
  })

  test('the second row with a barcode is the one that repeats it, letter case aside', () => {
    const rows = [row(1, { barcode: 'Ab1' }), row(2, { barcode: 'aB1' }), row(3), row(4)]
    expect([...repeatedBarcodes(rows)]).toEqual([2])
  })
})

test('a move tells which items go, whose location changes, and which keep their own', () => {
  const target = { id: 'to', instanceId: 'i', effectiveLocationId: 'annex' }
  const item = (id: string, part: object) => ({
    id,
    holdingsRecordId: 'from',
    status: { name: 'Available' },
    ...part,
  })
  const items = [
    item('1', { effectiveLocation: { id: 'main' } }),
    item('2', { effectiveLocation: { id: 'annex' } }),
    item('3', { permanentLocation: { id: 'main' }, effectiveLocation: { id: 'main' } }),
    item('4', { holdingsRecordId: 'to' }),
    item('5', { effectiveLocation: { id: 'main' }, purchaseOrderLineIdentifier: 'line' }),
  ]
  const plan = planMove(items, target)
  expect(plan.moving.map(({ id }) => id)).toEqual(['1', '2', '3', '5'])
  expect([plan.changing, plan.keeping, plan.ordered]).toEqual([2, 1, 1])
})
