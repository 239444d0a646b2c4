import type { EntityType, IdentifierType } from '../types.ts'

/** A pasted, scanned or dropped list, cut into its columns. */
export type Table = {
  /** Cells by line; a blank line is an empty list. */
  rows: readonly (readonly string[])[]
  /** Names of the columns: those of the header line, else null. */
  header: readonly string[] | null
  /** How many columns the widest line has. */
  width: number
}

/** The identifiers of one column, with what a person should know of the list. */
export type IdentifierList = {
  values: readonly string[]
  /** Lines with and without something in the column; a header line does not count. */
  lines: number
  blank: number
  /** Values that stand there more than once, each once. */
  repeated: readonly string[]
  /** Lines that repeat an earlier one. */
  twice: number
}

const DELIMITERS = ['\t', ';', ','] as const

/** Scanners and spreadsheets add control characters; a byte order mark is none of the first identifier. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFEFF]/g

/** Cuts a text into lines and columns. The separator is the one that most lines of the beginning have. */
export function readTable(text: string): Table {
  const lines = text.replaceAll(CONTROLS, '').split(/\r\n|\n|\r/)
  if (lines.at(-1) === '') lines.pop()
  const delimiter = delimiterOf(lines)
  const rows = lines.map((line) => (line.trim() === '' ? [] : cellsOf(line, delimiter)))
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const header = headerOf(rows)
  return header === null
    ? { rows, header, width }
    : { rows: rows.slice(rows.findIndex((row) => row === header) + 1), header, width }
}

function delimiterOf(lines: readonly string[]): string | null {
  const sample = lines.filter((line) => line.trim() !== '').slice(0, 50)
  const found = DELIMITERS.find(
    (one) => sample.filter((line) => cellsOf(line, one).length > 1).length * 2 > sample.length,
  )
  return found ?? null
}

/** The cells of a line; quotes enclose a cell that has the separator in it, `""` inside is one quote. */
function cellsOf(line: string, delimiter: string | null): string[] {
  const cells: string[] = []
  let rest = line.trim()
  for (;;) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*/.exec(rest)
    const end = quoted?.[0].length ?? 0
    if (quoted !== null && (end === rest.length || rest[end] === delimiter)) {
      cells.push(quoted[1]!.replaceAll('""', '"').trim())
      if (end === rest.length) return cells
      rest = rest.slice(end + 1)
      continue
    }
    const at = delimiter === null ? -1 : rest.indexOf(delimiter)
    cells.push((at < 0 ? rest : rest.slice(0, at)).trim())
    if (at < 0) return cells
    rest = rest.slice(at + 1)
  }
}

const HEADER_WORDS =
  /^(barcodes?|item|holdings?|instance|user|uuid|id|ids|hrids?|identifiers?|nummer|number)$/i

/** A first line is a header when none of its cells has a digit and it says what such lists are about, or all others have digits. */
function headerOf(rows: readonly (readonly string[])[]): readonly string[] | null {
  const [first, ...others] = rows.filter((row) => row.length > 0)
  if (first === undefined || others.length === 0 || first.some((cell) => /\d/.test(cell))) return null
  const isNamed = first.some((cell) => cell.split(/[\s_-]+/).some((word) => HEADER_WORDS.test(word)))
  const areOthersNumbered = others.slice(0, 50).every((row) => row.some((cell) => /\d/.test(cell)))
  return isNamed || areOthersNumbered ? first : null
}

/** The column that most likely has the identifiers: one whose name says so, else the first. */
export function guessColumn({ header }: Table): number {
  if (header === null) return 0
  const at = ['barcode', 'hrid', 'uuid', 'id'].flatMap((word) => {
    const found = header.findIndex((name) => new RegExp(`\\b${word}\\b`, 'i').test(name))
    return found < 0 ? [] : [found]
  })
  return at[0] ?? 0
}

/** The identifiers of a column. */
export function readIdentifiers({ rows }: Table, column: number): IdentifierList {
  const values: string[] = []
  const seen = new Set<string>()
  const repeated = new Set<string>()
  let twice = 0
  for (const row of rows) {
    const value = row[column] ?? ''
    if (value === '') continue
    values.push(value)
    if (seen.has(value)) {
      twice += 1
      repeated.add(value)
    }
    seen.add(value)
  }
  return {
    values,
    lines: rows.length,
    blank: rows.length - values.length,
    repeated: [...repeated],
    twice,
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Letters, then digits with leading zeros, as HRIDs are made: it00000000012. */
const HRID = /^[a-z]{1,10}0\d{3,}$/i
const INSTANCE_HRID = /^in0\d{3,}$/i

/** What kind of identifiers a list of records of a type has, by the shape that most of its first thousand have. */
export function guessKind(entity: EntityType, values: readonly string[]): IdentifierType {
  const sample = values.slice(0, 1000)
  const mostAre = (shape: RegExp): boolean =>
    sample.length > 0 && sample.filter((value) => shape.test(value)).length * 2 > sample.length
  if (mostAre(UUID)) return 'ID'
  switch (entity) {
    case 'USER':
      return sample.length > 0 && mostAre(/[a-z]/i) ? 'USER_NAME' : 'BARCODE'
    case 'INSTANCE':
    case 'INSTANCE_MARC':
      return 'HRID'
    case 'HOLDINGS_RECORD':
      if (mostAre(INSTANCE_HRID)) return 'INSTANCE_HRID'
      return mostAre(HRID) || sample.length === 0 ? 'HRID' : 'ITEM_BARCODE'
    case 'ITEM':
      return mostAre(HRID) ? 'HRID' : 'BARCODE'
  }
}

/** The list as the server reads it: one identifier a line, in quotes where it has a comma or begins with a quote. */
export function identifierFile(values: readonly string[]): string {
  const lines = values.map((value) =>
    value.includes(',') || value.startsWith('"') ? `"${value.replaceAll('"', '""')}"` : value,
  )
  return lines.map((line) => `${line}\n`).join('')
}
