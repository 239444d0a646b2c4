import { UUID_PATTERN, compileValidator } from '../../kernel/http/validation.ts'
import type { JsonSchema } from '../../kernel/http/validation.ts'
import { RECORD_TYPES, STATES } from './record-types.ts'

// Field for field as folio-org/data-import-raml-storage: schemas/dto and schemas/mod-source-record-storage.

const uuid = { type: 'string', pattern: UUID_PATTERN }
const text = { type: 'string' }
const flag = { type: 'boolean' }
const integer = { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 }
const count = { type: 'integer', minimum: 0, maximum: 2_147_483_647 }
const anything = {}
const readOnly = { type: 'object' }

function object(properties: JsonSchema, required: readonly string[] = []): JsonSchema {
  return { type: 'object', additionalProperties: false, properties, required }
}

function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}

export const SNAPSHOT_STATUSES = [
  'PARENT',
  'NEW',
  'FILE_UPLOADED',
  'PARSING_IN_PROGRESS',
  'PARSING_FINISHED',
  'PROCESSING_IN_PROGRESS',
  'PROCESSING_FINISHED',
  'COMMIT_IN_PROGRESS',
  'COMMITTED',
  'ERROR',
  'DISCARDED',
  'CANCELLED',
] as const

export type SnapshotBody = {
  jobExecutionId?: string
  status: (typeof SNAPSHOT_STATUSES)[number]
  processingStartedDate?: string | null
}

const snapshotProperties = {
  jobExecutionId: uuid,
  status: { type: 'string', enum: SNAPSHOT_STATUSES },
  processingStartedDate: { type: 'string', format: 'date-time' },
  metadata: readOnly,
}

export const checkSnapshot = compileValidator(object(snapshotProperties, ['jobExecutionId', 'status']))
/** On PUT the id of the path wins, so that of the body may be missing. */
export const checkSnapshotUpdate = compileValidator(object(snapshotProperties, ['status']))

export type RawRecordBody = { id?: string | null; content: string }
export type ParsedRecordBody = { id?: string | null; content: unknown; formattedContent?: string | null }
export type ErrorRecordBody = { id?: string | null; description: string; content: unknown }

export type RecordBody = {
  id?: string | null
  snapshotId: string
  matchedId: string
  generation?: number | null
  recordType: (typeof RECORD_TYPES)[number]
  rawRecord: RawRecordBody
  parsedRecord?: ParsedRecordBody | null
  errorRecord?: ErrorRecordBody | null
  order?: number | null
  externalIdsHolder?: Record<string, string | null> | null
  additionalInfo?: { suppressDiscovery?: boolean | null } | null
  state?: (typeof STATES)[number] | null
}

const rawRecord = object({ id: uuid, content: text }, ['content'])
const record = object(
  {
    id: uuid,
    snapshotId: uuid,
    matchedId: uuid,
    generation: integer,
    recordType: { type: 'string', enum: RECORD_TYPES },
    rawRecord,
    parsedRecord: object({ id: uuid, content: anything, formattedContent: text }, ['content']),
    errorRecord: object({ id: uuid, description: text, content: anything }, ['description', 'content']),
    deleted: flag,
    order: count,
    externalIdsHolder: object({
      instanceId: uuid,
      instanceHrid: text,
      holdingsId: uuid,
      holdingsHrid: text,
      authorityId: uuid,
      authorityHrid: text,
    }),
    additionalInfo: { type: 'object', properties: { suppressDiscovery: flag } },
    state: { type: 'string', enum: STATES },
    // FOLIO admits a, c, d, n, p, o, s, x; it is taken from the leader here, and what was read can be sent back.
    leaderRecordStatus: text,
    metadata: readOnly,
  },
  ['snapshotId', 'matchedId', 'recordType', 'rawRecord'],
)

export const checkRecord = compileValidator(record)

export type RecordsBody = { records: RecordBody[]; totalRecords: number }

export const checkRecords = compileValidator(
  object({ records: listOf(record), totalRecords: { type: 'integer' } }, ['records', 'totalRecords']),
)

