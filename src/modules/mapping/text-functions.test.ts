import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  capitalize,
  charSelect,
  finishText,
  lastPart,
  removeEndingPunctuation,
  trim,
  trimPeriod,
  trimPunctuation,
} from './text-functions.ts'

describe('text functions of mapping rules', () => {
  it.each([
    ['Twain, Mark,', 'Twain, Mark'],
    ['Twain, Mark.', 'Twain, Mark'],
    ['Twain, M.', 'Twain, M.'],
    ['Twain, M,.', 'Twain, M.'],
    ['Twain, Mark,.', 'Twain, Mark,'],
    ['1835-', '1835-'],
    [' Ünal, Ö. ', 'Ünal, Ö.'],
    ['Han, 𠮷.', 'Han, 𠮷.'],
    ['J.', 'J'],
    [' .', ''],
    ['', ''],
  ])('trim_punctuation of %j is %j', (text, expected) => {
    expect(trimPunctuation(text)).toBe(expected)
  })

  it('trim removes controls and blanks up to U+0020 only', () => {
    expect(trim('\u0000\t a\u00a0 ')).toBe('a\u00a0')
    assert(property(string(), (text) => trim(` ${text} `) === trim(text)))
  })

  it('remove_ending_punc and trim_period remove one character', () => {
    expect([';', ':', ',', '/', '+', '=', ' ', '.'].map((end) => removeEndingPunctuation(`a${end}`))).toEqual(
      [...Array<string>(7).fill('a'), 'a.'],
    )
    expect(removeEndingPunctuation('a::')).toBe('a:')
    expect(removeEndingPunctuation('')).toBe('')
    expect([trimPeriod('a..'), trimPeriod('a')]).toEqual(['a.', 'a'])
  })

  it('capitalize changes one character, if it stays one', () => {
    expect(['abc', 'éa', 'ßa', '1a', '', '𐐨a'].map(capitalize)).toEqual(['Abc', 'Éa', 'ßa', '1a', '', '𐐀a'])
  })

  it('char_select gives nothing when the text ends before the position behind the last', () => {
    expect(charSelect(1, 3)('abcd')).toBe('bc')
    expect(charSelect(1, 3)('abc')).toBe('')
  })

  it('the last part of joined text ignores empty parts at the end', () => {
    expect(['text~txt', 'text~', 'text', '~', ''].map(lastPart)).toEqual(['txt', 'text', 'text', '', ''])
  })

  it('finished text has no bar and no U+0000', () => {
    expect(finishText('a|b\\', false)).toBe('a b')
    expect(finishText('a\\"', false)).toBe('a\\"')
    assert(
      property(string({ unit: 'binary' }), (text) => {
        const finished = finishText(text, false)
        return !finished.includes('|') && !finished.includes('\0')
      }),
    )
  })
})
