import { DEFAULT_MAX_SEGMENT_BYTES, type RecordSegment, type SplitterOptions } from './split-records.ts'

const LESS_THAN = 0x3c
const GREATER_THAN = 0x3e

// Where the scanner stands between two code units.
const TEXT = 0
const MARKUP_START = 1
const NAME = 2
const IN_TAG = 3
const IN_QUOTES = 4
const COMMENT = 5
const CDATA = 6
const INSTRUCTION = 7
const DECLARATION = 8

/** No element name that matters is longer; a longer one is compared cut off and matches nothing. */
const NAME_LIMIT = 80

/** Bytes looked at for an encoding declaration. */
const PROLOG_LIMIT = 512

type OpenRecord = { start: number; hasMarc: boolean; hasOther: boolean }

/**
 * Finds the MARCXML record elements of a file that arrives in pieces cut anywhere: `record` elements with any
 * prefix, alone, in a collection, or wrapped in OAI-PMH or SRU answers whose own `record` elements are skipped.
 * Comments, CDATA sections, processing instructions and quoted attribute values are not mistaken for tags.
 *
 * A record element that is not closed before the next one starts, or before the file ends, is returned as it is,
 * so that reading it reports the damage. Offsets are bytes of the file, also in UTF-16.
 */
export class XmlRecordSplitter {
  readonly #limit: number
  #encoding: string | null = null
  #unitBytes = 1
  #littleEndian = true
  #prolog: Uint8Array = new Uint8Array(0)
  #oddByte: number | null = null

  #mode = TEXT
  #quote = 0
  #quoteReturn = IN_TAG
  #name = ''
  #closing = false
  #lastUnit = 0
  #lastButOne = 0
  #brackets = 0
  #tagStart = 0
  #position = 0
  readonly #open: OpenRecord[] = []

  /** `encoding` is for a part of a file whose beginning, which names the encoding, was seen before. */
  constructor(options: SplitterOptions & { encoding?: string } = {}) {
    this.#limit = options.maxSegmentBytes ?? DEFAULT_MAX_SEGMENT_BYTES
    if (options.encoding !== undefined) this.#useEncoding(options.encoding)
  }

  /** Encoding label of the file for `decodeXmlText`: from its byte order mark or XML declaration, else `utf-8`. */
  get encoding(): string {
    return this.#encoding ?? 'utf-8'
  }

  /** Offset of the first byte that a segment still to come may need; earlier bytes can be let go. */
  get keepFrom(): number {
    const position = this.#position - (this.#oddByte === null ? 0 : 1)
    const start = this.#open[0]?.start ?? (this.#mode === TEXT ? position : this.#tagStart)
    return position - start > this.#limit ? position : start
  }

