import { createRecordSplitter } from '../../../formats/marc/index.ts'
import { fold } from '../../../formats/text/index.ts'
import { now } from '../../../kernel/clock.ts'
import { barcodeKey } from '../../inventory/pure.ts'
import type { RecordFault } from '../record-fault.ts'
import type { PrepareRequest, PreparedChunk } from './chunk-messages.ts'
import type { CompiledJob } from './compiled-job.ts'
import { overlongRecord, prepareRecord } from './prepare-record.ts'
import type { RawRecord } from './prepare-record.ts'
import type { Document, PreparedRecord } from './prepared-record.ts'

/** The raw records of a chunk in order. A file's chunk begins and ends at record boundaries. */
function rawRecords({
  bytes,
  records,
  format,
  encoding,
  places,
  byteOffset,
  first,
}: PrepareRequest): RawRecord[] {
  if (bytes === null) {
    return (records ?? []).map((text, index) => ({
      seq: first + index,
      byteOffset: null,
      bytes: Buffer.from(text, 'utf8'),
      format,
      encoding,
    }))
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const segments = places ?? splitChunk(buffer, byteOffset)
  return segments.map(([offset, length], index) => ({
    seq: first + index,
    byteOffset: offset,
    bytes: buffer.subarray(offset - byteOffset, offset - byteOffset + length),
    format,
    encoding,
  }))
}

function splitChunk(buffer: Buffer, byteOffset: number): [offset: number, length: number][] {
  const splitter = createRecordSplitter('marc')
  const segments = [...splitter.push(buffer), ...splitter.end()]
  return segments.map(({ offset, length }) => [byteOffset + offset, length])
}

/** Reads and maps all records of a chunk; a record that fails carries its fault. */
export function prepareChunk(job: CompiledJob, request: PrepareRequest): PreparedRecord[] {
  if (request.overlongBytes !== null) return [overlongRecord(request, request.overlongBytes)]
  const at = now()
  const records = rawRecords(request).map((raw) => prepareRecord(job, raw, at))
  refuseRepeatedBarcodes(records)
  refuseRepeatedHrids(records)
  return records
}

/** Of two items of one chunk with one barcode the later in the file is refused. */
function refuseRepeatedBarcodes(records: readonly PreparedRecord[]): void {
  const owners = new Map<string, PreparedRecord>()
  for (const record of records) {
    for (const item of record.items) {
      const barcode = barcodeOf(item.document)
      if (barcode === null || item.fault !== null) continue
      const owner = owners.get(barcode)
      if (owner) refuseBarcode(record, item, ` in record ${owner.seq + 1} of this file`)
      else owners.set(barcode, record)
    }
  }
}

/** Of two records of one chunk whose profile gives them one human-readable id the later in the file is refused. */
function refuseRepeatedHrids(records: readonly PreparedRecord[]): void {
  const owners = new Map<string, number>()
  const faultOf = (record: PreparedRecord, entity: 'HOLDINGS' | 'ITEM', document: Document) => {
    const hrid = ownHrid(document)
    if (hrid === null) return null
    const key = `${entity} ${fold(hrid)}`
    const owner = owners.get(key)
    if (owner !== undefined) return takenHrid(entity, hrid, ` in record ${owner + 1} of this file`)
    owners.set(key, record.seq)
    return null
  }
  for (const record of records) {
    for (const document of record.holdings) {
      if (areHoldingsMade(record)) record.fault ??= faultOf(record, 'HOLDINGS', document)
    }
    if (!areHoldingsMade(record)) continue
    for (const item of record.items) {
      item.fault ??= faultOf(record, 'ITEM', item.document)
      record.fault ??= item.fault
    }
  }
}

/** The fault of a record whose human-readable id is in use; `where` says by what. */
export function takenHrid(entity: 'HOLDINGS' | 'ITEM', hrid: string, where = ''): RecordFault {
  return {
    kind: 'duplicate-number',
    entity,
    text: `The human-readable id ${hrid}, which the field mapping profile gives, is in use already${where}.`,
    folio: `HRID value already exists in table ${entity === 'ITEM' ? 'item' : 'holdings_record'}: ${hrid}`,
  }
}

/** Marks an item refused because its barcode is in use; `where` says by what. */
export function refuseBarcode(
  record: PreparedRecord,
  item: PreparedRecord['items'][number],
  where: string,
): void {
  const barcode = String(item.document.barcode)
  item.fault = {
    kind: 'duplicate-barcode',
    entity: 'ITEM',
    text: `The barcode ${barcode} is in use already${where}; the item was not made.`,
    folio: `Barcode must be unique, ${barcode} is already assigned to another item`,
  }
  record.fault ??= item.fault
}

/** An item's barcode as it is compared: case does not matter, accents do. */
export function barcodeOf(item: Document): string | null {
  return typeof item.barcode === 'string' && item.barcode !== '' ? barcodeKey(item.barcode) : null
}

/** The chosen human-readable id of a document, or null when one is to be drawn. */
export function ownHrid(document: Document): string | null {
  return typeof document.hrid === 'string' && document.hrid !== '' ? document.hrid : null
}

/** True when the instance passed its checks and will be written. */
export function isInstanceMade({ instance, fault }: PreparedRecord): boolean {
  return instance !== null && fault?.entity !== 'INSTANCE' && isReadable(fault)
}

/** True when the holdings passed their checks and will be written. */
export function areHoldingsMade(record: PreparedRecord): boolean {
  return record.holdings.length > 0 && isInstanceMade(record) && record.fault?.entity !== 'HOLDINGS'
}

function isReadable(fault: PreparedRecord['fault']): boolean {
  return fault === null || fault.entity === 'HOLDINGS' || fault.entity === 'ITEM'
}

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

/** What must be asked of the database before the records can be written. */
export function questionsOf(records: readonly PreparedRecord[]): PreparedChunk {
  const references = new Map<string, Set<string>>(REFERENCE_FIELDS.map(([list]) => [list, new Set()]))
  const note = (document: Document) => {
    for (const [list, fields] of REFERENCE_FIELDS) {
      for (const field of fields) {
        const id = document[field]
        if (typeof id === 'string') references.get(list)!.add(id)
      }
    }
  }
  const questions: PreparedChunk = {
    isKnown: true,
    records: records.length,
    instances: 0,
    holdings: 0,
    items: 0,
    barcodes: [],
    holdingsHrids: [],
    itemHrids: [],
    references: {},
  }
  for (const record of records) {
    if (!isInstanceMade(record)) continue
    note(record.instance!)
    questions.instances += 1
    if (!areHoldingsMade(record)) continue
    for (const document of record.holdings) {
      note(document)
      const hrid = ownHrid(document)
      if (hrid === null) questions.holdings += 1
      else questions.holdingsHrids.push(hrid)
    }
    for (const item of record.items) {
      if (item.fault !== null) continue
      note(item.document)
      const hrid = ownHrid(item.document)
      if (hrid === null) questions.items += 1
      else questions.itemHrids.push(hrid)
      const barcode = barcodeOf(item.document)
      if (barcode !== null) questions.barcodes.push(barcode)
    }
  }
  questions.references = Object.fromEntries([...references].map(([list, ids]) => [list, [...ids]]))
  return questions
}
