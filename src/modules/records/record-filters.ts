import { textProblem } from '../../kernel/http/problems.ts'
import type { QueryParameters } from '../../kernel/http/route.ts'
import {
  ACTUAL,
  DELETED,
  idColumn,
  impliedRecordType,
  readIdType,
  readRecordType,
  readState,
  readUuid,
} from './record-types.ts'
import type { IdType } from './record-types.ts'

/** Adds a value to the parameters of a statement and returns its placeholder. */
export type Bind = (value: unknown) => string

/** A condition over `source_record s`, and its parameters. */
export type Condition = { where: string; params: unknown[] }

/** Builds a condition: all that `parts` returns must hold; null parts are left out. */
export function condition(parts: (bind: Bind) => (string | null)[]): Condition {
  const params: unknown[] = []
  const bind: Bind = (value) => {
    params.push(value)
    return `$${params.length}`
  }
  const conditions = parts(bind).filter((part) => part !== null)
  return { where: conditions.length === 0 ? 'true' : conditions.join(' and '), params }
}

/** The filters of `GET /source-storage/records`. @throws Problem 400 naming what can't be understood. */
export function recordsFilter(query: QueryParameters): Condition {
  const type = readRecordType(query.get('recordType'))
  const state = readState(query.get('state'))
  const snapshotId = optionalUuid(query.get('snapshotId'))
  const externalId = optionalUuid(query.get('externalId'))
  return condition((bind) => [
    `s.record_type = ${bind(type)}`,
    snapshotId && `s.snapshot_id = ${bind(snapshotId)}`,
    externalId && `s.external_id = ${bind(externalId)}`,
    state === null ? null : `s.state = ${bind(state)}`,
  ])
}

/**
 * The filters of `GET /source-storage/source-records`. Records of which nothing was parsed are not source records.
 * @throws Problem 400 naming what can't be understood.
 */
export function sourceRecordsFilter(query: QueryParameters): Condition {
  const type = readRecordType(query.get('recordType'))
  const recordId = optionalUuid(query.get('recordId'))
  const snapshotId = optionalUuid(query.get('snapshotId'))
  const externalId = optionalUuid(firstOf(query, 'externalId', 'instanceId', 'holdingsId'))
  const externalHrid = firstOf(query, 'externalHrid', 'instanceHrid', 'holdingsHrid')
  const isSuppressed = optionalFlag(query, 'suppressFromDiscovery')
  const leaderStatus = leaderRecordStatus(query)
  const updatedAfter = optionalInstant(query, 'updatedAfter')
  const updatedBefore = optionalInstant(query, 'updatedBefore')
  return condition((bind) => [
    `s.record_type = ${bind(type)}`,
    'octet_length(s.marc) > 0',
    recordId && `s.matched_id = ${bind(recordId)}`,
    snapshotId && `s.snapshot_id = ${bind(snapshotId)}`,
    externalId && `s.external_id = ${bind(externalId)}`,
    externalHrid ? `s.external_hrid = ${bind(externalHrid)}` : null,
    isSuppressed === null ? null : `s.is_suppressed = ${bind(isSuppressed)}`,
    statesWanted(optionalFlag(query, 'deleted') ?? false),
    leaderStatus && `s.leader_status = ${bind(leaderStatus)}`,
    updatedAfter && `s.updated_at >= ${bind(updatedAfter)}`,
    updatedBefore && `s.updated_at <= ${bind(updatedBefore)}`,
  ])
}

/** The ids posted to `/source-storage/source-records`, with `idType`, `recordType` and `deleted` of the query. */
export function sourceRecordsOfIds(query: QueryParameters, body: unknown): Condition {
  const idType = readIdType(query.get('idType'), 'RECORD')
  const type = readRecordType(query.get('recordType'))
  const isDeletedWanted = optionalFlag(query, 'deleted') ?? false
  const ids = readUuids(body)
  return condition((bind) => [
    idsCondition(idType, ids, bind),
    `s.record_type = ${bind(type)}`,
    'octet_length(s.marc) > 0',
    statesWanted(isDeletedWanted),
  ])
}

