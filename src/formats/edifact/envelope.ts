import { componentAt } from './segment.ts'
import { DEFAULT_SERVICE, serviceText } from './service-string.ts'
import { readSegment, type RawSegment } from './tokenize.ts'

/** One message of an interchange: where it lies and what its service segments say. */
export type EnvelopedMessage = {
  /** Place in the file, from 1. */
  number: number
  /** Message type (INVOIC, ORDERS); empty when the message has no UNH. */
  type: string
  /** Reference of the message in UNH; empty when there is none. */
  reference: string
  /** UNA, UNB and UNG in force, one behind the other with their terminators; empty when there is no header. */
  header: string
  offset: number
  end: number
  /** It begins with UNH, ends with UNT and nothing breaks off. An incomplete message may lack lines. */
  isComplete: boolean
  /** What is wrong with it, in sentences. */
  warnings: string[]
}

/** Warnings kept of one message or file. */
const MAX_WARNINGS = 50
const EXCERPT = 60

type Open = EnvelopedMessage & { segments: number; lastTag: string; isCut: boolean }
type Level = { text: string; reference: string; count: number }

/**
 * Follows the service segments (UNA, UNB, UNG, UNH, UNT, UNE, UNZ) and tells where messages begin and end. Missing
 * trailers, wrong counts and differing references are tolerated and reported: real vendors send all of these.
 */
export class EnvelopeReader {
  /** What is wrong with the file outside its messages, in sentences. */
  readonly warnings: string[] = []
  #service = ''
  #interchange: Level | null = null
  #group: Level | null = null
  #groups = 0
  #message: Open | null = null
  #count = 0

  /** Where the message begins that is open, or null. */
  get openFrom(): number | null {
    return this.#message?.offset ?? null
  }

  /** Takes the next segment; returns the message that ended with it or before it. */
  take(raw: RawSegment): EnvelopedMessage | null {
    switch (raw.tag) {
      case '':
        warn(this.warnings, `Text that is no EDIFACT segment was skipped: ${excerpt(raw.text)}`)
        return null
      case 'UNA':
      case 'UNB':
        return this.#beginInterchange(raw)
      case 'UNG':
        return this.#beginGroup(raw)
      case 'UNH': {
        const ended = this.#closeMessage('the next message')
        this.#open(raw)
        return ended
      }
      case 'UNT':
        return this.#endMessage(raw)
      case 'UNE':
        return this.#endGroup(raw)
      case 'UNZ':
        return this.#endInterchange(raw)
      default:
        this.#addSegment(raw)
        return null
    }
  }

  /** Ends the file; returns the message that was still open. */
  end(): EnvelopedMessage | null {
    const ended = this.#closeInterchange('the end of the file')
    if (this.#count === 0) warn(this.warnings, 'The file holds no EDIFACT message (UNH segment).')
    return ended
  }

  #beginInterchange(raw: RawSegment): EnvelopedMessage | null {
    const ended = this.#closeInterchange('the next interchange')
    if (raw.tag === 'UNA') {
      this.#service = raw.text + raw.service.terminator
      return ended
    }
    // The service string of an interchange before it may still hold: then the header has to say so.
    if (raw.service === DEFAULT_SERVICE) this.#service = ''
    else this.#service ||= serviceText(raw.service)
    this.#interchange = level(raw)
    this.#groups = 0
    return ended
  }

