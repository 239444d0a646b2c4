import type { MarcRecord } from '../../../formats/marc/index.ts'
import type { StepAction, StepEntity } from '../journal-row.ts'
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
}

export type InventoryEntity = 'INSTANCE' | 'HOLDINGS' | 'ITEM'

/** An inventory record that the steps make, change or find. */
export type EntityWork = {
  entity: InventoryEntity
  id: string
  document: Document
  /** The holdings of an item, the instance of holdings, where this record's steps know it. */
  parent: EntityWork | null
  /** Refused: it is told in the log and not written. */
  fault: RecordFault | null
}

/** The source record that is stored for an inventory record. */
export type SourceWork = { of: EntityWork; id: string }

/** One thing that the log tells of a record; `of` gives ids that are known only when the rows are written. */
export type Told = {
  entity: StepEntity
  action: StepAction
  of: EntityWork | SourceWork | null
  error: string | null
}

/** One incoming record with what its steps have led to so far. */
export type RecordWork = {
  seq: number
  byteOffset: number | null
  byteLength: number
  /** 0 to 2 as in `RECORD_TYPES`, or null when it could not be read. */
  recordType: number | null
  title: string | null
  controlNumber: string | null
  /** The incoming record as the steps have left it; null when it could not be read. */
  marc: MarcRecord | null
  instance: EntityWork | null
  holdings: EntityWork[]
  items: EntityWork[]
  source: SourceWork | null
  /** What is to be written, each once, in the order of the steps. */
  touched: EntityWork[]
  told: Told[]
  /** The first fault: the steps before it were done, those after it were not tried. */
  fault: RecordFault | null
}

/** A record of which nothing is known but where it lies. */
export function newRecordWork({ seq, byteOffset, byteLength }: RawRecord): RecordWork {
  return {
    seq,
    byteOffset,
    byteLength,
    recordType: null,
    title: null,
    controlNumber: null,
    marc: null,
    instance: null,
    holdings: [],
    items: [],
    source: null,
    touched: [],
    told: [],
    fault: null,
  }
}
