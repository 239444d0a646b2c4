import { Z3950ReadError } from './errors.ts'

/** BER as X.690 has it: tags of any size, definite and indefinite lengths, what Z39.50 sends its messages in. */

export type TagClass = 'universal' | 'application' | 'context' | 'private'

/** One value: its tag, and its content as bytes or, where it is built of others, as values. */
export type BerValue = {
  tagClass: TagClass
  tag: number
  bytes: Buffer
  /** Null for a primitive value. */
  children: BerValue[] | null
}

export const UNIVERSAL = {
  boolean: 1,
  integer: 2,
  octets: 4,
  null: 5,
  oid: 6,
  external: 8,
  sequence: 16,
  visibleString: 26,
  generalString: 27,
} as const

const CLASSES: readonly TagClass[] = ['universal', 'application', 'context', 'private']
const CONSTRUCTED = 0x20
const LONG_TAG = 0x1f
const INDEFINITE = 0x80
/** Messages of Z39.50 nest about a dozen levels deep; queries with many operators some more. */
const MAX_DEPTH = 64

type Header = {
  tagClass: TagClass
  tag: number
  isConstructed: boolean
  /** Null when the end is marked by two zero bytes. */
  length: number | null
  start: number
}

/** The header at `offset`, or null when the bytes end within it. */
function readHeader(bytes: Buffer, offset: number): Header | null {
  let at = offset
  const first = bytes[at++]
  if (first === undefined) return null
  let tag = first & LONG_TAG
  if (tag === LONG_TAG) {
    tag = 0
    for (;;) {
      const next = bytes[at++]
      if (next === undefined) return null
      tag = tag * 128 + (next & 0x7f)
      if (tag > 0xff_ffff) throw new Z3950ReadError('A tag is too large.')
      if (next < 0x80) break
    }
  }
  const size = bytes[at++]
  if (size === undefined) return null
  const isConstructed = (first & CONSTRUCTED) !== 0
  const header = { tagClass: CLASSES[first >> 6]!, tag, isConstructed }
  if (size < 0x80) return { ...header, length: size, start: at }
  if (size === INDEFINITE) {
    if (!isConstructed) throw new Z3950ReadError('A primitive value has no length.')
    return { ...header, length: null, start: at }
  }
  const count = size & 0x7f
  if (count > 4) throw new Z3950ReadError('A length is too large.')
  if (at + count > bytes.length) return null
  return { ...header, length: bytes.readUIntBE(at, count), start: at + count }
}

/**
 * Reads the value at `offset`.
 * @returns the value and where the next one begins, or null when the bytes end before the value does.
 * @throws Z3950ReadError when it never could become a value.
 */
export function readBer(bytes: Buffer, offset = 0, depth = 0): { value: BerValue; end: number } | null {
  if (depth > MAX_DEPTH) throw new Z3950ReadError('Values are nested too deeply.')
  const header = readHeader(bytes, offset)
  if (header === null) return null
  const { tagClass, tag, isConstructed, length, start } = header
  if (length === null) {
    const children: BerValue[] = []
    for (let at = start; ;) {
      if (at + 2 > bytes.length) return null
      if (bytes[at] === 0 && bytes[at + 1] === 0) {
        return { value: { tagClass, tag, bytes: bytes.subarray(start, at), children }, end: at + 2 }
      }
      const child = readBer(bytes, at, depth + 1)
      if (child === null) return null
      children.push(child.value)
      at = child.end
    }
  }
  const end = start + length
  if (end > bytes.length) return null
  const content = bytes.subarray(start, end)
  const children = isConstructed ? readAll(content, depth + 1) : null
  return { value: { tagClass, tag, bytes: content, children }, end }
}

function readAll(content: Buffer, depth: number): BerValue[] {
  const children: BerValue[] = []
  for (let at = 0; at < content.length;) {
    const child = readBer(content, at, depth)
    if (child === null) throw new Z3950ReadError('A value is longer than the one around it.')
    children.push(child.value)
    at = child.end
  }
  return children
}

