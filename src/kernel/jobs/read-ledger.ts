import type { Transaction } from '../db/database.ts'

/** What the ledger says of a job beside the counts of its chunks. */
export type JobPulse = {
  /** A worker has taken up one of its chunks, or of the jobs that count as one with it. */
  hasBegun: boolean
  /** When a chunk was taken over last from a worker that had died. */
  resumedAt: Date | null
}

/** Whether jobs have begun, and when they went on after a worker had died; one query for all of them. */
export async function readPulses(tx: Transaction, ids: readonly string[]): Promise<Map<string, JobPulse>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.asSystem(() =>
    tx.query<{ id: string; begun: boolean; resumed_at: Date | null }>(
      `select j.id, leader.last_claimed_at is not null as begun, leader.resumed_at
       from octavo.job j join octavo.job leader on leader.id = j.group_id
       where j.id = any($1::uuid[])`,
      [ids],
    ),
  )
  return new Map(
    rows.map(({ id, begun, resumed_at: resumedAt }) => [id, { hasBegun: begun, resumedAt }] as const),
  )
}

/** A chunk that is done: its counts as JSON text, and how long ago it was done. */
export type DoneChunk = { jobId: string; counts: string; ageSeconds: number }

/** The chunks of jobs that are done; one query for all of them. */
export async function readDoneChunks(tx: Transaction, ids: readonly string[]): Promise<DoneChunk[]> {
  if (ids.length === 0) return []
  return tx.asSystem(() =>
    tx.query<DoneChunk>(
      `select job_id as "jobId", counts,
         extract(epoch from clock_timestamp() - finished_at)::float8 as "ageSeconds"
       from octavo.chunk where job_id = any($1::uuid[]) and counts is not null`,
      [ids],
    ),
  )
}

/** What tells at little cost whether jobs may have changed: the tenants with running ones, and the last number given. */
export type LedgerPulse = { running: ReadonlySet<string>; lastNumber: number }

/** Reads the pulse of the whole installation; call it in a transaction of the system. */
export async function readLedgerPulse(tx: Transaction): Promise<LedgerPulse> {
  const [row] = await tx.query<{ running: string[]; last: number }>(
    `select array(select distinct tenant from octavo.job where state = 'running') as running,
       (select last_value from octavo.job_number_seq) as last`,
  )
  return { running: new Set(row!.running), lastNumber: row!.last }
}
