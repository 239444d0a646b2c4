/** A row of a CSV file; `line` is the line on which it begins, from 1. */
export type CsvRow = { line: number; cells: string[] }

export type CsvParser = {
  /** Takes the next piece of text and returns the rows that it completes. */
  push: (text: string) => CsvRow[]
  /** Returns the row that no line end closed. @throws CsvError when a quote is still open */
  end: () => CsvRow[]
}

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
export function csvParser(): CsvParser {
  let separator: string | null = null
  let waiting = ''
  let cells: string[] = []
  let cell = ''
  let size = 0
  let line = 1
  let rowLine = 1
  let isQuoted = false
  let wasQuoted = false
  let afterQuote = false
  let afterReturn = false

  const endCell = () => {
    cells.push(cell)
    cell = ''
    wasQuoted = false
  }
  const endRow = (rows: CsvRow[]) => {
    const isBlank = cells.length === 0 && cell === '' && !wasQuoted
    endCell()
    if (!isBlank) rows.push({ line: rowLine, cells })
    cells = []
    size = 0
    line += 1
    rowLine = line
  }

  const takeQuoted = (char: string) => {
    if (char === '"') {
      isQuoted = false
      afterQuote = true
      return
    }
    if (char === '\n' && !afterReturn) line += 1
    if (char === '\r') line += 1
    cell += char
  }

  const take = (char: string, rows: CsvRow[]) => {
    size += 1
    if (size > MAX_ROW) throw unclosed(rowLine)
    const wasReturn = afterReturn
    if (isQuoted) {
      takeQuoted(char)
    } else if (char === '"' && (afterQuote || (cell === '' && !wasQuoted))) {
      if (afterQuote) cell += '"'
      isQuoted = true
      wasQuoted = true
      afterQuote = false
    } else {
      afterQuote = false
      if (char === separator) endCell()
      else if (char === '\r' || (char === '\n' && !wasReturn)) endRow(rows)
      else if (char !== '\n') cell += char
    }
    afterReturn = char === '\r'
  }

  const consume = (text: string, rows: CsvRow[]) => {
    for (let place = 0; place < text.length; place += 1) take(text[place]!, rows)
  }

  return {
    push(text) {
      const rows: CsvRow[] = []
      if (separator !== null) {
        consume(text, rows)
        return rows
      }
      waiting += text
      const end = waiting.search(/[\r\n]/)
      if (end < 0 && waiting.length < MAX_ROW) return rows
      separator = separatorOf(end < 0 ? waiting : waiting.slice(0, end))
      consume(waiting, rows)
      waiting = ''
      return rows
    },
    end() {
      const rows: CsvRow[] = []
      if (separator === null) {
        separator = separatorOf(waiting)
        consume(waiting, rows)
      }
      if (isQuoted) throw unclosed(rowLine)
      endRow(rows)
      return rows
    },
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
  const parser = csvParser()
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
