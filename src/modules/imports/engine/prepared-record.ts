import type { MarcRecord } from '../../../formats/marc/index.ts'
import type { RecordFault } from '../record-fault.ts'

export type Document = Record<string, unknown>

/** An item on its way: `holdings` is its place among the record's holdings. */
export type PreparedItem = { document: Document; holdings: number; fault: RecordFault | null }

/** One incoming record after reading and mapping, before the database has been asked anything. */
export type PreparedRecord = {
  /** 0-based place in the job. */
  seq: number
  byteOffset: number | null
  byteLength: number
  /** 0 to 2 as in `RECORD_TYPES`, or null when it could not be read. */
  recordType: number | null
  title: string | null
  controlNumber: string | null
  /** The record as it will be stored, without the HRID and the 999 ff; null when it could not be read. */
  marc: MarcRecord | null
  instance: Document | null
  holdings: Document[]
  items: PreparedItem[]
  /** The first fault: the steps before it were done, those after it were not tried. */
  fault: RecordFault | null
}
