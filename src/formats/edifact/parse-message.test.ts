import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { EdifactReadError, EdifactWriteError } from './errors.ts'
import { messageFromJson, messageToJson, parseMessage } from './parse-message.ts'
import type { EdifactSegment } from './segment.ts'
import { DEFAULT_SERVICE, type ServiceString } from './service-string.ts'
import { writeMessage } from './write-message.ts'

const header = "UNA:+.? 'UNB+UNOC:3+EBSCO:92+KOH0002:91+200610:0105+5162'"
const message = "UNH+5162-1+INVOIC:D:96A:UN:EAN008'BGM+380:::JINV+0704159+43'UNS+S'UNT+4+5162-1'"
const text = `${header}${message}UNZ+1+5162'`

describe('parseMessage', () => {
  it("gives FOLIO's parsed content", () => {
    const { segments, warnings, isComplete } = parseMessage(text)
    expect({ warnings, isComplete }).toEqual({ warnings: [], isComplete: true })
    expect(JSON.parse(messageToJson(segments)).segments.slice(0, 4)).toEqual([
      { tag: 'UNA', dataElements: [] },
      {
        tag: 'UNB',
        dataElements: [
          { components: [{ data: 'UNOC' }, { data: '3' }] },
          { components: [{ data: 'EBSCO' }, { data: '92' }] },
          { components: [{ data: 'KOH0002' }, { data: '91' }] },
          { components: [{ data: '200610' }, { data: '0105' }] },
          { components: [{ data: '5162' }] },
        ],
      },
      {
        tag: 'UNH',
        dataElements: [
          { components: [{ data: '5162-1' }] },
          {
            components: [
              { data: 'INVOIC' },
              { data: 'D' },
              { data: '96A' },
              { data: 'UN' },
              { data: 'EAN008' },
            ],
          },
        ],
      },
      {
        tag: 'BGM',
        dataElements: [
          { components: [{ data: '380' }, { data: '' }, { data: '' }, { data: 'JINV' }] },
          { components: [{ data: '0704159' }] },
          { components: [{ data: '43' }] },
        ],
      },
    ])
  })

  it('reads a message with a decimal comma and tells the mark', () => {
    const { service, segments } = parseMessage(
      `UNA:+,? 'UNB+UNOA:2+F+H+990802:1557+9'UNH+1+INVOIC:D'MOA+66:19,9'UNT+3+1'UNZ+1+9'`,
    )
    expect(service.decimal).toBe(',')
    expect(segments[3]!.dataElements[0]!.components[1]).toEqual({ data: '19,9' })
  })

  it('says in words what is wrong with an incomplete record', () => {
    expect(parseMessage(text.slice(0, -15))).toMatchObject({
      isComplete: false,
      warnings: [
        'The file breaks off inside the UNT segment of the message.',
        'Interchange 5162 has no UNZ segment: the file may have been cut off.',
      ],
    })
    expect(parseMessage(`${header}${message}${message}UNZ+2+5162'`).warnings).toEqual([
      'The record holds 2 messages; it should hold one.',
    ])
  })

  it('refuses a text without a message', () => {
    const refusal = (value: string): string => {
      try {
        parseMessage(value)
        return ''
      } catch (error) {
        return error instanceof EdifactReadError ? `${error.code} ${error.message}` : String(error)
      }
    }
    expect(refusal(' \n')).toBe('EMPTY The record is empty.')
    expect(refusal('01240cas a2200397')).toBe(
      'NOT_EDIFACT The record is not EDIFACT: it has neither UNA, UNB nor UNH.',
    )
    expect(refusal(`${header}UNZ+0+5162'`)).toBe(
      'NO_MESSAGE The EDIFACT record holds no message (UNH segment).',
    )
  })

  it('reads any text without another error than its own', () => {
    const piece = fc.constantFrom(
      'UNA',
      'UNB+',
      'UNH+',
      'UNT',
      'UNZ',
      "'",
      '+',
      ':',
      '?',
      '\0',
      '\n',
      'é',
      ' ',
      '<',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 40 }), (parts) => {
        try {
          parseMessage(parts.join(''))
        } catch (error) {
          expect(error).toBeInstanceOf(EdifactReadError)
        }
      }),
    )
  })
})

