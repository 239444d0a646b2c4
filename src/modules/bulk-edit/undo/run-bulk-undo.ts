import type { Transaction } from '../../../kernel/db/database.ts'
import type { JobKind } from '../../../kernel/jobs/runner.ts'
import { RECORD_TYPES } from '../../inventory/index.ts'
import { finishUndo, forgetLeft, keepLeft, noCounts, putBack, readUndoScope } from '../../undo/index.ts'
import type { PutBack, Target } from '../../undo/index.ts'
import type { Document } from '../contracts.ts'
import { INVENTORY_KIND } from '../entity-kinds.ts'
import type { InventoryKind } from '../entity-kinds.ts'
import { passOnMarks } from '../edit/instance-marks.ts'
import { getOperation } from '../operation/operation.ts'
import type { OperationRow } from '../operation/operation.ts'
import { RECORD_STATE } from '../operation/problem-stage.ts'
import { findRetitled, putTitlesBack } from './put-titles-back.ts'
import { putUsersBack } from './put-users-back.ts'
import { BULK_UNDO_KIND } from './undo-operation.ts'
import type { BulkUndoChunk } from './undo-operation.ts'

/** What a piece of an undo went through, and what came of it. */
type Piece = { records: number; done: PutBack }

/** The kind of job that undoes a bulk edit, piece by piece, each in a transaction of its own. */
export const bulkUndoJobKind: JobKind = {
  kind: BULK_UNDO_KIND,
  runChunk: (chunk, commit) =>
    commit(async (tx) => {
      const { records, done } = await undoPiece(tx, chunk.jobId, chunk.input as BulkUndoChunk)
      await forgetLeft(tx, chunk.jobId, done.settled)
      await keepLeft(tx, chunk.jobId, done.left)
      return { records, counts: { ...done.counts, records } }
    }),
  onFinished: finishUndo,
}

async function undoPiece(tx: Transaction, undoId: string, chunk: BulkUndoChunk): Promise<Piece> {
  const scope = await readUndoScope(tx, undoId)
  const operation = await getOperation(tx, scope.jobId)
  const kind = INVENTORY_KIND[operation.entity_type]
  if (chunk.phase === 'records' && kind === null) return putUsersBack(tx, scope, operation, chunk)
  const targets =
    chunk.phase === 'records'
      ? await writtenRecords(tx, operation, kind!, chunk)
      : await recordsBelow(tx, operation, chunk)
  if (targets.length === 0) return { records: 0, done: { counts: noCounts(), left: [], settled: [] } }
  const work = { targets, sources: [], left: [] }
  const ids = targets.map(({ id }) => id)
  const retitled = await findRetitled(tx, operation, ids)
  const done = await putBack(tx, { ...scope, work: 'bulk edit', onRestored: followMarks(scope.writer) }, work)
  const left = new Set(done.left.map(({ id }) => id))
  await putTitlesBack(
    tx,
    scope.writer,
    retitled.filter(({ instanceId }) => !left.has(instanceId)),
  )
  return { records: targets.length, done }
}

/** The MARC of instances gets the marks back that go along with them. */
function followMarks(writer: { userId: string }) {
  return async (tx: Transaction, kind: string, restored: readonly { before: object; after: object }[]) => {
    if (kind !== 'instance') return
    await passOnMarks(tx, writer, restored as readonly { before: Document; after: Document }[])
  }
}

async function writtenRecords(
  tx: Transaction,
  { hr_id: no }: OperationRow,
  { kind, table }: InventoryKind,
  { after, last }: Extract<BulkUndoChunk, { phase: 'records' }>,
): Promise<Target[]> {
  const rows = await tx.query<{ id: string; seq: number; hrid: string | null }>(
    `select r.record_id as id, r.no as seq, stored.doc ->> 'hrid' as hrid
     from bulk_record r left join ${table} stored on stored.id = r.record_id
     where r.operation_no = $1 and r.no > $2 and r.no <= $3 and r.state = ${RECORD_STATE.written} order by r.no`,
    [no, after, last],
  )
  return rows.map((row): Target => ({ kind, ...row, isCreated: false }))
}

const BELOW = [INVENTORY_KIND.HOLDINGS_RECORD!, INVENTORY_KIND.ITEM!]

async function recordsBelow(
  tx: Transaction,
  { hr_id: no }: OperationRow,
  { type, after, last }: Extract<BulkUndoChunk, { phase: 'below' }>,
): Promise<Target[]> {
  const { kind, table } = BELOW.find((one) => RECORD_TYPES[one.kind] === type)!
  const rows = await tx.query<{ id: string; hrid: string | null }>(
    `select b.record_id as id, stored.doc ->> 'hrid' as hrid
     from bulk_record_below b left join ${table} stored on stored.id = b.record_id
     where b.operation_no = $1 and b.record_type = $2 and b.record_id > $3 and ($4::uuid is null or b.record_id <= $4)
     order by b.record_id`,
    [no, type, after, last],
  )
  return rows.map((row): Target => ({ kind, ...row, seq: 0, isCreated: false }))
}
