import {
  among,
  escapedTextsCell,
  flagCell,
  namedCell,
  objectsOf,
  statisticalCodesCell,
  tagsCell,
  textCell,
} from './cells.ts'
import type { CellColumn, CellOf, NoteColumns } from './cells.ts'
import { instanceCell } from './parent-cells.ts'
import { accessCell } from './structured-cells.ts'

function statementsCell(name: string): CellOf {
  return (row) =>
    objectsOf(row.record[name])
      .map(({ statement, note, staffNote }) =>
        [statement, note, staffNote].map((part) => among(row, part)).join(';'),
      )
      .join('|')
}

/** The columns of holdings in FOLIO's order (folio-org/mod-bulk-operations: HoldingsRecord). */
export const holdingsColumns: readonly (CellColumn | NoteColumns)[] = [
  { header: 'Holdings UUID', cell: textCell('id') },
  { header: 'Instance (Title, Publisher, Publication date)', cell: instanceCell },
  {
    header: 'Suppress from discovery',
    cell: flagCell('discoverySuppress', 'false'),
    shown: true,
    property: 'discoverySuppress',
  },
  { header: 'Holdings HRID', cell: textCell('hrid'), shown: true },
  { header: 'Source', cell: namedCell('sourceId', 'holdingsSources'), shown: true },
  { header: 'Former holdings Id', cell: escapedTextsCell('formerIds') },
  { header: 'Holdings type', cell: namedCell('holdingsTypeId', 'holdingsTypes'), shown: true },
  { header: 'Statistical codes', cell: statisticalCodesCell, property: 'statisticalCodeIds' },
  {
    header: 'Administrative note',
    cell: escapedTextsCell('administrativeNotes'),
    property: 'administrativeNotes',
  },
  {
    header: 'Holdings permanent location',
    cell: namedCell('permanentLocationId', 'locations'),
    shown: true,
    property: 'permanentLocationId',
  },
  {
    header: 'Holdings temporary location',
    cell: namedCell('temporaryLocationId', 'locations'),
    property: 'temporaryLocationId',
  },
  { header: 'Shelving title', cell: textCell('shelvingTitle') },
  { header: 'Holdings copy number', cell: textCell('copyNumber') },
  { header: 'Holdings level call number type', cell: namedCell('callNumberTypeId', 'callNumberTypes') },
  { header: 'Holdings level call number prefix', cell: textCell('callNumberPrefix') },
  { header: 'Holdings level call number', cell: textCell('callNumber') },
  { header: 'Holdings level call number suffix', cell: textCell('callNumberSuffix') },
  { header: 'Number of items', cell: textCell('numberOfItems') },
  { header: 'Holdings statement', cell: statementsCell('holdingsStatements') },
  { header: 'Holdings statement for supplements', cell: statementsCell('holdingsStatementsForSupplements') },
  { header: 'Holdings statement for indexes', cell: statementsCell('holdingsStatementsForIndexes') },
  { header: 'ILL policy', cell: namedCell('illPolicyId', 'illPolicies') },
  { header: 'Digitization policy', cell: textCell('digitizationPolicy') },
  { header: 'Retention policy', cell: textCell('retentionPolicy') },
  { notesOf: 'HOLDINGS_RECORD', typeKey: 'holdingsNoteTypeId' },
  { header: 'Electronic access', cell: accessCell, property: 'electronicAccess' },
  { header: 'Acquisition method', cell: textCell('acquisitionMethod') },
  { header: 'Order format', cell: textCell('acquisitionFormat') },
  { header: 'Receipt status', cell: textCell('receiptStatus') },
  { header: 'Tags', cell: tagsCell },
]
