import {
  at,
  flag,
  instant,
  integer,
  nameOf,
  number,
  text,
  uuidAt,
  uuidColumn,
  wholeDocument,
} from './build-columns.ts'
import { flagPart, namePart, namesOf, objects, part, texts, uuids } from './build-lists.ts'
import type { Column } from './column.ts'
import { accessParts, callNumberParts } from './item-columns.ts'
import { LISTS } from './named-lists.ts'

const HIDDEN = { isHidden: true } as const

function statements(name: string, label: string, of: string, path: string): Column {
  return objects(name, label, path, [
    part('statement', of, 'statement'),
    part('note', `${of} public note`, 'note'),
    part('staff_note', `${of} staff note`, 'staffNote'),
  ])
}

/** The columns of holdings (folio-org/mod-fqm-manager: entity-types/inventory/simple_holdings_record.json5). */
export const holdingsColumns: readonly Column[] = [
  uuidColumn('id', 'UUID', 'id'),
  uuidAt('created_by', 'Created by user UUID', 'metadata.createdByUserId', HIDDEN),
  instant('created_at', 'Created date', 'metadata.createdDate'),
  uuidAt('updated_by', 'Updated by user UUID', 'metadata.updatedByUserId', HIDDEN),
  instant('updated_at', 'Updated date', 'metadata.updatedDate', { column: 'updated_at', isVisible: true }),
  { ...integer('version', 'Record version', 'version'), type: 'numberType' },
  text('hrid', 'HRID', 'hrid', {
    isVisible: true,
    key: { form: 'folded', sql: (holdings) => `${holdings}.hrid_key` },
  }),
  uuidAt('call_number_type_id', 'Call number type UUID', 'callNumberTypeId', HIDDEN),
  nameOf('call_number_type', 'Call number type', LISTS.callNumberTypes, at('callNumberTypeId'), {
    idColumn: 'call_number_type_id',
  }),
  uuidColumn('effective_location_id', 'Effective location UUID', 'effective_location_id', HIDDEN),
  uuidAt('holdings_type_id', 'Holding type UUID', 'holdingsTypeId', HIDDEN),
  uuidColumn('instance_id', 'Instance UUID', 'instance_id'),
  uuidColumn('permanent_location_id', 'Permanent location UUID', 'permanent_location_id', HIDDEN),
  uuidAt('temporary_location_id', 'Temporary location UUID', 'temporaryLocationId', HIDDEN),
  uuidColumn('source_id', 'Source UUID', 'source_id', HIDDEN),
  text('call_number', 'Call number', 'callNumber'),
  texts('former_ids', 'Former identifiers', 'formerIds'),
  text('call_number_prefix', 'Call number prefix', 'callNumberPrefix'),
  text('call_number_suffix', 'Call number suffix', 'callNumberSuffix'),
  flag('discovery_suppress', 'Suppress from discovery', 'discoverySuppress', { byDefault: false }),
  uuids('statistical_code_ids', 'Statistical code UUIDs', 'statisticalCodeIds', { type: 'jsonbArrayType' }),
  namesOf('statistical_code_names', 'Statistical codes', LISTS.statisticalCodes, 'statisticalCodeIds', {
    idColumn: 'statistical_code_ids',
  }),
  statements('holdings_statements', 'Statements', 'Statement', 'holdingsStatements'),
  statements(
    'holdings_statements_for_indexes',
    'Statements for indexes',
    'Statement for indexes',
    'holdingsStatementsForIndexes',
  ),
  statements(
    'holdings_statements_for_supplements',
    'Statements for supplements',
    'Statement for supplement',
    'holdingsStatementsForSupplements',
  ),
  objects('electronic_access', 'Electronic access', 'electronicAccess', accessParts),
  text('shelving_title', 'Shelving title', 'shelvingTitle'),
  text('acquisition_format', 'Acquisition order format', 'acquisitionFormat'),
  text('acquisition_method', 'Acquisition method', 'acquisitionMethod'),
  text('receipt_status', 'Acquisition receipt status', 'receiptStatus'),
  text('retention_policy', 'Retention policy', 'retentionPolicy'),
  text('digitization_policy', 'Digitization policy', 'digitizationPolicy'),
  text('copy_number', 'Copy number', 'copyNumber'),
  number('number_of_items', 'Number of items', 'numberOfItems'),
  texts('administrative_notes', 'Administrative notes', 'administrativeNotes'),
  texts('tags', 'Tags', 'tags.tagList', { source: { kind: 'known', name: 'tags' } }),
  objects('notes', 'Notes', 'notes', [
    namePart('holdings_note_type', 'Note type', 'holdingsNoteTypeId', LISTS.holdingsNoteTypes, {
      property: 'holdingsNoteType',
    }),
    part('note', 'Note', 'note'),
    flagPart('staff_only', 'Staff only', 'staffOnly'),
  ]),
  wholeDocument(),
  objects(
    'additional_call_numbers',
    'Holdings additional call numbers',
    'additionalCallNumbers',
    callNumberParts,
  ),
  objects('receiving_history', 'Receiving history', 'receivingHistory.entries', [
    flagPart('public_display', 'Public display', 'publicDisplay'),
    part('enumeration', 'Enumeration', 'enumeration'),
    part('chronology', 'Chronology', 'chronology'),
  ]),
]
