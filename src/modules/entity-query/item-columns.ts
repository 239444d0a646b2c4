import { ITEM_STATUSES } from '../inventory/index.ts'
import {
  at,
  flag,
  instant,
  integer,
  madeText,
  nameOf,
  oneOf,
  text,
  uuidAt,
  uuidColumn,
  wholeDocument,
} from './build-columns.ts'
import { flagPart, namePart, namesOf, objects, part, texts, uuids } from './build-lists.ts'
import type { PropertyDraft } from './build-lists.ts'
import type { Column } from './column.ts'
import { LISTS } from './named-lists.ts'

const HIDDEN = { isHidden: true } as const

/** Links of all three kinds of records. */
export const accessParts: readonly PropertyDraft[] = [
  namePart('relationship', 'URL relationship', 'relationshipId', LISTS.relationships, {
    property: 'relationship',
  }),
  part('uri', 'URI', 'uri'),
  part('link_text', 'Link text', 'linkText'),
  part('materials_specification', 'Material specified', 'materialsSpecification'),
  part('public_note', 'URL public note', 'publicNote'),
]

/** Further call numbers of holdings and items. */
export const callNumberParts: readonly PropertyDraft[] = [
  part('call_number', 'Call number', 'callNumber'),
  part('prefix', 'Prefix', 'prefix'),
  part('suffix', 'Suffix', 'suffix'),
  namePart('call_number_type_id', 'Type', 'typeId', LISTS.callNumberTypes, { property: 'callNumberType' }),
]

function circulationNotes(name: string, label: string, noteType: string): Column {
  return objects(
    name,
    label,
    'circulationNotes',
    [
      part('note_type', 'Note type', 'noteType', { isShownOnly: true }),
      part('note', 'Note', 'note'),
      flagPart('staff_only', 'Staff only', 'staffOnly'),
    ],
    { where: (note) => `${note}.value ->> 'noteType' = '${noteType}'` },
  )
}

/** What FOLIO's screens show as the call number of an item: its parts and the copy. */
const effectiveCallNumber = (item: string) =>
  `concat_ws(', ', ${[
    'effectiveCallNumberComponents.prefix',
    'effectiveCallNumberComponents.callNumber',
    'effectiveCallNumberComponents.suffix',
    'copyNumber',
  ]
    .map((path) => `nullif(${at(path)(item)}, '')`)
    .join(', ')})`

