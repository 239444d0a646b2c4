const NEEDS_QUOTES = /[",\r\n]/

/**
 * One line of a CSV file with its line feed: commas between, quotes only around a cell that holds a comma, a quote or
 * a line end (RFC 4180). `csvLine(['a', 'b, "c"'])` is `a,"b, ""c"""\n`.
 */
export function csvLine(cells: readonly string[]): string {
  let line = ''
  for (let place = 0; place < cells.length; place += 1) {
    const cell = cells[place]!
    if (place > 0) line += ','
    line += NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  }
  return `${line}\n`
}