/** The first value with a context tag among those that a value is built of. */
export function memberOf({ children }: BerValue, tag: number): BerValue | undefined {
  return children?.find((child) => child.tagClass === 'context' && child.tag === tag)
}

/** The first value with a universal tag among those that a value is built of. */
export function universalOf({ children }: BerValue, tag: number): BerValue | undefined {
  return children?.find((child) => child.tagClass === 'universal' && child.tag === tag)
}

export function integerOf({ bytes }: BerValue): number {
  if (bytes.length === 0 || bytes.length > 6) throw new Z3950ReadError('A number has no usable size.')
  return bytes.readIntBE(0, bytes.length)
}

export function booleanOf({ bytes }: BerValue): boolean {
  return bytes.some((byte) => byte !== 0)
}

/** The bytes of a string of any kind, whose parts may be sent one by one. */
export function octetsOf({ bytes, children }: BerValue): Buffer {
  return children === null ? bytes : Buffer.concat(children.map(octetsOf))
}

export function textOf(value: BerValue): string {
  return octetsOf(value).toString('utf8')
}

/** An object identifier with its numbers between dots. */
export function oidOf({ bytes }: BerValue): string {
  const numbers: number[] = []
  let number = 0
  for (const byte of bytes) {
    number = number * 128 + (byte & 0x7f)
    if (byte >= 0x80) continue
    numbers.push(number)
    number = 0
  }
  const [first = 0, ...rest] = numbers
  const root = Math.min(Math.floor(first / 40), 2)
  return [root, first - root * 40, ...rest].join('.')
}

/** Writes a value of bytes (primitive) or of other values (constructed, given as a list). */
export function writeBer(tagClass: TagClass, tag: number, content: Buffer | readonly Buffer[]): Buffer {
  const isConstructed = !Buffer.isBuffer(content)
  const bytes = Buffer.isBuffer(content) ? content : Buffer.concat(content)
  const lead = (CLASSES.indexOf(tagClass) << 6) | (isConstructed ? CONSTRUCTED : 0)
  const head = tag < LONG_TAG ? [lead | tag] : [lead | LONG_TAG, ...sevenBits(tag)]
  return Buffer.concat([Buffer.from([...head, ...lengthBytes(bytes.length)]), bytes])
}

/** A value with a context tag, which most of Z39.50 is made of. */
export function context(tag: number, content: Buffer | readonly Buffer[]): Buffer {
  return writeBer('context', tag, content)
}

export function universal(tag: number, content: Buffer | readonly Buffer[]): Buffer {
  return writeBer('universal', tag, content)
}

function sevenBits(number: number): number[] {
  const bytes = [number % 128]
  for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128)) {
    bytes.unshift((left % 128) + 0x80)
  }
  return bytes
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let left = length; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256)
  return [0x80 + bytes.length, ...bytes]
}

/** The content of an integer of up to 32 bits. */
export function integerBytes(value: number): Buffer {
  const bytes = Buffer.alloc(5)
  bytes.writeIntBE(value, 0, 5)
  let start = 0
  // The shortest form: no first byte that only repeats the sign.
  while (start < 4 && bytes[start] === (bytes[start + 1]! >= 0x80 ? 0xff : 0)) start += 1
  return bytes.subarray(start)
}

export function booleanBytes(value: boolean): Buffer {
  return Buffer.from([value ? 0xff : 0])
}

/** The content of an object identifier given as `1.2.840.10003.3.1`. */
export function oidBytes(oid: string): Buffer {
  const [root = 0, second = 0, ...rest] = oid.split('.').map(Number)
  return Buffer.from([root * 40 + second, ...rest].flatMap(sevenBits))
}

/** The content of a bit string of whole bytes in which the bits of these numbers are set; bit 0 comes first. */
export function bitBytes(bits: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 + Math.floor(Math.max(...bits) / 8))
  for (const bit of bits) bytes[1 + Math.floor(bit / 8)]! |= 0x80 >> (bit % 8)
  return bytes
}
