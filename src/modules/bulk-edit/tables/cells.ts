import type { Column, Document, RowContext } from '../contracts.ts'
import type { TouchedProperty } from '../rules/touched-columns.ts'
import { escaped } from './escape.ts'
import { UNKNOWN } from './labels.ts'
import type { Labels, NamedList, NotedEntity } from './labels.ts'

/** What cells are made for: the table on the screen, or a CSV file. */
export type TableUse = 'preview' | 'file'

/** A record on its way into cells. */
export type Row = {
  record: Document
  context: RowContext
  labels: Labels
  use: TableUse
}

export type CellOf = (row: Row) => string

/** A column of a kind of record. Those that `shown` marks are visible unless the user says otherwise. */
export type CellColumn = {
  header: string
  cell: CellOf
  shown?: true
  dataType?: Column['dataType']
  /** The property by whose change the column is brought to view. */
  property?: TouchedProperty
}

/** One column for each type of notes. */
export type NoteColumns = {
  notesOf: NotedEntity
  typeKey: string
  /** Files have all notes in one cell where this is given. */
  inFiles?: CellColumn
}

/** The text of a scalar; empty for anything else, whatever stands there. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** The values of a list that are not null; empty for anything that is no list. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.filter((one) => one !== null && one !== undefined) : []
}

/** The objects of a list. */
export function objectsOf(value: unknown): Document[] {
  return listOf(value).filter((one): one is Document => typeof one === 'object')
}

export function objectOf(value: unknown): Document {
  return typeof value === 'object' && value !== null ? (value as Document) : {}
}

/** Text as it may stand among separators: escaped in files, as it is on the screen. */
export function among(row: Row, value: unknown): string {
  const text = textOf(value)
  return row.use === 'file' ? escaped(text) : text
}

/** The name for an id; empty without one. */
export function nameOf(row: Row, list: NamedList, id: unknown): string {
  if (id === null || id === undefined || id === '') return ''
  return row.labels.names[list].get(id as string) ?? UNKNOWN
}

export function textCell(name: string): CellOf {
  return ({ record }) => textOf(record[name])
}

/** `true` or `false`; `absent` where the record does not say. */
export function flagCell(name: string, absent: 'false' | ''): CellOf {
  return ({ record }) => textOf(record[name]) || absent
}

export function namedCell(name: string, list: NamedList): CellOf {
  return (row) => nameOf(row, list, row.record[name])
}

/** Names for a list of ids. */
export function namesCell(name: string, list: NamedList): CellOf {
  return (row) =>
    listOf(row.record[name])
      .map((id) => nameOf(row, list, id))
      .join(' | ')
}

/** The texts of a list, their own separators escaped. */
export function escapedTextsCell(name: string): CellOf {
  return (row) =>
    listOf(row.record[name])
      .map((text) => among(row, text))
      .join('|')
}

export function textsCell(name: string): CellOf {
  return ({ record }) => listOf(record[name]).map(textOf).join(' | ')
}

/** `Type: code - Name` for each code. */
export function statisticalCodesCell(row: Row): string {
  return listOf(row.record.statisticalCodeIds)
    .map((id) => {
      const found = row.labels.statisticalCodes.get(id as string)
      if (!found) return UNKNOWN
      const { type, code, name } = found
      const typeName = type === null ? UNKNOWN : among(row, type)
      return `${typeName}: ${among(row, code)} - ${among(row, name)}`
    })
    .join('|')
}

export function tagsCell(row: Row): string {
  return listOf(objectOf(row.record.tags).tagList)
    .map((tag) => among(row, tag))
    .join(';')
}

/** A note with the mark of those that only staff may see. */
export function notedText(text: string, note: Document): string {
  return note.staffOnly === true ? `${text} (staff only)` : text
}
