import { isoInstant } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { Page } from '../../kernel/http/parameters.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { newId } from '../../kernel/ids.ts'
import { answerList } from '../../kernel/lists/index.ts'
import { LEFT_NAMES, numberOf } from './record-kinds.ts'
import { addUndoCounts, noCounts } from './undo-counts.ts'
import type { UndoCounts } from './undo-counts.ts'
import type { Left, Target } from './undo-target.ts'

/** An undo as it is stored; `counts` is JSON text, null before the end. */
export type UndoRow = {
  id: string
  job_id: string
  status: 'RUNNING' | 'COMMITTED' | 'ERROR'
  user_id: string
  started_at: Date
  completed_at: Date | null
  total: number
  counts: string | null
  error_text: string | null
}

/** The last undo of a job or bulk edit; null when there was none. */
export async function findUndo(tx: Transaction, jobId: string): Promise<UndoRow | null> {
  const [row] = await tx.query<UndoRow>(
    'select * from undo_run where job_id = $1 order by started_at desc limit 1',
    [jobId],
  )
  return row ?? null
}

/** The ids of all undos of a job or bulk edit: an undo that failed may have been followed by another. */
export async function undoIdsOf(tx: Transaction, jobId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>('select id from undo_run where job_id = $1', [jobId])
  return rows.map(({ id }) => id)
}

/** What an undo writes under: the undone job, all undos of it, and who asked for this one. */
export async function readUndoScope(
  tx: Transaction,
  undoId: string,
): Promise<{ undoId: string; jobId: string; ownIds: string[]; writer: { userId: string } }> {
  const [row] = await tx.query<{ job_id: string; user_id: string }>(
    'select job_id, user_id from undo_run where id = $1',
    [undoId],
  )
  const { job_id: jobId, user_id: userId } = row!
  return { undoId, jobId, ownIds: [jobId, ...(await undoIdsOf(tx, jobId))], writer: { userId } }
}

/** Notes that an undo begins. @returns its id, which its job in the ledger gets */
export async function insertUndo(
  tx: Transaction,
  undo: { jobId: string; userId: string; total: number },
): Promise<string> {
  const id = newId()
  await tx.query('insert into undo_run (id, job_id, user_id, total) values ($1, $2, $3, $4)', [
    id,
    undo.jobId,
    undo.userId,
    undo.total,
  ])
  return id
}

async function countChunks(tx: Transaction, undoId: string): Promise<UndoCounts> {
  const rows = await tx.asSystem(() =>
    tx.query<{ counts: string }>('select counts from octavo.chunk where job_id = $1 and counts is not null', [
      undoId,
    ]),
  )
  const sum = noCounts()
  for (const { counts } of rows) addUndoCounts(sum, JSON.parse(counts) as UndoCounts)
  return sum
}

/** Ends an undo in the transaction that ends it in the ledger. */
export async function finishUndo(tx: Transaction, undoId: string, givenUp: number): Promise<void> {
  const reason =
    givenUp === 0
      ? null
      : 'A part could not be undone after several tries; the server log has the cause. The undo can be started again.'
  await tx.query(
    `update undo_run set status = $2, counts = $3, error_text = $4, completed_at = clock_timestamp()
     where id = $1`,
    [undoId, givenUp === 0 ? 'COMMITTED' : 'ERROR', JSON.stringify(await countChunks(tx, undoId)), reason],
  )
}

/** How far an undo is: its counts, and what it tells of itself whatever is undone. */
export async function describeUndo(
  tx: Transaction,
  row: UndoRow,
): Promise<{ counts: UndoCounts; state: Record<string, unknown>; left: Record<string, unknown> }> {
  const counts = row.counts === null ? await countChunks(tx, row.id) : (JSON.parse(row.counts) as UndoCounts)
  const left = await tx.query<{ reason: string; count: number }>(
    `select reason_kind as reason, count(*)::int as count from undo_left where undo_id = $1
     group by reason_kind order by 2 desc, 1`,
    [row.id],
  )
  return {
    counts,
    state: {
      status: row.status,
      userId: row.user_id,
      startedDate: isoInstant(row.started_at),
      ...(row.completed_at === null ? {} : { completedDate: isoInstant(row.completed_at) }),
      ...(row.error_text === null ? {} : { errorText: row.error_text }),
      progress: { current: counts.records, total: row.total },
    },
    left: { left: left.reduce((sum, { count }) => sum + count, 0), leftByReason: left },
  }
}

/** Keeps which records an undo leaves, and why. */
export async function keepLeft(tx: Transaction, undoId: string, left: readonly Left[]): Promise<void> {
  if (left.length === 0) return
  await tx.query(
    `insert into undo_left (undo_id, record_type, record_id, hrid, seq, reason_kind, reason)
     select $1, * from unnest($2::smallint[], $3::uuid[], $4::text[], $5::int[], $6::text[], $7::text[])
     on conflict do nothing`,
    [
      undoId,
      left.map(({ kind }) => numberOf(kind)),
      left.map(({ id }) => id),
      left.map(({ hrid }) => hrid),
      left.map(({ seq }) => seq),
      left.map(({ reason }) => reason.kind),
      left.map(({ reason }) => reason.text),
    ],
  )
}

/** Forgets that records were left which could be put back after all. */
export async function forgetLeft(
  tx: Transaction,
  undoId: string,
  settled: readonly Pick<Target, 'kind' | 'id'>[],
): Promise<void> {
  if (settled.length === 0) return
  await tx.query(
    `delete from undo_left l using unnest($2::smallint[], $3::uuid[]) as settled (record_type, record_id)
     where l.undo_id = $1 and l.record_type = settled.record_type and l.record_id = settled.record_id`,
    [undoId, settled.map(({ kind }) => numberOf(kind)), settled.map(({ id }) => id)],
  )
}

/** A record that an undo left, as lists show it. */
export type LeftRecord = {
  recordType: string | undefined
  id: string
  hrid: string | null
  seq: number
  reason: string
  text: string
}

/**
 * Answers a page of the records that an undo left, in the order of the work: `{"left":[…],"totalRecords":n}`. `show` makes
 * of some of them what is listed. A long page leaves as a stream.
 */
export function answerLeft(
  request: ApiRequest,
  undoId: string,
  page: Page,
  show: (tx: Transaction, records: readonly LeftRecord[]) => Promise<readonly unknown[]>,
): Promise<Answer> {
  return answerList<{ record_type: number } & Omit<LeftRecord, 'recordType'>>(
    request,
    {
      listKey: 'left',
      statement: {
        select: `select record_type, record_id as id, hrid, seq, reason_kind as reason, reason as text
          from undo_left where undo_id = $1
          order by seq, record_type, record_id limit ${page.limit} offset ${page.offset}`,
        count: 'select count(*) as total from undo_left where undo_id = $1',
        params: [undoId],
      },
      write: async (tx, rows) => {
        const records = rows.map(({ record_type: type, ...row }) => ({
          ...row,
          recordType: LEFT_NAMES.get(type),
        }))
        return (await show(tx, records)).map((record) => JSON.stringify(record))
      },
    },
    { ...page, isCounted: true },
  )
}

/** Forgets what the undos of a job or bulk edit left, some rows at a time. @returns how many; 0 when all are gone */
export function removeLeft(tx: Transaction, jobId: string, limit: number): Promise<number> {
  return tx.execute(
    `delete from undo_left where (undo_id, record_type, record_id) in (
       select l.undo_id, l.record_type, l.record_id from undo_left l join undo_run u on u.id = l.undo_id
       where u.job_id = $1 limit $2)`,
    [jobId, limit],
  )
}
