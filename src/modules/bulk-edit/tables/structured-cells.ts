import type { Document } from '../contracts.ts'
import { nameOf, objectsOf, textOf } from './cells.ts'
import type { CellOf, Row } from './cells.ts'
import type { NamedList } from './labels.ts'

const ELECTRONIC_ACCESS = 'URL relationship;URI;Link text;Material specified;URL public note'
const SUBJECTS = 'Subject headings;Subject source;Subject type'
const PUBLICATION = 'Publisher;Publisher role;Place of publication;Publication date'
const CLASSIFICATIONS = 'Classification identifier type;Classification'

const NOTHING = '-'

/**
 * Entries with several parts in one cell. Files have a line of headings first. On the screen the marks between parts and
 * entries begin with a unit separator, by which FOLIO's screens draw a small table.
 */
function structured({ use }: Row, headings: string, entries: readonly string[][]): string {
  if (entries.length === 0) return ''
  if (use === 'preview') return entries.map((parts) => parts.join('\u001f;')).join('\u001f|')
  return `${headings}\n${entries.map((parts) => parts.join(';')).join('|')}`
}

function filled(value: unknown): string {
  return textOf(value) || NOTHING
}

function named(row: Row, list: NamedList, id: unknown): string {
  return nameOf(row, list, id) || NOTHING
}

function accessParts(row: Row, entry: Document, uri: string): string[] {
  const { relationshipId, linkText, materialsSpecification, publicNote } = entry
  const relationship = named(row, 'relationships', relationshipId)
  return [relationship, uri, filled(linkText), filled(materialsSpecification), filled(publicNote)]
}

/** Electronic access of items and holdings, which may have an empty address. */
export const accessCell: CellOf = (row) => {
  const entries = objectsOf(row.record.electronicAccess)
  const parts = entries.map((entry) =>
    accessParts(row, entry, entry.uri === null || entry.uri === undefined ? NOTHING : textOf(entry.uri)),
  )
  return structured(row, ELECTRONIC_ACCESS, parts)
}

export const instanceAccessCell: CellOf = (row) => {
  const entries = objectsOf(row.record.electronicAccess)
  const parts = entries.map((entry) => accessParts(row, entry, filled(entry.uri)))
  return structured(row, ELECTRONIC_ACCESS, parts)
}

export const subjectsCell: CellOf = (row) => {
  const parts = objectsOf(row.record.subjects).map(({ value, sourceId, typeId }) => [
    filled(value),
    named(row, 'subjectSources', sourceId),
    named(row, 'subjectTypes', typeId),
  ])
  return structured(row, SUBJECTS, parts)
}

export const publicationCell: CellOf = (row) => {
  const parts = objectsOf(row.record.publication).map(({ publisher, role, place, dateOfPublication }) =>
    [publisher, role, place, dateOfPublication].map(filled),
  )
  return structured(row, PUBLICATION, parts)
}

export const classificationsCell: CellOf = (row) => {
  const parts = objectsOf(row.record.classifications).map((entry) => [
    named(row, 'classificationTypes', entry.classificationTypeId),
    filled(entry.classificationNumber),
  ])
  return structured(row, CLASSIFICATIONS, parts)
}
