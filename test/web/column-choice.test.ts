import { describe, expect, test } from 'vitest'
import { applyChoice, moveColumn } from '../../web/src/lib/column-choice.ts'

const column = (id: string, more: { isRowHeader?: boolean; width?: number } = {}) => ({ id, ...more })
const columns = [column('a', { isRowHeader: true }), column('b'), column('c', { width: 100 })]
const shown = (choice: Partial<Parameters<typeof applyChoice>[1]>) =>
  applyChoice(columns, { order: [], hidden: [], widths: {}, ...choice }).map(({ id, width }) => [id, width])

describe('the columns of a table', () => {
  test('stand in the order chosen, new ones behind', () => {
    expect(shown({ order: ['c', 'a'] }).map(([id]) => id)).toEqual(['c', 'a', 'b'])
    expect(shown({ order: ['gone', 'b'] }).map(([id]) => id)).toEqual(['b', 'a', 'c'])
  })

  test('can be hidden, but for the one that names the row', () => {
    expect(shown({ hidden: ['a', 'b'] })).toEqual([
      ['a', undefined],
      ['c', 100],
    ])
  })

  test('keep their width, and never vanish', () => {
    expect(shown({ widths: { b: 200, c: 3 } })).toEqual([
      ['a', undefined],
      ['b', 200],
      ['c', 48],
    ])
  })

  test('are moved to a place', () => {
    expect(moveColumn(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
    expect(moveColumn(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a'])
    expect(moveColumn(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
  })
})
