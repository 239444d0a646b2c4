import { now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { notFound } from '../../kernel/http/problems.ts'
import type { Metadata } from '../../kernel/metadata.ts'
import { refuseDuplicates, refuseMalformed, refuseMissingReferences } from './check-records.ts'
import { writeAroundDuplicates } from './insert-records.ts'
import { announceChanges } from './record-listeners.ts'
import type { RecordsChange } from './record-listeners.ts'
import type { AnyRecord, RecordSpec } from './record-spec.ts'
import { skipsUnchangedRecords } from './inventory-settings.ts'
import { nextStamp } from './stamp.ts'
import { hridChanged, versionConflict } from './storage-problems.ts'
import { keepPrevious, replaceRows } from './store-rows.ts'
import { accepted, draftsOf, refusals, refuse, requireAll } from './write-outcome.ts'
import type { Draft, LockedRecord, Outcome, WriteOptions, Writer } from './write-outcome.ts'

/** A locked row as it is before the update. */
export type StoredRecord<T> = { id: string; version: number; hrid: string; record: T }

export type UpdateDraft<T> = Draft<T> & { stored: StoredRecord<T> }

/** What one record type adds to an update. */
export type UpdateRules<T> = {
  /** True where the human-readable id may change. */
  mayChangeHrid?: (stored: T) => boolean
  /** Further checks and carried-over values; it may refuse drafts and change their records. */
  prepare: (tx: Transaction, drafts: readonly UpdateDraft<T>[], at: Date) => Promise<void>
  /** Called with what was written, in the same transaction. */
  afterwards?: (tx: Transaction, drafts: readonly UpdateDraft<T>[], at: Date) => Promise<void>
}

/**
 * Replaces records by their ids: version check, checks by set queries, previous documents kept, one
 * statement a thousand rows. A list that names a record twice is applied in its order.
 */
export async function updateRecords<T extends AnyRecord>(
  tx: Transaction,
  writer: Writer,
  spec: RecordSpec<T>,
  records: readonly T[],
  options: WriteOptions,
  rules: UpdateRules<T>,
): Promise<Outcome[]> {
  const at = options.at ?? now()
  const outcomes: Outcome[] = []
  const drafts = draftsOf(records, options)
  refuseMalformed(drafts)
  for (const round of roundsOf(drafts))
    await updateRound(tx, writer, spec, round, at, options, rules, outcomes)
  return outcomes
}

/** Drafts in groups in which no id occurs twice. */
function roundsOf<T>(drafts: readonly Draft<T>[]): Draft<T>[][] {
  const rounds: Draft<T>[][] = []
  const times = new Map<string, number>()
  for (const draft of drafts) {
    const round = times.get(draft.id) ?? 0
    times.set(draft.id, round + 1)
    ;(rounds[round] ??= []).push(draft)
  }
  return rounds
}

async function updateRound<T extends AnyRecord>(
  tx: Transaction,
  writer: Writer,
  spec: RecordSpec<T>,
  drafts: readonly Draft<T>[],
  at: Date,
  options: WriteOptions,
  rules: UpdateRules<T>,
  outcomes: Outcome[],
): Promise<void> {
  const known = options.locked as ReadonlyMap<string, StoredRecord<T>> | undefined
  const ids = accepted(drafts).map(({ id }) => id)
  const stored = known ?? (await lockRecords(tx, spec, ids))
  const matched = matchStored(drafts, stored, options, rules)
  requireAll(drafts, options)
  await refuseMissingReferences(tx, spec, matched)
  await rules.prepare(tx, matched, at)
  await refuseDuplicates(tx, spec, matched, (name, draft) =>
    isChangedKey(spec, name, draft, stored.get(draft.id)!),
  )
  requireAll(drafts, options)
  const changed = await withoutUnchanged(tx, spec, matched, options, outcomes)
  const byIndex = new Map(changed.map((draft) => [draft.index, draft]))
  await writeAroundDuplicates(
    tx,
    spec,
    changed,
    options,
    async (open) => {
      const kept = { writer, at, isDeletion: false, jobId: options.jobId }
      await keepPrevious(
        tx,
        spec,
        open.map(({ id }) => id),
        kept,
      )
      const rows = open.map((draft) => {
        const before = byIndex.get(draft.index)!.stored
        return spec.row(
          draft.record,
          nextStamp({ version: before.version, metadata: before.record.metadata }, at, writer?.userId),
        )
      })
      await replaceRows(tx, spec, rows)
      open.forEach(({ index, id }, i) => {
        const row = rows[i]!
        outcomes[index] = { ok: true, id, version: row[1] as number, doc: row.at(-1) as string }
      })
      const written = open.map(({ index }) => byIndex.get(index)!)
      await announceChanges(tx, [updateOf(spec, written)])
      await rules.afterwards?.(tx, written, at)
    },
    false,
  )
  refusals(drafts, outcomes)
}

/**
 * Those that differ from what is stored, where the library wants others left alone: these have their outcome at once
 * (folio-org/mod-inventory-storage: ItemService.updateItem and its like).
 */
async function withoutUnchanged<T extends AnyRecord>(
  tx: Transaction,
  spec: RecordSpec<T>,
  matched: readonly UpdateDraft<T>[],
  { skipsUnchanged }: WriteOptions,
  outcomes: Outcome[],
): Promise<readonly UpdateDraft<T>[]> {
  if (!skipsUnchanged || !(await skipsUnchangedRecords(tx))) return matched
  return matched.filter(({ index, id, problem, record, stored }) => {
    if (problem !== null) return true
    const { version, record: before } = stored
    const metadata = before.metadata as Metadata
    const doc = spec.row(record, { version, metadata, statusDate: null }).at(-1) as string
    if (!isSame(withoutEmpty(JSON.parse(doc)), withoutEmpty(before))) return true
    outcomes[index] = { ok: true, id, version, doc }
    return false
  })
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** A value without what says nothing: an empty list or object says as little as none. */
function withoutEmpty(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value ?? undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(withoutEmpty)
  const members = Object.entries(value)
    .map(([name, member]) => [name, withoutEmpty(member)] as const)
    .filter(([, member]) => member !== undefined)
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

function updateOf<T extends AnyRecord>(
  spec: RecordSpec<T>,
  written: readonly UpdateDraft<T>[],
): RecordsChange {
  return {
    kind: spec.kind,
    ids: written.map(({ id }) => id),
    how: 'updated',
    documents: written.map(({ id, stored, record }) => ({ id, before: stored.record, after: record })),
  }
}

/** Locks rows in the order of their ids and reads them. */
export async function lockRecords<T extends AnyRecord>(
  tx: Transaction,
  { table }: RecordSpec<T>,
  ids: readonly string[],
): Promise<Map<string, StoredRecord<T>>> {
  return (await lockRows(tx, table, ids)) as Map<string, StoredRecord<T>>
}

/** The same for a table that is not known beforehand; list functions take what it gives as `locked`. */
export async function lockRows(
  tx: Transaction,
  table: string,
  ids: readonly string[],
): Promise<Map<string, LockedRecord>> {
  const rows = await tx.query<{ id: string; version: number; hrid: string; doc: string }>(
    `select id, version, doc ->> 'hrid' as hrid, doc from ${table} where id = any($1) order by id for no key update`,
    [ids],
  )
  return new Map(
    rows.map(({ id, version, hrid, doc }) => [id, { id, version, hrid, record: JSON.parse(doc) as object }]),
  )
}

function matchStored<T extends AnyRecord>(
  drafts: readonly Draft<T>[],
  stored: ReadonlyMap<string, StoredRecord<T>>,
  options: WriteOptions,
  rules: UpdateRules<T>,
): UpdateDraft<T>[] {
  const matched: UpdateDraft<T>[] = []
  for (const draft of accepted(drafts)) {
    const before = stored.get(draft.id)
    if (!before) {
      refuse(draft, notFound())
      continue
    }
    const { _version: sent, hrid } = draft.record
    if (!options.ignoreVersions && sent !== before.version)
      refuse(draft, versionConflict(draft.id, before.version, sent))
    if (hrid !== before.hrid && !rules.mayChangeHrid?.(before.record))
      refuse(draft, hridChanged(hrid, before.hrid))
    matched.push(Object.assign(draft, { stored: before }))
  }
  return matched
}

function isChangedKey<T extends AnyRecord>(
  spec: RecordSpec<T>,
  name: string,
  draft: Draft<T>,
  stored: StoredRecord<T>,
): boolean {
  const rule = spec.uniques.find((unique) => unique.name === name)
  return rule !== undefined && rule.key(draft.record) !== rule.key(stored.record)
}
