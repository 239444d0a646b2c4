/** Rows of a CSV text: fields apart by commas (or semicolons, or tabs, whichever the first line has most), quotes doubled. */
export function parseCsv(text: string): string[][] {
  const body = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(body)
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let isQuoted = false
  const endRow = (): void => {
    row.push(field)
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    field = ''
  }
  for (let at = 0; at < body.length; at++) {
    const char = body[at]!
    if (isQuoted) {
      if (char !== '"') field += char
      else if (body[at + 1] === '"') {
        field += '"'
        at++
      } else isQuoted = false
    } else if (char === '"' && field === '') isQuoted = true
    else if (char === separator) {
      row.push(field)
      field = ''
    } else if (char === '\n') endRow()
    else if (char !== '\r' || body[at + 1] !== '\n') field += char
  }
  endRow()
  return rows
}

function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/\r?\n|$/))
  const count = (separator: string): number => line.split(separator).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** Rows as CSV; fields that hold a separator, quote or line end are quoted. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')
}

function quoted(field: string): string {
  return /["\r\n,;\t]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
