import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readSegment, SegmentTokenizer, tokenize } from './tokenize.ts'

function texts(text: string): string[] {
  return tokenize(text).map((segment) => segment.text)
}

/** A segment as its tag and the components of its elements. */
function taken(text: string): unknown[] {
  return tokenize(text).map((raw) => {
    const { tag, dataElements } = readSegment(raw)
    return [tag, ...dataElements.map(({ components }) => components.map(({ data }) => data))]
  })
}

describe('SegmentTokenizer', () => {
  it('uses the default service characters where no UNA segment stands', () => {
    expect(taken("UNB+UNOA:2+A+B'BGM+380+263056+43'")).toEqual([
      ['UNB', ['UNOA', '2'], ['A'], ['B']],
      ['BGM', ['380'], ['263056'], ['43']],
    ])
  })

  it('takes the service characters from UNA', () => {
    const text = 'UNA^<.? >\nUNB<UNOA^2<WSHEIN^ZZ>\nNAD<BY<<A ?> B ?^ C ?< D ?? E>\n'
    expect(taken(text)).toEqual([
      ['UNA'],
      ['UNB', ['UNOA', '2'], ['WSHEIN', 'ZZ']],
      ['NAD', ['BY'], [''], ['A > B ^ C < D ? E']],
    ])
  })

  it('takes a line break for the terminator where UNA says so', () => {
    expect(taken('UNA:+.? \nUNB+UNOA:2\r\nBGM+380\r\n')).toEqual([
      ['UNA'],
      ['UNB', ['UNOA', '2']],
      ['BGM', ['380']],
    ])
  })

  it('takes a blank in the place of the release character for none', () => {
    expect(taken("UNA:+.  'FTX+why?+because'")).toEqual([['UNA'], ['FTX', ['why?'], ['because']]])
  })

  it('reads a UNA segment that has lost its blank', () => {
    expect(taken("UNA:+.?'UNB+UNOA:2'BGM+a?'b'")).toEqual([['UNA'], ['UNB', ['UNOA', '2']], ['BGM', ["a'b"]]])
  })

  it('keeps empty elements and components, also at the end', () => {
    expect(taken("TAX+7++++:::0+'RFF+BFN:'UNS'")).toEqual([
      ['TAX', ['7'], [''], [''], [''], ['', '', '', '0'], ['']],
      ['RFF', ['BFN', '']],
      ['UNS'],
    ])
  })

  it('takes a released release character for itself, also before a terminator', () => {
    expect(taken("IMD+Habsburgs??'IMD+a???'b'")).toEqual([
      ['IMD', ['Habsburgs?']],
      ['IMD', ["a?'b"]],
    ])
  })

  it('passes over line breaks and padding between segments and joins wrapped lines', () => {
    const text = "\r\n UNB+UN\r\nOA:2'\r\n\0 B\nGM+380+26?\n'30'\u001a"
    expect(texts(text)).toEqual(['UNB+UNOA:2', "BGM+380+26?'30"])
  })

  it('takes an apostrophe that was not released for text when no segment follows it', () => {
    const [imd, qty] = tokenize("IMD+L+050+:::Cesky Casopis'a Historicky'\nQTY+47:1'")
    expect(readSegment(imd!).dataElements[2]!.components[3]!.data).toBe("Cesky Casopis'a Historicky")
    expect(imd).toMatchObject({ isRepaired: true, offset: 0, end: 40 })
    expect(qty).toMatchObject({ text: 'QTY+47:1', isRepaired: false, offset: 41 })
    expect(taken("IMD+L'Harmattan'' of '80'QTY+1'")).toEqual([
      ['IMD', ["L'Harmattan' of '80"]],
      ['QTY', ['1']],
    ])
    expect(taken("IMD+DALL'UNA ALL'ALTRA'QTY+1'")).toEqual([
      ['IMD', ["DALL'UNA ALL'ALTRA"]],
      ['QTY', ['1']],
    ])
  })

  it('gives out text before the header and behind the trailer as text without a tag', () => {
    const text = "Subject: an invoice\n\nUNB+UNOA:2'UNZ+0+1'\n-- \nregards"
    expect(tokenize(text).map(({ tag, text: kept }) => [tag, kept])).toEqual([
      ['', 'Subject: an invoice\n\n'],
      ['UNB', 'UNB+UNOA:2'],
      ['UNZ', 'UNZ+0+1'],
      ['', '-- \nregards'],
    ])
  })

  it('passes over a byte order mark, as a character and as bytes', () => {
    expect(texts("\ufeffUNB+UNOA:2'")).toEqual(['UNB+UNOA:2'])
    expect(texts("\u00ef\u00bb\u00bfUNA:+.? 'UNB+UNOA:2'")).toEqual(['UNA:+.? ', 'UNB+UNOA:2'])
  })

  it('says where segments lie and which breaks off', () => {
    const found = tokenize("UNB+a'\r\nUNH+1'BGM+38")
    expect(found.map(({ offset, end, isTerminated }) => [offset, end, isTerminated])).toEqual([
      [0, 6, true],
      [8, 14, true],
      [14, 20, false],
    ])
    expect(tokenize("UNB+a'UN").at(-1)).toMatchObject({ tag: 'UN', isTerminated: false })
  })

  it('changes the service characters at a later UNA, and back to the default behind UNZ', () => {
    const text = "UNA^<.? >UNB<a>UNZ<0<1>UNB+b:c'UNZ+0+1'UNA:|.? ~UNB|d~"
    expect(texts(text)).toEqual(['UNA^<.? ', 'UNB<a', 'UNZ<0<1', 'UNB+b:c', 'UNZ+0+1', 'UNA:|.? ', 'UNB|d'])
  })

  it('keeps no more of a segment than the limit', () => {
    const tokenizer = new SegmentTokenizer({ maxSegmentLength: 20 })
    const found = [
      ...tokenizer.push(`FTX+${'x'.repeat(50)}`),
      ...tokenizer.push("more'BGM+1'"),
      ...tokenizer.end(),
    ]
    expect(found).toMatchObject([
      { text: `FTX+${'x'.repeat(16)}`, isOverlong: true, end: 59 },
      { text: 'BGM+1', isOverlong: false },
    ])
  })

  it('finds the same segments wherever the text is cut', () => {
    const pieces = [
      "UNA:+.? '",
      'UNA^<.? >',
      'UNA+',
      "UNB+a:b+c'",
      'UNB<a>',
      'UNZ',
      "'",
      '?',
      '+',
      'BGM',
      '\r\n',
      ' ',
      'x',
      '<',
      '>',
    ]
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, fc.array(fc.nat(200), { maxLength: 12 }), (whole, cuts) => {
        const tokenizer = new SegmentTokenizer()
        const borders = [
          0,
          ...cuts.filter((cut) => cut < whole.length).toSorted((a, b) => a - b),
          whole.length,
        ]
        const found = borders.slice(1).flatMap((to, index) => tokenizer.push(whole.slice(borders[index], to)))
        expect([...found, ...tokenizer.end()]).toEqual(tokenize(whole))
      }),
      { numRuns: 500 },
    )
  })

  it('loses no text: what is not padding comes out again in order', () => {
    const alphabet = fc.constantFrom('A', 'B', 'UNB+', 'UNZ+', "'", '+', ':', 'x', 'é', '1')
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 60 }), (parts) => {
        const text = parts.join('')
        const letters = (value: string): string => value.replaceAll(/['?]/gu, '')
        expect(letters(texts(text).join(''))).toBe(letters(text))
      }),
      { numRuns: 500 },
    )
  })
})
