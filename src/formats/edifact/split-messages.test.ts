import { describe, expect, it } from 'vitest'

import { inPieces, pieceSizes } from '../../../test/support/marc-bytes.ts'
import {
  interchangeText,
  MessageSplitter,
  messageText,
  splitMessages,
  type MessageSegment,
} from './split-messages.ts'

const una = "UNA:+.? '"
const unb = "UNB+UNOC:3+EBSCO:92+KOH0002:91+200610:0105+5163'"
const one = "UNH+1596+INVOIC:D:96A:UN'BGM+380+583607'UNS+S'UNT+4+1596'"
const two = "UNH+1597+INVOIC:D:96A:UN'BGM+380+583608'DTM+137:20200902:102'UNS+S'UNT+5+1597'"

function split(text: string, size?: number, maxSegmentBytes?: number) {
  const bytes = Buffer.from(text)
  const splitter = new MessageSplitter(maxSegmentBytes === undefined ? {} : { maxSegmentBytes })
  const messages = inPieces(bytes, size ?? (bytes.length || 1)).flatMap((piece) => splitter.push(piece))
  messages.push(...splitter.end())
  return { messages, warnings: splitter.warnings }
}

function cutOut(text: string, { offset, length }: MessageSegment): string {
  return Buffer.from(text)
    .subarray(offset, offset + length)
    .toString()
}

describe('MessageSplitter', () => {
  it('finds the messages of an interchange with their header, wherever the file is cut', () => {
    const file = `${una}\n${unb}\r\n${one}\n${two}\nUNZ+2+5163'\n`
    for (const size of [...pieceSizes, file.length]) {
      const { messages, warnings } = split(file, size)
      expect(warnings).toEqual([])
      expect(messages.map((message) => cutOut(file, message))).toEqual([one, two])
      expect(messages).toMatchObject([
        { number: 1, type: 'INVOIC', reference: '1596', isComplete: true, overlong: false, warnings: [] },
        { number: 2, type: 'INVOIC', reference: '1597', isComplete: true, overlong: false, warnings: [] },
      ])
      expect(messages.map(({ header }) => header)).toEqual([una + unb, una + unb])
    }
  })

  it('gives each message the header of its own interchange and group', () => {
    const ung = "UNG+INVOIC+S+R+200610:0105+77+UN+D:96A'"
    const file = `${una}${unb}${ung}${one}UNE+1+77'UNZ+1+5163'UNA^<.? >UNB<UNOA^2<W<C<210504^0931<767>UNH<9<INVOIC^D>UNT<2<9>UNZ<1<767>`
    const { messages, warnings } = split(file)
    expect(warnings).toEqual([])
    expect(messages.map(({ header }) => header)).toEqual([
      una + unb + ung,
      'UNA^<.? >UNB<UNOA^2<W<C<210504^0931<767>',
    ])
  })

  it('states the service characters of a later interchange that goes on with those of an earlier one', () => {
    const file = 'UNA^<.? >UNB<UNOA^2<W<C<d<1>UNZ<0<1>UNB<UNOA^2<W<C<d<2>UNH<9<INVOIC^D>UNT<2<9>UNZ<1<2>'
    expect(split(file).messages[0]!.header).toBe('UNA^<.? >UNB<UNOA^2<W<C<d<2>')
  })

  it('names what breaks off, wherever the file ends', () => {
    const file = `${unb}${one}UNZ+1+5163'`
    const start = unb.length
    const segments = ['UNH', 'BGM', 'UNS', 'UNT']
    let broken = 0
    for (let length = start + 4; length < start + one.length; length += 1) {
      const { messages, warnings } = split(file.slice(0, length))
      expect(messages).toHaveLength(1)
      expect(messages[0]).toMatchObject({ isComplete: false, length: length - start })
      const [warning] = messages[0]!.warnings
      if (warning!.includes('breaks off inside the')) {
        broken += 1
        expect(segments.some((tag) => tag.startsWith(/the (\w+) segment/u.exec(warning!)![1]!))).toBe(true)
      } else {
        expect(warning).toBe('The message has no UNT segment before the end of the file.')
      }
      expect(warnings).toEqual(['Interchange 5163 has no UNZ segment: the file may have been cut off.'])
    }
    // All lengths but those that end with one of the three terminators before that of UNT.
    expect(broken).toBe(one.length - 4 - 3)
  })

  it('tolerates a missing UNT and says where it should have been', () => {
    const headless = one.replace(/UNT.*/u, '')
    const { messages } = split(`${unb}${headless}${two}UNZ+2+5163'`)
    expect(messages.map(({ isComplete, warnings }) => [isComplete, warnings])).toEqual([
      [false, ['The message has no UNT segment before the next message.']],
      [true, []],
    ])
    expect(split(`${unb}${headless}UNZ+1+5163'`).messages[0]!.warnings).toEqual([
      'The message has no UNT segment before the end of its interchange.',
    ])
  })

  it('reports wrong counts and references, which real vendors send', () => {
    const wrong = "UNH+1+INVOIC:D'BGM+380+7'UNT+28+2'"
    const { messages, warnings } = split(`${unb}${wrong}UNZ+3+9908'`)
    expect(messages[0]).toMatchObject({
      isComplete: true,
      warnings: ['UNT counts 28 segments, the message has 3.', 'UNT names message 2, UNH names 1.'],
    })
    expect(warnings).toEqual([
      'UNZ counts 3 messages, there are 1.',
      'UNZ names control reference 9908, UNB names 5163.',
    ])
  })

  it('keeps segments without UNH as a message, and says how they begin', () => {
    const run = "UNB+UNOC:2+1694510:1943+10UNH+30+INVOIC:D:96A:UN:EAN008'BGM+380+475463'UNT+3+30'"
    expect(split(run).messages).toMatchObject([
      { type: '', isComplete: false, warnings: ['The message does not begin with UNH but with BGM.'] },
    ])
    expect(split("BGM+380+1'").messages[0]!.warnings).toEqual([
      'The message has no interchange header (UNB segment) before it.',
      'The message does not begin with UNH but with BGM.',
      'The message has no UNT segment before the end of the file.',
    ])
  })

  it('finds no message in a file of another kind or without any', () => {
    const none = 'The file holds no EDIFACT message (UNH segment).'
    expect(split('')).toEqual({ messages: [], warnings: [none] })
    expect(split(`${unb}UNZ+0+5163'`)).toEqual({ messages: [], warnings: [none] })
    expect(split('title,price\nA book,12')).toEqual({
      messages: [],
      warnings: ['Text that is no EDIFACT segment was skipped: title,price\nA book,12', none],
    })
  })

  it('flags a message longer than the limit and goes on behind it', () => {
    const long = `UNH+2+INVOIC:D'FTX+${'x'.repeat(3000)}'UNT+3+2'`
    for (const size of [1, 100, 10_000]) {
      const { messages } = split(`${unb}${one}${long}${two}UNZ+3+5163'`, size, 1000)
      expect(messages.map(({ overlong, length }) => [overlong, length])).toEqual([
        [false, one.length],
        [true, long.length],
        [false, two.length],
      ])
    }
  })

  it('says from where bytes must be kept', () => {
    const splitter = new MessageSplitter({ maxSegmentBytes: 1000 })
    splitter.push(Buffer.from(unb))
    splitter.push(Buffer.from(one.slice(0, 30)))
    expect(splitter.keepFrom).toBe(unb.length)
    expect(splitter.push(Buffer.from(one.slice(30) + two.slice(0, 4)))).toHaveLength(1)
    expect(splitter.keepFrom).toBe(unb.length + one.length)
    splitter.push(Buffer.alloc(5000, 'x'))
    expect(splitter.keepFrom).toBe(unb.length + one.length + 4 + 5000)
  })

  it('takes the place of a message in bytes, whatever its text takes', () => {
    const file = Buffer.from(`${unb}UNH+1+INVOIC:D'IMD+prólogo'UNT+3+1'${two}UNZ+2+5163'`)
    const { messages } = splitMessages(file)
    const second = messages[1]!
    expect(file.subarray(second.offset, second.offset + second.length).toString()).toBe(two)
    const first = messages[0]!
    expect(messageText(first.header, file.subarray(first.offset, first.offset + first.length))).toContain(
      'prólogo',
    )
  })
})

