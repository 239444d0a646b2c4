import { fold } from '../../formats/text/index.ts'
import type { CopyType, CopyValue } from '../../kernel/db/copy-buffer.ts'
import { columnTypes } from './column-types.ts'
import { HOLDINGS_COLUMNS, holdingsRow } from './holdings-row.ts'
import { INSTANCE_COLUMNS, instanceRow } from './instance-row.ts'
import { ITEM_COLUMNS, barcodeKey, itemRow } from './item-row.ts'
import type { Metadata } from '../../kernel/metadata.ts'
import type { Holdings, Instance, Item, List, Maybe, RecordKind } from './records.ts'
import type { Stamp } from './stamp.ts'

/** Fields that all three record types share. */
export type AnyRecord = {
  id?: Maybe<string>
  _version?: Maybe<number>
  hrid?: Maybe<string>
  metadata?: Maybe<Metadata>
  statisticalCodeIds?: List<string>
}

/** Ids that must exist in a reference table; `field` is named in the refusal as FOLIO names it. */
export type ReferenceRule<T> = {
  field: string
  target: string
  ids: (record: T) => readonly Maybe<string>[]
}

/** `sql` is what the unique index holds, `key` the same of a record; null where it has none. */
export type UniqueRule<T> = { name: string; sql: string; key: (record: T) => string | null }

/** How one record type lies in its table. */
export type RecordSpec<T extends AnyRecord> = {
  kind: RecordKind
  table: string
  hrids: 'instances' | 'holdings' | 'items'
  columns: readonly string[]
  /** SQL types of `columns`, in order. */
  types: readonly CopyType[]
  row: (record: T, stamp: Stamp) => readonly CopyValue[]
  /** Values beside the id that only one record may have. */
  uniques: readonly UniqueRule<T>[]
  references: readonly ReferenceRule<T>[]
}

/** Tables and fields as in folio-org/mod-inventory-storage: templates/db_scripts/schema.json, foreign keys. */
export const instanceSpec: RecordSpec<Instance> = {
  kind: 'instance',
  table: 'instance',
  hrids: 'instances',
  columns: INSTANCE_COLUMNS,
  types: columnTypes(INSTANCE_COLUMNS),
  row: instanceRow,
  uniques: [
    uniqueHrid(),
    {
      name: 'matchKey',
      sql: 'octavo.fold(match_key)',
      key: (record) => (typeof record.matchKey === 'string' ? fold(record.matchKey) : null),
    },
  ],
  references: [
    { field: 'instanceTypeId', target: 'instance_type', ids: (record) => [record.instanceTypeId] },
    { field: 'modeOfIssuanceId', target: 'mode_of_issuance', ids: (record) => [record.modeOfIssuanceId] },
    { field: 'dates.dateTypeId', target: 'instance_date_type', ids: (record) => [record.dates?.dateTypeId] },
    {
      field: 'subjects.sourceId',
      target: 'subject_source',
      ids: (record) => record.subjects?.map((subject) => subject?.sourceId) ?? [],
    },
    {
      field: 'subjects.typeId',
      target: 'subject_type',
      ids: (record) => record.subjects?.map((subject) => subject?.typeId) ?? [],
    },
    statisticalCodes(),
  ],
}

export const holdingsSpec: RecordSpec<Holdings> = {
  kind: 'holdings',
  table: 'holdings_record',
  hrids: 'holdings',
  columns: HOLDINGS_COLUMNS,
  types: columnTypes(HOLDINGS_COLUMNS),
  row: holdingsRow,
  uniques: [uniqueHrid()],
  references: [
    { field: 'permanentLocationId', target: 'location', ids: (record) => [record.permanentLocationId] },
    { field: 'temporaryLocationId', target: 'location', ids: (record) => [record.temporaryLocationId] },
    { field: 'holdingsTypeId', target: 'holdings_type', ids: (record) => [record.holdingsTypeId] },
    { field: 'callNumberTypeId', target: 'call_number_type', ids: (record) => [record.callNumberTypeId] },
    { field: 'illPolicyId', target: 'ill_policy', ids: (record) => [record.illPolicyId] },
    { field: 'sourceId', target: 'holdings_records_source', ids: (record) => [record.sourceId] },
    statisticalCodes(),
  ],
}

export const itemSpec: RecordSpec<Item> = {
  kind: 'item',
  table: 'item',
  hrids: 'items',
  columns: ITEM_COLUMNS,
  types: columnTypes(ITEM_COLUMNS),
  row: itemRow,
  uniques: [
    uniqueHrid(),
    {
      name: 'barcode',
      sql: 'barcode_key',
      key: (record) => (record.barcode?.trim() ? barcodeKey(record.barcode) : null),
    },
  ],
  references: [
    { field: 'materialTypeId', target: 'material_type', ids: (record) => [record.materialTypeId] },
    { field: 'permanentLoanTypeId', target: 'loan_type', ids: (record) => [record.permanentLoanTypeId] },
    { field: 'temporaryLoanTypeId', target: 'loan_type', ids: (record) => [record.temporaryLoanTypeId] },
    { field: 'permanentLocationId', target: 'location', ids: (record) => [record.permanentLocationId] },
    { field: 'temporaryLocationId', target: 'location', ids: (record) => [record.temporaryLocationId] },
    {
      field: 'itemLevelCallNumberTypeId',
      target: 'call_number_type',
      ids: (record) => [record.itemLevelCallNumberTypeId],
    },
    statisticalCodes(),
  ],
}

function uniqueHrid<T extends AnyRecord>(): UniqueRule<T> {
  return { name: 'hrid', sql: 'hrid_key', key: ({ hrid }) => (hrid?.trim() ? fold(hrid) : null) }
}

function statisticalCodes<T extends AnyRecord>(): ReferenceRule<T> {
  return {
    field: 'statisticalCodeIds',
    target: 'statistical_code',
    ids: (record) => record.statisticalCodeIds ?? [],
  }
}
