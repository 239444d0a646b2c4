import type { Transaction } from '../../../kernel/db/database.ts'
import { readPage } from '../../../kernel/http/parameters.ts'
import { textProblem } from '../../../kernel/http/problems.ts'
import type { QueryParameters } from '../../../kernel/http/route.ts'
import { errorText } from '../job-log.ts'
import { RECORD_TYPES } from '../journal-row.ts'
import type { Step, StepEntity } from '../journal-row.ts'
import { getPreview } from './import-preview.ts'
import { OUTCOMES } from './preview-row.ts'
import type { ChangeForecast, Outcome } from './preview-row.ts'

type RecordRow = {
  seq: number
  record_type: number | null
  title: string | null
  control_number: string | null
  byte_offset: number | null
  outcomes: number
  steps: string
  changes: string | null
  error_kind: string | null
  error: string | null
  folio_error: string | null
}

const FILTERS: Record<string, Outcome | undefined> = {
  errors: 'errors',
  created: 'created',
  updated: 'updated',
  discarded: 'discarded',
}

/** @throws Problem 400 naming the parameter */
function readFilter(query: QueryParameters): number | null {
  const text = query.get('filter')
  if (text === undefined || text === '') return null
  const outcome = Object.hasOwn(FILTERS, text) ? FILTERS[text] : undefined
  if (outcome === undefined) {
    const names = Object.keys(FILTERS).join(', ')
    throw textProblem(
      400,
      `'filter' parameter is incorrect. parameter value {${text}} is not valid: must be one of ${names}`,
    )
  }
  return OUTCOMES[outcome]
}

/**
 * What would become of the records of a previewed file, in the order of the file; `filter` gives those of which
 * something would be created, updated, discarded, or that would have errors.
 * @throws Problem 404, 400 for a wrong parameter
 */
export async function listPreviewRecords(
  tx: Transaction,
  id: string,
  query: QueryParameters,
): Promise<Record<string, unknown>> {
  const { limit, offset } = readPage(query)
  const bit = readFilter(query)
  await getPreview(tx, id)
  const where = 'preview_id = $1 and ($2::int is null or outcomes & $2 <> 0)'
  const [count] = await tx.query<{ total: number }>(
    `select count(*) as total from preview_record where ${where}`,
    [id, bit],
  )
  const rows = await tx.query<RecordRow>(
    `select * from preview_record where ${where} order by seq limit $3 offset $4`,
    [id, bit, limit, offset],
  )
  const stored = await findStored(tx, rows)
  return { records: rows.map((row) => recordDto(row, stored)), totalRecords: count!.total }
}

const TABLES: Partial<Record<StepEntity, string>> = {
  INSTANCE: 'instance',
  HOLDINGS: 'holdings_record',
  ITEM: 'item',
  AUTHORITY: 'authority',
}

/** Which of the ids that rows name are there: a record that would be made earlier in the file has one, but is not. */
async function findStored(tx: Transaction, rows: readonly RecordRow[]): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap((row) =>
    (JSON.parse(row.steps) as Step[]).flatMap(([, , id, , related]) =>
      [id, related].filter((one) => one !== null),
    ),
  )
  if (ids.length === 0) return new Set()
  const found = await tx.query<{ id: string }>(
    Object.values(TABLES)
      .map((table) => `select id from ${table} where id = any($1::uuid[])`)
      .join(' union all '),
    [ids],
  )
  return new Set(found.map(({ id }) => id))
}

function recordDto(row: RecordRow, stored: ReadonlySet<string>): Record<string, unknown> {
  const changes = row.changes === null ? [] : (JSON.parse(row.changes) as ChangeForecast[])
  return {
    sourceRecordOrder: row.seq,
    ...(row.title === null ? {} : { title: row.title }),
    ...(row.control_number === null ? {} : { controlNumber: row.control_number }),
    ...(row.record_type === null ? {} : { recordType: RECORD_TYPES[row.record_type] }),
    outcomes: (Object.keys(OUTCOMES) as Outcome[]).filter((name) => (row.outcomes & OUTCOMES[name]) !== 0),
    steps: (JSON.parse(row.steps) as Step[]).map((step) => stepDto(step, stored)),
    changes: changes.map((change) => changeDto(change, stored)),
    ...(row.error_kind === null
      ? {}
      : { errorKind: row.error_kind, error: row.error, errorText: errorText(row, 0) }),
  }
}

function stepDto(
  [entity, action, id, hrid, related, error]: Step,
  stored: ReadonlySet<string>,
): Record<string, unknown> {
  const isThere = id !== null && stored.has(id)
  const isRelatedThere = related !== null && (entity === 'HOLDINGS' || stored.has(related))
  return {
    entityType: entity,
    actionType: action,
    actionStatus: error === null ? 'COMPLETED' : 'ERROR',
    ...(isThere ? { entityId: id } : {}),
    ...(isThere && hrid !== null ? { entityHrId: hrid } : {}),
    ...(isRelatedThere ? { [entity === 'HOLDINGS' ? 'permanentLocationId' : 'holdingsId']: related } : {}),
    ...(error === null ? {} : { error }),
  }
}

function changeDto({ entity, id, hrid, fields, omitted }: ChangeForecast, stored: ReadonlySet<string>) {
  const isThere = stored.has(id)
  return {
    entityType: entity,
    ...(isThere ? { entityId: id } : {}),
    ...(isThere && hrid !== null ? { entityHrId: hrid } : {}),
    fields,
    ...(omitted === 0 ? {} : { omitted }),
  }
}
