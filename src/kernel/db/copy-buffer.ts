export type CopyValue = string | number | null

const INITIAL_BYTES = 256 * 1024
const LONG = 200
// eslint-disable-next-line no-control-regex -- these are the characters that COPY gives a meaning
const specialCharacter = /[\\\n\r\t\0]/
const specialCharacters = new RegExp(specialCharacter, 'g')

/**
 * Rows in the text format of PostgreSQL's COPY, in one growing buffer. Values are separated by tabs, rows by
 * line feeds; U+0000, which PostgreSQL cannot store, is dropped.
 * (postgresql.org: documentation of COPY, "Text Format".)
 */
export class CopyBuffer {
  #buffer: Buffer
  #used = 0

  constructor(initialBytes = INITIAL_BYTES) {
    this.#buffer = Buffer.allocUnsafe(initialBytes)
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#used
  }

  /** Appends one row. Numbers are written in decimal, null as COPY's null. */
  line(values: readonly CopyValue[]): void {
    let text = ''
    for (let i = 0; i < values.length; i += 1) {
      const value = values[i]!
      if (i > 0) text += '\t'
      if (value === null) text += '\\N'
      else if (typeof value === 'number') text += value
      else if (value.length < LONG) text += needsEscape(value) ? escaped(value) : value
      else {
        // A document joined to its row would be copied once more before it is encoded.
        this.#write(text)
        text = ''
        this.#write(needsEscape(value) ? escaped(value) : value)
      }
    }
    this.#write(text + '\n')
  }

  /** What was written since the last call, as one piece for `Transaction.copy`; the buffer starts anew. */
  take(): Buffer {
    const piece = this.#buffer.subarray(0, this.#used)
    this.#buffer = Buffer.allocUnsafe(Math.max(INITIAL_BYTES, this.#used))
    this.#used = 0
    return piece
  }

  #write(text: string): void {
    // A UTF-16 code unit takes at most three bytes of UTF-8.
    const need = text.length * 3
    if (this.#buffer.length - this.#used < need) this.#grow(need)
    this.#used += this.#buffer.write(text, this.#used, 'utf8')
  }

  #grow(need: number): void {
    let size = this.#buffer.length * 2
    while (size - this.#used < need) size *= 2
    const larger = Buffer.allocUnsafe(size)
    this.#buffer.copy(larger, 0, 0, this.#used)
    this.#buffer = larger
  }
}

/** For long texts five native scans are several times faster than a regular expression or a loop. */
function needsEscape(text: string): boolean {
  if (text.length < 64) return specialCharacter.test(text)
  return (
    text.indexOf('\\') !== -1 ||
    text.indexOf('\n') !== -1 ||
    text.indexOf('\t') !== -1 ||
    text.indexOf('\r') !== -1 ||
    text.indexOf('\0') !== -1
  )
}

function escaped(text: string): string {
  return text.replace(specialCharacters, (character) => escapes[character] ?? '')
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