export type FetchBody = {
  conditions: { idType?: string | null; ids?: unknown[] | null }
  data?: { from: string; to: string }[] | null
  recordType: (typeof RECORD_TYPES)[number]
  includeDeleted?: boolean | null
}

export const checkFetch = compileValidator(
  object(
    {
      conditions: { type: 'object', properties: { idType: text, ids: listOf(text) } },
      data: listOf(object({ from: text, to: text }, ['from', 'to'])),
      recordType: { type: 'string', enum: RECORD_TYPES },
      includeDeleted: flag,
    },
    ['conditions', 'recordType'],
  ),
)

export const MATCH_TYPES = [
  'EXACTLY_MATCHES',
  'EXISTING_VALUE_CONTAINS_INCOMING_VALUE',
  'INCOMING_VALUE_CONTAINS_EXISTING_VALUE',
  'EXISTING_VALUE_BEGINS_WITH_INCOMING_VALUE',
  'INCOMING_VALUE_BEGINS_WITH_EXISTING_VALUE',
  'EXISTING_VALUE_ENDS_WITH_INCOMING_VALUE',
  'INCOMING_VALUE_ENDS_WITH_EXISTING_VALUE',
] as const

export type MatchType = (typeof MATCH_TYPES)[number]
export type Qualifier = 'BEGINS_WITH' | 'ENDS_WITH' | 'CONTAINS'
export type ComparisonPart = 'NUMERICS_ONLY' | 'ALPHANUMERICS_ONLY'

export type MatchFilter = {
  values: string[]
  field: string
  indicator1?: string | null
  indicator2?: string | null
  subfield?: string | null
  matchType?: MatchType | null
  qualifier?: Qualifier | null
  qualifierValue?: string | null
  comparisonPartType?: ComparisonPart | null
}

export type MatchingBody = {
  logicalOperator?: 'AND' | 'OR' | null
  filters: MatchFilter[]
  recordType: 'MARC_BIB' | 'MARC_AUTHORITY' | 'MARC_HOLDING'
  limit?: number | null
  offset?: number | null
  returnTotalRecordsCount?: boolean | null
}

const indicator = { type: 'string', pattern: '^[a-z0-9\\s*]?$' }

export const checkMatching = compileValidator(
  object(
    {
      logicalOperator: { type: 'string', enum: ['AND', 'OR'] },
      filters: {
        type: 'array',
        minItems: 1,
        items: object(
          {
            values: { type: 'array', minItems: 1, items: text },
            field: { type: 'string', pattern: '^[0-9]{3}$' },
            indicator1: indicator,
            indicator2: indicator,
            subfield: { type: 'string', pattern: '^[a-z0-9]?$' },
            matchType: { type: 'string', enum: MATCH_TYPES },
            qualifier: { type: 'string', enum: ['BEGINS_WITH', 'ENDS_WITH', 'CONTAINS'] },
            qualifierValue: text,
            comparisonPartType: { type: 'string', enum: ['NUMERICS_ONLY', 'ALPHANUMERICS_ONLY'] },
          },
          ['field', 'values'],
        ),
      },
      recordType: { type: 'string', enum: ['MARC_BIB', 'MARC_AUTHORITY', 'MARC_HOLDING'] },
      limit: { ...count, minimum: 1 },
      offset: count,
      returnTotalRecordsCount: flag,
    },
    ['filters', 'recordType'],
  ),
)

export type IdentifierSearchBody = {
  leaderSearchExpression?: string | null
  fieldsSearchExpression?: string | null
  suppressFromDiscovery?: boolean | null
  deleted?: boolean | null
  offset?: number | null
  limit?: number | null
}

export const checkIdentifierSearch = compileValidator(
  object({
    leaderSearchExpression: text,
    fieldsSearchExpression: text,
    suppressFromDiscovery: flag,
    deleted: flag,
    offset: count,
    limit: count,
  }),
)

export const checkRawRecords = compileValidator(object({ rawRecords: listOf(rawRecord) }))
