import { MarcReadError, controlNumber, recordType, titleOf } from '../../../formats/marc/index.ts'
import type { MarcRecord } from '../../../formats/marc/index.ts'
import { newId } from '../../../kernel/ids.ts'
import {
  dropAuthorityLinks9,
  folio999,
  mapInstance,
  moveControlNumberTo035,
  normalizeOclc035,
  setUpdatedTime005,
} from '../../mapping/index.ts'
import { applyMapping, applyMultiple } from '../mapping-language/index.ts'
import type { PrepareRequest } from './chunk-messages.ts'
import { decodeIncoming } from '../decode-incoming.ts'
import type { RawIncoming } from '../decode-incoming.ts'
import { RECORD_TYPES } from '../journal-row.ts'
import type { RecordFault } from '../record-fault.ts'
import type { CompiledJob } from './compiled-job.ts'
import type { PreparedRecord } from './prepared-record.ts'
import { checkHoldings, checkInstance, checkItem } from './check-documents.ts'

/** Where a record comes from: its bytes in a file, or its text as a client posted it. */
export type RawRecord = RawIncoming & { seq: number; byteOffset: number | null }

function readFault(text: string, folio: string | null): RecordFault {
  return { kind: 'unreadable', entity: 'MARC_BIBLIOGRAPHIC', text, folio }
}

function emptyRecord(raw: RawRecord): PreparedRecord {
  return {
    seq: raw.seq,
    byteOffset: raw.byteOffset,
    byteLength: raw.bytes.length,
    recordType: null,
    title: null,
    controlNumber: null,
    marc: null,
    instance: null,
    holdings: [],
    items: [],
    fault: null,
  }
}

/** A record that is too long to be loaded: it is named in the log, and its bytes stay in the file. */
export function overlongRecord(
  {
    first,
    byteOffset,
    format,
    encoding,
  }: Pick<PrepareRequest, 'first' | 'byteOffset' | 'format' | 'encoding'>,
  length: number,
): PreparedRecord {
  const record = emptyRecord({ seq: first, byteOffset, bytes: Buffer.alloc(0), format, encoding })
  record.byteLength = length
  const text = `The record has ${length} bytes before its end; a record may have at most 16 MiB. A record terminator is probably missing.`
  record.fault = readFault(text, null)
  return record
}

/** Reads one record and makes its documents, as far as that goes without asking the database. */
export function prepareRecord(job: CompiledJob, raw: RawRecord, now: Date): PreparedRecord {
  const prepared = emptyRecord(raw)
  let record: MarcRecord
  try {
    record = decodeIncoming(raw)
  } catch (error) {
    if (!(error instanceof MarcReadError)) throw error
    prepared.fault = readFault(error.message, error.folioMessage)
    return prepared
  }
  prepared.marc = record
  prepared.title = titleOf(record)
  prepared.controlNumber = controlNumber(record)
  const type = recordType(record)
  if (type === null) {
    const letter = record.leader.charAt(6)
    prepared.fault = readFault(
      `The leader does not say what kind of record this is: position 06 holds "${letter}", which MARC 21 does not know.`,
      'Error during analyze leader line for determining record type',
    )
    return prepared
  }
  prepared.recordType = RECORD_TYPES.indexOf(type)
  prepared.fault = checkType(job, type) ?? checkFolioIds(job, record)
  if (prepared.fault === null) makeDocuments(job, prepared, record, now)
  return prepared
}

function checkType(job: CompiledJob, type: string): RecordFault | null {
  if (type === 'MARC_BIB') return null
  const kind = type === 'MARC_HOLDING' ? 'a MARC holdings record' : 'a MARC authority record'
  return {
    kind: 'record-type',
    entity: type === 'MARC_HOLDING' ? 'MARC_HOLDINGS' : 'MARC_AUTHORITY',
    text: `This is ${kind}, but the job profile "${job.profileName}" works on bibliographic records.`,
    folio: `Chosen job profile '${job.profileName}' does not support '${type}' record type`,
  }
}

/** A record that was exported from the system must not create its instance a second time (data-import.md 6.4). */
function checkFolioIds(job: CompiledJob, record: MarcRecord): RecordFault | null {
  if (!job.actions.some((action) => action.entity === 'INSTANCE')) return null
  const ids = folio999(record)
  if (ids === null || (ids.recordId === undefined && ids.externalId === undefined)) return null
  return {
    kind: 'already-in-system',
    entity: 'INSTANCE',
    text: 'The record carries the ids of a record in the system (field 999 with both indicators f). To load it as a new record, remove that field.',
    folio:
      'A new Instance was not created because the incoming record already contains a 999ff$s or 999ff$i field',
  }
}

function makeDocuments(job: CompiledJob, prepared: PreparedRecord, record: MarcRecord, now: Date): void {
  for (const action of job.actions) {
    if (action.entity === 'INSTANCE') {
      if (action.removesAuthorityLinks) dropAuthorityLinks9(record)
      setUpdatedTime005(record, now)
      moveControlNumberTo035(record)
      normalizeOclc035(record)
      const document = mapInstance(job.bibMapping, record)
      delete document.hrid
      const instance = applyMapping(action.mapping, record, document)
      instance.id = newId()
      prepared.instance = instance
      prepared.fault = checkInstance(job, instance, record)
    } else if (action.entity === 'HOLDINGS') {
      makeHoldings(job, prepared, record)
    } else {
      makeItems(job, prepared, record)
    }
    if (prepared.fault !== null) return
  }
}

function makeHoldings(job: CompiledJob, prepared: PreparedRecord, record: MarcRecord): void {
  if (prepared.instance === null) {
    prepared.fault = {
      kind: 'no-instance',
      entity: 'HOLDINGS',
      text: 'There is no instance to attach the holdings to: the job profile creates holdings but no instance before them.',
      folio: 'Failed to extract instanceId from instance entity or parsed record',
    }
    return
  }
  const { holdings, items } = applyMultiple(job.holdingsMapping!, job.itemMapping, record)
  for (const document of holdings) {
    document.id = newId()
    document.instanceId = prepared.instance.id
    document.sourceId = job.folioHoldingsSourceId
    prepared.fault ??= checkHoldings(job, document)
  }
  prepared.holdings = holdings
  prepared.items = items.map(({ doc, holdingsIndex }) => ({
    document: doc,
    holdings: holdingsIndex,
    fault: null,
  }))
}

/** The items were mapped together with their holdings; here they are tied to them and checked. */
function makeItems(job: CompiledJob, prepared: PreparedRecord, record: MarcRecord): void {
  if (prepared.holdings.length === 0) {
    prepared.fault = {
      kind: 'no-instance',
      entity: 'ITEM',
      text: 'There are no holdings to attach the item to: the job profile creates items but no holdings before them.',
      folio: 'Holding entity is required to create an Item',
    }
    return
  }
  if (prepared.items.length === 0 && job.itemMapping !== null) {
    prepared.items = [{ document: applyMapping(job.itemMapping, record, {}), holdings: 0, fault: null }]
  }
  for (const item of prepared.items) {
    item.document.id = newId()
    item.document.holdingsRecordId = prepared.holdings[item.holdings]!.id
    item.fault = checkItem(job, item.document)
    prepared.fault ??= item.fault
  }
}
