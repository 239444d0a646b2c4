import type { EdifactSegment } from './segment.ts'
import {
  DEFAULT_SERVICE,
  isLetterOrDigit,
  readServiceString,
  SERVICE_LENGTH,
  serviceText,
  type ServiceString,
} from './service-string.ts'

/** One segment as it stands in the text. */
export type RawSegment = {
  /** Three characters; fewer when the text breaks off inside the tag; empty for text that is no segment at all. */
  tag: string
  /** The segment without its terminator and line breaks, release characters in place. */
  text: string
  /** Where it begins and where the next character behind its terminator is, counted from the start of the text. */
  offset: number
  end: number
  service: ServiceString
  /** False for a last segment that breaks off. */
  isTerminated: boolean
  /** A terminator without release character was found inside its text. */
  isRepaired: boolean
  /** It is longer than the limit, and `text` is only its beginning. */
  isOverlong: boolean
}

export type TokenizerOptions = {
  /** Characters kept of one segment; no limit by default. */
  maxSegmentLength?: number
}

/** Characters kept of text that is no segment, for the message about it. */
const SKIPPED_SAMPLE = 200

/** Blanks kept between a terminator and what follows it. */
const MAX_GAP = 200

/** Line breaks, NUL and SUB are no EDIFACT text (ISO 9735); files are wrapped with them at any place. */
function isDropped(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x00 || code === 0x1a
}

/** Whether the character behind UNA can be its first separator. */
function canSeparate(character: string): boolean {
  return character !== ' ' && !isLetterOrDigit(character)
}

function isPadding(code: number): boolean {
  return code <= 0x20 || code === 0x7f || code === 0xfeff
}

/** Tags are a capital letter and two more capitals or digits. */
function isOfTag(code: number, place: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (place > 0 && code >= 0x30 && code <= 0x39)
}

const BOM_AS_LATIN1 = '\u00ef\u00bb\u00bf'

/**
 * Cuts a text that arrives in pieces into segments. A UNA segment changes the service characters from there on.
 *
 * What follows a terminator is a segment only when it begins with a tag and a separator. Vendors forget to release
 * apostrophes (`Cesky Casopis'a Historicky`), so anything else belongs to the segment before it, and the terminator
 * is put back with its release character. For this reason a segment is returned when the next one has begun.
 * Before the first and behind the last segment of an interchange (UNZ) such text comes out with an empty tag.
 */
export class SegmentTokenizer {
  readonly #limit: number
  #service = DEFAULT_SERVICE
  #mode: 'tag' | 'service' | 'body' | 'seek' = 'tag'
  #position = 0
  #start = 0
  #tag = ''
  #text = ''
  #gap = ''
  #isReleased = false
  #isRepaired = false
  #isOverlong = false
  #skipped = ''
  #held: RawSegment | null = null
  #found: RawSegment[] = []

  constructor(options: TokenizerOptions = {}) {
    this.#limit = options.maxSegmentLength ?? Number.POSITIVE_INFINITY
  }

