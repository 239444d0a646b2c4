import { textProblem } from '../../kernel/http/problems.ts'
import { hasUuidShape } from '../../kernel/ids.ts'

/** Types of source records; the position is the number in `source_record.record_type`. */
export const RECORD_TYPES = ['MARC_BIB', 'MARC_HOLDING', 'MARC_AUTHORITY', 'EDIFACT'] as const

/** States of source records; the position is the number in `source_record.state`. */
export const STATES = ['ACTUAL', 'OLD', 'DRAFT', 'DELETED'] as const

export type RecordTypeName = (typeof RECORD_TYPES)[number]
export type StateName = (typeof STATES)[number]

export const EDIFACT = 3
export const ACTUAL = 0
export const OLD = 1
export const DELETED = 3

/** Leader statuses that count as deleted (folio-org/mod-source-record-storage: RecordDaoUtil). */
export const DELETED_LEADERS = 'dsx'

/**
 * What an id is the id of: INSTANCE, HOLDINGS, AUTHORITY and EXTERNAL the inventory record, RECORD the record
 * over all its generations (matched id), SRS_RECORD one generation.
 */
export const ID_TYPES = ['INSTANCE', 'HOLDINGS', 'AUTHORITY', 'EXTERNAL', 'RECORD', 'SRS_RECORD'] as const

export type IdType = (typeof ID_TYPES)[number]

const ID_COLUMNS: Record<IdType, string> = {
  INSTANCE: 'external_id',
  HOLDINGS: 'external_id',
  AUTHORITY: 'external_id',
  EXTERNAL: 'external_id',
  RECORD: 'matched_id',
  SRS_RECORD: 'id',
}

const ID_RECORD_TYPES: Partial<Record<IdType, number>> = { INSTANCE: 0, HOLDINGS: 1, AUTHORITY: 2 }

/** The column of `source_record` that holds ids of the type. */
export function idColumn(idType: IdType): 'external_id' | 'matched_id' | 'id' {
  return ID_COLUMNS[idType] as 'external_id' | 'matched_id' | 'id'
}

/** Number of the record type that an id type implies; null when it fits all. */
export function impliedRecordType(idType: IdType): number | null {
  return ID_RECORD_TYPES[idType] ?? null
}

/** A parameter `recordType` as its number; MARC_BIB when missing. @throws Problem 400 for any other word. */
export function readRecordType(text: string | undefined): number {
  if (text === undefined || text === '') return 0
  const number = RECORD_TYPES.indexOf(text as RecordTypeName)
  if (number < 0) throw textProblem(400, `Unknown record type ${text}`)
  return number
}

/** A parameter `state` as its number, null when missing. @throws Problem 400 for any other word. */
export function readState(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  const number = STATES.indexOf(text as StateName)
  if (number < 0) throw textProblem(400, `Unknown record state ${text}`)
  return number
}

/** A parameter `idType`. @throws Problem 400 for any other word. */
export function readIdType(text: string | undefined, fallback: IdType): IdType {
  if (text === undefined || text === '') return fallback
  if (!(ID_TYPES as readonly string[]).includes(text)) throw textProblem(400, `Unknown id type ${text}`)
  return text as IdType
}

/** A uuid of any version in lower case, to look records up by. @throws Problem 400 for any other value. */
export function readUuid(value: unknown): string {
  if (!hasUuidShape(value)) throw textProblem(400, `Invalid UUID ${String(value)}`)
  return value.toLowerCase()
}
