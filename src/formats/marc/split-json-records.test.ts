import { describe, expect, it } from 'vitest'

import { inPieces, pieceSizes } from '../../../test/support/marc-bytes.ts'
import { JsonRecordSplitter } from './split-json-records.ts'

function split(text: string, size: number, maxSegmentBytes?: number): string[] {
  const bytes = Buffer.from(text)
  const splitter = new JsonRecordSplitter(maxSegmentBytes === undefined ? {} : { maxSegmentBytes })
  const segments = inPieces(bytes, size).flatMap((piece) => splitter.push(piece))
  segments.push(...splitter.end())
  return segments.map(({ offset, length, overlong }) => {
    return overlong ? `overlong ${length}` : bytes.toString('utf8', offset, offset + length)
  })
}

const first = '{"leader":"00000nam a2200000 a 4500","fields":[{"001":"a \\"}{\\\\"}]}'
const second =
  '{\n  "leader": "00000nam a2200000 a 4500",\n  "fields": [{"245": {"subfields": [{"a": "é]中"}]}}]\n}'

describe('JsonRecordSplitter', () => {
  it('finds the objects of an array, a single object and one object a line, wherever the file is cut', () => {
    for (const size of pieceSizes) {
      expect(split(` [ ${first},\n${second} ]\n`, size)).toEqual([first, second])
      expect(split(second, size)).toEqual([second])
      expect(split(`\ufeff${first}\n${first}\r\n\n${second}`, size)).toEqual([first, first, second])
      expect(split(' [ ] ', size)).toEqual([])
    }
  })

  it('returns what is no object, and an object cut off, so that they can be reported', () => {
    expect(split(`[${first}, "a, \\"b", 12, null, ${first}]`, 4)).toEqual([
      first,
      '"a, \\"b"',
      '12',
      'null',
      first,
    ])
    expect(split(`[${first}, {"leader":`, 4)).toEqual([first, '{"leader":'])
  })

  it('flags an object longer than the limit', () => {
    expect(split(`[${second},${first}]`, 8, Buffer.byteLength(first))).toEqual([
      `overlong ${Buffer.byteLength(second)}`,
      first,
    ])
  })
})
