/** Where one record lies in a file. `offset` and `length` are bytes from the start of the file. */
export type RecordSegment = {
  offset: number
  length: number
  /** The segment is longer than the splitter's limit: report it, do not load it. */
  overlong: boolean
}

export type SplitterOptions = {
  /** A segment longer than this is flagged `overlong`; default 16 MiB. */
  maxSegmentBytes?: number
}

/** Segments above this size are flagged unless the caller says otherwise: 16 MiB. */
export const DEFAULT_MAX_SEGMENT_BYTES = 16 * 1024 * 1024

const RECORD_TERMINATOR = 0x1d

/** Bytes that files carry between records: NUL, TAB, LF, CR, SUB (the DOS end of file), blank, stray terminators. */
const isPadding = new Uint8Array(256)
for (const byte of [0x00, 0x09, 0x0a, 0x0d, 0x1a, RECORD_TERMINATOR, 0x20]) isPadding[byte] = 1

/**
 * Finds the records of an ISO 2709 file that arrives in pieces cut anywhere. It looks at nothing but the record
 * terminator (0x1D), so wrong lengths in a leader cannot throw it off, and it keeps offsets, never bytes.
 *
 * A segment ends with its terminator. Bytes between two records belong to the segment that follows them; a
 * terminator with nothing but padding before it ends no record. What is left at the end of the file is a
 * segment too, unless it is padding.
 */
export class RecordSplitter {
  readonly #limit: number
  #position = 0
  #segmentStart = 0
  #hasContent = false

  constructor(options: SplitterOptions = {}) {
    this.#limit = options.maxSegmentBytes ?? DEFAULT_MAX_SEGMENT_BYTES
  }

  /**
   * Offset of the first byte that a segment still to come may need; earlier bytes can be let go. While an
   * overlong segment is being skipped this is the end of what was pushed.
   */
  get keepFrom(): number {
    return this.#position - this.#segmentStart > this.#limit ? this.#position : this.#segmentStart
  }

  /** Takes the next piece of the file and returns the segments that end in it, in file order. */
  push(piece: Uint8Array): RecordSegment[] {
    const segments: RecordSegment[] = []
    const origin = this.#position
    let from = 0
    while (from < piece.length) {
      if (!this.#hasContent) {
        while (from < piece.length && isPadding[piece[from]!] === 1) from += 1
        if (from === piece.length) break
        this.#hasContent = true
      }
      const terminator = piece.indexOf(RECORD_TERMINATOR, from)
      if (terminator === -1) break
      from = terminator + 1
      segments.push(this.#close(origin + from))
    }
    this.#position = origin + piece.length
    return segments
  }

  /** Ends the file; returns the unterminated last segment when there is one. */
  end(): RecordSegment[] {
    return this.#hasContent ? [this.#close(this.#position)] : []
  }

  #close(end: number): RecordSegment {
    const offset = this.#segmentStart
    const length = end - offset
    this.#segmentStart = end
    this.#hasContent = false
    return { offset, length, overlong: length > this.#limit }
  }
}
