import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { inPieces, pieceSizes, rawRecord } from '../../../test/support/marc-bytes.ts'
import { RecordSplitter, type RecordSegment } from './split-records.ts'

function split(bytes: Uint8Array, size = bytes.length || 1, maxSegmentBytes?: number): RecordSegment[] {
  const splitter = new RecordSplitter(maxSegmentBytes === undefined ? {} : { maxSegmentBytes })
  const segments = inPieces(bytes, size).flatMap((piece) => splitter.push(piece))
  return [...segments, ...splitter.end()]
}

const one = rawRecord([
  ['001', 'one'],
  ['245', '10$aFirst'],
])
const two = rawRecord([
  ['001', 'two'],
  ['245', '10$aSecond é中😀'],
])
const three = rawRecord([
  ['001', 'three'],
  ['520', `  $a${'long text '.repeat(900)}`],
])

describe('RecordSplitter', () => {
  it('finds the same records wherever the file is cut', () => {
    const file = Buffer.concat([one, two, three])
    const expected = [
      { offset: 0, length: one.length, overlong: false },
      { offset: one.length, length: two.length, overlong: false },
      { offset: one.length + two.length, length: three.length, overlong: false },
    ]
    for (const size of [...pieceSizes, file.length]) expect(split(file, size)).toEqual(expected)
  })

  it('finds the same records for any random cuts', () => {
    const file = Buffer.concat([one, Buffer.from('\r\n'), two, three, Buffer.from('rest')])
    const expected = split(file)
    fc.assert(
      fc.property(fc.array(fc.nat(file.length), { maxLength: 20 }), (cuts) => {
        const splitter = new RecordSplitter()
        const borders = [0, ...cuts.toSorted((left, right) => left - right), file.length]
        const segments = borders
          .slice(1)
          .flatMap((to, index) => splitter.push(file.subarray(borders[index]!, to)))
        expect([...segments, ...splitter.end()]).toEqual(expected)
      }),
    )
  })

  it('puts bytes between records at the head of the following segment', () => {
    const file = Buffer.concat([one, Buffer.from('\r\n\u0000 '), two])
    expect(split(file, 3)).toEqual([
      { offset: 0, length: one.length, overlong: false },
      { offset: one.length, length: two.length + 4, overlong: false },
    ])
  })

  it('takes a terminator with nothing but filling before it for filling', () => {
    const file = Buffer.concat([one, Buffer.from('\u001d \u001d'), two, Buffer.from('\u001d\u001d\u0000')])
    expect(split(file, 1).map(({ offset, length }) => [offset, length])).toEqual([
      [0, one.length],
      [one.length, two.length + 3],
    ])
  })

  it('returns a tail without terminator as the last segment, but not blank filling', () => {
    const cut = two.subarray(0, 40)
    expect(split(Buffer.concat([one, cut]), 7).at(-1)).toEqual({
      offset: one.length,
      length: 40,
      overlong: false,
    })
    expect(split(Buffer.concat([one, Buffer.from('\r\n \t\u0000\u001a')]), 2)).toHaveLength(1)
    expect(split(Buffer.from(' \r\n'))).toEqual([])
    expect(split(Buffer.alloc(0))).toEqual([])
  })

  it('flags a segment longer than the limit and goes on behind it', () => {
    const file = Buffer.concat([one, three, two])
    for (const size of [1, 100, file.length]) {
      expect(split(file, size, 1000).map((segment) => segment.overlong)).toEqual([false, true, false])
    }
    expect(split(Buffer.alloc(5000, 'x'), 64, 1000)).toEqual([{ offset: 0, length: 5000, overlong: true }])
  })

  it('says from where bytes must be kept, and lets go of an overlong segment', () => {
    const splitter = new RecordSplitter({ maxSegmentBytes: 1000 })
    splitter.push(one)
    expect(splitter.keepFrom).toBe(one.length)
    splitter.push(three.subarray(0, 500))
    expect(splitter.keepFrom).toBe(one.length)
    splitter.push(three.subarray(500, 2000))
    expect(splitter.keepFrom).toBe(one.length + 2000)
    expect(splitter.push(three.subarray(2000))).toEqual([
      { offset: one.length, length: three.length, overlong: true },
    ])
  })
})
