import {
  MarcReadError,
  chooseCharset,
  controlNumber,
  decodeRecord,
  recordType,
  skipPadding,
  titleOf,
} from '../../../formats/marc/index.ts'
import type { MarcRecord } from '../../../formats/marc/index.ts'
import { decodeIncoming } from '../decode-incoming.ts'
import { incomingText, isEdifact } from '../edifact/message-text.ts'
import type { ChunkSource } from '../engine/chunk-messages.ts'
import { rawRecords } from '../engine/read-chunk.ts'
import type { RawRecord } from '../engine/record-work.ts'
import { marcDto } from '../marc-dto.ts'
import { FIRST_RECORDS, SAMPLE_ORDERS, noInspection } from './inspection.ts'
import type { DefectKind, FirstRecord, Inspection } from './inspection.ts'

/** Looks at the records of a chunk: what they are, which fields they have, what is wrong with them. */
export function inspectChunk(source: ChunkSource): Inspection {
  const inspection = noInspection()
  for (const raw of rawRecords(source)) {
    const first = isEdifact(raw.format) ? inspectMessage(raw, inspection) : inspectMarc(raw, inspection)
    if (raw.seq < FIRST_RECORDS) inspection.firstRecords.push(first)
    inspection.recordsRead += 1
  }
  return inspection
}

const countIn = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1
}

const MAX_MESSAGE_TEXT = 20_000

function inspectMessage(raw: RawRecord, inspection: Inspection): FirstRecord {
  countIn(inspection.recordTypes, 'EDIFACT')
  const nothing = { title: null, controlNumber: null, recordType: 'EDIFACT', marc: null, error: null }
  if (raw.seq >= FIRST_RECORDS) return { order: raw.seq, ...nothing, text: null }
  return { order: raw.seq, ...nothing, text: incomingText(raw).slice(0, MAX_MESSAGE_TEXT) }
}

function inspectMarc(raw: RawRecord, inspection: Inspection): FirstRecord {
  const defects = new Map<DefectKind, string>()
  const first = lookAt(raw, inspection, (kind, example) => {
    // A record that is wrong twice in one way counts once.
    if (!defects.has(kind)) defects.set(kind, example)
  })
  for (const [kind, example] of defects) noteDefect(inspection, raw.seq, kind, example)
  return first
}

function lookAt(raw: RawRecord, inspection: Inspection, note: Note): FirstRecord {
  const first: FirstRecord = {
    order: raw.seq,
    title: null,
    controlNumber: null,
    recordType: null,
    marc: null,
    text: null,
    error: null,
  }
  if (raw.byteLength > raw.bytes.length) {
    first.error = `The record has ${raw.byteLength} bytes before its end; at most 16 MiB can be read.`
    note('too-long', first.error)
    return first
  }
  try {
    const { record, warnings } = read(raw)
    if (raw.format === 'marc') inspectEncoding(raw.bytes, inspection, note)
    else countIn(inspection.foundEncodings, 'UTF-8')
    for (const warning of warnings) note(kindOf(warning), warning)
    inspectRecord(record, inspection, note)
    first.recordType = recordType(record)
    if (raw.seq >= FIRST_RECORDS) return first
    first.title = titleOf(record)
    first.controlNumber = controlNumber(record)
    first.marc = marcDto(record)
  } catch (error) {
    if (!(error instanceof MarcReadError)) throw error
    first.error = error.message
    note('unreadable', error.message)
  }
  return first
}

function read(raw: RawRecord): { record: MarcRecord; warnings: readonly string[] } {
  if (raw.format === 'marc') return decodeRecord(raw.bytes, { mode: 'permissive' })
  return { record: decodeIncoming(raw), warnings: [] }
}

type Note = (kind: DefectKind, example: string) => void

function inspectRecord(record: MarcRecord, inspection: Inspection, note: Note): void {
  const letter = record.leader.charAt(6)
  const type = recordType(record)
  countIn(inspection.leaderTypes, letter)
  if (type === null)
    note('unknown-type', `Position 06 of the leader holds "${letter}", which MARC 21 does not know.`)
  else countIn(inspection.recordTypes, type)
  const seen = new Set<string>()
  for (const { tag } of record.fields) {
    const counts = (inspection.tags[tag] ??= { records: 0, fields: 0 })
    counts.fields += 1
    if (!seen.has(tag)) counts.records += 1
    seen.add(tag)
  }
}

const CHARSETS = {
  ascii: 'ASCII',
  utf8: 'UTF-8',
  marc8: 'MARC-8',
  latin1: 'Latin-1',
  mixed: 'UTF-8 and others mixed',
} as const

/** What leader/09 says the bytes are, and what they look like. ASCII is both, whatever is said. */
function inspectEncoding(bytes: Buffer, inspection: Inspection, note: Note): void {
  const start = skipPadding(bytes)
  const declaresUtf8 = bytes[start + 9] === 0x61
  const declared = declaresUtf8 ? 'UTF-8' : 'MARC-8'
  const base = Number(bytes.toString('latin1', start + 12, start + 17))
  const fields = bytes.subarray(Number.isInteger(base) ? start + base : start)
  const charset = chooseCharset(fields, declaresUtf8)
  const found = CHARSETS[charset]
  countIn(inspection.declaredEncodings, declared)
  countIn(inspection.foundEncodings, found)
  if (charset === 'ascii' || found === declared) return
  note('declared-encoding', `The leader says ${declared}, the text is ${found}; it is read as it is.`)
}

function kindOf(warning: string): DefectKind {
  if (/not valid in its character set|MARC-8 does not define/.test(warning)) return 'characters'
  if (/neither MARC-8 nor UTF-8/.test(warning)) return 'declared-encoding'
  return /^Field \w+ /.test(warning) ? 'fields' : 'lengths'
}

function noteDefect(inspection: Inspection, order: number, kind: DefectKind, example: string): void {
  const known = inspection.defects.find((defect) => defect.kind === kind)
  if (known === undefined) {
    const isReadable = kind !== 'unreadable' && kind !== 'too-long' && kind !== 'unknown-type'
    inspection.defects.push({ kind, count: 1, isReadable, sampleOrders: [order], example })
    return
  }
  known.count += 1
  if (known.sampleOrders.length < SAMPLE_ORDERS) known.sampleOrders.push(order)
}
