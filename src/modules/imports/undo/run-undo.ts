import type { Transaction } from '../../../kernel/db/database.ts'
import { appendChunks } from '../../../kernel/jobs/ledger.ts'
import type { JobKind } from '../../../kernel/jobs/runner.ts'
import { RECORD_KINDS, finishUndo, forgetLeft, keepLeft, putBack, readUndoScope } from '../../undo/index.ts'
import type { Target, UndoScope, Work } from '../../undo/index.ts'
import { workOf } from './journal-work.ts'
import { UNDO_KIND } from './undo-execution.ts'

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
  const scope = await readUndoScope(tx, undoId)
  const [row] = await tx.query<{ hr_id: number }>('select hr_id from job_execution where id = $1', [
    scope.jobId,
  ])
  return { jobNo: row!.hr_id, scope: { ...scope, work: 'import' } }
}

/** `following` is the next chunk of the same phase; null when this is the last one. */
export type Piece = { work: Work; records: number; following: UndoChunk | null }

export async function readJournal(tx: Transaction, jobNo: number, before: number | null): Promise<Piece> {
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
