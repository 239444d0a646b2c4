import { describe, expect, it } from 'vitest'
import { idOfLabel, labelsOfRule } from './reference-labels.ts'
import type { ReferenceSnapshot } from './reference-labels.ts'

const reference: ReferenceSnapshot = {
  locations: [
    { id: 'id-of-online', name: 'Online', code: 'E' },
    { id: 'id-of-main', name: 'Main Library', code: 'KU/CC/DI/M' },
    { id: 'id-of-ils', name: 'Ils ali (Oli) (ol)', code: 'oli,ils' },
    { id: 'id-of-als', name: 'Oli als (Oli)', code: 'oli,als' },
    { id: 'id-of-oliss', name: 'Oliss', code: 'oliss' },
    { id: 'id-of-oli', name: 'Oli (Oli)', code: 'oli' },
    { id: 'id-of-annex', name: 'ANNEX', code: 'AX' },
    { id: 'id-of-named-like-a-code', name: 'ax', code: 'Q' },
  ],
  instanceStatuses: [{ id: 'id-of-cat', name: 'Cataloged', code: 'cat' }],
  holdingsTypes: [{ id: 'id-of-monograph', name: 'Monograph' }],
  electronicAccessRelationships: [{ id: 'id-of-resource', name: 'Resource' }],
  statisticalCodes: [
    { id: 'id-of-books', name: 'Book, print (books)', code: 'books', statisticalCodeTypeId: 'arl' },
    { id: 'id-of-loose', name: 'No type', code: 'loose', statisticalCodeTypeId: 'gone' },
  ],
  statisticalCodeTypes: [{ id: 'arl', name: 'ARL (Collection stats)' }],
}

function find(rule: string, text: string): string | null {
  const labels = labelsOfRule(rule, reference)
  if (labels === null) throw new Error(`${rule} is looked up nowhere`)
  return idOfLabel(labels, text)
}

describe('texts that stand for reference values', () => {
  it.each([
    ['Main Library (KU/CC/DI/M)', 'main'],
    ['main library (ku/cc/di/m)', 'main'],
    ['Main Library', 'main'],
    ['KU/CC/DI/M', 'main'],
    ['ku/cc/di/m', 'main'],
    ['(KU/CC/DI/M)', 'main'],
    ['  E ', 'online'],
    ['oli', 'oli'],
    ['oli,als', 'als'],
    ['Ils ali', 'ils'],
    ['main', null],
    ['ol', null],
    ['K)U/CC(/D)I/M)', null],
    ['', null],
  ])('finds the location %j as %j', (text, id) => {
    expect(find('permanentLocationId', text)).toBe(id === null ? null : `id-of-${id}`)
  })

  it('prefers a text in the same letter case', () => {
    expect(find('permanentLocationId', 'AX')).toBe('id-of-annex')
    expect(find('permanentLocationId', 'ax')).toBe('id-of-named-like-a-code')
  })

  it('finds an id that is in the list', () => {
    expect(find('permanentLocation.id', 'id-of-main')).toBe('id-of-main')
    expect(find('permanentLocation.id', 'id-of-monograph')).toBeNull()
  })

  it('ignores blanks at the end, as the performance script of FOLIO sends them', () => {
    expect(find('statusId', 'Cataloged ')).toBe('id-of-cat')
  })

  it.each(['ARL (Collection stats): books - Book, print (books)', 'books', 'Book, print (books)', 'BOOKS'])(
    'finds a statistical code by %j',
    (text) => {
      expect(find('statisticalCodeId', text)).toBe('id-of-books')
    },
  )

  it('finds a statistical code whose type is gone by its code alone', () => {
    expect(find('statisticalCodeId', 'loose')).toBe('id-of-loose')
    expect(find('statisticalCodeId', 'undefined: loose - No type')).toBeNull()
  })

  it('looks up nothing for rules that take any text', () => {
    expect(labelsOfRule('barcode', reference)).toBeNull()
    expect(labelsOfRule('toString', reference)).toBeNull()
  })

  it('knows that unknown relationships are dropped', () => {
    expect(labelsOfRule('relationshipId', reference)?.dropUnknown).toBe(true)
    expect(labelsOfRule('permanentLocationId', reference)?.dropUnknown).toBe(false)
  })
})
