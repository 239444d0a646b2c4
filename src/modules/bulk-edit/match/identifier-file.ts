/** What is wrong with a file of identifiers as a whole, in words. */
export class IdentifierFileError extends Error {}

/** Thrown for a line with several columns; clients look for the words before the line's number. */
export class TokenCountError extends IdentifierFileError {
  constructor(line: number, tokens: number) {
    super(`Incorrect number of tokens found in record: line ${line}, expected 1 actual ${tokens}`)
  }
}

// No identifier is near this long: a file with such a line is no list of identifiers.
const MAX_LINE = 65_536

/** Thrown for a line that no identifier fills. */
export class LineTooLongError extends IdentifierFileError {
  constructor(line: number) {
    super(
      `Line ${line} of the file has more than ${MAX_LINE} characters. A file of identifiers has one on each line.`,
    )
  }
}

/** An identifier with the number of its line, the first being 1. */
export type IdentifierLine = { line: number; value: string }

/**
 * The lines of a text that comes in pieces; ends of lines are CRLF, LF or CR. A line feed that ends the text begins no
 * further line. Memory holds a piece and the open line; ends of lines are looked for in each piece once.
 * @throws LineTooLongError
 */
async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  let open = ''
  let ended = 0
  let afterReturn = false
  for await (const piece of source) {
    let text = decoder.decode(piece, { stream: true })
    if (text === '') continue
    // A piece may end between the two characters of a line end.
    if (afterReturn && text.startsWith('\n')) text = text.slice(1)
    afterReturn = text === '' ? false : text.endsWith('\r')
    const lines = text.split(/\r\n|\n|\r/)
    lines[0] = open + lines[0]!
    const tooLong = lines.findIndex((line) => line.length > MAX_LINE)
    if (tooLong >= 0) throw new LineTooLongError(ended + tooLong + 1)
    open = lines.pop()!
    ended += lines.length
    if (lines.length > 0) yield lines
  }
  const last = open + decoder.decode()
  if (last !== '') yield [last]
}

/**
 * Identifiers of a file in batches, with the numbers of their lines; blank lines are passed over.
 * @throws IdentifierFileError for a line with several columns, or one that is much too long
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

/** The identifier of a line. Columns that a spreadsheet adds without a value do not count. */
function identifierOf(text: string, line: number): string {
  const { value, others } = firstColumn(text.trim())
  if (/[^,\s]/.test(others)) throw new TokenCountError(line, 1 + countColumns(others))
  return value
}

/**
 * The first column of a trimmed line, and the rest from the comma behind it: blanks around a value go, and quotes that
 * enclose it, in which `""` is one quote. Quotes elsewhere are plain characters.
 */
function firstColumn(text: string): { value: string; others: string } {
  if (text.startsWith('"')) {
    const end = closingQuote(text)
    const others = end < 0 ? null : text.slice(end + 1).trimStart()
    if (others === '' || others?.startsWith(','))
      return { value: text.slice(1, end).replaceAll('""', '"').trim(), others }
  }
  const comma = text.indexOf(',')
  return comma < 0
    ? { value: text, others: '' }
    : { value: text.slice(0, comma).trimEnd(), others: text.slice(comma) }
}

/** Where the quote is that closes the one at the start; -1 when there is none. */
function closingQuote(text: string): number {
  let end = text.indexOf('"', 1)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  return end
}

/** How many columns follow one another, each behind its comma. */
function countColumns(text: string): number {
  let columns = 0
  for (let rest = text; rest !== ''; rest = firstColumn(rest.slice(1).trimStart()).others) columns += 1
  return columns
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
