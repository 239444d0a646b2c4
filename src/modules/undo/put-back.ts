import { decodeCompact, subfieldText } from '../../formats/marc/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { isUuid } from '../../kernel/ids.ts'
import { addMissingLinks, removeLinksOfInstances } from '../authorities/index.ts'
import type { LinkedField } from '../authorities/index.ts'
import { lockForDeletion, readHistories, readReplaced } from '../inventory/index.ts'
import type { RecordHistory, Writer } from '../inventory/index.ts'
import { lockJobGenerations, takeBackGenerations } from '../records/index.ts'
import type { JobGeneration, RestoredGeneration } from '../records/index.ts'
import { decide, generationsToRemove, refusedReason, saysTheSame } from './decide.ts'
import type { UndoneWork, Verdict } from './decide.ts'
import { RECORD_KINDS } from './record-kinds.ts'
import { KINDS } from './undo-target.ts'
import type { Kind, Left, Reason, SourceTarget, Target, Work } from './undo-target.ts'
import { noCounts } from './undo-counts.ts'
import type { UndoCounts } from './undo-counts.ts'

/** Whose work is undone, by whom, and under which id the changes are kept. */
export type UndoScope = {
  undoId: string
  work: UndoneWork
  /** Under this id the work is kept in `record_change` and as the snapshot of generations. */
  jobId: string
  /** The job and all its undos. */
  ownIds: readonly string[]
  writer: Writer
  /** Told of records that went back, so that what goes along with them can follow. */
  onRestored?: (tx: Transaction, kind: Kind, restored: readonly Restored[]) => Promise<void>
}

/** A record that went back: what it said, and what it says again. */
export type Restored = { before: object; after: object }

/** A record with what shall be done; `earlier` is the document that it went back to. */
type Decided = {
  target: Target
  verdict: Verdict
  generations: readonly JobGeneration[]
  earlier?: string
}

/** What became of a piece of work: `settled` are records that the undo is through with. */
export type PutBack = { counts: UndoCounts; left: Left[]; settled: Target[] }

type Leave = (target: Target, reason: Reason) => void

/** Children before their parents, for deletion. */
const CHILDREN_FIRST = ['item', 'holdings', 'instance', 'authority'] as const satisfies readonly Kind[]

/** Source records belong to instances, holdings and authorities: the position is their record type. */
const SOURCE_KINDS: readonly Kind[] = ['instance', 'holdings', 'authority']

/**
 * Puts records back as they were before the job, as far as nobody else has changed or needs them, in the caller's
 * transaction. Rows are locked in the order instance, holdings, item, authority, source record, each by id; the
 * number of statements does not depend on that of the records.
 */
export async function putBack(tx: Transaction, scope: UndoScope, work: Work): Promise<PutBack> {
  const { targets, ownerless } = await withOwners(tx, scope, work)
  const { decided, orphans } = await decideAll(tx, scope, targets, ownerless)
  const left: Left[] = [...work.left]
  const counts = noCounts()
  const leave: Leave = ({ kind, id, hrid, seq }, reason) => left.push({ kind, id, hrid, seq, reason })
  for (const { target, verdict } of decided) {
    if (verdict.do === 'leave' || verdict.do === 'clear') leave(target, verdict.reason)
  }
  const done = decided.filter(({ verdict }) => verdict.do === 'marc')
  for (const kind of CHILDREN_FIRST) {
    const own = decided.filter(({ target }) => target.kind === kind)
    const deleted = await deleteCreated(tx, scope, kind, own, leave)
    const restored = await restoreChanged(tx, scope, kind, own, leave)
    counts.deleted[kind] = deleted.length
    counts.restored[kind] = restored.written
    done.push(...deleted, ...restored.done)
    if (kind === 'instance')
      await removeLinksOfInstances(
        tx,
        deleted.map(({ target }) => target.id),
      )
  }
  const cleared = decided.filter(({ verdict }) => verdict.do === 'clear')
  await takeBackMarc(tx, scope, { done: [...done, ...cleared], orphans, sources: work.sources }, counts)
  const settled = [...done, ...decided.filter(({ verdict }) => verdict.do === 'none')]
  return { counts, left, settled: settled.map(({ target }) => target) }
}

