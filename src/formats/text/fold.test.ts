import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, letterPairs, lowered, plainLetters, unaccented } from './fold.ts'

describe('fold', () => {
  it.each([
    ['', ''],
    ['War and Peace, vol. 2', 'war and peace, vol. 2'],
    ['Žluťoučký KŮŇ', 'zlutoucky kun'],
    ['Søren Kierkegård', 'soren kierkegard'],
    ['Łódź, Đorđević, Ħal Għaxaq', 'lodz, dordevic, hal ghaxaq'],
    ['Encyclopædia, Œuvres, STRASSE, Straße, GROẞ', 'encyclopaedia, oeuvres, strasse, strasse, gross'],
    ['Þórbergur, Guðrún', 'thorbergur, gudrun'],
    ['ISPARTA İstanbul ısı', 'isparta istanbul isi'],
    ['“L’été” – ‘mon ami’…', "\"l'ete\" - 'mon ami'..."],
    ['Qurʼān, ʻAbd, Qurʾān', "qur'an, 'abd, qur'an"],
    ['ﬁn ½ ＡＢＣ Ⅳ', 'fin 1⁄2 abc iv'],
    ['Russkai︠a︡ literatura', 'russkaia literatura'],
    ['ΌΜΗΡΟΣ Ὀδύσσεια', 'ομηροσ οδυσσεια'],
    ['Достоевский, ЁЖ', 'достоевскии, еж'],
    ['كِتَاب שָׁלוֹם', 'كِتَاب שָׁלוֹם'],
    ['東京　大学', '東京 大学'],
  ])('turns %j into %j', (text, expected) => {
    expect(fold(text)).toBe(expected)
  })

  it('gives the same for composed and decomposed text', () => {
    expect(fold('Ångström'.normalize('NFD'))).toBe(fold('Ångström'.normalize('NFC')))
  })

  it('changes nothing when applied twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    )
  })

  it('is the lower case of the text without accents', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(text)).toBe(unaccented(text).toLowerCase().replaceAll('ς', 'σ'))
      }),
    )
  })
})

describe('lowered', () => {
  it.each([
    ['ABC-1', 'abc-1'],
    ['ÉCOLE', 'école'],
    ['E\u0301COLE', 'école'],
    ['ΌΜΗΡΟΣ', 'όμηροσ'],
    ['Ærø', 'ærø'],
  ])('turns %j into %j', (text, expected) => {
    expect(lowered(text)).toBe(expected)
  })
})

describe('unaccented', () => {
  it.each([
    ['ÉCOLE', 'ECOLE'],
    ['Ærø, Þórr, ẞ', 'AEro, THorr, SS'],
    ['“plain”', '"plain"'],
  ])('turns %j into %j', (text, expected) => {
    expect(unaccented(text)).toBe(expected)
  })
})

describe('the table of plain letters', () => {
  it('has as many plain forms as letters in each row', () => {
    for (const [from, to] of plainLetters) expect([...to]).toHaveLength([...from].length)
  })

  it('replaces a capital letter by the capital of what its small letter becomes', () => {
    const plain = new Map(letterPairs)
    for (const [from, to] of plainLetters)
      for (const [i, letter] of [...from].entries()) plain.set(letter, to.charAt(i))
    for (const [letter, form] of plain) {
      const small = letter.toLowerCase()
      if (small !== letter) expect([letter, form.toLowerCase()]).toEqual([letter, plain.get(small)])
    }
  })
})
