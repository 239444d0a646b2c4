import type { ApiRequest } from '../../../kernel/http/route.ts'
import { LEFT_NAMES, noCounts, numberOf, planBack } from '../../undo/index.ts'
import type { Kind, Left, PlannedBack, UndoScope } from '../../undo/index.ts'
import { getJob, requireActor } from '../job-execution.ts'
import { readJournal } from './run-undo.ts'
import { listedKinds, readTitles, readUndoable } from './undo-execution.ts'

/** A plan of more records than can be looked at in this time says how far it came. */
const MAX_MS = 10_000
const LISTED = 100

/**
 * What an undo of a job would delete, restore and leave as things are now, with the first of those left; `refusal` says why
 * it cannot be undone. @throws Problem 404
 */
export async function planUndo(request: ApiRequest, jobId: string): Promise<Record<string, unknown>> {
  const { job, refusal, total } = await request.transaction(async (tx) => {
    const found = await getJob(tx, jobId)
    return { job: found, ...(await readUndoable(tx, found)) }
  })
  const scope: UndoScope = {
    undoId: jobId,
    work: 'import',
    jobId,
    ownIds: [jobId],
    writer: { userId: requireActor(request.actor).userId },
  }
  const sum: PlannedBack = { deleted: noCounts().deleted, restored: noCounts().restored, left: [] }
  const started = Date.now()
  let looked = 0
  let before: number | null = null
  let isComplete = refusal !== null
  while (!isComplete && Date.now() - started < MAX_MS) {
    const from: number | null = before
    const piece = await request.transaction(async (tx) => {
      const read = await readJournal(tx, job.hr_id, from)
      return { ...read, plan: await planBack(tx, scope, read.work) }
    })
    addPlan(sum, piece.plan)
    looked += piece.records
    const { following } = piece
    if (following?.phase === 'journal') before = following.before
    else isComplete = true
  }
  const listed = sum.left.slice(0, LISTED)
  const titles = await request.transaction((tx) =>
    readTitles(
      tx,
      job.hr_id,
      listed.map(({ seq }) => seq),
    ),
  )
  return {
    jobExecutionId: jobId,
    refusal,
    progress: { current: looked, total },
    isComplete,
    deleted: listedKinds(sum.deleted as Parameters<typeof listedKinds>[0]),
    restored: listedKinds(sum.restored as Parameters<typeof listedKinds>[0]),
    left: sum.left.length,
    leftByReason: countReasons(sum.left),
    leftRecords: listed.map(({ kind, id, hrid, seq, reason }) => ({
      recordType: LEFT_NAMES.get(numberOf(kind)),
      id,
      hrid,
      sourceRecordOrder: seq,
      title: titles.get(seq) ?? null,
      reason: reason.kind,
      text: reason.text,
    })),
  }
}

function addPlan(sum: PlannedBack, part: PlannedBack): void {
  for (const kind of Object.keys(part.deleted) as Kind[]) {
    sum.deleted[kind] += part.deleted[kind]
    sum.restored[kind] += part.restored[kind]
  }
  sum.left.push(...part.left)
}

function countReasons(left: readonly Left[]): { reason: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { reason } of left) counts.set(reason.kind, (counts.get(reason.kind) ?? 0) + 1)
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
}
