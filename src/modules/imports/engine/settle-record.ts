import { fold } from '../../../formats/text/index.ts'
import { barcodeKey, setEffectiveValues } from '../../inventory/pure.ts'
import type { Holdings, Item } from '../../inventory/pure.ts'
import type { RecordFault } from '../record-fault.ts'
import type { Known, TakenValues } from './chunk-messages.ts'
import { takeBack } from './fail-record.ts'
import type { Document, EntityWork, InventoryEntity, RecordWork } from './record-work.ts'

const REFERENCE_FIELDS: [list: string, fields: string[]][] = [
  ['locations', ['permanentLocationId', 'temporaryLocationId']],
  ['mtypes', ['materialTypeId']],
  ['loantypes', ['permanentLoanTypeId', 'temporaryLoanTypeId']],
  ['holdingsTypes', ['holdingsTypeId']],
  ['callNumberTypes', ['callNumberTypeId', 'itemLevelCallNumberTypeId']],
  ['illPolicies', ['illPolicyId']],
  ['itemDamageStatuses', ['itemDamagedStatusId']],
  ['instanceTypes', ['instanceTypeId']],
  ['instanceStatuses', ['statusId']],
]

/**
 * Settles the records of a chunk one after the other in file order: of two that claim one barcode or one
 * human-readable id the later is refused, as is one whose value the database is known to have. It notes what must
 * not be in use, and what must exist, for the rows to be stored.
 */
export class Settlement {
  readonly uses: TakenValues = { barcodes: [], holdingsHrids: [], itemHrids: [] }
  readonly #references = new Map<string, Set<string>>(REFERENCE_FIELDS.map(([list]) => [list, new Set()]))
  readonly #owners = new Map<string, number>()
  readonly #taken: Record<keyof TakenValues, ReadonlySet<string>>
  readonly #missing: ReadonlySet<string>

  constructor(known: Known) {
    this.#missing = new Set(known.missingReferences)
    this.#taken = {
      barcodes: new Set(known.barcodes),
      holdingsHrids: new Set(known.holdingsHrids),
      itemHrids: new Set(known.itemHrids),
    }
  }

  /** The reference ids in use, by list. */
  references(): Record<string, string[]> {
    return Object.fromEntries([...this.#references].map(([list, ids]) => [list, [...ids]]))
  }

  /** Refuses what can't be made of a record. Call it once for each record, in file order. */
  settle(record: RecordWork): void {
    for (const [index, work] of record.touched.entries()) {
      if (work.fault !== null || work.isDeleted) continue
      const fault = this.#missingReference(work) ?? this.#claim(work, record.seq)
      if (fault === null) continue
      if (work.entity !== 'ITEM') {
        takeBack(record, fault)
        break
      }
      work.fault = fault
      record.fault ??= fault
      const inherited = inheritedOnly(record, work)
      if (inherited !== null) record.touched[index] = inherited
    }
    for (const work of record.touched) if (work.fault === null && !work.isDeleted) this.#note(work)
  }

  /** A setting that was deleted while the job ran can't be referred to any more. */
  #missingReference({ entity, document }: EntityWork): RecordFault | null {
    if (this.#missing.size === 0) return null
    const found = Object.entries(document).find(
      ([, value]) => typeof value === 'string' && this.#missing.has(value),
    )
    if (!found) return null
    const text = `A setting that the ${entity.toLowerCase()} refers to (${found[0]}) was deleted while the job ran.`
    return { kind: 'unknown-value', entity, text, folio: null }
  }

  #claim(work: EntityWork, seq: number): RecordFault | null {
    const hrid = chosenHrid(work)
    if (hrid !== null) {
      const list = work.entity === 'ITEM' ? 'itemHrids' : 'holdingsHrids'
      if (this.#taken[list].has(hrid)) return takenHrid(work.entity, hrid, '')
      const owner = this.#owner(`${work.entity} ${fold(hrid)}`, seq)
      if (owner !== null) return takenHrid(work.entity, hrid, ` in record ${owner + 1} of this file`)
    }
    const barcode = newBarcode(work)
    if (barcode === null) return null
    if (this.#taken.barcodes.has(barcode)) return takenBarcode(work, ' by another item')
    const owner = this.#owner(`barcode ${barcode}`, seq)
    return owner === null ? null : takenBarcode(work, ` in record ${owner + 1} of this file`)
  }

  /** The record that has claimed a value before, or null when this one has it now. */
  #owner(value: string, seq: number): number | null {
    const owner = this.#owners.get(value)
    if (owner === undefined) this.#owners.set(value, seq)
    return owner ?? null
  }

  #note(work: EntityWork): void {
    const { entity, document } = work
    for (const [list, fields] of REFERENCE_FIELDS) {
      for (const field of fields) {
        const id = document[field]
        if (typeof id === 'string') this.#references.get(list)!.add(id)
      }
    }
    const hrid = chosenHrid(work)
    if (hrid !== null) (entity === 'ITEM' ? this.uses.itemHrids : this.uses.holdingsHrids).push(hrid)
    const barcode = newBarcode(work)
    if (barcode !== null) this.uses.barcodes.push(barcode)
  }
}

/** What is left of a refused change of an item: the values that it has from its holdings, where those change too. */
function inheritedOnly(
  { touched }: RecordWork,
  { id, entity, stored, parent }: EntityWork,
): EntityWork | null {
  if (stored === null || parent === null || !touched.includes(parent)) return null
  const document = structuredClone(stored.document)
  setEffectiveValues(document as Item, parent.document as Holdings)
  return { entity, id, document, stored, parent, isDeleted: false, lastOrder: 0, fault: null }
}

function takenHrid(entity: InventoryEntity, hrid: string, where: string): RecordFault {
  return {
    kind: 'duplicate-number',
    entity,
    text: `The human-readable id ${hrid}, which the field mapping profile gives, is in use already${where}.`,
    folio: `HRID value already exists in table ${entity === 'ITEM' ? 'item' : 'holdings_record'}: ${hrid}`,
  }
}

function takenBarcode({ document, stored }: EntityWork, where: string): RecordFault {
  const barcode = String(document.barcode)
  return {
    kind: 'duplicate-barcode',
    entity: 'ITEM',
    text: `The barcode ${barcode} is in use already${where}; the item was not ${stored === null ? 'made' : 'changed'}.`,
    folio: `Barcode must be unique, ${barcode} is already assigned to another item`,
  }
}

/** An item's barcode as it is compared: case does not matter, accents do. */
function barcodeOf(item: Document): string | null {
  return typeof item.barcode === 'string' && item.barcode !== '' ? barcodeKey(item.barcode) : null
}

/** The human-readable id that a profile chooses for new holdings or a new item; null where one is to be drawn. */
function chosenHrid({ entity, stored, document }: EntityWork): string | null {
  return stored === null && (entity === 'HOLDINGS' || entity === 'ITEM') ? ownHrid(document) : null
}

/** The barcode that an item did not have before. */
function newBarcode({ entity, stored, document }: EntityWork): string | null {
  if (entity !== 'ITEM') return null
  const barcode = barcodeOf(document)
  return barcode !== null && stored !== null && barcodeOf(stored.document) === barcode ? null : barcode
}

/** The chosen human-readable id of a document, or null when one is to be drawn. */
export function ownHrid(document: Document): string | null {
  return typeof document.hrid === 'string' && document.hrid !== '' ? document.hrid : null
}
