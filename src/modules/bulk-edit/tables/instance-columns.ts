import {
  among,
  flagCell,
  namedCell,
  namesCell,
  objectsOf,
  statisticalCodesCell,
  textCell,
  textOf,
  textsCell,
} from './cells.ts'
import type { CellColumn, CellOf, NoteColumns } from './cells.ts'
import { UNKNOWN } from './labels.ts'
import { classificationsCell, instanceAccessCell, publicationCell, subjectsCell } from './structured-cells.ts'

/** All notes of an instance as files have them: `type;text;staff only`. */
const notesCell: CellOf = (row) =>
  objectsOf(row.record.notes)
    .map(({ instanceNoteTypeId, note, staffOnly }) => {
      const { names, places } = row.labels.noteTypes.INSTANCE
      const name = names[places.get(instanceNoteTypeId as string) ?? -1]
      const type = name === undefined ? UNKNOWN : among(row, name)
      return [type, among(row, note), String(staffOnly === true)].join(';')
    })
    .join('|')

const contributorsCell: CellOf = ({ record }) =>
  objectsOf(record.contributors)
    .map(({ name }) => textOf(name))
    .join('; ')

const seriesCell: CellOf = ({ record }) =>
  objectsOf(record.series)
    .map(({ value }) => textOf(value))
    .join(' | ')

/** The columns of instances in FOLIO's order (folio-org/mod-bulk-operations: Instance). */
export const instanceColumns: readonly (CellColumn | NoteColumns)[] = [
  { header: 'Instance UUID', cell: textCell('id') },
  {
    header: 'Suppress from discovery',
    cell: flagCell('discoverySuppress', 'false'),
    shown: true,
    property: 'discoverySuppress',
  },
  { header: 'Staff suppress', cell: flagCell('staffSuppress', 'false'), property: 'staffSuppress' },
  { header: 'Previously held', cell: flagCell('previouslyHeld', '') },
  { header: 'Set for deletion', cell: flagCell('deleted', ''), property: 'deleted' },
  { header: 'Instance HRID', cell: textCell('hrid'), shown: true },
  { header: 'Source', cell: textCell('source') },
  { header: 'Cataloged date', cell: textCell('catalogedDate') },
  { header: 'Instance status term', cell: namedCell('statusId', 'instanceStatuses'), shown: true },
  { header: 'Mode of issuance', cell: namedCell('modeOfIssuanceId', 'modesOfIssuance') },
  { header: 'Statistical code', cell: statisticalCodesCell, property: 'statisticalCodeIds' },
  {
    header: 'Administrative note',
    cell: textsCell('administrativeNotes'),
    property: 'administrativeNotes',
  },
  { header: 'Resource title', cell: textCell('title'), shown: true, property: 'title' },
  { header: 'Index title', cell: textCell('indexTitle') },
  { header: 'Series statements', cell: seriesCell, property: 'series' },
  { header: 'Contributors', cell: contributorsCell, shown: true, property: 'contributors' },
  { header: 'Publication', cell: publicationCell, property: 'publication' },
  { header: 'Edition', cell: textsCell('editions'), property: 'editions' },
  {
    header: 'Physical description',
    cell: textsCell('physicalDescriptions'),
    property: 'physicalDescriptions',
  },
  {
    header: 'Resource type',
    cell: namedCell('instanceTypeId', 'instanceTypes'),
    shown: true,
    property: 'instanceTypeId',
  },
  { header: 'Nature of content', cell: namesCell('natureOfContentTermIds', 'natureOfContentTerms') },
  {
    header: 'Formats',
    cell: namesCell('instanceFormatIds', 'instanceFormats'),
    property: 'instanceFormatIds',
  },
  { header: 'Languages', cell: textsCell('languages'), property: 'languages' },
  {
    header: 'Publication frequency',
    cell: textsCell('publicationFrequency'),
    property: 'publicationFrequency',
  },
  { header: 'Publication range', cell: textsCell('publicationRange'), property: 'publicationRange' },
  {
    notesOf: 'INSTANCE',
    typeKey: 'instanceNoteTypeId',
    inFiles: { header: 'Notes', cell: notesCell },
  },
  { header: 'Electronic access', cell: instanceAccessCell, property: 'electronicAccess' },
  { header: 'Subject', cell: subjectsCell, property: 'subjects' },
  { header: 'Classification', cell: classificationsCell, property: 'classifications' },
]
