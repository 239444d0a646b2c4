import { folio999, setFolio999 } from '../mapping/index.ts'
import { isoInstant, now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import type { Problem } from '../../kernel/http/problems.ts'
import { hasUuidShape, newId } from '../../kernel/ids.ts'
import { ACTUAL, DELETED, EDIFACT, OLD } from './record-types.ts'
import { unusableSnapshots } from './snapshots.ts'
import { storedContent } from './source-record-input.ts'
import type { SourceRecordInput, SourceRecordOutcome, Writer } from './source-record-input.ts'
import { asStored } from './stored-record.ts'
import { storeRawRows, insertRows } from './write-rows.ts'

export type InsertOptions = {
  /**
   * Which earlier generations a new one follows. `started`: those of snapshots that were last updated before
   * this one's processing began (FOLIO's single save). `finished`: those of snapshots that are COMMITTED,
   * ERROR or CANCELLED (FOLIO's batch save). A generation that exists already is refused as a duplicate.
   */
  follows: 'started' | 'finished'
  /** Replaces a record that has the same id; then the caller must roll back when one is refused. */
  replaceSameId?: boolean
}

/** Text of FOLIO for a generation that is there already (mod-source-record-storage: RecordServiceImpl). */
export const DUPLICATE = 'Incoming file may contain duplicates'

type Draft = {
  input: SourceRecordInput
  id: string
  matchedId: string
  generation: number
  problem: Problem | null
}

/**
 * Stores records with FOLIO's bookkeeping: the matched id is that in 999 ff $s, else that of the current record
 * of the same inventory record, else the record's own id, and is written into 999 ff $s; the generation
 * follows the earlier ones, which become OLD in the same transaction.
 * @returns one outcome a record, in order
 */
export async function insertSourceRecords(
  tx: Transaction,
  writer: Writer,
  list: readonly SourceRecordInput[],
  options: InsertOptions,
): Promise<SourceRecordOutcome[]> {
  const drafts = list.map(draftOf)
  await refuseUnusableSnapshots(tx, drafts)
  await setMatchedIds(tx, drafts)
  await setGenerations(tx, drafts, options)
  return storeDrafts(tx, writer, drafts, options)
}

function draftOf(input: SourceRecordInput): Draft {
  return { input, id: input.id ?? newId(), matchedId: '', generation: 0, problem: null }
}

function accepted(drafts: readonly Draft[]): Draft[] {
  return drafts.filter(({ problem }) => problem === null)
}

async function refuseUnusableSnapshots(tx: Transaction, drafts: readonly Draft[]): Promise<void> {
  const problems = await unusableSnapshots(
    tx,
    drafts.map(({ input }) => input.snapshotId),
  )
  for (const draft of drafts) draft.problem = problems.get(draft.input.snapshotId) ?? null
}

async function setMatchedIds(tx: Transaction, drafts: readonly Draft[]): Promise<void> {
  for (const draft of accepted(drafts)) {
    const { marc } = draft.input
    const written = marc === null ? undefined : folio999(marc)?.recordId
    if (written === undefined) continue
    if (hasUuidShape(written)) draft.matchedId = written.toLowerCase()
    else draft.problem = textProblem(400, `Field 999 ff $s of the record is no UUID: ${written}`)
  }
  const open = accepted(drafts).filter(({ matchedId }) => matchedId === '')
  const known = await currentMatchedIds(tx, open)
  for (const draft of open) {
    const { input } = draft
    const isCurrent = (input.state ?? ACTUAL) === ACTUAL && input.externalId != null
    draft.matchedId =
      (isCurrent ? known.get(holderKey(input.recordType, input.externalId!)) : undefined) ?? draft.id
    if (input.marc !== null && input.recordType !== EDIFACT)
      setFolio999(input.marc, { recordId: draft.matchedId })
  }
}

function holderKey(recordType: number, externalId: string): string {
  return `${recordType} ${externalId}`
}

async function currentMatchedIds(tx: Transaction, drafts: readonly Draft[]): Promise<Map<string, string>> {
  const externalIds = drafts.flatMap(({ input }) => input.externalId ?? [])
  if (externalIds.length === 0) return new Map()
  const rows = await tx.query<{ record_type: number; external_id: string; matched_id: string }>(
    `select distinct on (external_id, record_type) record_type, external_id, matched_id
     from source_record where external_id = any($1::uuid[]) and state in (${ACTUAL}, ${DELETED})
     order by external_id, record_type, state, generation desc`,
    [externalIds],
  )
  return new Map(rows.map((row) => [holderKey(row.record_type, row.external_id), row.matched_id]))
}

const FOLLOWED = {
  started: 'n.updated_at < own.processing_started_at',
  finished: "n.status in ('COMMITTED', 'ERROR', 'CANCELLED')",
}

async function setGenerations(
  tx: Transaction,
  drafts: readonly Draft[],
  { follows }: InsertOptions,
): Promise<void> {
  refuseRepeated(accepted(drafts))
  const open = accepted(drafts)
  await lockChains(
    tx,
    open.map(({ matchedId }) => matchedId),
  )
  const rows = await tx.query<{ matched_id: string; latest: number }>(
    `select s.matched_id, max(s.generation) as latest
     from unnest($1::uuid[], $2::uuid[]) as wanted (matched_id, snapshot_id)
     join snapshot own on own.id = wanted.snapshot_id
     join source_record s on s.matched_id = wanted.matched_id
     join snapshot n on n.id = s.snapshot_id
     where ${FOLLOWED[follows]}
     group by s.matched_id`,
    [open.map(({ matchedId }) => matchedId), open.map(({ input }) => input.snapshotId)],
  )
  const latest = new Map(rows.map((row) => [row.matched_id, row.latest]))
  for (const draft of open) {
    const before = latest.get(draft.matchedId)
    draft.generation = draft.input.generation ?? (before === undefined ? 0 : before + 1)
  }
}

function refuseRepeated(drafts: readonly Draft[]): void {
  const seen = new Set<string>()
  for (const draft of drafts) {
    if (seen.has(draft.matchedId)) draft.problem = textProblem(400, DUPLICATE)
    seen.add(draft.matchedId)
  }
}

/**
 * Makes other writers of these records wait. All generations are locked, because the current one is another
 * after the wait.
 */
export async function lockChains(tx: Transaction, matchedIds: readonly string[]): Promise<void> {
  await tx.query('select from source_record where matched_id = any($1::uuid[]) order by id for update', [
    matchedIds,
  ])
}

async function storeDrafts(
  tx: Transaction,
  writer: Writer,
  drafts: readonly Draft[],
  options: InsertOptions,
): Promise<SourceRecordOutcome[]> {
  const at = isoInstant(now())
  const open = accepted(drafts)
  const origins = options.replaceSameId ? await removeSameIds(tx, open) : new Map<string, Origin>()
  const rows = open.map((draft) => newRow(draft, at, writer, origins.get(draft.id)))
  const stored = await insertRows(tx, rows)
  await storeRawRows(
    tx,
    open
      .filter(({ id }) => stored.has(id))
      .map(({ id, input }) => ({ id, raw: input.raw, error: input.error })),
  )
  await retireEarlier(
    tx,
    open.filter(({ id, generation }) => generation > 0 && stored.has(id)),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return drafts.map(({ id, input, problem }) => {
    if (problem !== null) return { ok: false, problem }
    if (!stored.has(id)) return { ok: false, problem: textProblem(400, DUPLICATE) }
    const raw = {
      content: input.raw ?? null,
      error_description: input.error?.description ?? null,
      error_content: input.error?.content ?? null,
    }
    return { ok: true, record: asStored(byId.get(id)!, raw) }
  })
}

function newRow(draft: Draft, at: string, writer: Writer, origin: Origin | undefined) {
  const { input, id, matchedId, generation } = draft
  return {
    id,
    matchedId,
    generation,
    snapshotId: input.snapshotId,
    recordType: input.recordType,
    state: input.state ?? ACTUAL,
    externalId: input.externalId ?? null,
    externalHrid: input.externalHrid ?? null,
    order: input.order ?? null,
    isSuppressed: input.isSuppressed ?? false,
    leaderStatus: input.marc?.leader.charAt(5) ?? '',
    at,
    userId: writer?.userId ?? null,
    ...(origin ? { created: origin } : {}),
    marc: storedContent(input),
  }
}

type Origin = { at: string; userId: string | null }

async function removeSameIds(tx: Transaction, drafts: readonly Draft[]): Promise<Map<string, Origin>> {
  const rows = await tx.query<{ id: string; created_at: Date; created_by: string | null }>(
    'delete from source_record where id = any($1::uuid[]) returning id, created_at, created_by',
    [drafts.map(({ id }) => id)],
  )
  return new Map(rows.map((row) => [row.id, { at: isoInstant(row.created_at), userId: row.created_by }]))
}

async function retireEarlier(tx: Transaction, drafts: readonly Draft[]): Promise<void> {
  await retireOthers(
    tx,
    drafts.map(({ id, matchedId }) => ({ id, matchedId })),
  )
}

/** Makes the other current generations of these records OLD. */
export async function retireOthers(
  tx: Transaction,
  successors: readonly { id: string; matchedId: string }[],
): Promise<void> {
  if (successors.length === 0) return
  await tx.query(
    `update source_record s set state = ${OLD}
     from unnest($1::uuid[], $2::uuid[]) as successor (id, matched_id)
     where s.matched_id = successor.matched_id and s.id <> successor.id and s.state in (${ACTUAL}, ${DELETED})`,
    [successors.map(({ id }) => id), successors.map(({ matchedId }) => matchedId)],
  )
}
