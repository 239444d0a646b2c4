import type { Transaction } from '../../../kernel/db/database.ts'
import type { Page } from '../../../kernel/http/parameters.ts'
import { fieldProblem, notFound, textProblem } from '../../../kernel/http/problems.ts'
import type { Answer, ApiRequest } from '../../../kernel/http/route.ts'
import { insertWholeJobs } from '../../../kernel/jobs/ledger.ts'
import { ringBell } from '../../../kernel/jobs/runner.ts'
import { answerLeft, describeUndo, findUndo, insertUndo } from '../../undo/index.ts'
import type { UndoRow } from '../../undo/index.ts'
import { rangesOf } from '../edit/edit-records.ts'
import { denialOf } from '../entity-kinds.ts'
import { FINAL_STATUSES } from '../operation/operation-status.ts'
import { getOperation, requireActor } from '../operation/operation.ts'
import type { OperationRow } from '../operation/operation.ts'
import { RECORD_STATE } from '../operation/problem-stage.ts'

/** The kind under which undos of bulk edits stand in the ledger of jobs. */
export const BULK_UNDO_KIND = 'bulk-undo'

/**
 * A piece of an undo: matched records by their places, or records of one type that a suppression was carried on to, by
 * their ids; `last` is null for the rest.
 */
export type BulkUndoChunk =
  | { phase: 'records'; after: number; last: number }
  | { phase: 'below'; type: number; after: string; last: string | null }

// A chunk holds the locks of its records until it commits: larger ones make other writers wait longer.
const STEP = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Begins to undo a committed bulk edit; the workers do it.
 * @throws Problem 404 for an unknown operation, 403 for a user who may not edit such records, 422 with a sentence when the
 *   operation has not ended, has changed nothing, is not kept any more, or was or is being undone
 */
export async function startBulkUndo(tx: Transaction, request: ApiRequest, id: string): Promise<void> {
  const operation = await getOperation(tx, id, 'for update')
  const { userId, username } = requireActor(request.actor)
  const denied = denialOf(operation.entity_type, 'edit', { username, permissions: request.permissions })
  if (denied !== null) throw textProblem(403, `${denied}s of bulk operation ${id} on the tenant ${tx.tenant}`)
  const reason = refusalOf(operation) ?? refusalOfAnother(await findUndo(tx, id))
  if (reason !== null) throw refused(id, reason)
  const { records, below } = await countWork(tx, operation)
  if (records + below === 0) throw refused(id, 'The bulk edit has changed nothing that could be undone.')
  const undoId = await insertUndo(tx, { jobId: id, userId, total: records + below })
  const chunks: BulkUndoChunk[] = [
    ...rangesOf(operation.matched, STEP).map((range) => ({ phase: 'records' as const, ...range })),
    ...(await rangesBelow(tx, operation)),
  ]
  await insertWholeJobs(tx, BULK_UNDO_KIND, [{ id: undoId, groupId: undoId, chunks }])
  await ringBell(tx)
}

function refused(id: string, reason: string): Error {
  return fieldProblem(reason, 'id', id, 'undo.refused')
}

function refusalOf(operation: OperationRow): string | null {
  if (operation.job_id !== null || !FINAL_STATUSES.includes(operation.status))
    return 'The bulk edit has not ended: it can be undone when its changes were committed.'
  if (operation.operation_type === 'DELETE')
    return 'The bulk edit deleted users; an undo does not bring deleted records back.'
  if (operation.is_expired)
    return 'What the bulk edit changed is not kept any more, so nothing tells what it was.'
  return null
}

function refusalOfAnother(before: UndoRow | null): string | null {
  if (before?.status === 'RUNNING') return 'The bulk edit is being undone already.'
  return before?.status === 'COMMITTED' ? 'The bulk edit was undone already.' : null
}

async function countWork(
  tx: Transaction,
  { hr_id: no }: OperationRow,
): Promise<{ records: number; below: number }> {
  const [row] = await tx.query<{ records: number; below: number }>(
    `select
       (select count(*)::int from bulk_record where operation_no = $1 and state = ${RECORD_STATE.written}) as records,
       (select count(*)::int from bulk_record_below where operation_no = $1) as below`,
    [no],
  )
  return row!
}

/** Cuts the records below the matched ones into pieces, each of one type. */
async function rangesBelow(tx: Transaction, { hr_id: no }: OperationRow): Promise<BulkUndoChunk[]> {
  const rows = await tx.query<{ type: number; ends: string[] }>(
    `select record_type as type, coalesce(array_agg(record_id order by record_id) filter (where place % ${STEP} = 0), '{}') as ends
     from (
       select record_type, record_id, row_number() over (partition by record_type order by record_id) as place
       from bulk_record_below where operation_no = $1
     ) numbered
     group by record_type`,
    [no],
  )
  return rows.flatMap(({ type, ends }) =>
    [...ends, null].map((last, i): BulkUndoChunk => ({
      phase: 'below',
      type,
      after: i === 0 ? BEFORE_ALL : ends[i - 1]!,
      last,
    })),
  )
}

/** The last undo of a bulk edit with its progress and counts. @throws Problem 404 */
export async function readBulkUndo(tx: Transaction, id: string): Promise<Record<string, unknown>> {
  const { row } = await getUndo(tx, id)
  const { counts, state, left } = await describeUndo(tx, row)
  const { instance, holdings, item, user, sourceRecord } = counts.restored
  return {
    id: row.id,
    bulkOperationId: id,
    ...state,
    restored: { instances: instance, holdings, items: item, users: user, sourceRecords: sourceRecord },
    ...left,
  }
}

async function getUndo(tx: Transaction, id: string): Promise<{ row: UndoRow; operation: OperationRow }> {
  const operation = await getOperation(tx, id)
  const row = await findUndo(tx, id)
  if (!row) throw notFound(`The bulk operation with id '${id}' was not undone`)
  return { row, operation }
}

/**
 * `GET /octavo/bulk-operations/{id}/undo/left`: the records that the last undo of a bulk edit left, with the reason and the
 * identifier that brought them into it, if they were matched by one. @throws Problem 404
 */
export async function answerBulkLeft(request: ApiRequest, id: string, page: Page): Promise<Answer> {
  const { row, operation } = await request.transaction((tx) => getUndo(tx, id))
  return answerLeft(request, row.id, page, async (tx, records) => {
    const places = records.map(({ seq }) => seq)
    const identifiers = await readIdentifiers(tx, operation, places)
    return records.map(({ recordType, id: recordId, hrid, seq, reason, text }) => ({
      recordType,
      id: recordId,
      ...(hrid === null ? {} : { hrid }),
      ...(identifiers.has(seq) ? { identifier: identifiers.get(seq) } : {}),
      reason,
      text,
    }))
  })
}

async function readIdentifiers(
  tx: Transaction,
  { hr_id: no }: OperationRow,
  places: readonly number[],
): Promise<Map<number, string>> {
  const rows = await tx.query<{ no: number; identifier: string }>(
    'select no, identifier from bulk_record where operation_no = $1 and no = any($2::int[])',
    [no, places],
  )
  return new Map(rows.map(({ no: place, identifier }) => [place, identifier]))
}