/** What an undo would do with a piece of work, as things are now. */
export type PlannedBack = {
  deleted: Record<Kind, number>
  restored: Record<Kind, number>
  left: Left[]
}

/**
 * Tells what `putBack` would do, and does nothing. That a record is needed by others (holdings of a made instance that
 * somebody added) shows when it is done only: what the job made is all there yet.
 */
export async function planBack(tx: Transaction, scope: UndoScope, work: Work): Promise<PlannedBack> {
  const { targets, ownerless } = await withOwners(tx, scope, work)
  const { decided } = await decideAll(tx, scope, targets, ownerless)
  const plan: PlannedBack = {
    deleted: noCounts().deleted,
    restored: noCounts().restored,
    left: [...work.left],
  }
  for (const { target, verdict } of decided) {
    const { kind, id, hrid, seq } = target
    if (verdict.do === 'delete') plan.deleted[kind] += 1
    else if (verdict.do === 'restore') plan.restored[kind] += 1
    else if (verdict.do === 'leave' || verdict.do === 'clear')
      plan.left.push({ kind, id, hrid, seq, reason: verdict.reason })
  }
  return plan
}

/** The targets, and as changed ones the records whose MARC alone the journal names; and MARC that no record has. */
async function withOwners(
  tx: Transaction,
  { jobId }: UndoScope,
  { targets, sources }: Work,
): Promise<{ targets: Target[]; ownerless: string[] }> {
  const all = [...targets]
  const known = new Set(targets.map(({ id }) => id))
  const rows = await tx.query<{
    id: string
    external_id: string | null
    record_type: number
    snapshot_id: string
  }>('select id, external_id, record_type, snapshot_id from source_record where id = any($1::uuid[])', [
    sources.map(({ id }) => id),
  ])
  const seqs = new Map(sources.map(({ id, seq }) => [id, seq]))
  const ownerless: string[] = []
  for (const { id, external_id: ownerId, record_type: type, snapshot_id: madeBy } of rows) {
    if (madeBy !== jobId) continue
    const kind = SOURCE_KINDS[type]
    if (ownerId === null || kind === undefined) ownerless.push(id)
    else if (!known.has(ownerId)) {
      known.add(ownerId)
      all.push({ kind, id: ownerId, hrid: null, seq: seqs.get(id)!, isCreated: false })
    }
  }
  return { targets: all, ownerless }
}

async function decideAll(
  tx: Transaction,
  scope: UndoScope,
  targets: readonly Target[],
  ownerless: readonly string[],
): Promise<{ decided: Decided[]; orphans: JobGeneration[] }> {
  const idsOf = (kind: Kind) => targets.filter((target) => target.kind === kind).map(({ id }) => id)
  for (const kind of KINDS) await lockForDeletion(tx, RECORD_KINDS[kind].table, idsOf(kind))
  const generations = await lockJobGenerations(tx, scope.jobId, {
    ids: ownerless,
    externalIds: targets.filter(({ kind }) => kind !== 'item').map(({ id }) => id),
  })
  const histories = new Map<string, RecordHistory>()
  for (const kind of KINDS) {
    const own = await readHistories(tx, RECORD_KINDS[kind].table, idsOf(kind), scope)
    for (const [id, history] of own) histories.set(`${kind} ${id}`, history)
  }
  const byOwner = Map.groupBy(generations, ({ externalId }) => externalId)
  const decided = targets.map((target) => {
    const own = byOwner.get(target.id) ?? []
    const history = histories.get(`${target.kind} ${target.id}`)!
    return { target, generations: own, verdict: decide(target, history, own, scope.work) }
  })
  const orphans = (byOwner.get(null) ?? []).filter(({ isReplaced, isEdited }) => !isReplaced && !isEdited)
  return { decided, orphans }
}

/** Deletes what the job made, unless others need it. */
async function deleteCreated(
  tx: Transaction,
  scope: UndoScope,
  kind: Kind,
  decided: readonly Decided[],
  leave: Leave,
): Promise<Decided[]> {
  const doomed = decided.filter(({ verdict }) => verdict.do === 'delete')
  if (doomed.length === 0) return []
  const { findUses, remove } = RECORD_KINDS[kind]
  const idsOf = (list: readonly Decided[]) => list.map(({ target }) => target.id)
  const uses = await findUses(tx, idsOf(doomed))
  const free = doomed.filter(({ target }) => !uses.has(target.id))
  for (const { target } of doomed) {
    const use = uses.get(target.id)
    if (use !== undefined) leave(target, { kind: 'in-use', text: use })
  }
  await remove(tx, scope.writer, idsOf(free), { jobId: scope.undoId, allOrNothing: true })
  return free
}

