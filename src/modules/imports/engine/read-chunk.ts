import {
  MarcReadError,
  controlNumber,
  createRecordSplitter,
  recordType,
  titleOf,
} from '../../../formats/marc/index.ts'
import { headerAt, isEdifact } from '../edifact/message-text.ts'
import { readMessage } from '../edifact/read-message.ts'
import { decodeIncoming } from '../decode-incoming.ts'
import { RECORD_TYPES } from '../journal-row.ts'
import type { RecordFault } from '../record-fault.ts'
import type { ChunkSource } from './chunk-messages.ts'
import { newRecordWork } from './record-work.ts'
import type { RawRecord, RecordWork } from './record-work.ts'

/** The raw records of a chunk in order. A file's chunk begins and ends at record boundaries. */
export function rawRecords(source: ChunkSource): RawRecord[] {
  const { bytes, records, format, encoding, places, headers, byteOffset, first, overlongBytes, limit } =
    source
  if (overlongBytes !== null) {
    return [{ seq: first, byteOffset, byteLength: overlongBytes, bytes: Buffer.alloc(0), format, encoding }]
  }
  if (bytes === null) {
    return (records ?? []).map((text, index) => {
      const raw = Buffer.from(text, 'utf8')
      return { seq: first + index, byteOffset: null, byteLength: raw.length, bytes: raw, format, encoding }
    })
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const segments = places ?? splitChunk(buffer, byteOffset)
  return segments.slice(0, limit ?? undefined).map(([offset, length], index) => ({
    seq: first + index,
    byteOffset: offset,
    byteLength: length,
    bytes: buffer.subarray(offset - byteOffset, offset - byteOffset + length),
    format,
    encoding,
    header: headerAt(headers, offset),
  }))
}

function splitChunk(buffer: Buffer, byteOffset: number): [offset: number, length: number][] {
  const splitter = createRecordSplitter('marc')
  const segments = [...splitter.push(buffer), ...splitter.end()]
  return segments.map(({ offset, length }) => [byteOffset + offset, length])
}

function unreadable(text: string, folio: string | null): RecordFault {
  return { kind: 'unreadable', entity: 'MARC_BIBLIOGRAPHIC', text, folio }
}

/**
 * Reads one record and says what kind it is; a record that can't be read carries its fault. With `tags` the other fields
 * may be left out.
 */
export function readRecord(raw: RawRecord, tags?: ReadonlySet<string>): RecordWork {
  if (isEdifact(raw.format)) return readMessage(raw)
  const work = newRecordWork(raw)
  if (raw.byteLength > raw.bytes.length) {
    // Its bytes stay in the file; it is named in the log.
    const text = `The record has ${raw.byteLength} bytes before its end; a record may have at most 16 MiB. A record terminator is probably missing.`
    work.fault = unreadable(text, null)
    return work
  }
  try {
    work.marc = decodeIncoming(raw, tags)
  } catch (error) {
    if (!(error instanceof MarcReadError)) throw error
    work.fault = unreadable(error.message, error.folioMessage)
    return work
  }
  work.title = titleOf(work.marc)
  work.controlNumber = controlNumber(work.marc)
  const type = recordType(work.marc)
  if (type === null) {
    const letter = work.marc.leader.charAt(6)
    work.fault = unreadable(
      `The leader does not say what kind of record this is: position 06 holds "${letter}", which MARC 21 does not know.`,
      'Error during analyze leader line for determining record type',
    )
    return work
  }
  work.recordType = RECORD_TYPES.indexOf(type)
  return work
}
