import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decodeMarc8 } from './marc8.ts'

function decode(...parts: (string | number[])[]): string {
  return decodeMarc8(
    Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    ),
  ).text
}

// Expected characters are those of the MARC 21 code tables (Library of Congress).
describe('decodeMarc8', () => {
  it('leaves ASCII alone', () => {
    expect(decode('Plain {text} ~ 100%')).toBe('Plain {text} ~ 100%')
  })

  it('puts combining marks behind their letter and composes them', () => {
    expect(decode('Caf\xe2e cr\xe1eme, D\xe8usseldorf, Dvo\xe9r\xe2ak')).toBe(
      'Café crème, Düsseldorf, Dvořák',
    )
    expect(decode('Vi\xf2\xe3et')).toBe('Việt')
    expect(decode('h\xf2h')).toBe('hḥ')
    expect(decode('\xf6I')).toBe('I\u0332')
  })

  it('decodes the letters and signs of extended Latin', () => {
    expect(decode('\xa1\xa2\xa3\xa4\xa5\xa6\xb1\xb2\xb3\xb4\xb5\xb6')).toBe('ŁØĐÞÆŒłøđþæœ')
    expect(decode('\xa7\xa8\xa9\xaa\xab\xb0\xae\xb7\xb8\xb9\xba')).toBe('ʹ·♭®±ʻʼʺı£ð')
    expect(decode('\xc0\xc1\xc2\xc3\xc4\xc5\xc6\xc7\xc8')).toBe('°ℓ℗©♯¿¡ß€')
    expect(decode('\xac\xad\xbc\xbd')).toBe('ƠƯơư')
    expect(decode('\x88The \x89book\x8d\x8e')).toBe('\u0098The \u009cbook\u200d\u200c')
  })

  it('writes a mark over two letters once, behind the first', () => {
    expect(decode('\xebt\xecs')).toBe('t\u0361s')
    expect(decode('\xfan\xfbg')).toBe('n\u0360g')
  })

  it('changes sets with escape sequences', () => {
    expect(decode('H\x1bb2\x1bsO, x\x1bp2\x1bs, \x1bga\x1bs-ray')).toBe('H₂O, x², α-ray')
    expect(decode('\x1b(NmOSKWA\x1b(B, 1999')).toBe('Москва, 1999')
    expect(decode('\x1b(N\x1b)Q\xe1\xc4\x1b(B')).toBe('Ђё')
    expect(decode('\x1b(2yle\x1b(B')).toBe('שלו')
    expect(decode('\x1b(3cJGH GdMjhGf\x1bs')).toBe('كتاب الحيوان')
    expect(decode('\x1b)4\xa9\xb1\x1b)!E\xa1')).toBe('پچŁ')
    expect(decode('\x1b(SAk"jpa')).toBe('Αθήνα')
    expect(decode('\x1b,Na\x1b,B\x1b-Q\xe1\x1b-!E\xe2e')).toBe('АЂé')
  })

  it('decodes East Asian characters of three bytes in either half, with blanks between them', () => {
    expect(decode('\x1b$1!0!!0"\x1b(B.')).toBe('一丁.')
    expect(decode('\x1b$1!0! !0"\x1b(B')).toBe('一 丁')
    expect(decode('\x1b$,1!0!\x1bs')).toBe('一')
    expect(decode('\x1b$)1', [0xa1, 0xb0, 0xa1], 'a')).toBe('一a')
  })

  it('resolves hexadecimal character references outside ASCII, also below a combining mark', () => {
    expect(decode('so&#x02BC;i &#x2019; 5&#x20AC; &#x1F600;')).toBe('soʼi ’ 5€ 😀')
    expect(decode('\xe2&#x03B1;')).toBe('ά')
    expect(decode('&amp; &#38; AT&T &#x41; &#x1F; &#xD800; &#x110000; &#x')).toBe(
      '&amp; &#38; AT&T &#x41; &#x1F; &#xD800; &#x110000; &#x',
    )
  })

  it('replaces what has no meaning and counts it', () => {
    expect(decodeMarc8(Buffer.from('a\xffb', 'latin1'))).toEqual({ text: 'a\ufffdb', unknown: 1 })
    expect(decodeMarc8(Buffer.from('a\x1bZb\x1b(Xc', 'latin1'))).toEqual({ text: 'aZbc', unknown: 2 })
  })

  it('survives escape sequences, characters and marks that are cut off', () => {
    for (const text of ['a\x1b', 'a\x1b(', 'a\x1b$', 'a\x1b$1', 'a\x1b$)', 'a\x1b$)!', 'a\x1b(!', 'a\x1bs']) {
      expect(decode(text)).toBe('a')
    }
    expect(decode('\x1b$1!0!!0')).toBe('一\ufffd')
    expect(decode('\x1b$1!0!!0\x1b(Bx')).toBe('一\ufffdx')
    expect(decodeMarc8(Buffer.from('e\xe2', 'latin1'))).toEqual({ text: 'e\ufffd', unknown: 1 })
    expect(decodeMarc8(Buffer.from('e\xe2\te', 'latin1'))).toEqual({ text: 'e\ufffd\te', unknown: 1 })
  })

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const biased = bytes.map((byte) => (byte % 7 === 0 ? 0x1b : byte))
        expect(typeof decodeMarc8(biased).text).toBe('string')
      }),
    )
  })
})
