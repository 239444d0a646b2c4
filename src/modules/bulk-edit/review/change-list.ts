import type { Transaction } from '../../../kernel/db/database.ts'
import type { Page } from '../../../kernel/http/parameters.ts'
import { textProblem } from '../../../kernel/http/problems.ts'
import type { Answer, ApiRequest } from '../../../kernel/http/route.ts'
import { answerPieces } from '../../../kernel/lists/index.ts'
import type { OperationRow } from '../operation/operation.ts'
import { getOperation } from '../operation/operation.ts'
import { STAGE } from '../operation/problem-stage.ts'
import type { ReviewTotals } from './keep-changes.ts'
import { NAMED_BY, keysOf } from './record-names.ts'

/** Which records of a review are listed. */
export type ChangeFilter = {
  /** Only changes of this property, null for all. */
  field: string | null
  onlyChanged: boolean
  /** Only records of which the commit made this. */
  outcome: Outcome | null
  /** Only records that a rule refused. */
  onlyRefused: boolean
  /** Only the records that a rule refused with these words. */
  message: string | null
  /** Only the record with this identifier, barcode or HRID. */
  find: string | null
}

type PlaceRow = {
  place: number
  identifier: string
  record_id: string
  state: number
  name: string | null
  title: string | null
  instance_id: string | null
  holdings_id: string | null
}

/** What became of a record, by `bulk_record.state`. */
export const OUTCOMES = ['waiting', 'written', 'unchanged', 'refused'] as const
export type Outcome = (typeof OUTCOMES)[number]

// A row has its changes and problems with it: about a kilobyte.
const BATCH = 500

/** What the review of an operation found. @throws Problem 404, 400 when the changes were not kept */
export function reviewOf({ id, review, job_id: jobId }: OperationRow): ReviewTotals {
  const totals = review === null ? null : (JSON.parse(review) as ReviewTotals | Record<string, never>)
  if (totals === null || !('records' in totals))
    throw textProblem(
      400,
      jobId === null
        ? `The changes of bulk operation ${id} were not kept: start the step EDIT with keepChanges.`
        : `The changes of bulk operation ${id} are being worked out.`,
    )
  return totals as ReviewTotals
}

/** `GET /octavo/bulk-operations/{id}/changes`: records with what changes in them, from and to, and the totals. */
export function answerChanges(
  request: ApiRequest,
  id: string,
  filter: ChangeFilter,
  page: Page,
): Promise<Answer> {
  return answerPieces(request, page.limit > BATCH, async function* pieces(tx) {
    const operation = await getOperation(tx, id)
    const totals = reviewOf(operation)
    const { where, params } = placesOf(operation, filter)
    let start = '{"changes":['
    let read = 0
    for (let offset = page.offset; read < page.limit; offset += BATCH) {
      const limit = Math.min(BATCH, page.limit - read)
      const rows = await readPlaces(tx, operation, where, params, { limit, offset })
      if (rows.length === 0) break
      yield start + (await withChanges(tx, operation, filter.field, rows)).join(',')
      start = ','
      read += rows.length
      if (rows.length < limit) break
    }
    const total = await countPlaces(tx, filter, totals, where, params)
    const { fields, ...counts } = totals
    const end = JSON.stringify({ fields, totals: counts, totalRecords: total })
    yield `${start === ',' ? '' : start}],${end.slice(1)}`
  })
}

/** The condition on `bulk_record r` that a filter is; `$1` is the operation. */
function placesOf(
  { hr_id: no, entity_type: entity }: OperationRow,
  { field, onlyChanged, onlyRefused, outcome, message, find }: ChangeFilter,
): { where: string; params: unknown[] } {
  const params: unknown[] = [no]
  const conditions = ['r.operation_no = $1']
  if (onlyChanged || field !== null) {
    params.push(field)
    conditions.push(
      `r.no in (select place from bulk_change where operation_no = $1 and ($${params.length}::text is null or field = $${params.length}))`,
    )
  }
  if (outcome !== null) conditions.push(`r.state = ${OUTCOMES.indexOf(outcome)}`)
  if (onlyRefused)
    conditions.push(
      `r.no in (select place from bulk_problem where operation_no = $1 and stage = ${STAGE.rules} and not is_warning)`,
    )
  if (message !== null) {
    params.push(message)
    conditions.push(
      `r.no in (select place from bulk_problem where operation_no = $1 and stage = ${STAGE.rules} and message = $${params.length})`,
    )
  }
  if (find !== null) {
    params.push(find)
    conditions.push(`(r.identifier = $${params.length} or r.record_id in (${keysOf(entity, params.length)}))`)
  }
  return { where: conditions.join(' and '), params }
}

