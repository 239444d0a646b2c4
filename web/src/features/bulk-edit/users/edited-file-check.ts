/** The rows of a CSV text; quotes enclose cells with commas, quotes (doubled) or line ends. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/gy
  const source = text.replace(/^\uFEFF/, '')
  while (cell.lastIndex < source.length || row.length > 0) {
    const found = cell.exec(source)
    if (found === null) throw new Error('not CSV')
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    if (found[3] === '') break
  }
  return rows
}

/** What an edited file does to the file that it was made from. */
export type FileCheck = {
  /** Columns that the first file has not, and those of it that are gone. */
  unknownColumns: string[]
  missingColumns: string[]
  /** Rows whose id the first file has not, and how many of its rows are gone. */
  unknownIds: string[]
  missingRows: number
  repeatedIds: string[]
  /** Rows that differ, and how many cells of each column do. */
  changedRows: number
  changedCells: { column: string; count: number }[]
}

/** The column by which rows are recognised. */
const ID = 'User id'

/**
 * Compares an edited file with the one that was handed out, column by column.
 * @throws Error for a text that is no CSV or has no column of ids
 */
export function checkEditedFile(original: string, edited: string): FileCheck {
  const [header = [], ...rows] = csvRows(original)
  const [newHeader = [], ...newRows] = csvRows(edited)
  const idAt = newHeader.indexOf(ID)
  if (idAt < 0) throw new Error('no ids')
  const byId = new Map(rows.map((row) => [row[header.indexOf(ID)]!, row]))
  const shared = newHeader.flatMap((column, at) => {
    const from = header.indexOf(column)
    return from < 0 ? [] : [{ column, at, from }]
  })
  const counts = new Map<string, number>()
  const seen = new Set<string>()
  const check: FileCheck = {
    unknownColumns: newHeader.filter((column) => !header.includes(column)),
    missingColumns: header.filter((column) => !newHeader.includes(column)),
    unknownIds: [],
    missingRows: 0,
    repeatedIds: [],
    changedRows: 0,
    changedCells: [],
  }
  for (const row of newRows) {
    const id = row[idAt] ?? ''
    const before = byId.get(id)
    if (seen.has(id)) check.repeatedIds.push(id)
    seen.add(id)
    if (before === undefined) {
      check.unknownIds.push(id)
      continue
    }
    const changed = shared.filter(({ at, from }) => (row[at] ?? '') !== (before[from] ?? ''))
    for (const { column } of changed) counts.set(column, (counts.get(column) ?? 0) + 1)
    if (changed.length > 0) check.changedRows += 1
  }
  check.missingRows = [...byId.keys()].filter((id) => !seen.has(id)).length
  check.changedCells = [...counts].map(([column, count]) => ({ column, count }))
  return check
}

/** True for a file that the server would refuse, or that says nothing. */
export function isRefused({ unknownColumns, missingColumns, changedRows }: FileCheck): boolean {
  return unknownColumns.length + missingColumns.length > 0 || changedRows === 0
}
