import type { Transaction } from '../../kernel/db/database.ts'
import { RECORD_TYPES } from './records.ts'

/** A table of records whose replaced documents are kept in `record_change`. */
export type VersionedTable = { table: string; kind: keyof typeof RECORD_TYPES }

/** What became of a record since a job. Versions and instants are null where there is none. */
export type RecordHistory = {
  /** The version that is stored; null when the record is not there any more. */
  version: number | null
  /** The stored document of a record that the job or somebody else changed. */
  doc: string | null
  /** The version that the job found when it first changed the record. */
  firstVersion: number | null
  /** The last versions that any change, and one of the job's own, replaced. */
  lastVersion: number | null
  lastOwnVersion: number | null
  /** The first version that somebody else replaced, and when somebody did last. */
  foreignVersion: number | null
  foreignAt: Date | null
  /** Somebody else changed it between two changes of the job's own. */
  isInterleaved: boolean
  /** The document that the job's own left, where somebody else replaced it. */
  leftDoc: string | null
  /** The record was deleted by one of the job's own. */
  isDeletedByOwn: boolean
}

/** Locks rows against every other writer, in the order of their ids. */
export async function lockForDeletion(
  tx: Transaction,
  { table }: VersionedTable,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx.query(`select from ${table} where id = any($1::uuid[]) order by id for update`, [ids])
}

/**
 * What became of records since a job, by id. `ownIds` are the ids under which the job and its undo write; changes
 * under any other id, or none, are somebody else's. One statement for the whole list.
 */
export async function readHistories(
  tx: Transaction,
  { table, kind }: VersionedTable,
  ids: readonly string[],
  job: { jobId: string; ownIds: readonly string[] },
): Promise<Map<string, RecordHistory>> {
  if (ids.length === 0) return new Map()
  const isForeign = '(c.job_id is null or c.job_id <> all($4::uuid[]))'
  const ofRecord = 'from record_change c where c.record_id = asked.id and c.record_type = $2'
  const rows = await tx.query<RecordHistory & { id: string }>(
    `select asked.id, stored.version,
       case when change.first_version is not null or change.foreign_version is not null then stored.doc end as doc,
       change.first_version as "firstVersion", change.last_version as "lastVersion",
       change.last_own_version as "lastOwnVersion", change.foreign_version as "foreignVersion",
       change.foreign_at as "foreignAt", own_work.doc as "leftDoc",
       coalesce(change.is_deleted_by_own, false) as "isDeletedByOwn",
       change.foreign_version is not null and exists (
         select ${ofRecord} and ${isForeign}
           and c.version > change.first_version and c.version < change.last_own_version
       ) as "isInterleaved"
     from unnest($1::uuid[]) as asked (id)
     left join ${table} stored on stored.id = asked.id
     cross join lateral (
       select min(c.version) filter (where c.job_id = $3) as first_version,
         max(c.version) as last_version,
         max(c.version) filter (where not ${isForeign}) as last_own_version,
         min(c.version) filter (where ${isForeign}) as foreign_version,
         max(c.changed_at) filter (where ${isForeign}) as foreign_at,
         bool_or(c.is_deletion and not ${isForeign}) as is_deleted_by_own
       ${ofRecord}
     ) change
     left join lateral (
       select c.doc ${ofRecord} and ${isForeign} and c.version > coalesce(change.last_own_version, -1)
       order by c.version limit 1
     ) own_work on change.foreign_version is not null`,
    [ids, RECORD_TYPES[kind], job.jobId, job.ownIds],
  )
  return new Map(rows.map(({ id, ...history }) => [id, history]))
}

/** The documents that a job replaced at the given versions, by record id. */
export async function readReplaced(
  tx: Transaction,
  { kind }: VersionedTable,
  wanted: readonly { id: string; version: number }[],
  jobId: string,
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map()
  // No condition on the job: PostgreSQL would read all that the job changed by it, whatever is wanted.
  const rows = await tx.query<{ id: string; doc: string; job_id: string | null }>(
    `select c.record_id as id, c.doc, c.job_id
     from unnest($2::uuid[], $3::int[]) as wanted (id, version)
     join record_change c on c.record_id = wanted.id and c.version = wanted.version
     where c.record_type = $1`,
    [RECORD_TYPES[kind], wanted.map(({ id }) => id), wanted.map(({ version }) => version)],
  )
  return new Map(rows.filter((row) => row.job_id === jobId).map(({ id, doc }) => [id, doc]))
}

/** The documents of records at given versions, whether that is stored still or was replaced since; by record id. */
export async function readDocumentsAt(
  tx: Transaction,
  { table, kind }: VersionedTable,
  wanted: readonly { id: string; version: number }[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map()
  const rows = await tx.query<{ id: string; doc: string }>(
    `select wanted.id, coalesce(stored.doc, replaced.doc) as doc
     from unnest($2::uuid[], $3::int[]) as wanted (id, version)
     left join ${table} stored on stored.id = wanted.id and stored.version = wanted.version
     left join lateral (
       select c.doc from record_change c
       where stored.id is null and c.record_id = wanted.id and c.version = wanted.version and c.record_type = $1
       limit 1
     ) replaced on true
     where stored.id is not null or replaced.doc is not null`,
    [RECORD_TYPES[kind], wanted.map(({ id }) => id), wanted.map(({ version }) => version)],
  )
  return new Map(rows.map(({ id, doc }) => [id, doc]))
}