  /** Takes the next piece of the file and returns the records that end in it, in file order. */
  push(piece: Uint8Array): RecordSegment[] {
    if (this.#encoding !== null) return this.#scan(piece)
    // The encoding must be known before the first tag is read, so a short beginning waits for more.
    const bytes = new Uint8Array(this.#prolog.length + piece.length)
    bytes.set(this.#prolog)
    bytes.set(piece, this.#prolog.length)
    this.#prolog = bytes
    return bytes.length < PROLOG_LIMIT ? [] : this.#start()
  }

  /** Ends the file; returns a record that was never closed, when there is one. */
  end(): RecordSegment[] {
    const segments = this.#encoding === null ? this.#start() : []
    const unclosed = this.#open.find((record) => record.hasMarc)
    if (unclosed !== undefined) segments.push(this.#segment(unclosed.start, this.#position))
    this.#open.length = 0
    return segments
  }

  #start(): RecordSegment[] {
    const bytes = this.#prolog
    this.#prolog = new Uint8Array(0)
    this.#useEncoding(detectXmlEncoding(bytes))
    return this.#scan(bytes)
  }

  #useEncoding(encoding: string): void {
    this.#encoding = encoding
    this.#unitBytes = encoding.startsWith('utf-16') ? 2 : 1
    this.#littleEndian = encoding !== 'utf-16be'
  }

  #scan(piece: Uint8Array): RecordSegment[] {
    const segments: RecordSegment[] = []
    if (this.#unitBytes === 1) {
      this.#scanUnits(piece, this.#position, segments)
      this.#position += piece.length
      return segments
    }
    const carried = this.#oddByte === null ? 0 : 1
    const bytes = new Uint8Array(piece.length + carried)
    if (this.#oddByte !== null) bytes[0] = this.#oddByte
    bytes.set(piece, carried)
    this.#oddByte = bytes.length % 2 === 1 ? bytes[bytes.length - 1]! : null
    const units = new Uint8Array(bytes.length >> 1)
    for (let index = 0; index < units.length; index += 1) {
      const first = bytes[index * 2]!
      const second = bytes[index * 2 + 1]!
      const high = this.#littleEndian ? second : first
      // Markup is ASCII; any other character is some byte that starts no tag.
      units[index] = high === 0 ? (this.#littleEndian ? first : second) : 0x80
    }
    this.#scanUnits(units, this.#position - carried, segments)
    this.#position += piece.length
    return segments
  }

  #scanUnits(units: Uint8Array, origin: number, segments: RecordSegment[]): void {
    let index = 0
    while (index < units.length) {
      if (this.#mode === TEXT || this.#mode === IN_QUOTES) {
        const wanted = this.#mode === TEXT ? LESS_THAN : this.#quote
        const found = units.indexOf(wanted, index)
        if (found === -1) return
        if (this.#mode === TEXT) {
          this.#tagStart = origin + found * this.#unitBytes
          this.#mode = MARKUP_START
          this.#name = ''
        } else {
          this.#mode = this.#quoteReturn
        }
        index = found + 1
        continue
      }
      this.#step(units[index]!, origin + (index + 1) * this.#unitBytes, segments)
      index += 1
    }
  }

  /** Handles one code unit inside markup; `after` is the file offset behind it. */
  #step(unit: number, after: number, segments: RecordSegment[]): void {
    switch (this.#mode) {
      case MARKUP_START:
        this.#startMarkup(unit)
        return
      case NAME:
        if (isNameEnd(unit)) {
          this.#enter(this.#name.startsWith('!') ? DECLARATION : IN_TAG)
          this.#step(unit, after, segments)
        } else if (this.#name.length < NAME_LIMIT) {
          this.#name += String.fromCharCode(unit)
          if (this.#name === '!--') this.#enter(COMMENT)
          else if (this.#name === '![CDATA[') this.#enter(CDATA)
        }
        return
      case IN_TAG:
        if (unit === GREATER_THAN) this.#endTag(after, segments)
        else if (unit === 0x22 || unit === 0x27) this.#quoteFrom(unit, IN_TAG)
        this.#lastUnit = unit
        return
      case DECLARATION:
        if (unit === 0x22 || unit === 0x27) this.#quoteFrom(unit, DECLARATION)
        else if (unit === 0x5b) this.#brackets += 1
        else if (unit === 0x5d) this.#brackets -= 1
        else if (unit === GREATER_THAN && this.#brackets <= 0) this.#mode = TEXT
        return
      default:
        if (unit === GREATER_THAN && this.#atSectionEnd()) this.#mode = TEXT
        this.#lastButOne = this.#lastUnit
        this.#lastUnit = unit
    }
  }

  #startMarkup(unit: number): void {
    if (unit === 0x3f) {
      this.#enter(INSTRUCTION)
      return
    }
    this.#closing = unit === 0x2f
    this.#mode = NAME
    if (!this.#closing) this.#name = String.fromCharCode(unit)
  }

  #enter(mode: number): void {
    this.#mode = mode
    this.#lastUnit = 0
    this.#lastButOne = 0
  }

  #quoteFrom(unit: number, returnTo: number): void {
    this.#quote = unit
    this.#quoteReturn = returnTo
    this.#mode = IN_QUOTES
  }

  #atSectionEnd(): boolean {
    if (this.#mode === INSTRUCTION) return this.#lastUnit === 0x3f
    const ending = this.#mode === COMMENT ? 0x2d : 0x5d
    return this.#lastUnit === ending && this.#lastButOne === ending
  }

  #endTag(after: number, segments: RecordSegment[]): void {
    this.#mode = TEXT
    const local = this.#name.slice(this.#name.indexOf(':') + 1)
    if (this.#closing) {
      if (local === 'record') this.#closeRecord(after, segments)
      return
    }
    const current = this.#open.at(-1)
    if (local === 'record') {
      if (current?.hasMarc === true) {
        // MARC records do not nest, so the outer one was never closed.
        this.#open.pop()
        segments.push(this.#segment(current.start, this.#tagStart))
      }
      this.#open.push({ start: this.#tagStart, hasMarc: false, hasOther: false })
      if (this.#lastUnit === 0x2f) this.#closeRecord(after, segments)
    } else if (current !== undefined) {
      if (local === 'leader' || local === 'controlfield' || local === 'datafield') current.hasMarc = true
      else current.hasOther = true
    }
  }

  #closeRecord(after: number, segments: RecordSegment[]): void {
    const record = this.#open.pop()
    if (record === undefined) return
    const outer = this.#open.at(-1)
    if (outer !== undefined) outer.hasOther = true
    // A record element with other content only is the wrapper of OAI-PMH or SRU, or not MARC at all.
    if (record.hasMarc || !record.hasOther) segments.push(this.#segment(record.start, after))
  }

  #segment(offset: number, end: number): RecordSegment {
    const length = end - offset
    return { offset, length, overlong: length > this.#limit }
  }
}

function isNameEnd(unit: number): boolean {
  return (
    unit === GREATER_THAN || unit === 0x2f || unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d
  )
}

/**
 * Encoding label of an XML file from its first bytes: byte order mark, UTF-16 without one, or the encoding
 * named in the XML declaration; `utf-8` otherwise, also for a label this platform does not know.
 */
export function detectXmlEncoding(bytes: Uint8Array): string {
  const [first, second, third, fourth] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === LESS_THAN && second === 0 && third !== 0) return 'utf-16le'
  if (first === 0 && second === LESS_THAN && fourth !== 0) return 'utf-16be'
  const head = Buffer.from(bytes.subarray(0, PROLOG_LIMIT)).toString('latin1')
  const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/u.exec(
    head,
  )?.[1]
  // UTF-16 in the declaration of a file that is readable as bytes is a leftover of a conversion.
  if (declared === undefined || /^utf-?16/iu.test(declared)) return 'utf-8'
  try {
    return new TextDecoder(declared).encoding
  } catch {
    return 'utf-8'
  }
}

/** Text of a segment of an XML file; `encoding` as given by the splitter. Damaged bytes become U+FFFD. */
export function decodeXmlText(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes)
}
