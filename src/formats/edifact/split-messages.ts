import { decodeEdifact } from './decode-text.ts'
import { EnvelopeReader, type EnvelopedMessage } from './envelope.ts'
import { componentAt, type EdifactSegment } from './segment.ts'
import { readSegment, SegmentTokenizer, tokenize, type RawSegment } from './tokenize.ts'
import { writeSegment } from './write-message.ts'

/** Where one message (UNH to UNT) lies in a file, in bytes from its start, and the header it belongs to. */
export type MessageSegment = Omit<EnvelopedMessage, 'end'> & {
  length: number
  /** The message is longer than the splitter's limit: report it, do not load it. */
  overlong: boolean
}

export type MessageSplitterOptions = {
  /** A message longer than this is flagged `overlong`; default 16 MiB. */
  maxSegmentBytes?: number
}

const DEFAULT_MAX_SEGMENT_BYTES = 16 * 1024 * 1024

/** Of the segments only the service segments are read here, which have a few dozen characters. */
const KEPT_OF_SEGMENT = 64 * 1024

/**
 * Finds the messages of an EDIFACT file that arrives in pieces cut anywhere. It keeps offsets, headers and the
 * segment at hand, never messages, so a file may have any size. Bytes between messages belong to none.
 */
export class MessageSplitter {
  readonly #limit: number
  readonly #tokenizer = new SegmentTokenizer({ maxSegmentLength: KEPT_OF_SEGMENT })
  readonly #envelope = new EnvelopeReader()
  #position = 0
  #header = { latin1: '', text: '' }

  constructor(options: MessageSplitterOptions = {}) {
    this.#limit = options.maxSegmentBytes ?? DEFAULT_MAX_SEGMENT_BYTES
  }

  /**
   * Offset of the first byte that a message still to come may need; earlier bytes can be let go. While an overlong
   * message is being skipped this is the end of what was pushed.
   */
  get keepFrom(): number {
    const from = this.#envelope.openFrom ?? this.#tokenizer.keepFrom
    return this.#position - from > this.#limit ? this.#position : from
  }

  /** What is wrong with the file outside its messages, in sentences; complete after `end`. */
  get warnings(): readonly string[] {
    return this.#envelope.warnings
  }

  /** Takes the next piece of the file and returns the messages that have become certain, in file order. */
  push(piece: Uint8Array): MessageSegment[] {
    this.#position += piece.length
    // One character a byte, so that places in the text are places in the file.
    const text = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1')
    return this.#take(this.#tokenizer.push(text))
  }

  /** Ends the file; returns the last messages, one that breaks off included. */
  end(): MessageSegment[] {
    const messages = this.#take(this.#tokenizer.end())
    const last = this.#envelope.end()
    return last === null ? messages : [...messages, this.#segment(last)]
  }

  #take(segments: RawSegment[]): MessageSegment[] {
    const messages: MessageSegment[] = []
    for (const segment of segments) {
      const message = this.#envelope.take(segment)
      if (message !== null) messages.push(this.#segment(message))
    }
    return messages
  }

  #segment({ end, header, ...message }: EnvelopedMessage): MessageSegment {
    const length = end - message.offset
    // The messages of an interchange share their header.
    if (header !== this.#header.latin1) this.#header = { latin1: header, text: headerText(header) }
    return { ...message, header: this.#header.text, length, overlong: length > this.#limit }
  }
}

function headerText(latin1: string): string {
  return decodeEdifact(Buffer.from(latin1, 'latin1'), syntaxOf(latin1)).text
}

/** All messages of a whole file, and what is wrong with it outside of them. */
export function splitMessages(bytes: Uint8Array): {
  messages: MessageSegment[]
  warnings: readonly string[]
} {
  const splitter = new MessageSplitter({ maxSegmentBytes: Number.POSITIVE_INFINITY })
  const messages = [...splitter.push(bytes), ...splitter.end()]
  return { messages, warnings: splitter.warnings }
}

/** Text of a message's bytes, in the character set of the bytes or else of the header. */
export function messageText(header: string, bytes: Uint8Array): string {
  return decodeEdifact(bytes, syntaxOf(header)).text
}

function syntaxOf(header: string): string {
  const unb = tokenize(header).find(({ tag }) => tag === 'UNB')
  return unb === undefined ? '' : componentAt(readSegment(unb), 1)
}

/**
 * A message as an interchange of its own: the header, the message without line breaks, and trailers with the count 1
 * and the header's control references. FOLIO's records are made so (folio-org/mod-data-import: EdifactParser.java,
 * EdifactInvoiceFinishState.java); it takes the last element of UNB for the control reference, here it is the one
 * that has it.
 */
export function interchangeText(header: string, message: string): string {
  let text = ''
  let trailers = ''
  for (const raw of tokenize(header + message)) {
    if (raw.tag === '') continue
    const { terminator } = raw.service
    text += raw.text + terminator
    const trailer = raw.tag === 'UNB' ? 'UNZ' : raw.tag === 'UNG' ? 'UNE' : null
    if (trailer === null) continue
    const reference = componentAt(readSegment(raw), 5)
    trailers = writeSegment(trailerOf(trailer, reference), raw.service) + trailers
  }
  return text + trailers
}

function trailerOf(tag: string, reference: string): EdifactSegment {
  return { tag, dataElements: ['1', reference].map((data) => ({ components: [{ data }] })) }
}