  #beginGroup(raw: RawSegment): EnvelopedMessage | null {
    const ended = this.#closeGroup('the next group')
    this.#group = level(raw)
    this.#groups += 1
    return ended
  }

  #open(raw: RawSegment): void {
    const header = readSegment(raw)
    const { text = '' } = this.#interchange ?? {}
    this.#count += 1
    if (this.#interchange !== null) this.#interchange.count += 1
    if (this.#group !== null) this.#group.count += 1
    const isMessage = raw.tag === 'UNH'
    this.#message = {
      number: this.#count,
      type: isMessage ? componentAt(header, 2) : '',
      reference: isMessage ? componentAt(header, 1) : '',
      header: text === '' ? this.#service : this.#service + text + (this.#group?.text ?? ''),
      offset: raw.offset,
      end: raw.end,
      isComplete: isMessage,
      warnings: [],
      segments: 0,
      lastTag: '',
      isCut: false,
    }
    if (this.#interchange === null) {
      warn(this.#message.warnings, 'The message has no interchange header (UNB segment) before it.')
    }
    this.#addSegment(raw)
  }

  #addSegment(raw: RawSegment): void {
    if (this.#message === null) {
      this.#open(raw)
      warn(this.#message!.warnings, `The message does not begin with UNH but with ${raw.tag}.`)
      return
    }
    const message = this.#message
    message.segments += 1
    message.lastTag = raw.tag
    message.end = raw.end
    message.isCut ||= !raw.isTerminated
    if (raw.isRepaired) {
      warn(
        message.warnings,
        `Segment ${message.segments} (${raw.tag}) has ${raw.service.terminator} in its text without the release character; it was read as text: ${excerpt(raw.text)}`,
      )
    }
    if (raw.isOverlong) warn(message.warnings, `Segment ${message.segments} (${raw.tag}) is too long.`)
  }

  #endMessage(raw: RawSegment): EnvelopedMessage | null {
    const message = this.#message
    if (message === null) {
      warn(this.warnings, `A UNT segment ends no message: ${excerpt(raw.text)}`)
      return null
    }
    this.#addSegment(raw)
    const trailer = readSegment(raw)
    const count = componentAt(trailer, 1)
    const reference = componentAt(trailer, 2)
    if (message.type !== '' && raw.isTerminated) {
      if (Number(count) !== message.segments) {
        warn(message.warnings, `UNT counts ${count} segments, the message has ${message.segments}.`)
      }
      if (reference !== message.reference) {
        warn(message.warnings, `UNT names message ${reference}, UNH names ${message.reference}.`)
      }
    }
    return this.#closeMessage(null)
  }

  /** `before`: what comes where UNT should have come; null when it came. */
  #closeMessage(before: string | null): EnvelopedMessage | null {
    if (this.#message === null) return null
    const { segments: _segments, lastTag, isCut, ...message } = this.#message
    this.#message = null
    message.isComplete &&= before === null && !isCut
    if (isCut) warn(message.warnings, `The file breaks off inside the ${lastTag} segment of the message.`)
    else if (before !== null) warn(message.warnings, `The message has no UNT segment before ${before}.`)
    return message
  }

  #endGroup(raw: RawSegment): EnvelopedMessage | null {
    const ended = this.#closeMessage('the end of its group')
    if (this.#group === null) warn(this.warnings, 'A UNE segment ends a group that no UNG segment begins.')
    else this.#check(raw, this.#group, this.#group.count, 'UNG', 'messages')
    this.#group = null
    return ended
  }

  #endInterchange(raw: RawSegment): EnvelopedMessage | null {
    const ended = this.#closeGroup('the end of its interchange')
    const interchange = this.#interchange
    if (interchange === null) {
      warn(this.warnings, 'A UNZ segment ends an interchange that no UNB segment begins.')
    } else if (this.#groups > 0) {
      this.#check(raw, interchange, this.#groups, 'UNB', 'groups')
    } else {
      this.#check(raw, interchange, interchange.count, 'UNB', 'messages')
    }
    this.#interchange = null
    this.#service = ''
    return ended
  }

  #check(raw: RawSegment, { reference }: Level, counted: number, opener: string, what: string): void {
    if (!raw.isTerminated) {
      warn(this.warnings, `The file breaks off inside its ${raw.tag} segment.`)
      return
    }
    const trailer = readSegment(raw)
    const count = componentAt(trailer, 1)
    const named = componentAt(trailer, 2)
    if (Number(count) !== counted)
      warn(this.warnings, `${raw.tag} counts ${count} ${what}, there are ${counted}.`)
    if (named !== reference) {
      warn(this.warnings, `${raw.tag} names control reference ${named}, ${opener} names ${reference}.`)
    }
  }

  #closeGroup(before: string): EnvelopedMessage | null {
    const ended = this.#closeMessage(before)
    if (this.#group !== null) warn(this.warnings, `Group ${this.#group.reference} has no UNE segment.`)
    this.#group = null
    return ended
  }

  #closeInterchange(before: string): EnvelopedMessage | null {
    const ended = this.#closeGroup(before)
    if (this.#interchange !== null) {
      const { reference } = this.#interchange
      warn(this.warnings, `Interchange ${reference} has no UNZ segment: the file may have been cut off.`)
    }
    this.#interchange = null
    return ended
  }
}

/** UNB and UNG both have their control reference in the fifth data element (0020, 0048). */
function level(raw: RawSegment): Level {
  return { text: raw.text + raw.service.terminator, reference: componentAt(readSegment(raw), 5), count: 0 }
}

function warn(warnings: string[], text: string): void {
  if (warnings.length < MAX_WARNINGS) warnings.push(text)
}

function excerpt(text: string): string {
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text
}
