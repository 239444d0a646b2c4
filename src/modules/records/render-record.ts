import {
  MarcWriteError,
  compactToIso2709,
  compactToJson,
  decodeCompact,
  formatLines,
  recordToJson,
} from '../../formats/marc/index.ts'
import { isoInstant } from '../../kernel/clock.ts'
import { formatEdifact } from './format-edifact.ts'
import { DELETED, DELETED_LEADERS, EDIFACT, RECORD_TYPES, STATES } from './record-types.ts'
import type { StoredRecord } from './stored-record.ts'

/**
 * A row as the JSON text of FOLIO's `record`, written without parsing the MARC.
 * Schema: folio-org/data-import-raml-storage: schemas/dto/record.json.
 */
export function recordJson(row: StoredRecord, isFormatted = false): string {
  let json = `{"id":"${row.id}","snapshotId":"${row.snapshot_id}","matchedId":"${row.matched_id}"`
  json += `,"generation":${row.generation},"recordType":"${RECORD_TYPES[row.record_type]}"`
  json += `,"rawRecord":{"id":"${row.id}","content":${JSON.stringify(rawContent(row))}}`
  if (hasParsed(row)) json += `,"parsedRecord":${parsedRecordJson(row, isFormatted)}`
  if (row.error_description != null) {
    const content = row.error_content ?? '""'
    json += `,"errorRecord":{"id":"${row.id}","description":${JSON.stringify(row.error_description)},"content":${content}}`
  }
  json += `,"deleted":${isDeleted(row)}${sharedMembers(row)},"state":"${STATES[row.state]}"`
  if (row.leader_status !== null) json += `,"leaderRecordStatus":${JSON.stringify(row.leader_status)}`
  return `${json},"metadata":${metadataJson(row)}}`
}

/** A row as the JSON text of FOLIO's `sourceRecord`: no raw record, and `recordId` is the matched id. */
export function sourceRecordJson(row: StoredRecord): string {
  let json = `{"recordId":"${row.matched_id}","snapshotId":"${row.snapshot_id}"`
  json += `,"recordType":"${RECORD_TYPES[row.record_type]}","parsedRecord":${parsedRecordJson(row, false)}`
  json += `,"deleted":${isDeleted(row)},"generation":${row.generation}${sharedMembers(row)}`
  return `${json},"metadata":${metadataJson(row)}}`
}

/** Tags from `from` to `to`, both included. */
export type TagRange = { from: string; to: string }

/** A row as `strippedParsedRecord`, with the fields in the ranges only; with all fields when there are no ranges. */
export function strippedRecordJson(row: StoredRecord, ranges: readonly TagRange[]): string {
  let json = `{"id":"${row.id}","externalIdsHolder":${externalIdsJson(row)}`
  json += `,"recordType":"${RECORD_TYPES[row.record_type]}","recordState":"${STATES[row.state]}"`
  json += `,"parsedRecord":{"id":"${row.id}","content":${strippedContent(row, ranges)}}`
  return `${json}}`
}

function strippedContent(row: StoredRecord, ranges: readonly TagRange[]): string {
  if (ranges.length === 0 || row.record_type === EDIFACT) return compactToJson(row.marc)
  const { leader, fields } = decodeCompact(row.marc)
  const wanted = fields.filter(({ tag }) => ranges.some(({ from, to }) => tag >= from && tag <= to))
  return recordToJson({ leader, fields: wanted })
}

/** `{"id","content"}`, with `formattedContent` when asked for. The row must have parsed content. */
export function parsedRecordJson(row: StoredRecord, isFormatted: boolean): string {
  const formatted = isFormatted ? `,"formattedContent":${JSON.stringify(formattedContent(row))}` : ''
  return `{"id":"${row.id}","content":${compactToJson(row.marc)}${formatted}}`
}

/** True when the row holds MARC or parsed EDIFACT. */
function hasParsed(row: StoredRecord): boolean {
  return row.marc.length > 0
}

/** True when the row holds MARC. */
export function hasMarc(row: Pick<StoredRecord, 'marc' | 'record_type'>): boolean {
  return row.marc.length > 0 && row.record_type !== EDIFACT
}

function formattedContent(row: StoredRecord): string {
  if (row.record_type === EDIFACT) return formatEdifact(row.content ?? '')
  return formatLines(decodeCompact(row.marc))
}

/**
 * The raw text: what was kept of a record without MARC, else the MARC as ISO 2709 in UTF-8. A record that ISO 2709
 * cannot express (over 99,999 bytes, a field over 9,999) is given as MARC JSON, as FOLIO's own raw record is
 * when the record came in as JSON; nothing is cut.
 */
function rawContent(row: StoredRecord): string {
  if (row.content != null) return row.content
  if (!hasMarc(row)) return ''
  try {
    return compactToIso2709(row.marc).toString('utf8')
  } catch (error) {
    if (error instanceof MarcWriteError) return compactToJson(row.marc)
    throw error
  }
}

function isDeleted(row: StoredRecord): boolean {
  return row.state === DELETED || (row.leader_status !== null && DELETED_LEADERS.includes(row.leader_status))
}

function sharedMembers(row: StoredRecord): string {
  const order = row.record_order === null ? '' : `,"order":${row.record_order}`
  return `${order},"externalIdsHolder":${externalIdsJson(row)},"additionalInfo":{"suppressDiscovery":${row.is_suppressed}}`
}

const HOLDER_NAMES = ['instance', 'holdings', 'authority']

function externalIdsJson(row: StoredRecord): string {
  const name = HOLDER_NAMES[row.record_type]
  if (name === undefined) return '{}'
  const members: string[] = []
  if (row.external_id !== null) members.push(`"${name}Id":"${row.external_id}"`)
  if (row.external_hrid !== null) members.push(`"${name}Hrid":${JSON.stringify(row.external_hrid)}`)
  return `{${members.join(',')}}`
}

function metadataJson(row: StoredRecord): string {
  const createdBy = row.created_by === null ? '' : `,"createdByUserId":"${row.created_by}"`
  const updatedBy = row.updated_by === null ? '' : `,"updatedByUserId":"${row.updated_by}"`
  return (
    `{"createdDate":"${isoInstant(row.created_at)}"${createdBy}` +
    `,"updatedDate":"${isoInstant(row.updated_at)}"${updatedBy}}`
  )
}