  /** Where the first segment that was not returned yet begins. */
  get keepFrom(): number {
    if (this.#held !== null) return this.#held.offset
    if (this.#mode === 'seek') return this.#position - this.#text.length
    return this.#text === '' ? this.#position : this.#start
  }

  /** Takes the next piece and returns the segments that have become certain, in order. */
  push(piece: string): RawSegment[] {
    this.#feed(piece, this.#position)
    this.#position += piece.length
    return this.#takeFound()
  }

  /** Ends the text; returns what is left, the last segment marked when its terminator is missing. */
  end(): RawSegment[] {
    if (this.#mode === 'seek') {
      this.#skipped += this.#text
      this.#emitSkipped(this.#position)
    } else {
      if (this.#mode !== 'body') this.#beginBody()
      if (this.#text !== '') this.#close(this.#position, false)
      this.#flush()
    }
    return this.#takeFound()
  }

  #takeFound(): RawSegment[] {
    const found = this.#found
    this.#found = []
    return found
  }

  #feed(piece: string, origin: number): void {
    let at = 0
    while (at < piece.length) {
      if (this.#mode === 'body') at = this.#takeBody(piece, at, origin)
      else if (this.#mode === 'tag') at = this.#takeTag(piece, at, origin)
      else if (this.#mode === 'service') at = this.#takeService(piece, at)
      else at = this.#takeSkipped(piece, at, origin)
    }
  }

  #takeTag(piece: string, at: number, origin: number): number {
    const character = piece.charAt(at)
    const code = piece.charCodeAt(at)
    const isTerminator = character === this.#service.terminator
    if (this.#text === '') {
      if (isPadding(code) || isTerminator) {
        if (!isDropped(code) && !isTerminator && this.#gap.length < MAX_GAP) this.#gap += character
        return at + 1
      }
      this.#start = origin + at
    } else if (isDropped(code) && !isTerminator) {
      return at + 1
    }
    if (this.#text.length < 3 && isOfTag(code, this.#text.length)) {
      this.#text += character
      if (this.#text === 'UNA') this.#mode = 'service'
      return at + 1
    }
    // A service string holds for its interchange; the next one may do without.
    const isDefault = this.#text === 'UNB' && character === DEFAULT_SERVICE.element
    if (isDefault && character !== this.#service.element && this.#held?.tag === 'UNZ') {
      this.#service = DEFAULT_SERVICE
    }
    if (this.#text.length === 3 && (isTerminator || character === this.#service.element)) {
      this.#beginBody()
    } else {
      this.#refuseTag()
    }
    return at
  }

  #beginBody(): void {
    this.#flush()
    this.#mode = 'body'
    this.#tag = this.#text.slice(0, 3)
    this.#gap = ''
    this.#isRepaired = false
    this.#isOverlong = false
  }

  /** What was read behind a terminator is no tag: it belongs to the segment before, or to none. */
  #refuseTag(): void {
    const held = this.#held
    if (held === null || held.tag === 'UNZ' || held.tag === 'UNA') {
      this.#flush()
      this.#mode = 'seek'
      this.#skipped = ''
    } else {
      const { release, terminator } = held.service
      const released = release === ' ' ? terminator : release + terminator
      this.#held = null
      this.#mode = 'body'
      this.#tag = held.tag
      this.#start = held.offset
      this.#isRepaired = true
      this.#isOverlong = held.isOverlong
      const more = released + this.#gap + this.#text
      this.#text = held.text
      this.#append(more)
    }
    this.#gap = ''
    this.#isReleased = false
  }

  #takeService(piece: string, at: number): number {
    const character = piece.charAt(at)
    if (this.#text.length === 3 && !canSeparate(character)) {
      this.#refuseTag()
      return at
    }
    this.#text += character
    if (this.#text.length < SERVICE_LENGTH) return at + 1
    const read = readServiceString(this.#text)
    if (read === null) {
      const rest = this.#text.slice(3)
      const origin = this.#start + 3
      this.#text = 'UNA'
      this.#refuseTag()
      if (this.#mode === 'seek') this.#slide('')
      this.#feed(rest, origin)
      return at + 1
    }
    this.#beginBody()
    this.#tag = 'UNA'
    this.#service = read.service
    this.#text = serviceText(read.service).slice(0, -1)
    this.#close(this.#start + read.length, true)
    return at + 1 - (SERVICE_LENGTH - read.length)
  }

  #takeBody(piece: string, from: number, origin: number): number {
    const terminator = this.#service.terminator.charCodeAt(0)
    const release = this.#service.release === ' ' ? -1 : this.#service.release.charCodeAt(0)
    let start = from
    for (let at = from; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at)
      if (code === terminator && !this.#isReleased) {
        this.#append(piece.slice(start, at))
        this.#close(origin + at + 1, true)
        return at + 1
      }
      if (isDropped(code)) {
        this.#append(piece.slice(start, at))
        start = at + 1
      } else if (this.#isReleased) {
        this.#isReleased = false
      } else {
        this.#isReleased = code === release
      }
    }
    this.#append(piece.slice(start))
    return piece.length
  }

  #append(text: string): void {
    if (text === '') return
    const room = this.#limit - this.#text.length
    if (room > 0) this.#text += text.length > room ? text.slice(0, room) : text
    this.#isOverlong ||= text.length > room
  }

  #close(end: number, isTerminated: boolean): void {
    this.#held = {
      tag: this.#tag,
      text: this.#text,
      offset: this.#start,
      end,
      service: this.#service,
      isTerminated,
      isRepaired: this.#isRepaired,
      isOverlong: this.#isOverlong,
    }
    this.#mode = 'tag'
    this.#text = ''
    this.#isReleased = false
  }

  #flush(): void {
    if (this.#held !== null) this.#found.push(this.#held)
    this.#held = null
  }

  /** Looks for the next header or message; `#text` is a window on the last three characters. */
  #takeSkipped(piece: string, at: number, origin: number): number {
    const character = piece.charAt(at)
    const isService = this.#text === 'UNA' && canSeparate(character)
    const isHeader = (this.#text === 'UNB' || this.#text === 'UNH') && character === this.#service.element
    if (isService || isHeader) {
      this.#emitSkipped(origin + at - 3)
      this.#start = origin + at - 3
      if (isService) this.#mode = 'service'
      else this.#beginBody()
      return at
    }
    this.#slide(character)
    return at + 1
  }

  /** Moves the window: its first character is let go when it is full, or when nothing comes after it. */
  #slide(character: string): void {
    const gone = character === '' || this.#text.length === 3 ? 1 : 0
    if (this.#skipped.length < SKIPPED_SAMPLE) this.#skipped += this.#text.slice(0, gone)
    this.#text = this.#text.slice(gone) + character
  }

  #emitSkipped(end: number): void {
    const text = this.#skipped.slice(0, SKIPPED_SAMPLE)
    if (text === '' || text === BOM_AS_LATIN1) return
    this.#found.push({
      tag: '',
      text,
      offset: Math.min(this.#start, end),
      end,
      service: this.#service,
      isTerminated: true,
      isRepaired: false,
      isOverlong: text.length < end - this.#start,
    })
  }
}

/** All segments of a whole text. */
export function tokenize(text: string): RawSegment[] {
  const tokenizer = new SegmentTokenizer()
  return [...tokenizer.push(text), ...tokenizer.end()]
}

/** Takes a segment apart: elements and components with the release characters removed. UNA has no elements. */
export function readSegment({ tag, text, service }: RawSegment): EdifactSegment {
  if (tag === 'UNA') return { tag, dataElements: [] }
  const { element, component, release } = service
  const isPlain = release === ' ' || !text.includes(release)
  const elements = isPlain ? text.split(element) : splitReleased(text, element, release)
  const dataElements = elements.slice(1).map((part) => ({
    components: isPlain
      ? part.split(component).map((data) => ({ data }))
      : splitReleased(part, component, release).map((data) => ({ data: unrelease(data, release) })),
  }))
  return { tag, dataElements }
}

/** Splits at separators that are not released; release characters stay. */
function splitReleased(text: string, separator: string, release: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === release) at += 1
    else if (text[at] === separator) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}

function unrelease(text: string, release: string): string {
  if (!text.includes(release)) return text
  let plain = ''
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === release && at + 1 < text.length) at += 1
    plain += text[at]
  }
  return plain
}
