/** A row of a CSV file; `line` is the line on which it begins, from 1. */
export type CsvRow = { line: number; cells: string[] }

/** What is wrong with a CSV file as a whole, in words. */
export class CsvError extends Error {}

// A quote that nobody closes would take the rest of the file into one cell.
const MAX_ROW = 4_000_000

/** The separator that a first line uses: spreadsheets of many countries write semicolons, some programs tabs. */
function separatorOf(firstLine: string): string {
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: firstLine.split(mark).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).mark
}

/**
 * Reads CSV as spreadsheets and programs write it, piece by piece: any of the three line ends, quoted cells with line
 * ends in them, a separator that the first line tells. Blank lines are left out. What follows a closing quote up to the
 * separator is taken as it stands.
 */
export class CsvParser {
  #separator: string | null = null
  /** The beginning of the file, as long as its first line is not whole. */
  #waiting = ''
  #rows: CsvRow[] = []
  #cells: string[] = []
  #cell = ''
  /** Characters of the row so far. */
  #size = 0
  #line = 1
  #rowLine = 1
  #isQuoted = false
  /** Whether the cell began with a quote. */
  #wasQuoted = false
  #afterQuote = false
  #afterReturn = false

  /** Takes the next piece of text and returns the rows that it completes. @throws CsvError for a row without end */
  push(text: string): CsvRow[] {
    if (this.#separator !== null) return this.#consume(text)
    this.#waiting += text
    const end = this.#waiting.search(/[\r\n]/)
    return end < 0 && this.#waiting.length < MAX_ROW ? [] : this.#begin(end)
  }

  /** Returns the row that no line end closed. @throws CsvError when a quote is still open */
  end(): CsvRow[] {
    const rows = this.#separator === null ? this.#begin(-1) : []
    if (this.#isQuoted) throw unclosed(this.#rowLine)
    this.#endRow()
    return [...rows, ...this.#takeRows()]
  }

  #begin(end: number): CsvRow[] {
    this.#separator = separatorOf(end < 0 ? this.#waiting : this.#waiting.slice(0, end))
    const text = this.#waiting
    this.#waiting = ''
    return this.#consume(text)
  }

  #consume(text: string): CsvRow[] {
    for (let place = 0; place < text.length; place += 1) this.#take(text[place]!)
    return this.#takeRows()
  }

  #takeRows(): CsvRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #take(char: string): void {
    this.#size += 1
    if (this.#size > MAX_ROW) throw unclosed(this.#rowLine)
    if (this.#isQuoted) this.#takeQuoted(char)
    else if (char === '"' && (this.#afterQuote || (this.#cell === '' && !this.#wasQuoted))) this.#open()
    else this.#takePlain(char)
    this.#afterReturn = char === '\r'
  }

  /** A quote that opens a cell, or that follows another one inside it and stands for one. */
  #open(): void {
    if (this.#afterQuote) this.#cell += '"'
    this.#isQuoted = true
    this.#wasQuoted = true
    this.#afterQuote = false
  }

  #takeQuoted(char: string): void {
    if (char === '"') {
      this.#isQuoted = false
      this.#afterQuote = true
      return
    }
    if (char === '\r' || (char === '\n' && !this.#afterReturn)) this.#line += 1
    this.#cell += char
  }

  #takePlain(char: string): void {
    this.#afterQuote = false
    if (char === this.#separator) this.#endCell()
    else if (char === '\r' || (char === '\n' && !this.#afterReturn)) this.#endRow()
    else if (char !== '\n') this.#cell += char
  }

  #endCell(): void {
    this.#cells.push(this.#cell)
    this.#cell = ''
    this.#wasQuoted = false
  }

  #endRow(): void {
    const isBlank = this.#cells.length === 0 && this.#cell === '' && !this.#wasQuoted
    this.#endCell()
    if (!isBlank) this.#rows.push({ line: this.#rowLine, cells: this.#cells })
    this.#cells = []
    this.#size = 0
    this.#line += 1
    this.#rowLine = this.#line
  }
}

function unclosed(line: number): CsvError {
  return new CsvError(`The quote that opens in the row of line ${line} is never closed.`)
}

/**
 * The rows of a CSV file in UTF-8, with or without a byte order mark, as the bytes come.
 * @throws CsvError for bytes that are not UTF-8 and for a quote that is never closed
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<CsvRow[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parser = new CsvParser()
  try {
    for await (const piece of bytes) {
      const rows = parser.push(decoder.decode(piece, { stream: true }))
      if (rows.length > 0) yield rows
    }
    const last = parser.push(decoder.decode())
    const rows = [...last, ...parser.end()]
    if (rows.length > 0) yield rows
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      throw new CsvError('The file is not in UTF-8. Save it as "CSV UTF-8".', { cause: error })
    }
    throw error
  }
}
