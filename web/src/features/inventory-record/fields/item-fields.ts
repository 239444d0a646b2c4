import { fieldText } from '#text/record-fields.ts'
import type { FieldSection } from '../../../ui/field-spec.ts'
import {
  additionalCallNumbersField,
  electronicAccessField,
  housekeepingFields,
  notesField,
  suppressField,
} from './shared-fields.ts'

const { sections } = fieldText

/** All fields of an item that people see and type, in the form's shape (`item-form-values.ts`). */
export const ITEM_SECTIONS: readonly FieldSection[] = [
  {
    id: 'item',
    label: sections.item,
    fields: [
      { kind: 'text', path: 'barcode', label: fieldText.barcode, hint: fieldText.barcodeHint },
      { kind: 'text', path: 'copyNumber', label: fieldText.copyNumber },
      {
        kind: 'reference',
        path: 'materialTypeId',
        label: fieldText.materialType,
        list: 'materialTypes',
        isRequired: true,
      },
      {
        kind: 'reference',
        path: 'permanentLoanTypeId',
        label: fieldText.permanentLoanType,
        list: 'loanTypes',
        isRequired: true,
      },
      {
        kind: 'reference',
        path: 'temporaryLoanTypeId',
        label: fieldText.temporaryLoanType,
        list: 'loanTypes',
      },
      { kind: 'text', path: 'accessionNumber', label: fieldText.accessionNumber },
      { kind: 'text', path: 'itemIdentifier', label: fieldText.itemIdentifier },
      { kind: 'text', path: 'numberOfPieces', label: fieldText.pieces },
      { kind: 'text', path: 'descriptionOfPieces', label: fieldText.pieceDescription },
    ],
  },
  {
    id: 'enumeration',
    label: sections.enumeration,
    fields: [
      { kind: 'text', path: 'volume', label: fieldText.volume },
      { kind: 'text', path: 'enumeration', label: fieldText.enumeration },
      { kind: 'text', path: 'chronology', label: fieldText.chronology },
      { kind: 'text', path: 'displaySummary', label: fieldText.displaySummary },
      { kind: 'texts', path: 'yearCaption', label: fieldText.yearCaption },
    ],
  },
  {
    id: 'location',
    label: sections.location,
    fields: [
      {
        kind: 'reference',
        path: 'permanentLocationId',
        label: fieldText.permanentLocation,
        list: 'locations',
      },
      {
        kind: 'reference',
        path: 'temporaryLocationId',
        label: fieldText.temporaryLocation,
        list: 'locations',
      },
    ],
  },
  {
    id: 'callNumber',
    label: sections.callNumber,
    fields: [
      {
        kind: 'reference',
        path: 'itemLevelCallNumberTypeId',
        label: fieldText.callNumberType,
        list: 'callNumberTypes',
      },
      { kind: 'text', path: 'itemLevelCallNumberPrefix', label: fieldText.prefix },
      { kind: 'text', path: 'itemLevelCallNumber', label: fieldText.callNumber },
      { kind: 'text', path: 'itemLevelCallNumberSuffix', label: fieldText.suffix },
      additionalCallNumbersField,
    ],
  },
  {
    id: 'condition',
    label: sections.condition,
    fields: [
      { kind: 'text', path: 'numberOfMissingPieces', label: fieldText.missingPieces },
      { kind: 'text', path: 'missingPieces', label: fieldText.missingPiecesText },
      { kind: 'text', path: 'missingPiecesDate', label: fieldText.missingPiecesDate },
      {
        kind: 'reference',
        path: 'itemDamagedStatusId',
        label: fieldText.damagedStatus,
        list: 'itemDamagedStatuses',
      },
      { kind: 'text', path: 'itemDamagedStatusDate', label: fieldText.damagedDate },
    ],
  },
  {
    id: 'notes',
    label: sections.notes,
    fields: [
      notesField('itemNoteTypeId', 'itemNoteTypes'),
      {
        kind: 'rows',
        path: 'circulationNotes',
        label: fieldText.circulationNotes,
        fresh: { noteType: 'Check in' },
        columns: [
          {
            kind: 'choice',
            path: 'noteType',
            label: fieldText.shownAt,
            isRequired: true,
            options: [
              { value: 'Check in', label: fieldText.checkIn },
              { value: 'Check out', label: fieldText.checkOut },
            ],
          },
          { kind: 'long', path: 'note', label: fieldText.note, isRequired: true },
          { kind: 'flag', path: 'staffOnly', label: fieldText.staffOnly },
        ],
      },
    ],
  },
  {
    id: 'administrative',
    label: sections.administrative,
    fields: [
      suppressField,
      { kind: 'texts', path: 'formerIds', label: fieldText.formerIds },
      ...housekeepingFields,
    ],
  },
  { id: 'electronicAccess', label: sections.electronicAccess, fields: [electronicAccessField] },
]
