import type { CopyType } from '../../kernel/db/copy-buffer.ts'
import { isUuid } from '../../kernel/ids.ts'

/** The kinds of record as numbers in the journal. */
export const RECORD_TYPES = ['MARC_BIB', 'MARC_HOLDING', 'MARC_AUTHORITY', 'EDIFACT'] as const
export type RecordType = (typeof RECORD_TYPES)[number]

export type StepEntity =
  | 'MARC_BIBLIOGRAPHIC'
  | 'MARC_HOLDINGS'
  | 'MARC_AUTHORITY'
  | 'EDIFACT'
  | 'INSTANCE'
  | 'HOLDINGS'
  | 'ITEM'
  | 'AUTHORITY'
  | 'INVOICE'
  | 'ORDER'
  | 'PO_LINE'

/** The incoming records themselves, as they are kept beside what is made of them. */
export const SOURCE_ENTITIES: readonly StepEntity[] = [
  'MARC_BIBLIOGRAPHIC',
  'MARC_HOLDINGS',
  'MARC_AUTHORITY',
  'EDIFACT',
]

/** Entities as a list of SQL texts. */
export function sqlTexts(entities: readonly StepEntity[]): string {
  return entities.map((entity) => `'${entity}'`).join(', ')
}

export type StepAction = 'CREATE' | 'UPDATE' | 'DELETE' | 'MODIFY' | 'MATCH' | 'NON_MATCH' | 'PARSE'

/**
 * One thing done for a record: entity, action, id, human-readable id, the holdings of an item or the location
 * of holdings, and the error when it failed (null when it was done).
 */
export type Step = [
  entity: StepEntity,
  action: StepAction,
  id: string | null,
  hrid: string | null,
  related: string | null,
  error: string | null,
]

/** The columns of `journal`, in the order in which rows are copied in. */
export const JOURNAL_COLUMNS = [
  'job_no',
  'seq',
  'record_type',
  'source_record_id',
  'title',
  'control_number',
  'byte_offset',
  'byte_length',
  'steps',
  'error_kind',
  'error',
  'folio_error',
  'matches',
] as const

/** SQL types of the columns, in order. */
export const JOURNAL_TYPES: readonly CopyType[] = [
  'int',
  'int',
  'smallint',
  'uuid',
  'text',
  'text',
  'bigint',
  'int',
  'text',
  'text',
  'text',
  'text',
  'text',
]

/**
 * What a match of the profile looked for and found: its number (`CompiledJob.matches`), values, number of hits, and the
 * first hits by the ids of their inventory records.
 */
export type MatchTrace = [no: number, values: string[], count: number, ids: string[]]

/** Values, characters of each, and hits of a match that the log keeps. */
const MAX_VALUES = 5
const MAX_VALUE = 200
const MAX_HITS = 5

/** A match as the log keeps it. */
export function matchTrace(
  no: number,
  values: readonly string[],
  hits: readonly { id: string; externalId: string | null }[],
): MatchTrace {
  return [
    no,
    values.slice(0, MAX_VALUES).map((value) => value.slice(0, MAX_VALUE)),
    hits.length,
    hits.slice(0, MAX_HITS).map(({ id, externalId }) => externalId ?? id),
  ]
}

/**
 * The id of an incoming record: it holds the job's number and the record's place in it, so that the log needs
 * no column and no index to find a record by its id. Version digit 4, as FOLIO's schemas demand.
 */
export function incomingRecordId(jobNo: number, seq: number): string {
  const job = jobNo.toString(16).padStart(8, '0')
  const place = seq.toString(16).padStart(8, '0')
  return `${job}-0c7a-4000-8000-${'0ca7'}${place}`
}

/** The job number and place that an incoming record's id holds, or null for any other uuid. */
export function parseIncomingRecordId(id: string): { jobNo: number; seq: number } | null {
  if (!isUuid(id)) return null
  const match = /^([0-9a-f]{8})-0c7a-4000-8000-0ca7([0-9a-f]{8})$/i.exec(id)
  return match ? { jobNo: Number.parseInt(match[1]!, 16), seq: Number.parseInt(match[2]!, 16) } : null
}
