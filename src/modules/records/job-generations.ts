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

type ChainRow = Omit<JobGeneration, 'isReplaced' | 'hasFormer'> & { snapshotId: string }

/**
 * The generations that a job made of records, given by ids of generations or of inventory records; in order. All
 * generations of these records are locked until the transaction ends.
 */
export async function lockJobGenerations(
  tx: Transaction,
  snapshotId: string,
  { ids, externalIds }: Wanted,
): Promise<JobGeneration[]> {
  if (ids.length === 0 && externalIds.length === 0) return []
  // No condition on the snapshot: PostgreSQL would read all of the job's rows by it, for every chunk of an undo.
  const found = await tx.query<{ matched_id: string }>(
    `select matched_id from source_record where id = any($1::uuid[])
     union select matched_id from source_record where external_id = any($2::uuid[])`,
    [ids, externalIds],
  )
  const matchedIds = found.map((row) => row.matched_id)
  await lockChains(tx, matchedIds)
  const rows = await tx.query<ChainRow>(
    `select s.id, s.matched_id as "matchedId", s.generation, s.record_type as "recordType",
       s.external_id as "externalId", s.created_at as "createdAt", s.snapshot_id as "snapshotId",
       s.updated_at > coalesce(s.restored_at, s.created_at) as "isEdited"
     from source_record s where s.matched_id = any($1::uuid[])
     order by s.matched_id, s.generation`,
    [matchedIds],
  )
  return [...Map.groupBy(rows, ({ matchedId }) => matchedId).values()].flatMap((chain) =>
    ofSnapshot(chain, snapshotId),
  )
}

/** The generations of one record that a job made, by what stands before and behind them. */
function ofSnapshot(chain: readonly ChainRow[], snapshotId: string): JobGeneration[] {
  return chain.flatMap(({ snapshotId: madeBy, ...generation }, at) => {
    if (madeBy !== snapshotId) return []
    const isOther = (row: ChainRow) => row.snapshotId !== snapshotId
    return [
      {
        ...generation,
        isReplaced: chain.slice(at + 1).some(isOther),
        hasFormer: chain.slice(0, at).some(isOther),
      },
    ]
  })
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