/** The columns of items (folio-org/mod-fqm-manager: entity-types/inventory/simple_item.json5). */
export const itemColumns: readonly Column[] = [
  uuidColumn('id', 'Item UUID', 'id'),
  text('hrid', 'Item HRID', 'hrid', { key: { form: 'folded', sql: (item) => `${item}.hrid_key` } }),
  objects('notes', 'Notes', 'notes', [
    namePart('item_note_type', 'Note type', 'itemNoteTypeId', LISTS.itemNoteTypes, {
      property: 'itemNoteType',
    }),
    part('note', 'Note', 'note'),
    flagPart('staff_only', 'Staff only', 'staffOnly'),
  ]),
  instant('status_date', 'Status date', 'status.date'),
  text('status_name', 'Status', 'status.name', {
    column: 'status',
    folded: true,
    isVisible: true,
    source: oneOf(ITEM_STATUSES),
  }),
  text('barcode', 'Barcode', 'barcode', { key: { form: 'lowered', sql: (item) => `${item}.barcode_key` } }),
  integer('version', 'Version', 'version'),
  instant('created_date', 'Created date', 'metadata.createdDate'),
  instant('updated_date', 'Updated date', 'metadata.updatedDate', { column: 'updated_at', isVisible: true }),
  uuidAt('updated_by_user_id', 'Updated by user UUID', 'metadata.updatedByUserId', HIDDEN),
  uuidAt('created_by_user_id', 'Created by user UUID', 'metadata.createdByUserId', HIDDEN),
  texts('former_ids', 'Former identifiers', 'formerIds'),
  text('copy_number', 'Copy number', 'copyNumber'),
  texts('year_caption', 'Year, caption', 'yearCaption'),
  uuidColumn('material_type_id', 'Material type UUID', 'material_type_id', HIDDEN),
  circulationNotes('check_in_notes', 'Check in notes', 'Check in'),
  circulationNotes('check_out_notes', 'Check out notes', 'Check out'),
  objects('electronic_access', 'Electronic access', 'electronicAccess', accessParts),
  uuidColumn('holdings_record_id', 'Holdings record UUID', 'holdings_record_id', HIDDEN),
  uuids('statistical_code_ids', 'Statistical code UUIDs', 'statisticalCodeIds', {
    ...HIDDEN,
    type: 'jsonbArrayType',
  }),
  namesOf('statistical_code_names', 'Statistical codes', LISTS.statisticalCodes, 'statisticalCodeIds', {
    idColumn: 'statistical_code_ids',
  }),
  texts('administrative_notes', 'Administrative notes', 'administrativeNotes'),
  uuidColumn('effective_location_id', 'Effective location UUID', 'effective_location_id', HIDDEN),
  uuidAt('permanent_loan_type_id', 'Permanent loan type UUID', 'permanentLoanTypeId', HIDDEN),
  uuidAt('temporary_loan_type_id', 'Temporary loan type UUID', 'temporaryLoanTypeId', HIDDEN),
  uuidAt('item_level_call_number_type_id', 'Item call number type UUID', 'itemLevelCallNumberTypeId', HIDDEN),
  madeText('effective_call_number', 'Effective call number', effectiveCallNumber, { isVisible: true }),
  text('enumeration', 'Enumeration', 'enumeration'),
  text('effective_shelving_order', 'Effective shelving order', 'effectiveShelvingOrder'),
  integer('order', 'Sort order', 'item_order'),
  text('item_level_call_number', 'Item call number', 'itemLevelCallNumber'),
  text('item_level_call_number_prefix', 'Item call number prefix', 'itemLevelCallNumberPrefix'),
  text('item_level_call_number_suffix', 'Item call number suffix', 'itemLevelCallNumberSuffix'),
  uuidAt('permanent_location_id', 'Permanent location UUID', 'permanentLocationId', HIDDEN),
  uuidAt('temporary_location_id', 'Temporary location UUID', 'temporaryLocationId', HIDDEN),
  instant('last_check_in_date_time', 'Last check in date time', 'lastCheckIn.dateTime'),
  uuidAt(
    'last_check_in_staff_member_id',
    'Last check in staff member UUID',
    'lastCheckIn.staffMemberId',
    HIDDEN,
  ),
  uuidAt(
    'last_check_in_service_point_id',
    'Last check in service point UUID',
    'lastCheckIn.servicePointId',
    HIDDEN,
  ),
  text('number_of_pieces', 'Number of pieces', 'numberOfPieces'),
  text('description_of_pieces', 'Description of pieces', 'descriptionOfPieces'),
  texts('tags', 'Tags', 'tags.tagList', { source: { kind: 'known', name: 'tags' } }),
  text('chronology', 'Chronology', 'chronology'),
  flag('discovery_suppress', 'Suppress from discovery', 'discoverySuppress', { byDefault: false }),
  text('display_summary', 'Display summary', 'displaySummary'),
  text('accession_number', 'Accession number', 'accessionNumber'),
  uuidAt('item_damaged_status_id', 'Item damaged status UUID', 'itemDamagedStatusId', HIDDEN),
  nameOf('item_damaged_status', 'Item damaged status', LISTS.itemDamagedStatuses, at('itemDamagedStatusId'), {
    idColumn: 'item_damaged_status_id',
  }),
  text('number_of_missing_pieces', 'Number of missing pieces', 'numberOfMissingPieces'),
  text('missing_pieces', 'Missing pieces', 'missingPieces'),
  text('missing_pieces_date', 'Missing pieces date', 'missingPiecesDate'),
  text('item_damaged_status_date', 'Item damaged status date', 'itemDamagedStatusDate'),
  text('purchase_order_line_identifier', 'Purchase order line identifier', 'purchaseOrderLineIdentifier'),
  text('volume', 'Volume', 'volume'),
  wholeDocument(),
  objects(
    'additional_call_numbers',
    'Item additional call numbers',
    'additionalCallNumbers',
    callNumberParts,
  ),
]