/** Gives records that the job changed their earlier documents; `written` are those that differed. */
async function restoreChanged(
  tx: Transaction,
  scope: UndoScope,
  kind: Kind,
  decided: readonly Decided[],
  leave: Leave,
): Promise<{ done: Decided[]; written: number }> {
  const { table, replace } = RECORD_KINDS[kind]
  const wanted = decided.flatMap(({ target, verdict }) =>
    verdict.do === 'restore' ? [{ id: target.id, version: verdict.version }] : [],
  )
  if (wanted.length === 0) return { done: [], written: 0 }
  const documents = await readReplaced(tx, table, wanted, scope.jobId)
  const done: Decided[] = []
  const changed: (Decided & { earlier: string })[] = []
  for (const each of decided) {
    if (each.verdict.do !== 'restore') continue
    const earlier = documents.get(each.target.id)!
    if (saysTheSame(each.verdict.stored, earlier)) done.push({ ...each, earlier })
    else changed.push({ ...each, earlier })
  }
  const records = changed.map(({ earlier }) => JSON.parse(earlier) as object)
  const options = { jobId: scope.undoId, ignoreVersions: true, restores: true }
  const outcomes = records.length === 0 ? [] : await replace(tx, scope.writer, records, options)
  changed.forEach((each, i) => {
    const outcome = outcomes[i]!
    if (outcome.ok) done.push(each)
    else leave(each.target, refusedReason(outcome.problem.message))
  })
  if (scope.onRestored) {
    const restored = changed.flatMap(({ verdict }, i): Restored[] => {
      if (verdict.do !== 'restore' || !outcomes[i]!.ok) return []
      return [{ before: JSON.parse(verdict.stored) as object, after: records[i]! }]
    })
    await scope.onRestored(tx, kind, restored)
  }
  return { done, written: outcomes.filter(({ ok }) => ok).length }
}

type MarcWork = {
  done: readonly Decided[]
  orphans: readonly JobGeneration[]
  sources: readonly SourceTarget[]
}

/** Takes the job's generations of what was put back away, and makes the former ones current. */
async function takeBackMarc(
  tx: Transaction,
  { writer }: UndoScope,
  { done, orphans, sources }: MarcWork,
  counts: UndoCounts,
): Promise<void> {
  const created = new Set(sources.filter(({ isCreated }) => isCreated).map(({ id }) => id))
  const removed = done.flatMap(({ target, verdict, generations, earlier }) => {
    if (verdict.do === 'clear' && generations.some(({ isReplaced }) => isReplaced)) return []
    const isMadeByJob =
      target.isCreated || generations.some(({ id }) => created.has(id)) || hadNoMarc(target, earlier)
    return generationsToRemove(generations, isMadeByJob)
  })
  const { gone, restored } = await takeBackGenerations(tx, writer, [...removed, ...orphans])
  counts.deleted.sourceRecord = gone
  counts.restored.sourceRecord = restored.length
  await addMissingLinks(tx, restored.flatMap(linkedFields))
}

function hadNoMarc({ kind }: Target, earlier: string | undefined): boolean {
  if (kind !== 'instance' || earlier === undefined) return false
  return (JSON.parse(earlier) as { source?: string }).source === 'FOLIO'
}

const JSON_FORM = 0x1d

/** The fields of a bibliographic record that name an authority in $9. */
function linkedFields({ recordType, externalId, marc }: RestoredGeneration): LinkedField[] {
  if (SOURCE_KINDS[recordType] !== 'instance' || externalId === null) return []
  if (marc[0] !== JSON_FORM && !marc.includes('\u001f9')) return []
  return decodeCompact(marc).fields.flatMap((field) => {
    const authorityId = subfieldText(field, '9')
    return isUuid(authorityId)
      ? [{ instanceId: externalId, tag: field.tag, authorityId: authorityId.toLowerCase() }]
      : []
  })
}
