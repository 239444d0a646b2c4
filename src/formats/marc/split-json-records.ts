import { DEFAULT_MAX_SEGMENT_BYTES, type RecordSegment, type SplitterOptions } from './split-records.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

/** Bytes that may stand between two records: white space, commas, the brackets of the outer array, a UTF-8 byte order mark. */
const isBetween = new Uint8Array(256)
for (const byte of [0x20, 0x09, 0x0a, 0x0d, 0x2c, OPEN_BRACKET, CLOSE_BRACKET, 0xef, 0xbb, 0xbf])
  isBetween[byte] = 1

/**
 * Finds the records of a MARC-in-JSON file that arrives in pieces cut anywhere: a single object, an array of
 * objects, or one object a line. Anything else between them (a string, a number) is returned as a segment as well,
 * so that reading it reports it. An object cut off by the end of the file is the last segment.
 */
export class JsonRecordSplitter {
  readonly #limit: number
  #position = 0
  #start = -1
  #depth = 0
  #inString = false
  #escaped = false

  constructor(options: SplitterOptions = {}) {
    this.#limit = options.maxSegmentBytes ?? DEFAULT_MAX_SEGMENT_BYTES
  }

  /** Offset of the first byte that a segment still to come may need; earlier bytes can be let go. */
  get keepFrom(): number {
    const start = this.#start === -1 ? this.#position : this.#start
    return this.#position - start > this.#limit ? this.#position : start
  }

  /** Takes the next piece of the file and returns the records that end in it, in file order. */
  push(piece: Uint8Array): RecordSegment[] {
    const segments: RecordSegment[] = []
    const origin = this.#position
    for (let index = 0; index < piece.length; index += 1) {
      const byte = piece[index]!
      if (this.#inString) this.#stepString(byte)
      else if (this.#start === -1) this.#begin(byte, origin + index)
      else if (this.#depth > 0) this.#stepObject(byte)
      else if (isBetween[byte] === 1) {
        segments.push(this.#segment(origin + index))
        continue
      } else if (byte === QUOTE) this.#inString = true
      if (this.#start !== -1 && this.#depth === 0 && byte === CLOSE_BRACE && !this.#inString) {
        segments.push(this.#segment(origin + index + 1))
      }
    }
    this.#position = origin + piece.length
    return segments
  }

  /** Ends the file; returns the unfinished last record when there is one. */
  end(): RecordSegment[] {
    return this.#start === -1 ? [] : [this.#segment(this.#position)]
  }

  #begin(byte: number, offset: number): void {
    if (isBetween[byte] === 1) return
    this.#start = offset
    if (byte === OPEN_BRACE) this.#depth = 1
    else if (byte === QUOTE) this.#inString = true
  }

  #stepString(byte: number): void {
    if (this.#escaped) this.#escaped = false
    else if (byte === BACKSLASH) this.#escaped = true
    else if (byte === QUOTE) this.#inString = false
  }

  #stepObject(byte: number): void {
    if (byte === QUOTE) this.#inString = true
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth += 1
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#depth -= 1
  }

  #segment(end: number): RecordSegment {
    const offset = this.#start
    const length = end - offset
    this.#start = -1
    this.#depth = 0
    this.#inString = false
    this.#escaped = false
    return { offset, length, overlong: length > this.#limit }
  }
}
