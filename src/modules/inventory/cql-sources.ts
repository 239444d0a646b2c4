import type { CqlField, CqlSource } from '../../formats/cql/index.ts'
import { IDENTIFIER_PREFIX, NUMBER_PREFIX, WORD_PREFIXES } from './instance-row.ts'
import { INVALID_ISBN_TYPE, ISBN_TYPE } from './records.ts'
import type { RecordKind } from './records.ts'

// Which fields compare how: folio-org/mod-inventory-storage: templates/db_scripts/schema.json.

/** The CQL indexes of one record type, those joined from the others among them. */
export function recordSource(kind: RecordKind): CqlSource {
  return { instance: instanceSource, holdings: holdingsSource, item: itemSource }[kind]
}

/** Text whose accents count. */
const accented: CqlField = { kind: 'text', ignoreAccents: false }

/** A foreign key that has no column of its own. */
function foreignKey(document: string, ...path: string[]): CqlField {
  const names = path.map((name, i) => `${i === path.length - 1 ? '->>' : '->'} '${name}'`).join(' ')
  return { kind: 'uuid', column: `(${document} ${names})::uuid` }
}

function words(prefix: string): CqlField {
  return { kind: 'words', vector: 'instance.words', prefix }
}

const instanceFields: Record<string, CqlField> = {
  id: { kind: 'uuid', column: 'instance.id' },
  hrid: { kind: 'text', column: 'instance.hrid_key', folded: true, sort: ['instance.hrid_key'] },
  matchKey: { kind: 'text', column: 'instance.match_key' },
  source: { kind: 'text', column: 'instance.source', ignoreAccents: false },
  title: {
    kind: 'words',
    vector: 'instance.words',
    prefix: WORD_PREFIXES.title,
    sort: ['instance.title_key'],
  },
  alternativeTitles: words(WORD_PREFIXES.alternativeTitles),
  contributors: words(WORD_PREFIXES.contributors),
  subjects: words(WORD_PREFIXES.subjects),
  series: words(WORD_PREFIXES.series),
  identifiers: {
    kind: 'elements',
    subfield: 'value',
    modifiers: ['identifierTypeId'],
    vector: 'instance.words',
    prefix: IDENTIFIER_PREFIX,
  },
  isbn: { kind: 'isbn', typeId: ISBN_TYPE, vector: 'instance.words', prefix: NUMBER_PREFIX },
  invalidIsbn: { kind: 'isbn', typeId: INVALID_ISBN_TYPE, vector: 'instance.words', prefix: NUMBER_PREFIX },
  instanceTypeId: foreignKey('instance.doc', 'instanceTypeId'),
  modeOfIssuanceId: foreignKey('instance.doc', 'modeOfIssuanceId'),
  'dates.dateTypeId': foreignKey('instance.doc', 'dates', 'dateTypeId'),
  statisticalCodeIds: accented,
  'metadata.createdDate': { kind: 'timestamp', column: 'instance.created_at' },
  'metadata.updatedDate': { kind: 'timestamp', column: 'instance.updated_at' },
}

export const instanceSource: CqlSource = {
  from: 'instance',
  alias: 'instance',
  document: 'instance.doc',
  idColumn: 'instance.id',
  fields: instanceFields,
  joins: {
    holdingsRecords: {
      source: () => holdingsSource,
      on: (outer, inner) => `${inner}.instance_id = ${outer}.id`,
    },
    item: {
      source: () => ({
        ...itemSource,
        from: 'item join holdings_record as item_holdings on item_holdings.id = item.holdings_record_id',
      }),
      on: (outer) => `item_holdings.instance_id = ${outer}.id`,
    },
  },
}

const locationSource: CqlSource = {
  from: 'location',
  alias: 'location',
  document: 'location.doc',
  idColumn: 'location.id',
  fields: { id: { kind: 'uuid', column: 'location.id' } },
}

