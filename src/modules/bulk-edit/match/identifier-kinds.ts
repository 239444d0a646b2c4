import { fold, lowered } from '../../../formats/text/index.ts'
import { hasUuidShape } from '../../../kernel/ids.ts'
import type { EntityType } from '../contracts.ts'
import type { IdentifierType } from '../operation/operation-status.ts'

/**
 * How identifiers of a type find records. `join` follows `asked a` and brings in the records as `t`, nulls
 * where there are none; it compares `a.key`, which `keyOf` makes of the identifier: null where no record can have it.
 */
export type IdentifierKind = {
  /** The field's name in messages. */
  field: string
  keyOf: (value: string) => string | null
  join: string
  /** It is no unique key: an identifier may find several records, two may find one. */
  mayRepeat?: boolean
  /** All records that an identifier finds are taken, not just a single one. */
  takesAll?: boolean
  /** No index has it, so that all records are read: done once for the whole file. */
  isUnindexed?: boolean
}

const uuidKey = (value: string): string | null => (hasUuidShape(value) ? value.toLowerCase() : null)

function byId(table: string): IdentifierKind {
  return { field: 'id', keyOf: uuidKey, join: `left join ${table} t on t.id = a.key::uuid` }
}

function byHrid(table: string): IdentifierKind {
  return { field: 'hrid', keyOf: fold, join: `left join ${table} t on t.hrid_key = a.key` }
}

function byUserKey(field: string, column: string): IdentifierKind {
  return { field, keyOf: fold, join: `left join users t on t.${column} = a.key` }
}

const instances: Partial<Record<IdentifierType, IdentifierKind>> = {
  ID: byId('instance'),
  HRID: byHrid('instance'),
}

// Values are compared as CQL's `==` compares them on each field (inventory: cql-sources.ts), but literally: `*` and its
// like are characters.
const KINDS: Readonly<Record<EntityType, Partial<Record<IdentifierType, IdentifierKind>>>> = {
  ITEM: {
    ID: byId('item'),
    HRID: byHrid('item'),
    BARCODE: { field: 'barcode', keyOf: lowered, join: 'left join item t on t.barcode_key = a.key' },
    HOLDINGS_RECORD_ID: {
      field: 'holdingsRecordId',
      keyOf: uuidKey,
      join: 'left join item t on t.holdings_record_id = a.key::uuid',
      takesAll: true,
    },
    ACCESSION_NUMBER: {
      field: 'accessionNumber',
      keyOf: lowered,
      join: `left join item t on octavo.lowered(t.doc ->> 'accessionNumber') = a.key`,
      mayRepeat: true,
      isUnindexed: true,
    },
    FORMER_IDS: {
      field: 'formerIds',
      keyOf: fold,
      join: `left join (
        select distinct item.id, item.version, octavo.fold(former.id) as key
        from item cross join json_array_elements_text(item.doc -> 'formerIds') as former (id)
      ) t on t.key = a.key`,
      mayRepeat: true,
      isUnindexed: true,
    },
  },
  HOLDINGS_RECORD: {
    ID: byId('holdings_record'),
    HRID: byHrid('holdings_record'),
    INSTANCE_HRID: {
      field: 'instanceHrid',
      keyOf: fold,
      join: `left join (instance i join holdings_record t on t.instance_id = i.id) on i.hrid_key = a.key`,
      takesAll: true,
    },
    ITEM_BARCODE: {
      field: 'itemBarcode',
      keyOf: lowered,
      join: `left join (item i join holdings_record t on t.id = i.holdings_record_id) on i.barcode_key = a.key`,
      mayRepeat: true,
    },
  },
  INSTANCE: instances,
  INSTANCE_MARC: instances,
  USER: {
    ID: byId('users'),
    BARCODE: byUserKey('barcode', 'barcode_key'),
    EXTERNAL_SYSTEM_ID: byUserKey('externalSystemId', 'external_id_key'),
    USER_NAME: byUserKey('username', 'username_key'),
  },
}

/** How identifiers of a type find records of an entity type; null when they can't. */
export function findIdentifierKind(entity: EntityType, type: string): IdentifierKind | null {
  const kinds = KINDS[entity]
  return Object.hasOwn(kinds, type) ? kinds[type as IdentifierType]! : null
}

/** The identifier types of an entity type. */
export function identifierTypesOf(entity: EntityType): string[] {
  return Object.keys(KINDS[entity])
}

/** SQL of the message that refuses a record `t` that was found, an instance with its `marc`; null where it may be edited. */
export const REFUSAL: Readonly<Record<EntityType, string>> = {
  ITEM: 'null::text',
  HOLDINGS_RECORD: 'null::text',
  INSTANCE: instanceRefusal(),
  INSTANCE_MARC: instanceRefusal(),
  USER: `case
    when lower(t.doc ->> 'type') = 'shadow' then 'Shadow records cannot be bulk edited.'
    when lower(t.doc ->> 'type') = 'dcb' then 'Bulk edit of users with type DCB is not supported.'
    when t.doc #>> '{personal,dateOfBirth}' < '1900'
      then format('Failed to parse Date from value "%s" in users.personal.dateOfBirth', t.doc #>> '{personal,dateOfBirth}')
  end`,
}

// Shared records are edited in the central tenant only.
function instanceRefusal(): string {
  return `case
    when t.source = 'LINKED_DATA' then 'Bulk edit of instances with source set to LINKED_DATA is not supported.'
    when t.source like 'CONSORTIUM-%' then 'No match found'
    else marc.refusal
  end`
}
