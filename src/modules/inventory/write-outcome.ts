import type { Problem } from '../../kernel/http/problems.ts'
import { isUuid, newId } from '../../kernel/ids.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import type { Maybe } from './records.ts'

/** What became of one record of a list; `doc` is its JSON text as stored. */
export type Outcome = { ok: true; id: string; version: number; doc: string } | { ok: false; problem: Problem }

/** Who writes; null for the system itself. */
export type Writer = { userId: string } | null

/** A row that is locked, as it is before a write. */
export type LockedRecord = { id: string; version: number; hrid: string; record: object }

export type WriteOptions = {
  /** The first refused record is thrown as its Problem, so that the transaction rolls back. */
  allOrNothing?: boolean
  /** The job on whose behalf the records change; undo finds them by it. */
  jobId?: string
  /** The instant that dates the write; now when absent. */
  at?: Date
  /** Overwrites whatever version is stored. */
  ignoreVersions?: boolean
  /** The records are earlier documents of those stored: the dates of their status come back with them. */
  restores?: boolean
  /** What is sent as it is stored already is not written again, where the library wants it so (`inventory-settings.ts`). */
  skipsUnchanged?: boolean
  /** All rows of the list by id, where the caller has locked and read them in this transaction (`lockRows`). */
  locked?: ReadonlyMap<string, LockedRecord>
  /** The records belong to the list function, which may change them at their top: a copy of each costs 8 microseconds. */
  ownsRecords?: boolean
}

type Identified = { id?: Maybe<string> }

/** A record on its way into a table: refused as soon as `problem` is set. */
export type Draft<T> = { index: number; id: string; record: T; problem: Problem | null }

/**
 * Drafts of the records of a list, with new ids for those that have none. Records are copied, never changed, unless they
 * may be.
 */
export function draftsOf<T extends Identified>(
  records: readonly T[],
  { ownsRecords }: Pick<WriteOptions, 'ownsRecords'> = {},
): Draft<T>[] {
  return records.map((record, index) => {
    const id = record.id ? record.id.toLowerCase() : newId()
    const problem = isUuid(id) ? null : textProblem(400, `Invalid UUID format of id: ${id}`)
    return { index, id, record: ownsRecords ? Object.assign(record, { id }) : { ...record, id }, problem }
  })
}

/** Those that nothing speaks against yet. */
export function accepted<T>(drafts: readonly Draft<T>[]): Draft<T>[] {
  return drafts.filter((draft) => draft.problem === null)
}

/** Refuses a draft, unless it is refused already: the first reason counts. */
export function refuse<T>(draft: Draft<T>, problem: Problem): void {
  draft.problem ??= problem
}

// One stale record of ten thousand is worth a line; ten thousand stale ones are one mistake.
const MAX_CONFLICTS = 100

/**
 * Throws the first problem when the list is to be written as a whole or not at all. Where that is a conflict of versions,
 * its text has a line for each record in conflict, so that a client need not find them out one by one.
 */
export function requireAll<T>(drafts: readonly Draft<T>[], options: WriteOptions): void {
  if (!options.allOrNothing) return
  const problems = drafts.flatMap(({ problem }) => problem ?? [])
  const [first] = problems
  if (!first) return
  if (first.status !== 409) throw first
  const conflicts = problems.filter(({ status }) => status === 409).slice(0, MAX_CONFLICTS)
  if (conflicts.length === 1) throw first
  throw textProblem(409, conflicts.map(({ message }) => message).join('\n'))
}

/** Outcomes in the order of the drafts' indexes, given what was stored by id. */
export function refusals<T>(drafts: readonly Draft<T>[], outcomes: Outcome[]): void {
  for (const { index, problem } of drafts) {
    if (problem !== null) outcomes[index] = { ok: false, problem }
  }
}
