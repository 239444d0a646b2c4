import type { Transaction } from '../../kernel/db/database.ts'
import { now } from '../../kernel/clock.ts'
import { lockChains } from './insert-source-records.ts'
import { ACTUAL, DELETED, OLD } from './record-types.ts'
import type { Writer } from './source-record-input.ts'

/** A generation of a source record that a job has made. */
export type JobGeneration = {
  id: string
  matchedId: string
  generation: number
  recordType: number
  externalId: string | null
  createdAt: Date
  /** Others have made a later generation. */
  isReplaced: boolean
  /** It was changed in place after it was made. */
  isEdited: boolean
  /** There is an earlier generation that the job has not made. */
  hasFormer: boolean
}

type Wanted = { ids: readonly string[]; externalIds: readonly string[] }

/**
 * The generations that a job made, by their own ids or those of their inventory records, in order. All generations
 * of these records are locked until the transaction ends.
 */
export async function lockJobGenerations(
  tx: Transaction,
  snapshotId: string,
  { ids, externalIds }: Wanted,
): Promise<JobGeneration[]> {
  if (ids.length === 0 && externalIds.length === 0) return []
  const made = `s.snapshot_id = $1 and (s.id = any($2::uuid[]) or s.external_id = any($3::uuid[]))`
  const chains = await tx.query<{ matched_id: string }>(
    `select distinct s.matched_id from source_record s where ${made}`,
    [snapshotId, ids, externalIds],
  )
  await lockChains(
    tx,
    chains.map((row) => row.matched_id),
  )
  return tx.query<JobGeneration>(
    `select s.id, s.matched_id as "matchedId", s.generation, s.record_type as "recordType",
       s.external_id as "externalId", s.created_at as "createdAt", s.updated_at > coalesce(s.restored_at, s.created_at) as "isEdited",
       exists (
         select from source_record n
         where n.matched_id = s.matched_id and n.generation > s.generation and n.snapshot_id <> s.snapshot_id
       ) as "isReplaced",
       exists (
         select from source_record f
         where f.matched_id = s.matched_id and f.generation < s.generation and f.snapshot_id <> s.snapshot_id
       ) as "hasFormer"
     from source_record s where ${made}
     order by s.matched_id, s.generation`,
    [snapshotId, ids, externalIds],
  )
}

/** A generation that is current again. */
export type RestoredGeneration = { id: string; recordType: number; externalId: string | null; marc: Buffer }

/**
 * Removes generations; the last one left of each record becomes current again. It had been marked as deleted when
 * its leader says so and it is suppressed, which `markDeleted` does together.
 * @returns how many records are gone with all their generations, and what is current again.
 */
export async function takeBackGenerations(
  tx: Transaction,
  writer: Writer,
  generations: readonly Pick<JobGeneration, 'id' | 'matchedId'>[],
): Promise<{ gone: number; restored: RestoredGeneration[] }> {
  if (generations.length === 0) return { gone: 0, restored: [] }
  const matchedIds = [...new Set(generations.map(({ matchedId }) => matchedId))]
  await tx.query('delete from source_record where id = any($1::uuid[])', [generations.map(({ id }) => id)])
  const left = await tx.query<{ id: string; state: number }>(
    `select distinct on (matched_id) id, state from source_record where matched_id = any($1::uuid[])
     order by matched_id, generation desc`,
    [matchedIds],
  )
  const retired = left.filter(({ state }) => state === OLD).map(({ id }) => id)
  const restored = await tx.query<RestoredGeneration>(
    `update source_record s
     set state = case when s.leader_status = 'd' and s.is_suppressed then ${DELETED} else ${ACTUAL} end,
       updated_at = $2, updated_by = $3, restored_at = $2
     where s.id = any($1::uuid[])
     returning s.id, s.record_type as "recordType", s.external_id as "externalId", s.marc`,
    [retired, now(), writer?.userId ?? null],
  )
  return { gone: matchedIds.length - left.length, restored }
}