describe('interchangeText', () => {
  it('makes a message an interchange with the count 1 and the control reference of the header', () => {
    expect(interchangeText(una + unb, `${one}\n`)).toBe(`${una}${unb}${one}UNZ+1+5163'`)
  })

  it('takes the control reference from its place, not from the end of UNB', () => {
    const header = "UNB+UNOB:2+AUXAM:ZZ+400450:ZZ+20201102:0000+2+++++++1'"
    expect(interchangeText(header, one)).toBe(`${header}${one}UNZ+1+2'`)
  })

  it('writes the trailers in the service characters of the file, and one for a group', () => {
    const header = 'UNA^<.? >UNB<UNOA^2<W<C<210504^0931<0?<7<A>UNG<INVOIC<S<R<d<77>'
    const message = 'UNH<9<INVOIC^D>\r\nBGM<380>\r\nUNT<3<9>'
    expect(interchangeText(header, message)).toBe(
      `${header}UNH<9<INVOIC^D>BGM<380>UNT<3<9>UNE<1<77>UNZ<1<0?<7>`,
    )
  })

  it('adds no trailer where there is no header', () => {
    expect(interchangeText('', one)).toBe(one)
  })

  it('releases an apostrophe that the vendor did not', () => {
    const message = "UNH+1+INVOIC:D'IMD+L+050+:::Casopis'a'UNT+3+1'"
    expect(interchangeText('', message)).toBe("UNH+1+INVOIC:D'IMD+L+050+:::Casopis?'a'UNT+3+1'")
  })
})
