import { csvLine } from '../../../formats/csv/index.ts'
import type { Column, Document, EntityType, RowContext } from '../contracts.ts'
import type { TouchedColumns } from '../rules/touched-columns.ts'
import { notedText, objectsOf, textOf } from './cells.ts'
import type { CellColumn, NoteColumns, Row, TableUse } from './cells.ts'
import { holdingsColumns } from './holdings-columns.ts'
import { instanceColumns } from './instance-columns.ts'
import { itemColumns } from './item-columns.ts'
import type { Labels } from './labels.ts'
import { userColumns } from './user-columns.ts'

const COLUMNS: Record<EntityType, readonly (CellColumn | NoteColumns)[]> = {
  USER: userColumns,
  ITEM: itemColumns,
  HOLDINGS_RECORD: holdingsColumns,
  INSTANCE: instanceColumns,
  INSTANCE_MARC: instanceColumns,
}

// Their names alone would be taken for something else among the other columns.
const NAMED_NOTE = new Set(['Binding', 'Electronic bookplate', 'Provenance', 'Reproduction'])

/**
 * The columns of a kind of record, in order. Items and holdings have one column for each type of notes; instances have
 * them on the screen, and one for all notes in files.
 *
 * `touched` marks what the rules of an operation change (`forceVisible`). The column Tenant, which FOLIO drops outside
 * a consortium, is not there.
 */
export function columnsOf(
  entity: EntityType,
  labels: Labels,
  touched: TouchedColumns | null,
  use: TableUse = 'preview',
): Column[] {
  return COLUMNS[entity].flatMap((spec) => {
    if ('header' in spec) return [plainColumn(spec, touched)]
    return use === 'file' && spec.inFiles
      ? [plainColumn(spec.inFiles, touched)]
      : noteColumns(spec, labels, touched)
  })
}

function plainColumn(spec: CellColumn, touched: TouchedColumns | null): Column {
  return {
    value: spec.header,
    dataType: spec.dataType ?? 'STRING',
    visible: spec.shown === true,
    ignoreTranslation: false,
    forceVisible: spec.property !== undefined && touched?.properties.has(spec.property) === true,
  }
}

function noteColumns(spec: NoteColumns, labels: Labels, touched: TouchedColumns | null): Column[] {
  const { names, places } = labels.noteTypes[spec.notesOf]
  const touchedPlaces = new Set([...(touched?.noteTypeIds ?? [])].map((id) => places.get(id)))
  return names.map((name, place) => ({
    value: NAMED_NOTE.has(name) ? `${name} note` : name,
    dataType: 'STRING',
    visible: false,
    ignoreTranslation: true,
    forceVisible: touchedPlaces.has(place),
  }))
}

/**
 * The cells of a record, one for each column of `columnsOf` for the same use. A reference that leads to nothing shows as
 * UNKNOWN; the match has warned of it. No document makes this throw: what is not of the form that a cell expects is left out.
 *
 * Files keep a record's own text to the byte, an `=` at its beginning too: a mark before it would come back into the
 * record with the file of the CSV approach. What is added here never begins a cell with a character that starts a formula.
 */
export function cellsOf(
  entity: EntityType,
  record: Document,
  context: RowContext,
  labels: Labels,
  use: TableUse,
): string[] {
  const row: Row = { record, context, labels, use }
  const cells: string[] = []
  for (const spec of COLUMNS[entity]) {
    if ('header' in spec) cells.push(spec.cell(row))
    else if (use === 'file' && spec.inFiles) cells.push(spec.inFiles.cell(row))
    else pushNotes(cells, row, spec)
  }
  return cells
}

function pushNotes(cells: string[], row: Row, { notesOf, typeKey }: NoteColumns): void {
  const { names, places } = row.labels.noteTypes[notesOf]
  const first = cells.length
  for (let place = 0; place < names.length; place += 1) cells.push('')
  for (const note of objectsOf(row.record.notes)) {
    const place = places.get(note[typeKey] as string)
    // A type that is not there any more has no column; the match has warned of it.
    if (place === undefined) continue
    const text = notedText(textOf(note.note), note)
    const before = cells[first + place]!
    cells[first + place] = before === '' ? text : `${before} | ${text}`
  }
}

/** The header line of a file, with its line feed. */
export function csvHeader(columns: readonly Column[]): string {
  return csvLine(columns.map(({ value }) => value))
}