async function countPlaces(
  tx: Transaction,
  { field, onlyChanged, onlyRefused, outcome, message, find }: ChangeFilter,
  totals: ReviewTotals,
  where: string,
  params: readonly unknown[],
): Promise<number> {
  if (message === null && find === null && outcome === null && !onlyRefused) {
    if (field !== null) return totals.fields.find((one) => one.field === field)?.count ?? 0
    return onlyChanged ? totals.changed : totals.records
  }
  const [row] = await tx.query<{ total: number }>(
    `select count(*)::int as total from bulk_record r where ${where}`,
    params,
  )
  return row!.total
}

function readPlaces(
  tx: Transaction,
  { entity_type: entity }: OperationRow,
  where: string,
  params: readonly unknown[],
  { limit, offset }: Page,
): Promise<PlaceRow[]> {
  const { columns, join } = NAMED_BY[entity]
  return tx.query<PlaceRow>(
    `with r as materialized (
       select r.no, r.identifier, r.record_id, r.state from bulk_record r where ${where}
       order by r.no limit ${limit} offset ${offset})
     select r.no as place, r.identifier, r.record_id, r.state, ${columns} from r ${join} order by r.no`,
    params,
  )
}

async function withChanges(
  tx: Transaction,
  { hr_id: no }: OperationRow,
  field: string | null,
  rows: readonly PlaceRow[],
): Promise<string[]> {
  const places = rows.map(({ place }) => place)
  const changes = await tx.query<{ place: number; field: string; from: string; to: string }>(
    `select place, field, before as "from", after as "to" from bulk_change
     where operation_no = $1 and place = any($2::int[]) and ($3::text is null or field = $3) order by place, field`,
    [no, places, field],
  )
  const problems = await tx.query<{ place: number; is_warning: boolean; message: string }>(
    `select place, is_warning, message from bulk_problem
     where operation_no = $1 and stage = ${STAGE.rules} and is_warning = any('{false,true}')
       and place = any($2::int[]) order by place, ordinal`,
    [no, places],
  )
  const changesOf = Map.groupBy(changes, ({ place }) => place)
  const problemsOf = Map.groupBy(problems, ({ place }) => place)
  return rows.map((row) =>
    JSON.stringify({
      place: row.place,
      identifier: row.identifier,
      recordId: row.record_id,
      name: row.name ?? row.identifier,
      title: row.title ?? '',
      ...(row.instance_id === null ? {} : { instanceId: row.instance_id }),
      ...(row.holdings_id === null ? {} : { holdingsRecordId: row.holdings_id }),
      outcome: OUTCOMES[row.state],
      changes: (changesOf.get(row.place) ?? []).map(({ place: _place, ...change }) => change),
      problems: (problemsOf.get(row.place) ?? []).map(({ is_warning: isWarning, message }) => ({
        type: isWarning ? 'WARNING' : 'ERROR',
        message,
      })),
    }),
  )
}

/** How many kinds of change are told apart; beyond that they are as many as the records. */
const MOST_KINDS = 200

/** `GET /octavo/bulk-operations/{id}/changes/kinds`: the pairs from and to, the commonest first, with a record of each. */
export async function readChangeKinds(
  tx: Transaction,
  id: string,
  field: string | null,
): Promise<Record<string, unknown>> {
  const operation = await getOperation(tx, id)
  reviewOf(operation)
  const kinds = await tx.query<{ field: string; from: string; to: string; count: number; place: number }>(
    `select field, before as "from", after as "to", count(*)::int as count, min(place) as place
     from bulk_change where operation_no = $1 and ($2::text is null or field = $2)
     group by field, before, after order by count desc, place, field limit ${MOST_KINDS + 1}`,
    [operation.hr_id, field],
  )
  return { kinds: kinds.slice(0, MOST_KINDS), isComplete: kinds.length <= MOST_KINDS }
}