/** The records with one of the ids; no null list, no limit of length. */
export function idsCondition(idType: IdType, ids: readonly string[], bind: Bind): string {
  const type = impliedRecordType(idType)
  const hasType = type === null ? '' : ` and s.record_type = ${bind(type)}`
  return `s.${idColumn(idType)} = any(${bind(ids)}::uuid[])${hasType}`
}

/** Without deleted ones only ACTUAL records; with them DELETED ones too; null means the same as with them. */
export function statesWanted(withDeleted: boolean | null): string {
  return withDeleted === false ? `s.state = ${ACTUAL}` : `s.state in (${ACTUAL}, ${DELETED})`
}

/** A list of uuids. @throws Problem 400 for a body that is none, and for the first entry that is no uuid. */
export function readUuids(body: unknown): string[] {
  if (!Array.isArray(body)) throw textProblem(400, 'The request body must be a JSON array of ids.')
  return body.map(readUuid)
}

const COLUMNS: Record<string, string> = {
  id: 's.id',
  snapshotId: 's.snapshot_id',
  matchedId: 's.matched_id',
  generation: 's.generation',
  recordType: 's.record_type',
  externalId: 's.external_id',
  externalHrid: 's.external_hrid',
  state: 's.state',
  leaderRecordStatus: 's.leader_status',
  order: 's.record_order',
  suppressDiscovery: 's.is_suppressed',
  createdByUserId: 's.created_by',
  createdDate: 's.created_at',
  updatedByUserId: 's.updated_by',
  updatedDate: 's.updated_at',
}

/** `orderBy=order,ASC` (repeatable) as SQL; the id decides ties, so that pages neither repeat nor skip rows. */
export function recordsOrder(query: QueryParameters): string {
  return [...orderTerms(query, COLUMNS), 's.id'].join(', ')
}

/** The terms of `orderBy` over the given columns. @throws Problem 400 `Invalid order by …`. */
export function orderTerms(query: QueryParameters, columns: Record<string, string>): string[] {
  return query
    .all('orderBy')
    .filter((text) => text !== '')
    .map((text) => {
      const [field, direction = 'ASC', ...rest] = text.split(',')
      const column = Object.hasOwn(columns, field!) ? columns[field!]! : null
      if (column === null || rest.length > 0 || (direction !== 'ASC' && direction !== 'DESC')) {
        throw textProblem(400, `Invalid order by ${text}`)
      }
      return `${column} ${direction.toLowerCase()}`
    })
}

function firstOf(query: QueryParameters, ...names: string[]): string | undefined {
  return names.map((name) => query.get(name)).find((value) => value !== undefined && value !== '')
}

function optionalUuid(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : readUuid(text)
}

/** `true`, `false` or null when missing. @throws Problem 400 for any other text. */
export function optionalFlag(query: QueryParameters, name: string): boolean | null {
  const text = query.get(name)
  if (text === undefined || text === '') return null
  if (text !== 'true' && text !== 'false') throw badParameter(name, text, 'must be true or false')
  return text === 'true'
}

function leaderRecordStatus(query: QueryParameters): string | null {
  const text = query.get('leaderRecordStatus')
  if (text === undefined || text === '') return null
  if (!/^[acdnposx]$/.test(text)) throw badParameter('leaderRecordStatus', text, 'must match "^[acdnposx]$"')
  return text
}

const instantShape = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** ISO text for PostgreSQL, in UTC where no offset is given. */
function optionalInstant(query: QueryParameters, name: string): string | null {
  const text = query.get(name)?.trim()
  if (text === undefined || text === '') return null
  // A plus sign that a client did not escape arrives as a blank.
  const whole = text.replace(/ (?=\d{2}:?\d{2}$)/, '+')
  if (!instantShape.test(whole)) throw badParameter(name, text, 'must be an ISO 8601 date or date-time')
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/.test(whole.slice(10))
  const zoned = whole.length === 10 ? `${whole}T00:00:00Z` : hasOffset ? whole : `${whole}Z`
  if (Number.isNaN(Date.parse(zoned.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')))) {
    throw badParameter(name, text, 'must be an ISO 8601 date or date-time')
  }
  return zoned
}

function badParameter(name: string, value: string, rule: string): Error {
  return textProblem(
    400,
    `'${name}' parameter is incorrect. parameter value {${value}} is not valid: ${rule}`,
  )
}
