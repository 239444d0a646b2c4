import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinFixedField, splitFixedField } from './fixed-fields.ts'
import type { MarcFormat } from './marc-format.ts'

const today = new Date('2026-03-04T12:00:00Z')
const BOOK = '00000nam a2200000 a 4500'

/** Positions of 008 that MARC 21 leaves undefined for each type of record and level. */
const UNDEFINED: readonly [types: string, levels: string, positions: readonly number[]][] = [
  ['at', 'acdm', [32]],
  ['a', 'bis', [20, 30, 31, 32]],
  ['m', 'm', [18, 19, 20, 21, 24, 25, 27, 29, 30, 31, 32, 33, 34]],
  ['ef', 'm', [24, 26, 27, 30, 32]],
  ['p', 'c', [18, 19, 20, 21, 22, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34]],
  ['cdij', 'm', [32, 34]],
  ['gkor', 'm', [21, 23, 24, 25, 26, 27, 30, 31, 32]],
]

/** Characters of fixed fields, the fill character among them. */
const characters = (length: number) =>
  array(constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789| '), {
    minLength: length,
    maxLength: length,
  })

function roundTrip(tag: string, text: string, format: MarcFormat, leader = BOOK): string {
  return joinFixedField(tag, splitFixedField(tag, text, format, leader), format, leader, today)
}

describe('a fixed field split and joined is itself', () => {
  it.each(UNDEFINED)('008 of the types %s and levels %s', (types, levels, undefinedAt) => {
    const text = characters(40).map((parts) => {
      for (const at of undefinedAt) parts[at] = ' '
      return `240131${parts.join('').slice(6)}`
    })
    assert(
      property(text, constantFrom(...types), constantFrom(...levels), (field, type, level) => {
        expect(roundTrip('008', field, 'BIBLIOGRAPHIC', `00000n${type}${level} a2200000 a 4500`)).toBe(field)
      }),
    )
  })

  it.each(['HOLDINGS', 'AUTHORITY'] as const)('008 of %s', (format) => {
    const length = format === 'HOLDINGS' ? 26 : 34
    assert(
      property(characters(length), (parts) => {
        const text = `240131${parts.join('')}`
        expect(roundTrip('008', text, format)).toBe(text)
      }),
    )
  })

  it('006 of every material', () => {
    const undefinedOf = (type: string) =>
      UNDEFINED.find(([types]) => (type === 's' ? types === 'a' : types.includes(type)))![2]
    assert(
      property(characters(17), constantFrom(...'atmefpcdijgkors'), (parts, type) => {
        const at = type === 's' ? UNDEFINED[1]![2] : undefinedOf(type)
        for (const position of at) parts[position - 18] = ' '
        const text = type + parts.join('')
        expect(roundTrip('006', text, 'BIBLIOGRAPHIC')).toBe(text)
      }),
    )
  })

  it('007 of every category; the third character is undefined', () => {
    // Code and length by MARC 21.
    const lengths = {
      a: 8,
      c: 14,
      d: 6,
      f: 10,
      g: 9,
      h: 13,
      k: 6,
      m: 23,
      o: 2,
      q: 2,
      r: 11,
      s: 14,
      t: 2,
      v: 9,
      z: 2,
    }
    assert(
      property(characters(22), constantFrom(...Object.entries(lengths)), (parts, [code, length]) => {
        parts[1] = ' '
        const text = (code + parts.join('')).slice(0, length)
        expect(roundTrip('007', text, 'BIBLIOGRAPHIC')).toBe(text)
      }),
    )
  })

  it('007 of a category that nobody knows', () => {
    expect(splitFixedField('007', 'x 12', 'BIBLIOGRAPHIC', BOOK)).toEqual({
      $categoryName: 'Unknown',
      Category: 'x',
      Value: 'x\\12',
    })
    expect(roundTrip('007', 'x 12', 'BIBLIOGRAPHIC')).toBe('x 12')
  })
})

describe('what the editor shows', () => {
  it('of 008 of a book: type and level of the leader, then the elements by name', () => {
    expect(splitFixedField('008', '240131s2024    xxua   j b    001 0 eng d', 'BIBLIOGRAPHIC', BOOK)).toEqual(
      {
        Type: 'a',
        BLvl: 'm',
        Entered: '240131',
        DtSt: 's',
        Date1: '2024',
        Date2: '\\\\\\\\',
        Ctry: 'xxu',
        Lang: 'eng',
        MRec: '\\',
        Srce: 'd',
        Ills: ['a', '\\', '\\', '\\'],
        Audn: 'j',
        Form: '\\',
        Cont: ['b', '\\', '\\', '\\'],
        GPub: '\\',
        Conf: '0',
        Fest: '0',
        Indx: '1',
        LitF: '0',
        Biog: '\\',
      },
    )
  })

  it('of 007: the name of the category first, and blanks where the field is too short', () => {
    expect(splitFixedField('007', 'vf c', 'BIBLIOGRAPHIC', BOOK)).toMatchObject({
      $categoryName: 'Videorecording',
      Category: 'v',
      SMD: 'f',
      Color: 'c',
      'Videorecording format': '\\',
    })
  })
})

describe('what the editor sends', () => {
  const join = (content: object) =>
    joinFixedField('008', content as Record<string, unknown>, 'HOLDINGS', '', today)

  it('gets the date of today where the date entered is missing or none', () => {
    expect(join({}).slice(0, 6)).toBe('260304')
    expect(join({ 'Date Ent': '000000' }).slice(0, 6)).toBe('260304')
    expect(join({ 'Date Ent': '\\\\\\\\\\\\' }).slice(0, 6)).toBe('260304')
    expect(join({ 'Date Ent': '991231' }).slice(0, 6)).toBe('991231')
  })

  it('has blanks for what is not sent', () => {
    expect(join({ 'Date Ent': '240131', Lang: 'eng' })).toBe('240131                eng       ')
  })

  it('is refused when an element has a wrong length or is no text', () => {
    expect(() => join({ Lang: 'en' })).toThrow('Invalid Lang field length, must be 3 characters')
    expect(() => join({ Lang: {} })).toThrow('Invalid Lang field value, must be text')
    expect(() => join({ 'Spec ret': ['a', 'b'] })).toThrow(
      'Invalid Spec ret field length, must be 3 characters',
    )
  })
})
