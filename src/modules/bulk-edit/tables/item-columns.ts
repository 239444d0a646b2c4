import {
  among,
  escapedTextsCell,
  flagCell,
  nameOf,
  namedCell,
  notedText,
  objectOf,
  objectsOf,
  statisticalCodesCell,
  tagsCell,
  textCell,
  textOf,
} from './cells.ts'
import type { CellColumn, CellOf, NoteColumns } from './cells.ts'
import { holdingsCell, instanceCell } from './parent-cells.ts'
import { accessCell } from './structured-cells.ts'

const effectiveCallNumberCell: CellOf = (row) => {
  const { prefix, callNumber, suffix } = objectOf(row.record.effectiveCallNumberComponents)
  const parts = [prefix, callNumber, suffix].map((part) => among(row, part))
  return parts.filter((part) => part !== '').join(' ')
}

/** An item whose rules take both its locations has that of its holdings, which the rules do not know. */
const effectiveLocationCell: CellOf = (row) =>
  nameOf(row, 'locations', row.record.effectiveLocationId ?? row.context.holdings?.effectiveLocationId)

function circulationNotesCell(noteType: 'Check in' | 'Check out'): CellOf {
  return (row) =>
    objectsOf(row.record.circulationNotes)
      .filter((note) => note.noteType === noteType)
      .map((note) => notedText(among(row, note.note), note))
      .join(' | ')
}

/** The columns of items in FOLIO's order (folio-org/mod-bulk-operations: Item). Outside a consortium there is no Tenant. */
export const itemColumns: readonly (CellColumn | NoteColumns)[] = [
  { header: 'Item UUID', cell: textCell('id') },
  { header: 'Instance (Title, Publisher, Publication date)', cell: instanceCell },
  { header: 'Holdings (Location, Call number)', cell: holdingsCell },
  { header: 'Item effective location', cell: effectiveLocationCell, shown: true },
  { header: 'Effective call number', cell: effectiveCallNumberCell, shown: true },
  {
    header: 'Suppress from discovery',
    cell: flagCell('discoverySuppress', 'false'),
    property: 'discoverySuppress',
  },
  { header: 'Item HRID', cell: textCell('hrid'), shown: true },
  { header: 'Barcode', cell: textCell('barcode'), shown: true },
  { header: 'Accession number', cell: textCell('accessionNumber') },
  { header: 'Item identifier', cell: textCell('itemIdentifier') },
  { header: 'Former identifier', cell: escapedTextsCell('formerIds') },
  { header: 'Statistical codes', cell: statisticalCodesCell, property: 'statisticalCodeIds' },
  {
    header: 'Administrative note',
    cell: escapedTextsCell('administrativeNotes'),
    property: 'administrativeNotes',
  },
  {
    header: 'Material type',
    cell: namedCell('materialTypeId', 'materialTypes'),
    shown: true,
    property: 'materialTypeId',
  },
  { header: 'Copy number', cell: textCell('copyNumber') },
  { header: 'Shelving order', cell: textCell('effectiveShelvingOrder') },
  { header: 'Item level call number type', cell: namedCell('itemLevelCallNumberTypeId', 'callNumberTypes') },
  { header: 'Item level call number prefix', cell: textCell('itemLevelCallNumberPrefix') },
  { header: 'Item level call number', cell: textCell('itemLevelCallNumber') },
  { header: 'Item level call number suffix', cell: textCell('itemLevelCallNumberSuffix') },
  { header: 'Number of pieces', cell: textCell('numberOfPieces') },
  { header: 'Description of pieces', cell: textCell('descriptionOfPieces') },
  { header: 'Enumeration', cell: textCell('enumeration') },
  { header: 'Chronology', cell: textCell('chronology') },
  { header: 'Volume', cell: textCell('volume') },
  { header: 'Year, caption', cell: escapedTextsCell('yearCaption') },
  { header: 'Number of missing pieces', cell: textCell('numberOfMissingPieces') },
  { header: 'Missing pieces', cell: textCell('missingPieces') },
  { header: 'Missing pieces date', cell: textCell('missingPiecesDate') },
  { header: 'Item damaged status', cell: namedCell('itemDamagedStatusId', 'damagedStatuses') },
  { header: 'Item damaged status date', cell: textCell('itemDamagedStatusDate') },
  { notesOf: 'ITEM', typeKey: 'itemNoteTypeId' },
  {
    header: 'Permanent loan type',
    cell: namedCell('permanentLoanTypeId', 'loanTypes'),
    shown: true,
    property: 'permanentLoanTypeId',
  },
  {
    header: 'Temporary loan type',
    cell: namedCell('temporaryLoanTypeId', 'loanTypes'),
    shown: true,
    property: 'temporaryLoanTypeId',
  },
  {
    header: 'Status',
    cell: ({ record }) => textOf(objectOf(record.status).name),
    shown: true,
    property: 'status',
  },
  {
    header: 'Check in note',
    cell: circulationNotesCell('Check in'),
    property: 'circulationNotes.Check in',
  },
  {
    header: 'Check out note',
    cell: circulationNotesCell('Check out'),
    property: 'circulationNotes.Check out',
  },
  {
    header: 'Item permanent location',
    cell: namedCell('permanentLocationId', 'locations'),
    property: 'permanentLocationId',
  },
  {
    header: 'Item temporary location',
    cell: namedCell('temporaryLocationId', 'locations'),
    property: 'temporaryLocationId',
  },
  { header: 'Electronic access', cell: accessCell, property: 'electronicAccess' },
  { header: 'Tags', cell: tagsCell },
  { header: 'Holdings UUID', cell: textCell('holdingsRecordId') },
]
