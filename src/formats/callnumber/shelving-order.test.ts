import { readFileSync } from 'node:fs'
import path from 'node:path'
import { assert, constantFrom, nat, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { schemeOfType, shelfKey, shelvingOrder } from './index.ts'
import type { ShelvingParts } from './index.ts'
import { sortableNumber, sortableText } from './sortable-text.ts'

type Case = { scheme: string; item: ShelvingParts & { prefix?: string }; key: string }

const cases: { items: Case[]; sudocAscending: string[] } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'shelving-order.cases.json'), 'utf8'),
)

const lc = '95467209-6d7b-468b-94df-0f5d7ad2747d'

describe('shelvingOrder', () => {
  it('gives the published key of all 60 sample items', () => {
    expect(cases.items).toHaveLength(60)
    const computed = cases.items.map(({ item }) => shelvingOrder(item))
    expect(computed).toEqual(cases.items.map(({ key }) => key))
  })

  it('puts SuDoc numbers in shelf order when keys are compared by code point', () => {
    const keys = cases.sudocAscending.map((number) => shelfKey(number, 'sudoc'))
    expect([...keys].sort()).toEqual(keys)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('gives nothing for a missing or blank call number', () => {
    expect(shelvingOrder({ volume: 'v.1', typeId: lc })).toBeUndefined()
    expect(shelvingOrder({ callNumber: '  ', suffix: 'CD' })).toBeUndefined()
    expect(shelvingOrder({ callNumber: null })).toBeUndefined()
  })

  it('leaves blank parts out and trims the others', () => {
    expect(
      shelvingOrder({ callNumber: ' PN2 .A6 ', volume: ' ', copyNumber: ' 2 ', suffix: ' CD ', typeId: lc }),
    ).toBe('PN 12 A6 12 CD')
  })

  it('keeps the text of a call number whose type has no scheme', () => {
    expect(
      shelvingOrder({ callNumber: 'Bär 7', volume: 'v. 2', typeId: 'b9c8b5a2-0000-4000-8000-000000000000' }),
    ).toBe('Bär 7 v. 2')
    expect(schemeOfType(undefined)).toBe('other')
  })
})

describe('shelfKey', () => {
  it('puts a class suffix that is a word behind the cutters of the same class', () => {
    expect(shelfKey('PR919 abc', 'lc')).toBe('PR 3919 _ABC')
    expect(shelfKey('PR919 .L33', 'lc') < shelfKey('PR919 abc', 'lc')).toBe(true)
  })

  it('takes the whole text when an LC number has no class letters', () => {
    expect(shelfKey('7307.I5 S5', 'lc')).toBe('47307 I5 S5')
    expect(shelfKey('BF199.', 'lc')).toBe('BF 3199')
  })

  it('copies a Dewey cutter of up to three digits and normalises what follows', () => {
    expect(shelfKey('322.44 .F816 V.1 1974', 'dewey')).toBe('3322.44 F816 V 11 41974')
    expect(shelfKey('9 O4123', 'dewey')).toBe('19 O412 13')
  })

  it('reads a SuDoc number without a stem as one remainder', () => {
    expect(shelfKey(':Oc1/2', 'sudoc')).toBe('!OC 11 12')
  })

  it('never throws and never leaves blanks at the ends, whatever the text', () => {
    const scheme = constantFrom('lc', 'nlm', 'dewey', 'sudoc', 'other')
    assert(
      property(string({ unit: 'binary' }), scheme, (text, name) => {
        const key = shelfKey(text, name)
        expect(key).toBe(key.trim())
      }),
    )
  })

  it('orders integers of a Dewey class numerically', () => {
    assert(
      property(nat(999_999_999), nat(999_999_999), (a, b) => {
        const [keyA, keyB] = [shelfKey(String(a), 'dewey'), shelfKey(String(b), 'dewey')]
        expect(keyA < keyB).toBe(a < b)
      }),
    )
  })
})

describe('sortable text', () => {
  it('counts the digits that remain without leading zeros', () => {
    expect(['1999', '2', '00001', '56.5', '000'].map(sortableNumber)).toEqual([
      '41999',
      '12',
      '11',
      '256.5',
      '0',
    ])
  })

  it('separates words, numbers and gaps by one blank', () => {
    expect(sortableText('v. 3')).toBe('V 13')
    expect(sortableText('  d A-1908 (Freetown) Map')).toBe('D A 41908 FREETOWN MAP')
    expect(sortableText('C0444218')).toBe('C 6444218')
    expect(sortableText('2nd ed.')).toBe('12ND ED ')
  })
})