describe('messageFromJson', () => {
  it('reads what messageToJson writes', () => {
    const { segments } = parseMessage(text)
    expect(messageFromJson(JSON.parse(messageToJson(segments)))).toEqual(segments)
  })

  it('names the segment that has the wrong shape', () => {
    expect(() => messageFromJson([])).toThrow('Parsed EDIFACT is an object with a "segments" array.')
    expect(() => messageFromJson({ segments: [{ tag: 'BGM' }, { dataElements: [] }] })).toThrow(
      'Segment 2 has no "tag" text.',
    )
    expect(() =>
      messageFromJson({ segments: [{ tag: 'BGM', dataElements: [{ components: [{ data: 1 }] }] }] }),
    ).toThrow('A component of segment 1 (BGM) has no "data" text.')
  })
})

const separators = [...'!#$%&()*,-/;<=>@[]^_`{|}~:+\'"\\']

const anyService: fc.Arbitrary<ServiceString> = fc
  .tuple(
    fc.shuffledSubarray(separators, { minLength: 4, maxLength: 4 }),
    fc.constantFrom('.', ','),
    fc.boolean(),
  )
  .map(([[component, element, release, terminator], decimal, isReleasing]) => ({
    component: component!,
    element: element!,
    decimal,
    release: isReleasing ? release! : ' ',
    repetition: ' ',
    terminator: terminator!,
  }))

const anyData = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(...separators, '?', ' ', 'é', '中'),
      fc.string({ minLength: 1, maxLength: 1 }),
    ),
    maxLength: 12,
  })
  .map((data) => [...data].filter((character) => !'\0\n\r\u001a'.includes(character)).join(''))

const anyTag = fc.constantFrom('BGM', 'IMD', 'LIN', 'FTX', 'MOA', 'UNS', 'X12')

const anySegments: fc.Arbitrary<EdifactSegment[]> = fc.array(
  fc.record({
    tag: anyTag,
    dataElements: fc.array(
      fc.record({ components: fc.array(fc.record({ data: anyData }), { minLength: 1, maxLength: 4 }) }),
      { maxLength: 4 },
    ),
  }),
  { maxLength: 8 },
)

function plain(...elements: string[]): EdifactSegment['dataElements'] {
  return elements.map((data) => ({ components: [{ data }] }))
}

describe('writeMessage', () => {
  it('writes what was read, byte for byte', () => {
    const { segments, service } = parseMessage(text)
    expect(writeMessage(segments, service)).toBe(text)
    const hein =
      'UNA^<.? >UNB<UNOA^2<W^ZZ<C^ZZ<210504^0931<7<A^AA<<A>UNH<9<INVOIC^D>IMD<F<JTI<^^^a ?< b ?^ c ?? d ?> e>UNT<3<9>UNZ<1<7>'
    const parsed = parseMessage(hein)
    expect(writeMessage(parsed.segments, parsed.service)).toBe(hein)
  })

  it('refuses what it cannot write', () => {
    expect(() => writeMessage([{ tag: 'bgm', dataElements: [] }])).toThrow(EdifactWriteError)
    expect(() =>
      writeMessage([{ tag: 'FTX', dataElements: plain('a+b') }], { ...DEFAULT_SERVICE, release: ' ' }),
    ).toThrow(
      'The FTX segment holds a separator in its text and the service string has no release character: a+b',
    )
  })

  it('writes segments that are read back the same, in any service characters', () => {
    fc.assert(
      fc.property(anySegments, anyService, (body, service) => {
        const segments: EdifactSegment[] = [
          { tag: 'UNA', dataElements: [] },
          { tag: 'UNB', dataElements: plain('UNOC', 'S', 'R', 'd', '7') },
          { tag: 'UNH', dataElements: plain('1', 'INVOIC') },
          ...body,
          { tag: 'UNT', dataElements: plain(String(body.length + 2), '1') },
          { tag: 'UNZ', dataElements: plain('1', '7') },
        ]
        const special = [service.component, service.element, service.terminator]
        const isWritable =
          service.release !== ' ' ||
          !body.some(({ dataElements }) =>
            dataElements.some(({ components }) =>
              components.some(({ data }) => special.some((character) => data.includes(character))),
            ),
          )
        fc.pre(isWritable)
        expect(parseMessage(writeMessage(segments, service))).toEqual({
          segments,
          service,
          isComplete: true,
          warnings: [],
        })
      }),
      { numRuns: 500 },
    )
  })
})
