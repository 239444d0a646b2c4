import { isDeepStrictEqual } from 'node:util'
import { CsvError, readCsv } from '../../../formats/csv/index.ts'
import type { CsvRow } from '../../../formats/csv/index.ts'
import type { Document, RecordProblem } from '../contracts.ts'
import type { Row } from './cells.ts'
import {
  CellError,
  EDITED_COLUMNS,
  cellReading,
  isSpreadsheetForm,
  valueAt,
  withValue,
} from './edited-cells.ts'
import type { CellReading, EditedColumn } from './edited-cells.ts'
import type { Labels } from './labels.ts'
import { userColumns } from './user-columns.ts'

/** What is wrong with an edited file as a whole, in words. */
export class EditedFileError extends Error {}

/** A row of an edited file. */
export type EditedUser = {
  /** The line of the file on which the row begins, from 1. */
  line: number
  /** The id of the user, null where the row has none. */
  id: string | null
  /** What stands in the row for the identifier that the operation was started with. */
  identifier: string
  /** The user after the edit; the very stored document where nothing changed; null where the row is refused. */
  record: Document | null
  problems: RecordProblem[]
}

/** Users as they were matched, by id in lower case. */
export type FindStored = (ids: readonly string[]) => Promise<ReadonlyMap<string, Document>>

const ID_COLUMN = 'User id'
const IDENTIFIER_COLUMNS: Record<string, string> = {
  BARCODE: 'Barcode',
  EXTERNAL_SYSTEM_ID: 'External system id',
  USER_NAME: 'User name',
}

// PostgreSQL has no place for this character, not even in what is said of its row.
const NUL = '\u0000'
const NUL_REFUSAL = 'The row holds a character that cannot be stored (U+0000)'

type HeaderColumn = EditedColumn & { place: number; header: string; cell: (row: Row) => string }

/** What the header line of an edited file says. */
type Header = {
  width: number
  idPlace: number
  identifierPlace: number
  columns: readonly HeaderColumn[]
}

function readHeader({ cells }: CsvRow, identifierType: string): Header {
  const places = new Map(cells.map((cell, place) => [cell.trim().toLowerCase(), place]))
  const placeOf = (header: string) => places.get(header.toLowerCase())
  const idPlace = placeOf(ID_COLUMN)
  if (idPlace === undefined) {
    throw new EditedFileError(`The first line of the file has no column "${ID_COLUMN}".`)
  }
  const columns = userColumns.flatMap(({ header, cell }) => {
    const place = placeOf(header)
    const column = EDITED_COLUMNS.get(header)
    return place === undefined || !column ? [] : [{ ...column, place, header, cell }]
  })
  return {
    width: cells.length,
    idPlace,
    identifierPlace: placeOf(IDENTIFIER_COLUMNS[identifierType] ?? ID_COLUMN) ?? idPlace,
    columns,
  }
}

function oneLineEnd(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

/** The stored user with what the cells of a row say otherwise than the cells that the user had. */
function mergeRow(
  cells: readonly string[],
  stored: Document,
  { columns }: Header,
  labels: Labels,
  reading: CellReading,
): { record: Document | null; problems: RecordProblem[] } {
  const problems: RecordProblem[] = []
  const row: Row = {
    record: stored,
    context: { instance: null, holdings: null },
    labels,
    use: 'file',
  }
  let record = stored
  for (const { place, header, cell: cellOf, path, read } of columns) {
    const cell = oneLineEnd(cells[place]!)
    const before = cellOf(row)
    if (cell === oneLineEnd(before)) continue
    if (isSpreadsheetForm(before, cell)) {
      const message = `Field "${header}" : ${cell} is how spreadsheets show ${before}; it stays as it was`
      problems.push({ type: 'WARNING', message })
      continue
    }
    try {
      const storedValue = valueAt(stored, path)
      const value = read(cell, storedValue, reading)
      if (!isDeepStrictEqual(value, storedValue)) record = withValue(record, path, value)
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      problems.push({ type: 'ERROR', message: `Field "${header}" : ${error.message}` })
    }
  }
  return { record: problems.some(({ type }) => type === 'ERROR') ? null : record, problems }
}

/**
 * Reads the CSV file of matched users that somebody has edited. Columns are found by their header and may be missing or in
 * another order; rows find their user by its id. A cell that is as it was leaves its value alone, so what a file can't
 * show, the time of a day for one, stays. An emptied cell takes the value away. What spreadsheets do to a file is
 * undone: capitals in TRUE, line ends, semicolons, numbers without leading zeros.
 *
 * Yields the rows in order, up to `chunkSize` at a time, with one call of `findStored` each.
 * @throws EditedFileError for a file that has no such rows
 */
export async function* readEditedUsers(
  file: AsyncIterable<Uint8Array>,
  identifierType: string,
  labels: Labels,
  findStored: FindStored,
  chunkSize = 1000,
): AsyncGenerator<EditedUser[]> {
  const reading = cellReading(labels)
  const seen = new Set<string>()
  let header: Header | null = null
  let waiting: CsvRow[] = []

  const readRows = async (rows: readonly CsvRow[], found: Header): Promise<EditedUser[]> => {
    const ids = rows.flatMap(({ cells }) => cells[found.idPlace]?.trim().toLowerCase() || [])
    const stored = await findStored([...new Set(ids)])
    return rows.map((row) => readRow(row, found, stored))
  }

  const readRow = (row: CsvRow, found: Header, stored: ReadonlyMap<string, Document>): EditedUser => {
    const { line, cells } = row
    const id = cells[found.idPlace]?.trim().toLowerCase() || null
    const identifier = cells[found.identifierPlace]?.trim() || id || `line ${line}`
    const refused = (message: string, type: RecordProblem['type'] = 'ERROR'): EditedUser => {
      return { line, id, identifier, record: null, problems: [{ type, message }] }
    }
    if (cells.some((cell) => cell.includes(NUL))) {
      const problems: RecordProblem[] = [{ type: 'ERROR', message: NUL_REFUSAL }]
      return { line, id: null, identifier: identifier.replaceAll(NUL, ''), record: null, problems }
    }
    if (cells.length !== found.width) {
      return refused(`The row has ${cells.length} cells instead of ${found.width}`)
    }
    if (id === null) return refused(`Field "${ID_COLUMN}" : it is empty`)
    if (seen.has(id)) return refused('Duplicate entry', 'WARNING')
    seen.add(id)
    const before = stored.get(id)
    if (!before) return refused(`Field "${ID_COLUMN}" : ${id} is not among the matched records`)
    return { line, id, identifier, ...mergeRow(cells, before, found, labels, reading) }
  }

  try {
    for await (const rows of readCsv(file)) {
      waiting.push(...rows)
      if (header === null) header = readHeader(waiting.shift()!, identifierType)
      while (waiting.length >= chunkSize) {
        yield await readRows(waiting.slice(0, chunkSize), header)
        waiting = waiting.slice(chunkSize)
      }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new EditedFileError(error.message, { cause: error })
    throw error
  }
  if (header === null) throw new EditedFileError('The file is empty.')
  if (waiting.length > 0) yield await readRows(waiting, header)
}
