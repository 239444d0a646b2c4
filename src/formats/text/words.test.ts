import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'
import { wordline, words } from './words.ts'

describe('words', () => {
  it.each([
    ['', []],
    [' -- ', []],
    ['War and Peace', ['war', 'and', 'peace']],
    ["L'Été 1984 (repr.)", ['l', 'ete', '1984', 'repr']],
    ['snake_case AT&T a+b', ['snake', 'case', 'at', 't', 'a', 'b']],
    ['["eng", "ger"]', ['eng', 'ger']],
    ['אור יהודה', ['אור', 'יהודה']],
    ['हिन्दी', ['हिन्दी']],
    ['東京 大学', ['東京', '大学']],
    ['x² 10½', ['x2', '101', '2']],
  ])('finds in %j the words %j', (text, expected) => {
    expect(words(text)).toEqual(expected)
  })

  it('cuts a word at 200 characters, astral characters counted as one', () => {
    expect(words(`${'a'.repeat(250)} b`)).toEqual(['a'.repeat(200), 'b'])
    expect(words('𐐨'.repeat(250))).toEqual(['𐐨'.repeat(200)])
  })

  it('finds the same words whether a text has other than ASCII characters or not', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(words(`${text} ø`)).toEqual([...words(text), 'o'])
      }),
    )
  })

  it('finds letters, digits and marks of the folded text only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
        expect(words(text)).toEqual(fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])
      }),
    )
  })
})

describe('wordline', () => {
  it('has a blank at both ends and between words', () => {
    expect(wordline('War and Peace')).toBe(' war and peace ')
  })

  it('is a single blank without words', () => {
    expect(wordline('')).toBe(' ')
    expect(wordline('...')).toBe(' ')
  })
})
