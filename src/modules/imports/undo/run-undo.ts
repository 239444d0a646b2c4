import type { Transaction } from '../../../kernel/db/database.ts'
import { appendChunks } from '../../../kernel/jobs/ledger.ts'
import type { JobKind } from '../../../kernel/jobs/runner.ts'
import { putBack } from './put-back.ts'
import type { UndoScope } from './put-back.ts'
import { RECORD_KINDS } from './record-kinds.ts'
import { UNDO_KIND, finishUndo, undoIdsOf } from './undo-execution.ts'
import { workOf } from './undo-target.ts'
import type { Kind, Left, Target, Work } from './undo-target.ts'

// A chunk holds the locks of its records until it commits: larger ones make other writers wait longer.
const STEP = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * A chunk of an undo: rows of the journal before a place; or, after all of them, created parents that were still in
 * use when their turn came, because children of theirs stood earlier in the journal.
 */
export type UndoChunk =
  | { phase: 'journal'; before: number | null }
  | { phase: 'again'; kind: 'holdings' | 'instance'; after: string }

/**
 * The kind of job that undoes an import. Each chunk adds the next one in its own transaction, so one is at work at a
 * time: what stands last in the journal is undone first, and no two chunks meet at one record.
 */
export const undoJobKind: JobKind = {
  kind: UNDO_KIND,
  runChunk: (chunk, commit) =>
    commit(async (tx) => {
      const { jobNo, scope } = await readScope(tx, chunk.jobId)
      const input = chunk.input as UndoChunk
      const { work, records, following } =
        input.phase === 'journal'
          ? await readJournal(tx, jobNo, input.before)
          : await readInUse(tx, scope.undoId, input)
      const { counts, left, settled } = await putBack(tx, scope, work)
      await forgetLeft(tx, scope.undoId, settled)
      await keepLeft(tx, scope.undoId, left)
      const next = following ?? (await phaseAfter(tx, scope.undoId, input))
      if (next !== null) await appendChunks(tx, scope.undoId, [next])
      return { records, counts: { ...counts, records } }
    }),
  onFinished: finishUndo,
}

async function readScope(tx: Transaction, undoId: string): Promise<{ jobNo: number; scope: UndoScope }> {
  const [row] = await tx.query<{ job_id: string; user_id: string; hr_id: number }>(
    `select u.job_id, u.user_id, j.hr_id from import_undo u join job_execution j on j.id = u.job_id
     where u.id = $1`,
    [undoId],
  )
  const { job_id: jobId, user_id: userId, hr_id: jobNo } = row!
  const ownIds = [jobId, ...(await undoIdsOf(tx, jobId))]
  return { jobNo, scope: { undoId, jobId, ownIds, writer: { userId } } }
}

/** `following` is the next chunk of the same phase; null when this is the last one. */
type Piece = { work: Work; records: number; following: UndoChunk | null }

async function readJournal(tx: Transaction, jobNo: number, before: number | null): Promise<Piece> {
  const rows = await tx.query<{ seq: number; steps: string }>(
    `select seq, steps from journal where job_no = $1 and ($2::int is null or seq < $2)
     order by seq desc limit ${STEP}`,
    [jobNo, before],
  )
  return {
    work: workOf(rows),
    records: rows.length,
    following: rows.length === STEP ? { phase: 'journal', before: rows.at(-1)!.seq } : null,
  }
}

async function readInUse(
  tx: Transaction,
  undoId: string,
  { kind, after }: Extract<UndoChunk, { phase: 'again' }>,
): Promise<Piece> {
  const rows = await tx.query<{ id: string; hrid: string | null; seq: number }>(
    `select record_id as id, hrid, seq from undo_left
     where undo_id = $1 and record_type = $2 and record_id > $3 and reason_kind = 'in-use'
     order by record_id limit ${STEP}`,
    [undoId, RECORD_KINDS[kind].number, after],
  )
  return {
    work: {
      targets: rows.map((row): Target => ({ kind, ...row, isCreated: true })),
      sources: [],
      left: [],
    },
    records: 0,
    following: rows.length === STEP ? { phase: 'again', kind, after: rows.at(-1)!.id } : null,
  }
}

/** What comes when a phase is through: holdings, then instances, as far as any were still in use. */
async function phaseAfter(tx: Transaction, undoId: string, input: UndoChunk): Promise<UndoChunk | null> {
  if (input.phase === 'again' && input.kind === 'instance') return null
  const kinds = input.phase === 'journal' ? (['holdings', 'instance'] as const) : (['instance'] as const)
  const rows = await tx.query<{ record_type: number }>(
    `select distinct record_type from undo_left
     where undo_id = $1 and reason_kind = 'in-use' and record_type = any($2::smallint[])`,
    [undoId, kinds.map((kind) => RECORD_KINDS[kind].number)],
  )
  const kind = kinds.find((one) => rows.some((row) => row.record_type === RECORD_KINDS[one].number))
  return kind === undefined ? null : { phase: 'again', kind, after: BEFORE_ALL }
}

const numberOf = ({ kind }: { kind: Kind }) => RECORD_KINDS[kind].number

async function keepLeft(tx: Transaction, undoId: string, left: readonly Left[]): Promise<void> {
  if (left.length === 0) return
  await tx.query(
    `insert into undo_left (undo_id, record_type, record_id, hrid, seq, reason_kind, reason)
     select $1, * from unnest($2::smallint[], $3::uuid[], $4::text[], $5::int[], $6::text[], $7::text[])
     on conflict do nothing`,
    [
      undoId,
      left.map(numberOf),
      left.map(({ id }) => id),
      left.map(({ hrid }) => hrid),
      left.map(({ seq }) => seq),
      left.map(({ reason }) => reason.kind),
      left.map(({ reason }) => reason.text),
    ],
  )
}

/** Records that were left and could be put back after all. */
async function forgetLeft(tx: Transaction, undoId: string, settled: readonly Target[]): Promise<void> {
  if (settled.length === 0) return
  await tx.query(
    `delete from undo_left l using unnest($2::smallint[], $3::uuid[]) as settled (record_type, record_id)
     where l.undo_id = $1 and l.record_type = settled.record_type and l.record_id = settled.record_id`,
    [undoId, settled.map(numberOf), settled.map(({ id }) => id)],
  )
}
