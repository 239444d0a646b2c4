import type { MarcRecord } from '../../../formats/marc/index.ts'
import type { StoredSource } from '../../records/pure.ts'
import type { MatchTrace, StepAction, StepEntity } from '../journal-row.ts'
import type { RecordFault } from '../record-fault.ts'

export type Document = Record<string, unknown>

/** Where a record comes from: its bytes in a file, or its text as a client posted it. */
export type RawRecord = {
  /** 0-based place in the job. */
  seq: number
  byteOffset: number | null
  byteLength: number
  bytes: Buffer
  format: string
  encoding: string
  /** What stands before an EDIFACT message in its file. */
  header?: string
}

export type InventoryEntity = 'INSTANCE' | 'HOLDINGS' | 'ITEM' | 'AUTHORITY'

/** An inventory record that the steps make, change or find. */
export type EntityWork = {
  entity: InventoryEntity
  id: string
  document: Document
  /** As it is stored; null for one that is made. */
  stored: { version: number; document: Document } | null
  /** The holdings of an item, the instance of holdings, where this record's steps know it. */
  parent: EntityWork | null
  isDeleted: boolean
  /** Of holdings: the highest order among the items that they have. */
  lastOrder: number
  /** Refused: it is told in the log and not written. */
  fault: RecordFault | null
}

/** The source record that is stored with an inventory record. */
export type SourceWork = {
  of: EntityWork
  /** The id under which the record goes through all its generations; its own for the first one. */
  matchedId: string
  /** The id of the row that is written. */
  id: string
  marc: MarcRecord
  /** The generation that it replaces; null for the first one. Its MARC is there where a step needed it. */
  stored: StoredSource | null
  isDeleted: boolean
}

/** An incoming EDIFACT message. */
export type MessageWork = {
  /** Of the source record. */
  id: string
  /** The message as an interchange of its own. */
  text: string
  /** Its segments as FOLIO's parsed content, JSON text. */
  content: string
  /** What people know it by. */
  name: string
  /** Why no invoice can be made of it, in a sentence; null for an invoice. */
  notInvoice: string | null
  /** It is stored as a source record. */
  isKept: boolean
}

/** One thing that the log tells of a record; `of` gives ids that are known only when the rows are written. */
export type Told = {
  entity: StepEntity
  action: StepAction
  of: EntityWork | SourceWork | MessageWork | null
  error: string | null
}

/** One incoming record with what its steps have led to so far. */
export type RecordWork = {
  /** The steps are only gone through to learn what they ask; nothing is mapped or kept. */
  isRehearsal: boolean
  seq: number
  byteOffset: number | null
  byteLength: number
  /** As in `RECORD_TYPES`, or null when it could not be read. */
  recordType: number | null
  title: string | null
  controlNumber: string | null
  /** The incoming record as the steps have left it; null when it could not be read, or is EDIFACT. */
  marc: MarcRecord | null
  /** The incoming record when it is EDIFACT. */
  message: MessageWork | null
  /** The record's own instance, holdings, items and authority: found by a match, or made. */
  instance: EntityWork | null
  holdings: EntityWork[]
  items: EntityWork[]
  authority: EntityWork | null
  /** Ids that a match found and no step has loaded yet. */
  found: { instance: string | null; holdings: string | null; item: string | null; authority: string | null }
  source: SourceWork | null
  /** What is to be written, each once, in the order of the steps. */
  touched: EntityWork[]
  /** Links to authorities that an update has ended. */
  endedLinks: number[]
  told: Told[]
  /** What the matches on its way looked for and found. */
  trace: MatchTrace[]
  /** The first fault: the steps before it were done, those after it were not tried. */
  fault: RecordFault | null
}

/** A record of which nothing is known but where it lies. */
export function newRecordWork({ seq, byteOffset, byteLength }: RawRecord): RecordWork {
  return {
    isRehearsal: false,
    seq,
    byteOffset,
    byteLength,
    recordType: null,
    title: null,
    controlNumber: null,
    marc: null,
    message: null,
    instance: null,
    holdings: [],
    items: [],
    authority: null,
    found: { instance: null, holdings: null, item: null, authority: null },
    source: null,
    touched: [],
    endedLinks: [],
    told: [],
    trace: [],
    fault: null,
  }
}

/** An inventory record that is made. */
export function newEntity(
  entity: InventoryEntity,
  id: string,
  document: Document,
  parent: EntityWork | null,
): EntityWork {
  document.id = id
  return { entity, id, document, stored: null, parent, isDeleted: false, lastOrder: 0, fault: null }
}

/** Notes that a record is to be written. */
export function touch(record: RecordWork, work: EntityWork): void {
  if (!record.touched.includes(work)) record.touched.push(work)
}
