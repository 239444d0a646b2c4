import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bitBytes,
  context,
  integerBytes,
  integerOf,
  oidBytes,
  oidOf,
  readBer,
  universal,
  writeBer,
} from './ber.ts'
import { Z3950ReadError } from './errors.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const primitive = (bytes: Buffer) => readBer(universal(4, bytes))!.value

describe('BER', () => {
  it('writes tags and lengths as X.690 says', () => {
    expect(context(30, Buffer.from('a'))).toEqual(hex('9e 01 61'))
    expect(context(31, Buffer.from('a'))).toEqual(hex('9f 1f 01 61'))
    expect(context(211, Buffer.from('a'))).toEqual(hex('9f 81 53 01 61'))
    expect(writeBer('application', 1, [context(0, Buffer.alloc(0))])).toEqual(hex('61 02 80 00'))
    expect(universal(4, Buffer.alloc(200)).subarray(0, 3)).toEqual(hex('04 81 c8'))
    expect(universal(4, Buffer.alloc(300)).subarray(0, 4)).toEqual(hex('04 82 01 2c'))
  })

  it('writes whole numbers in the shortest form', () => {
    expect(integerBytes(0)).toEqual(hex('00'))
    expect(integerBytes(127)).toEqual(hex('7f'))
    expect(integerBytes(128)).toEqual(hex('00 80'))
    expect(integerBytes(-128)).toEqual(hex('80'))
    expect(integerBytes(-129)).toEqual(hex('ff 7f'))
  })

  it('writes object identifiers and bits', () => {
    // 1*40+2, 840 = 6*128+72, 10003 = 78*128+19
    expect(oidBytes('1.2.840.10003.5.10')).toEqual(hex('2a 86 48 ce 13 05 0a'))
    expect(bitBytes([0, 1, 2])).toEqual(hex('00 e0'))
    expect(bitBytes([0, 1, 14])).toEqual(hex('00 c0 02'))
  })

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), (number) => {
        expect(integerOf(primitive(integerBytes(number)))).toBe(number)
      }),
    )
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 24), { minLength: 1, maxLength: 8 }), (rest) => {
        const oid = ['1', '2', ...rest].join('.')
        expect(oidOf(primitive(oidBytes(oid)))).toBe(oid)
      }),
    )
    fc.assert(
      fc.property(fc.nat(0xffffff), fc.uint8Array({ maxLength: 400 }), (tag, content) => {
        const bytes = context(tag, Buffer.from(content))
        const { value, end } = readBer(bytes)!
        expect({ tag: value.tag, end }).toEqual({ tag, end: bytes.length })
        expect(value.bytes).toEqual(Buffer.from(content))
      }),
    )
  })

  it('refuses what never becomes a value, and is never lost in it', () => {
    expect(() => readBer(hex('30 03 04 05 61'))).toThrow(Z3950ReadError)
    expect(() => readBer(hex('04 80 00 00'))).toThrow(Z3950ReadError)
    expect(() => readBer(hex('04 85 01 00 00 00 00'))).toThrow(Z3950ReadError)
    expect(() => readBer(Buffer.alloc(2000, hex('30 80')))).toThrow('nested too deeply')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (content) => {
        try {
          readBer(Buffer.from(content))
        } catch (error) {
          expect(error).toBeInstanceOf(Z3950ReadError)
        }
      }),
    )
  })
})