export const holdingsSource: CqlSource = {
  from: 'holdings_record',
  alias: 'holdings_record',
  document: 'holdings_record.doc',
  idColumn: 'holdings_record.id',
  fields: {
    id: { kind: 'uuid', column: 'holdings_record.id' },
    hrid: {
      kind: 'text',
      column: 'holdings_record.hrid_key',
      folded: true,
      sort: ['holdings_record.hrid_key'],
    },
    instanceId: { kind: 'uuid', column: 'holdings_record.instance_id' },
    permanentLocationId: { kind: 'uuid', column: 'holdings_record.permanent_location_id' },
    effectiveLocationId: { kind: 'uuid', column: 'holdings_record.effective_location_id' },
    sourceId: { kind: 'uuid', column: 'holdings_record.source_id' },
    temporaryLocationId: foreignKey('holdings_record.doc', 'temporaryLocationId'),
    holdingsTypeId: foreignKey('holdings_record.doc', 'holdingsTypeId'),
    callNumberTypeId: foreignKey('holdings_record.doc', 'callNumberTypeId'),
    illPolicyId: foreignKey('holdings_record.doc', 'illPolicyId'),
    callNumber: accented,
    callNumberAndSuffix: {
      kind: 'expression',
      sql: `concat_ws(' ', holdings_record.doc ->> 'callNumber', holdings_record.doc ->> 'callNumberSuffix')`,
      ignoreAccents: false,
    },
    fullCallNumber: {
      kind: 'expression',
      sql: `concat_ws(' ', holdings_record.doc ->> 'callNumberPrefix', holdings_record.doc ->> 'callNumber',
        holdings_record.doc ->> 'callNumberSuffix')`,
      ignoreAccents: false,
    },
    'effectiveLocation.name': {
      kind: 'expression',
      sql: `select location.doc ->> 'name' from location where location.id = holdings_record.effective_location_id`,
    },
    'metadata.updatedDate': { kind: 'timestamp', column: 'holdings_record.updated_at' },
  },
  joins: {
    instance: { source: () => instanceSource, on: (outer, inner) => `${inner}.id = ${outer}.instance_id` },
    item: { source: () => itemSource, on: (outer, inner) => `${inner}.holdings_record_id = ${outer}.id` },
    effectiveLocation: {
      source: () => locationSource,
      on: (outer, inner) => `${inner}.id = ${outer}.effective_location_id`,
    },
  },
}

const itemCallNumber = `item.doc -> 'effectiveCallNumberComponents' ->> 'callNumber'`
const itemPrefix = `item.doc -> 'effectiveCallNumberComponents' ->> 'prefix'`
const itemSuffix = `item.doc -> 'effectiveCallNumberComponents' ->> 'suffix'`

export const itemSource: CqlSource = {
  from: 'item',
  alias: 'item',
  document: 'item.doc',
  idColumn: 'item.id',
  fields: {
    id: { kind: 'uuid', column: 'item.id' },
    hrid: { kind: 'text', column: 'item.hrid_key', folded: true, sort: ['item.hrid_key'] },
    holdingsRecordId: { kind: 'uuid', column: 'item.holdings_record_id' },
    barcode: { kind: 'lowered', column: 'item.barcode_key', lowered: true },
    'status.name': { kind: 'text', column: 'item.status' },
    materialTypeId: { kind: 'uuid', column: 'item.material_type_id' },
    effectiveLocationId: { kind: 'uuid', column: 'item.effective_location_id' },
    permanentLoanTypeId: foreignKey('item.doc', 'permanentLoanTypeId'),
    temporaryLoanTypeId: foreignKey('item.doc', 'temporaryLoanTypeId'),
    permanentLocationId: foreignKey('item.doc', 'permanentLocationId'),
    temporaryLocationId: foreignKey('item.doc', 'temporaryLocationId'),
    itemLevelCallNumberTypeId: foreignKey('item.doc', 'itemLevelCallNumberTypeId'),
    'effectiveCallNumberComponents.typeId': foreignKey('item.doc', 'effectiveCallNumberComponents', 'typeId'),
    order: { kind: 'number', column: 'item.item_order' },
    accessionNumber: accented,
    purchaseOrderLineIdentifier: accented,
    'effectiveCallNumberComponents.callNumber': accented,
    // Shelf keys are made to be compared by code point; folding them would move `_` among the letters.
    effectiveShelvingOrder: {
      kind: 'text',
      sort: [`(item.doc ->> 'effectiveShelvingOrder') collate "C"`],
    },
    callNumberAndSuffix: {
      kind: 'expression',
      sql: `concat_ws(' ', ${itemCallNumber}, ${itemSuffix})`,
      ignoreAccents: false,
    },
    fullCallNumber: {
      kind: 'expression',
      sql: `concat_ws(' ', ${itemPrefix}, ${itemCallNumber}, ${itemSuffix})`,
      ignoreAccents: false,
    },
    'metadata.updatedDate': { kind: 'timestamp', column: 'item.updated_at' },
  },
  joins: {
    holdingsRecords: {
      source: () => holdingsSource,
      on: (outer, inner) => `${inner}.id = ${outer}.holdings_record_id`,
    },
    instance: {
      source: () => ({
        ...instanceSource,
        from: 'instance join holdings_record as item_holdings on item_holdings.instance_id = instance.id',
      }),
      on: (outer) => `item_holdings.id = ${outer}.holdings_record_id`,
    },
  },
}
