import { describe, expect, it } from 'vitest'

import { EdifactExpressionError } from './errors.ts'
import { parseMessage } from './parse-message.ts'
import {
  parseEdifactExpression,
  readExpression,
  readLineValues,
  type ExpressionSources,
} from './read-expression.ts'
import type { EdifactSegment } from './segment.ts'
import { splitInvoice } from './split-invoice.ts'

function segmentsOf(text: string): EdifactSegment[] {
  return parseMessage(`UNH+1+INVOIC:D:96A:UN'${text}UNT+9+1'`).segments.slice(1, -1)
}

function read(expression: string, text: string, sources?: ExpressionSources): string | null {
  return readExpression(parseEdifactExpression(expression), segmentsOf(text), sources)
}

describe('readExpression', () => {
  it.each([
    ["DTM+137:20191002:102'", 'DTM+137[2]', '2019-10-02'],
    ["BGM+380:::JINV+0704159+43'", 'BGM+380+[1]', '0704159'],
    ["MOA+8:56.13:USD:4'", 'MOA+8?4[2]', '56.13'],
    ["IMD+L+050+:::TITLE -:X'", '{POL_title}; else IMD+L+050+[4-5]', 'TITLE -X'],
    [
      "IMD++050+:::Die Angst vor der Penetranz des Wik:lichen'",
      'IMD++050+[4-5]',
      'Die Angst vor der Penetranz des Wiklichen',
    ],
    ["CUX+2:EUR:4A+3:USD:4+1,241784'", 'CUX+2+3[2]', 'USD'],
    ["CUX+:XXX+2:GBP'", 'CUX++2[2]', 'GBP'],
    ["PIA+5+1315684330:IB'PIA+5+99985119595:SA'", 'PIA+5+?IB[1]', '1315684330'],
    ["MOA+203:435:EUR:4A'MOA+203:540.17:USD:4'", 'MOA+203?4[2]', '540.17'],
    ["PIA+1+it 20190328:SA'", 'PIA+1+[1]', 'it 20190328'],
    ["ALC+C++++G74::28:LINE SERVICE CHARGE'", 'ALC+C++++[4]', 'LINE SERVICE CHARGE'],
    ["UNS+S'UNB+UNOC:3'", 'UNB+UNOC[1-2]', 'UNOC3'],
  ])('reads from %s with %s: %s', (text, expression, value) => {
    expect(read(expression, text)).toBe(value)
  })

  it('takes < for the separator as well, whatever the file has', () => {
    expect(read('IMD<F<JTI<[4-5]', "IMD+F+JTI+:::LAW IN CONTEXT :SERIES'")).toBe('LAW IN CONTEXT SERIES')
  })

  it('puts the values of all matching segments together', () => {
    const text = "IMD+L+050+:::IMPROVING '+RUMEN'IMD+L+010+:::X'IMD+L+050+:::FUNCTION'"
    expect(read('IMD+L+050+[4]', text.replace("'+", ''))).toBe('IMPROVING RUMENFUNCTION')
  })

  it('gives the title of the order line first', () => {
    const text = "IMD+L+050+:::TITLE -:X'"
    const orderLine = (name: string): string | null => (name === 'POL_TITLE' ? 'Title of the order' : null)
    expect(read('{POL_title}; else IMD+L+050+[4-5]', text, { orderLine })).toBe('Title of the order')
    expect(read('{POL_NUMBER}', text, { orderLine })).toBeNull()
  })

  it('gives literals, through the accepted values where there are any', () => {
    expect(read('"Open"', '')).toBe('Open')
    expect(read('MOA+8[2]; else "US History (USHIST)"', '', { literal: (label) => `id of ${label}` })).toBe(
      'id of US History (USHIST)',
    )
  })

  it('joins several segments with the text between them', () => {
    const text = "IMD+L+085+:::01.Jan.2021 iss.1'IMD+L+086+:::31.Dec.2021 iss.24'"
    expect(read('IMD+L+085+[4-5] "--" IMD+L+086+[4-5]', text)).toBe('01.Jan.2021 iss.1--31.Dec.2021 iss.24')
    expect(read('IMD+L+085+[4-5] " " IMD+L+086+[4-5]', text)).toBe('01.Jan.2021 iss.1 31.Dec.2021 iss.24')
    expect(read('IMD+L+085+[4] IMD+L+086+[4]', text)).toBe('01.Jan.2021 iss.131.Dec.2021 iss.24')
  })

  it('gives nothing for a segment that is not there, has too few elements, or too few components', () => {
    expect(read('RFF+LI[2]', "RFF+LI'")).toBeNull()
    expect(read('IMD+L+050+[4-5]', "IMD+L+050'IMD+L+050+x'")).toBeNull()
    expect(read('BGM+380+[1]', "BGM+380'")).toBeNull()
    expect(read('MOA+9[2]; else MOA+86[2]', "MOA+86:195'")).toBe('195')
    expect(read('', "MOA+86:195'")).toBeNull()
    expect(read(' ', "MOA+86:195'")).toBeNull()
  })

  it('takes the last component of the last element for the qualifier', () => {
    expect(read('CUX+2?4[2]', "CUX+2:USD:4'")).toBe('USD')
    expect(read('CUX+2?4A[2]', "CUX+2:EUR:4A+3:USD:4'")).toBeNull()
  })

  it("throws FOLIO's text for an expression it cannot read, when it comes to it", () => {
    const invalid = "The specified mapping expression 'bla expression' is invalid"
    expect(() => read('bla expression', '')).toThrow(new EdifactExpressionError(invalid))
    expect(() => read('MOA+9[2]; else bla expression', '')).toThrow(invalid)
    expect(read('MOA+9[2]; else bla expression', "MOA+9:12'")).toBe('12')
    expect(parseEdifactExpression('MOA+9[2]; else bla expression').faults).toEqual([invalid])
  })

  it.each([
    'MOA[2]',
    'MOA+9',
    'MOA+9[0]',
    'MOA+9[10]',
    'MO+9[2]',
    'moa+9[2]',
    'MOA+9<8[2]',
    'MOA+9[2] ',
    '""',
    '{POL title}',
    'IMD+L+085+[4] "--"',
    '"x" IMD+L+085+[4]',
    'IMD+L+085+[4]  IMD+L+086+[4]',
    'IMD+L+085+[4] "a" "b" IMD+L+086+[4]',
    '945$h',
  ])('finds %s invalid', (expression) => {
    expect(parseEdifactExpression(expression).faults).toEqual([
      `The specified mapping expression '${expression}' is invalid`,
    ])
  })

  it("throws FOLIO's text for a range that runs backwards, when a segment matches", () => {
    const text =
      "The specified components data range is invalid: from '2' to '1'. From index must be less than or equal to the end index."
    expect(() => read('UNS+S+[2-1]', "UNS+S+a:b'")).toThrow(text)
    expect(read('UNS+S+[2-1]', "BGM+380'")).toBeNull()
    expect(parseEdifactExpression('UNS+S+[2-1]').faults).toEqual([text])
  })

  it('names a date that is none', () => {
    expect(() => read('DTM+137[2]', "DTM+137:20190230:102'")).toThrow(
      "The date '20190230' of a DTM segment is not in the form yyyyMMdd",
    )
    expect(() => read('DTM+137[3]', "DTM+137:20191002:102'")).toThrow("The date '102'")
    expect(read('DTM+137[2]', "DTM+137:200304071204:203'")).toBe('2003-04-07')
    expect(read('DTM+137[2]', "DTM+137'")).toBeNull()
  })
})

describe('readLineValues', () => {
  const text = "LIN+1'RFF+LI:S174547'LIN+2'RFF+LI'LIN+3'RFF+SNA:x'LIN+4'RFF+LI:S297192'UNS+S'RFF+LI:no'"
  const { lines } = splitInvoice(segmentsOf(text))

  it('gives the value of each line that has the segment', () => {
    expect([...readLineValues('RFF+LI[2]', lines)]).toEqual([
      [1, 'S174547'],
      [2, ''],
      [4, 'S297192'],
    ])
    expect(readLineValues('PIA+5+[1]', lines).size).toBe(0)
  })

  it('takes nothing but a segment query', () => {
    expect(() => readLineValues('"Open"', lines)).toThrow(
      `The specified mapping expression '"Open"' is invalid`,
    )
    expect(() => readLineValues('RFF+LI[2-1]', lines)).toThrow(
      'The specified components data range is invalid',
    )
  })
})
