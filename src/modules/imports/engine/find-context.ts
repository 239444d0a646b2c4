import { load } from './questions.ts'
import type { Steps, StoredRow } from './questions.ts'
import type { Document, EntityWork, InventoryEntity, RecordWork } from './record-work.ts'

/**
 * A stored record ready to be changed; its JSON is read when it is first looked at. Members of the document may be
 * replaced; what they hold is shared with the stored document and must not be changed in place.
 */
class StoredEntity implements EntityWork {
  readonly entity: InventoryEntity
  readonly id: string
  parent: EntityWork | null = null
  isDeleted = false
  lastOrder = 0
  fault = null
  readonly #row: StoredRow
  #stored: EntityWork['stored'] = null
  #document: Document | null = null

  constructor(entity: InventoryEntity, row: StoredRow) {
    this.entity = entity
    this.id = row.id
    this.#row = row
  }

  get parentId(): string | null {
    return this.#document === null ? this.#row.parent : parentIn(this.#document)
  }

  get stored(): NonNullable<EntityWork['stored']> {
    this.#stored ??= { version: this.#row.version, document: JSON.parse(this.#row.doc) as Document }
    return this.#stored
  }

  get document(): Document {
    this.#document ??= { ...this.stored.document }
    return this.#document
  }

  set document(document: Document) {
    this.#document = document
  }
}

function parentIn(document: Document): string | null {
  const id = document.holdingsRecordId ?? document.instanceId
  return typeof id === 'string' ? id : null
}

/** The id of the holdings of an item, or of the instance of holdings. */
export function parentIdOf(work: EntityWork): string | null {
  return work instanceof StoredEntity ? work.parentId : parentIn(work.document)
}

/** The work on a stored record: the one that this record's steps have begun, or a new one. */
export function workOn(record: RecordWork, entity: InventoryEntity, row: StoredRow): EntityWork {
  const begun = [...record.touched, ...record.holdings, ...record.items]
  return begun.find(({ id }) => id === row.id) ?? new StoredEntity(entity, row)
}

/** The instance of a record's steps: made, found, or that of the holdings found. Null when there is none. */
export function* theInstance(record: RecordWork): Steps<EntityWork | null> {
  if (record.instance !== null) return record.instance
  const id = yield* instanceId(record)
  if (id === null) return null
  const row = yield* load('instance', id)
  record.instance = row && workOn(record, 'INSTANCE', row)
  return record.instance
}

/** The id of the record's instance, without loading it. */
export function* instanceId(record: RecordWork): Steps<string | null> {
  if (record.instance !== null) return record.instance.id
  if (record.found.instance !== null) return record.found.instance
  const holdings = yield* theHoldings(record)
  return holdings && parentIdOf(holdings)
}

/** The holdings of a record's steps: made, found, those of the item found, or the only ones of the instance found. */
export function* theHoldings(record: RecordWork): Steps<EntityWork | null> {
  const [first] = record.holdings
  if (first !== undefined) return first
  let { holdings: id } = record.found
  if (id === null && record.found.item !== null) {
    const item = yield* theItem(record)
    id = item && parentIdOf(item)
  } else if (id === null && record.found.instance !== null) {
    const ids = yield* load('holdingsOf', record.found.instance)
    id = ids.length === 1 ? ids[0]! : null
  }
  if (id === null) return null
  const row = yield* load('holdings', id)
  if (row !== null) record.holdings = [workOn(record, 'HOLDINGS', row)]
  return record.holdings[0] ?? null
}

/** The item that a match found, or that the record made. */
export function* theItem(record: RecordWork): Steps<EntityWork | null> {
  const [first] = record.items
  if (first !== undefined) return first
  if (record.found.item === null) return null
  const row = yield* load('item', record.found.item)
  if (row !== null) record.items = [workOn(record, 'ITEM', row)]
  return record.items[0] ?? null
}

/** The authority that a match found, or that the record made. */
export function* theAuthority(record: RecordWork): Steps<EntityWork | null> {
  if (record.authority !== null) return record.authority
  if (record.found.authority === null) return null
  const row = yield* load('authority', record.found.authority)
  record.authority = row && workOn(record, 'AUTHORITY', row)
  return record.authority
}
