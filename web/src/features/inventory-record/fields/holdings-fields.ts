import { fieldText } from '#text/record-fields.ts'
import type { FieldSection, FieldSpec } from '../../../ui/field-spec.ts'
import {
  additionalCallNumbersField,
  electronicAccessField,
  housekeepingFields,
  notesField,
  suppressField,
} from './shared-fields.ts'

const { sections } = fieldText

function statementsField(path: string, label: string): FieldSpec {
  return {
    kind: 'rows',
    path,
    label,
    columns: [
      { kind: 'text', path: 'statement', label: fieldText.statement, isRequired: true },
      { kind: 'text', path: 'note', label: fieldText.publicNote },
      { kind: 'text', path: 'staffNote', label: fieldText.staffNote },
    ],
  }
}

/** All fields of a holdings record that people see and type. */
export const HOLDINGS_SECTIONS: readonly FieldSection[] = [
  {
    id: 'place',
    label: sections.place,
    fields: [
      {
        kind: 'reference',
        path: 'permanentLocationId',
        label: fieldText.permanentLocation,
        list: 'locations',
        isRequired: true,
      },
      {
        kind: 'reference',
        path: 'temporaryLocationId',
        label: fieldText.temporaryLocation,
        list: 'locations',
      },
      {
        kind: 'reference',
        path: 'callNumberTypeId',
        label: fieldText.callNumberType,
        list: 'callNumberTypes',
      },
      { kind: 'text', path: 'callNumberPrefix', label: fieldText.prefix },
      { kind: 'text', path: 'callNumber', label: fieldText.callNumber },
      { kind: 'text', path: 'callNumberSuffix', label: fieldText.suffix },
      { kind: 'text', path: 'copyNumber', label: fieldText.copyNumber },
      { kind: 'text', path: 'shelvingTitle', label: fieldText.shelvingTitle },
      additionalCallNumbersField,
    ],
  },
  {
    id: 'statements',
    label: sections.statements,
    fields: [
      statementsField('holdingsStatements', fieldText.statements),
      statementsField('holdingsStatementsForSupplements', fieldText.supplementStatements),
      statementsField('holdingsStatementsForIndexes', fieldText.indexStatements),
    ],
  },
  {
    id: 'administrative',
    label: sections.administrative,
    fields: [
      suppressField,
      { kind: 'reference', path: 'holdingsTypeId', label: fieldText.holdingsType, list: 'holdingsTypes' },
      { kind: 'texts', path: 'formerIds', label: fieldText.formerIds },
      ...housekeepingFields,
    ],
  },
  {
    id: 'details',
    label: sections.details,
    fields: [
      { kind: 'text', path: 'numberOfItems', label: fieldText.numberOfItems },
      { kind: 'reference', path: 'illPolicyId', label: fieldText.illPolicy, list: 'illPolicies' },
      { kind: 'text', path: 'digitizationPolicy', label: fieldText.digitizationPolicy },
      { kind: 'text', path: 'retentionPolicy', label: fieldText.retentionPolicy },
    ],
  },
  { id: 'notes', label: sections.notes, fields: [notesField('holdingsNoteTypeId', 'holdingsNoteTypes')] },
  { id: 'electronicAccess', label: sections.electronicAccess, fields: [electronicAccessField] },
  {
    id: 'acquisition',
    label: sections.acquisition,
    fields: [
      { kind: 'text', path: 'acquisitionMethod', label: fieldText.acquisitionMethod },
      { kind: 'text', path: 'acquisitionFormat', label: fieldText.acquisitionFormat },
      { kind: 'text', path: 'receiptStatus', label: fieldText.receiptStatus },
    ],
  },
  {
    id: 'receivingHistory',
    label: sections.receivingHistory,
    fields: [
      { kind: 'text', path: 'receivingHistory.displayType', label: fieldText.displayType },
      {
        kind: 'rows',
        path: 'receivingHistory.entries',
        label: fieldText.received,
        columns: [
          { kind: 'text', path: 'enumeration', label: fieldText.enumeration },
          { kind: 'text', path: 'chronology', label: fieldText.chronology },
          { kind: 'flag', path: 'publicDisplay', label: fieldText.isPublic },
        ],
      },
    ],
  },
]
