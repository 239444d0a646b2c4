/** Thrown for a line with several columns; clients look for the words before the line's number. */
export class TokenCountError extends Error {
  constructor(line: number, tokens: number) {
    super(`Incorrect number of tokens found in record: line ${line}, expected 1 actual ${tokens}`)
  }
}

/** An identifier with the number of its line, the first being 1. */
export type IdentifierLine = { line: number; value: string }

/**
 * The lines of a text that comes in pieces; ends of lines are CRLF, LF or CR. A line feed that ends the text begins no
 * further line.
 */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of source) {
    rest += decoder.decode(piece, { stream: true })
    // The last piece may end between the two characters of a line end.
    const end = rest.endsWith('\r') ? rest.length - 1 : rest.length
    const lines = rest.slice(0, end).split(/\r\n|\n|\r/)
    rest = lines.pop()! + rest.slice(end)
    if (lines.length > 0) yield lines
  }
  const last = (rest + decoder.decode()).replace(/\r$/, '')
  if (last !== '') yield [last]
}

/**
 * Identifiers of a file in batches, with the numbers of their lines; blank lines are passed over.
 * @throws TokenCountError for a line with several columns
 */
export async function* identifiersOf(source: AsyncIterable<Buffer>): AsyncGenerator<IdentifierLine[]> {
  let line = 0
  for await (const lines of linesOf(source)) {
    const found: IdentifierLine[] = []
    for (const text of lines) {
      line += 1
      const value = identifierOf(text, line)
      if (value !== '') found.push({ line, value })
    }
    if (found.length > 0) yield found
  }
}

/**
 * The identifier of a line: blanks around it go, and quotes that enclose it, in which `""` is one quote. Quotes elsewhere
 * are plain characters. Columns that a spreadsheet adds without a value do not count.
 */
function identifierOf(text: string, line: number): string {
  const trimmed = text.trim()
  const quoted = /^"((?:[^"]|"")*)"\s*(?:,|$)/.exec(trimmed)
  const value = quoted ? quoted[1]!.replaceAll('""', '"').trim() : trimmed.split(',', 1)[0]!.trimEnd()
  const others = trimmed.slice(quoted ? quoted[0].length : value.length)
  if (/[^,\s]/.test(others)) throw new TokenCountError(line, 1 + trimmed.split(',').length - 1)
  return value
}

/** Counts the lines of a file as its pieces pass, and whether anything is in them. */
export class LineCount {
  #lines = 0
  #isOpen = false
  #afterReturn = false
  /** True as soon as one byte is no blank, line end or comma. */
  hasContent = false

  add(piece: Buffer): void {
    for (const byte of piece) {
      if (byte === 0x0a && this.#afterReturn) {
        this.#afterReturn = false
        continue
      }
      this.#afterReturn = byte === 0x0d
      if (byte === 0x0a || byte === 0x0d) {
        this.#lines += 1
        this.#isOpen = false
      } else {
        this.#isOpen = true
        if (byte !== 0x20 && byte !== 0x09 && byte !== 0x2c) this.hasContent = true
      }
    }
  }

  get lines(): number {
    return this.#lines + (this.#isOpen ? 1 : 0)
  }
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/** The bytes of a text without the mark that some programs put before it. */
export async function* withoutBom(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | null = Buffer.alloc(0)
  for await (const piece of source) {
    if (start === null) {
      yield piece
      continue
    }
    start = Buffer.concat([start, piece])
    if (start.length < BOM.length) continue
    yield start.subarray(0, BOM.length).equals(BOM) ? start.subarray(BOM.length) : start
    start = null
  }
  if (start !== null && start.length > 0) yield start
}
