import { now } from '../../kernel/clock.ts'
import { DatabaseError } from 'pg'
import type { Transaction } from '../../kernel/db/database.ts'
import { sqlState } from '../../kernel/db/database.ts'
import { refuseDuplicates, refuseMalformed, refuseMissingReferences } from './check-records.ts'
import type { Problem } from '../../kernel/http/problems.ts'
import { reserveHridTexts } from './hrids.ts'
import { announceChanges } from './record-listeners.ts'
import type { AnyRecord, RecordSpec } from './record-spec.ts'
import { newStamp } from './stamp.ts'
import { duplicateValue } from './storage-problems.ts'
import { insertRows } from './store-rows.ts'
import { accepted, draftsOf, refusals, requireAll } from './write-outcome.ts'
import type { Draft, Outcome, WriteOptions, Writer } from './write-outcome.ts'

const UNIQUE_VIOLATION = '23505'
const MAX_ATTEMPTS = 4

/** Checks and values of one record type beyond what all share; it may refuse drafts and complete their records. */
export type PrepareInsert<T> = (tx: Transaction, drafts: readonly Draft<T>[], at: Date) => Promise<void>

/**
 * Adds records: ids, hrids, version 1, metadata, checks by set queries, then one COPY or one statement.
 * A refused record leaves the others untouched, unless `allOrNothing` is set.
 */
export async function insertRecords<T extends AnyRecord>(
  tx: Transaction,
  writer: Writer,
  spec: RecordSpec<T>,
  records: readonly T[],
  options: WriteOptions,
  prepare: PrepareInsert<T>,
): Promise<Outcome[]> {
  const at = options.at ?? now()
  const drafts = draftsOf(records)
  const sentIds = new Set(drafts.filter(({ index }) => records[index]!.id).map(({ index }) => index))
  const sentHrids = new Set(drafts.filter(({ record }) => record.hrid?.trim()).map(({ index }) => index))
  refuseMalformed(drafts)
  await refuseMissingReferences(tx, spec, drafts)
  await prepare(tx, drafts, at)
  requireAll(drafts, options)
  await refuseDuplicates(tx, spec, drafts, (name, { index }) => {
    if (name === 'id') return sentIds.has(index)
    return name !== 'hrid' || sentHrids.has(index)
  })
  requireAll(drafts, options)
  await assignHrids(tx, spec, drafts, sentHrids)
  return store(tx, spec, drafts, newStamp(at, writer?.userId), options)
}

async function assignHrids<T extends AnyRecord>(
  tx: Transaction,
  spec: RecordSpec<T>,
  drafts: readonly Draft<T>[],
  sent: ReadonlySet<number>,
): Promise<void> {
  const without = accepted(drafts).filter(({ index }) => !sent.has(index))
  if (without.length === 0) return
  const hrids = await reserveHridTexts(tx, spec.hrids, without.length)
  without.forEach((draft, i) => {
    draft.record.hrid = hrids[i]!
  })
}

async function store<T extends AnyRecord>(
  tx: Transaction,
  spec: RecordSpec<T>,
  drafts: readonly Draft<T>[],
  stamp: ReturnType<typeof newStamp>,
  options: WriteOptions,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  await writeAroundDuplicates(tx, spec, drafts, options, async (open) => {
    const rows = open.map(({ record }) => spec.row(record, stamp))
    await insertRows(tx, spec, rows)
    await announceChanges(tx, [{ kind: spec.kind, ids: open.map(({ id }) => id), how: 'inserted' }])
    open.forEach(({ index, id }, i) => {
      outcomes[index] = { ok: true, id, version: stamp.version, doc: rows[i]!.at(-1) as string }
    })
  })
  refusals(drafts, outcomes)
  return outcomes
}

/**
 * Writes drafts; when another transaction has taken one of their unique values since they were checked, the
 * write is undone, the drafts at fault are refused, and the rest is written again.
 */
export async function writeAroundDuplicates<T extends AnyRecord>(
  tx: Transaction,
  spec: RecordSpec<T>,
  drafts: readonly Draft<T>[],
  options: WriteOptions,
  write: (open: readonly Draft<T>[]) => Promise<void>,
  isInsert = true,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const open = accepted(drafts)
    if (open.length === 0) return
    if (options.allOrNothing) {
      await write(open).catch((error: unknown) => {
        throw duplicateOf(spec, error) ?? error
      })
      return
    }
    await tx.query('savepoint written_rows')
    try {
      await write(open)
      await tx.query('release savepoint written_rows')
      return
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION || attempt === MAX_ATTEMPTS) throw error
      await tx.query('rollback to savepoint written_rows')
      await refuseDuplicates(tx, spec, drafts, (name) => isInsert || name !== 'id')
    }
  }
}

/** The refusal that a broken unique index stands for; null for other errors. */
function duplicateOf<T extends AnyRecord>(spec: RecordSpec<T>, error: unknown): Problem | null {
  if (!(error instanceof DatabaseError) || error.code !== UNIQUE_VIOLATION) return null
  const match = /^Key \((.*)\)=\((.*)\) already exists\.$/s.exec(error.detail ?? '')
  const rule = [{ name: 'id', sql: 'id' }, ...spec.uniques].find(({ sql }) => sql === match?.[1])
  return rule ? duplicateValue(spec.table, rule.name, match![2]!) : null
}
