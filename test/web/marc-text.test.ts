import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fieldOfLine,
  lineOf,
  linesOfJson,
  marcXmlOf,
  readPastedFields,
  readPastedWords,
  tidyLine,
} from '../../web/src/lib/marc-text.ts'
import type { MarcField } from '../../web/src/lib/marc-text.ts'

const value = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((text) => text.trim() === text && text !== '' && !/[\p{Cc}\u2028\u2029]|\{dollar\}/u.test(text))
const dataField: fc.Arbitrary<MarcField> = fc.record({
  tag: fc.stringMatching(/^(?:0[1-9]|[1-9]\d)\d$/),
  ind1: fc.stringMatching(/^[ 0-9a-z]$/),
  ind2: fc.stringMatching(/^[ 0-9a-z]$/),
  value: fc.constant(''),
  subfields: fc.array(fc.record({ code: fc.stringMatching(/^[a-z0-9]$/), value }), {
    minLength: 1,
    maxLength: 5,
  }),
})

describe('a field as one line', () => {
  it('is the same field again when it is read', () => {
    fc.assert(
      fc.property(dataField, (field) => {
        expect(fieldOfLine(lineOf(field))).toEqual(field)
      }),
    )
  })

  it('is the same field again when it comes from mnemonic text or MARCXML', () => {
    fc.assert(
      fc.property(dataField, (field) => {
        const [, , inds, content] = /^(...) (..) (.*)$/.exec(lineOf(field))!
        const mnemonic = `=${field.tag}  ${inds!.replaceAll('_', '\\')}${content!.replaceAll(/\$(.) /g, '$$$1')}`
        expect(readPastedFields(mnemonic)).toEqual([field])
        const { tag, ind1, ind2, subfields } = field
        const xml = marcXmlOf({
          leader: '00000nam a2200000   4500',
          fields: [
            { [tag]: { ind1, ind2, subfields: subfields!.map((one) => ({ [one.code]: one.value })) } },
          ],
        })
        expect(readPastedFields(xml)![1]).toEqual(field)
      }),
    )
  })

  it.each([
    ['245 10 $a Rivers /$c Smith.', '245 10 $a Rivers / $c Smith.'],
    ['245 10$aRivers', '245 10 $a Rivers'],
    ['500 $a A note', '500 __ $a A note'],
    ['500 A note without code', '500 __ $a A note without code'],
    ['500 __ A note', '500 __ $a A note'],
    ['650 _0 $A Cats $x', '650 _0 $a Cats'],
    ['650 #0 $a Cats', '650 _0 $a Cats'],
    ['020 __ $c {dollar}5', '020 __ $c {dollar}5'],
    ['008 990115s1999    ', '008 990115s1999    '],
    ['500', '500 __'],
  ])('%s is tidied', (line, tidy) => {
    expect(tidyLine(line)).toBe(tidy)
    expect(tidyLine(tidy)).toBe(tidy)
  })

  it('shows a stored record with its leader first', () => {
    expect(
      linesOfJson({
        leader: '00102nam a2200301 i 4500',
        fields: [
          { '001': 'in1' },
          { '245': { ind1: '1', ind2: ' ', subfields: [{ a: 'Costs $5' }, { b: 'two\nlines' }] } },
        ],
      }),
    ).toEqual(['LDR 00102nam a2200301 i 4500', '001 in1', '245 1_ $a Costs {dollar}5 $b two lines'])
  })
})

describe('copied fields', () => {
  const lines = (text: string) => readPastedFields(text)?.map(lineOf) ?? null

  it('come as mnemonic text, with control fields and the leader', () => {
    expect(
      lines('=LDR  00000nam\\a22\n=008  99\\\\eng\n=245  10$aRivers$bof {dollar}\n=500  \\\\$aNote'),
    ).toEqual(['LDR 00000nam a22', '008 99  eng', '245 10 $a Rivers $b of {dollar}', '500 __ $a Note'])
  })

  it('come one a line, with what is broken into the next line joined', () => {
    expect(lines('245 10 $a Rivers\r\n   of Ontario\n\n500 __ $a Note\n24510$aTight')).toEqual([
      '245 10 $a Rivers of Ontario',
      '500 __ $a Note',
      '245 10 $a Tight',
    ])
  })

  it('come as OCLC shows them, with a dollar sign that is text', () => {
    expect(lines('100 1  Smith, Jane, ‡d 1950-\n245 10 Rivers / ǂc Smith $5\n500    Note')).toEqual([
      '100 1_ $a Smith, Jane, $d 1950-',
      '245 10 $a Rivers / $c Smith {dollar}5',
      '500 __ $a Note',
    ])
    expect(lines('245\t1\t0\tRivers ǂb rest')).toEqual(['245 10 $a Rivers $b rest'])
  })

  it('come as MARCXML with prefixes, entities and either quotes', () => {
    expect(
      lines(
        `<marc:datafield tag='245' ind1="1" ind2=" "><marc:subfield code="a">A &amp; B &#x41;</marc:subfield></marc:datafield>`,
      ),
    ).toEqual(['245 1_ $a A & B A'])
  })

  it('are not seen in words', () => {
    expect(readPastedFields('Rivers of Ontario')).toBeNull()
    expect(readPastedFields('1999 was a year')).toBeNull()
    expect(readPastedWords('costs $5.00, $ and\n$b rest')).toBe('costs {dollar}5.00, {dollar} and $b rest')
  })
})
