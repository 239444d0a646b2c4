import type { Database, Transaction } from '../db/database.ts'

/** A chunk that this process has claimed and may work on until its lease ends. */
export type ClaimedChunk = {
  jobId: string
  tenant: string
  kind: string
  no: number
  attempt: number
  input: unknown
}

/** The first key of the advisory locks by which processes show that they live. */
export const LIVENESS_LOCK = 9130

/** Condition on a chunk `c` at work: its worker has died, or its lease has ended. */
export const isAbandoned = `(
  c.lease_until < now()
  or not exists (
    select from pg_locks l
    where l.locktype = 'advisory' and l.classid = ${LIVENESS_LOCK} and l.objid = c.worker and l.granted
      and l.database = (select oid from pg_database where datname = current_database())
  )
)`

const isClaimable = `(
  (c.state = 0 and (c.not_before is null or c.not_before <= now()))
  or (c.state = 1 and ${isAbandoned})
)`

// Fair shares: first the tenant, then the group of jobs with the fewest chunks at work, then the one that waited
// longest. So a small job never waits behind a big one, in how many parts that may be, and tenants do not starve
// each other. Jobs of a group go in the order in which they came. Sorted before it is asked which of them have a
// free chunk: of a file in a thousand parts that is asked for the first few.
const chooseJob = `
with claimed as (
  select job_id, count(*) as chunks from octavo.chunk where state = 1 group by job_id
), running as (
  select j.id, j.number, j.group_id,
    sum(coalesce(claimed.chunks, 0)) over (partition by j.tenant) as tenant_active,
    sum(coalesce(claimed.chunks, 0)) over (partition by j.group_id) as group_active
  from octavo.job j left join claimed on claimed.job_id = j.id
  where j.state = 'running'
)
select id
from (
  select r.id, r.number, tenant_active, group_active, leader.last_claimed_at, leader.number as group_number
  from running r join octavo.job leader on leader.id = r.group_id
  order by tenant_active, group_active, last_claimed_at nulls first, group_number, number
  offset 0
) sorted
where exists (select from octavo.chunk c where c.job_id = sorted.id and c.state < 2 and ${isClaimable})
order by tenant_active, group_active, last_claimed_at nulls first, group_number, number
limit 1`

const claimChunk = `
update octavo.chunk target
set state = 1, attempt = target.attempt + 1, worker = $2, lease_until = now() + make_interval(secs => $3)
from (
  select c.job_id, c.no, c.state = 1 as is_abandoned
  from octavo.chunk c
  where c.job_id = $1 and c.state < 2 and ${isClaimable}
  order by c.no
  limit 1
  for update skip locked
) free
where target.job_id = free.job_id and target.no = free.no
returning target.no, target.attempt, target.input, free.is_abandoned`

/** Adds a job with no chunks yet. */
export async function insertJob(tx: Transaction, job: { id: string; kind: string }): Promise<void> {
  await tx.asSystem(() =>
    tx.query('insert into octavo.job (id, group_id, tenant, kind) values ($1, $1, $2, $3)', [
      job.id,
      tx.tenant,
      job.kind,
    ]),
  )
}

/** A job with all its chunks; `groupId` is the first job of those that count as one when workers choose. */
export type WholeJob = { id: string; groupId: string; chunks: readonly unknown[] }

/** Adds jobs of one kind with all their chunks (JSON values), in order. */
export async function insertWholeJobs(
  tx: Transaction,
  kind: string,
  jobs: readonly WholeJob[],
): Promise<void> {
  const rows = jobs.map(({ id, groupId }) => ({ id, group_id: groupId }))
  const chunks = jobs.flatMap(({ id, chunks: inputs }) =>
    inputs.map((input, no) => ({ job_id: id, no, input })),
  )
  await tx.asSystem(async () => {
    await tx.query(
      `insert into octavo.job (id, group_id, tenant, kind, is_sealed)
       select id, group_id, $1, $2, true from json_to_recordset($3) as job (id uuid, group_id uuid)`,
      [tx.tenant, kind, JSON.stringify(rows)],
    )
    await tx.query(
      `insert into octavo.chunk (job_id, no, input)
       select job_id, no, input from json_to_recordset($1) as chunk (job_id uuid, no int, input json)`,
      [JSON.stringify(chunks)],
    )
  })
}

/** Adds chunks behind those that the job has; `inputs` are JSON values. */
export async function appendChunks(
  tx: Transaction,
  jobId: string,
  inputs: readonly unknown[],
): Promise<void> {
  await tx.asSystem(() =>
    tx.query(
      `insert into octavo.chunk (job_id, no, input)
       select $1, coalesce((select max(no) + 1 from octavo.chunk where job_id = $1), 0) + part.no - 1, part.input
       from json_array_elements($2) with ordinality as part (input, no)`,
      [jobId, JSON.stringify(inputs)],
    ),
  )
}

/** Says that the job has all its chunks. */
export async function sealJob(tx: Transaction, jobId: string): Promise<void> {
  await tx.asSystem(() => tx.query('update octavo.job set is_sealed = true where id = $1', [jobId]))
}

/**
 * Claims the next chunk of any job in fair order, or returns null when none is free. A claim that the database forgets in
 * a crash leaves the chunk to whoever asks next: it cannot be completed without it.
 */
export async function claimNextChunk(
  db: Database,
  worker: number,
  leaseSeconds: number,
): Promise<ClaimedChunk | null> {
  for (let tries = 0; tries < 5; tries += 1) {
    const outcome = await db.system(async (tx) => {
      tx.commitLazily()
      const [job] = await tx.query<{ id: string }>(chooseJob)
      if (!job) return 'none'
      const [chunk] = await tx.query<{ no: number; attempt: number; input: string; is_abandoned: boolean }>(
        claimChunk,
        [job.id, worker, leaseSeconds],
      )
      if (!chunk) return 'taken'
      const [owner] = await tx.query<{ tenant: string; kind: string }>(
        `update octavo.job leader set last_claimed_at = clock_timestamp(),
           resumed_at = case when $2 then clock_timestamp() else leader.resumed_at end
         from octavo.job j where j.id = $1 and leader.id = j.group_id
         returning j.tenant, j.kind`,
        [job.id, chunk.is_abandoned],
      )
      return {
        jobId: job.id,
        ...owner!,
        no: chunk.no,
        attempt: chunk.attempt,
        input: JSON.parse(chunk.input) as unknown,
      }
    })
    if (outcome === 'none') return null
    if (outcome !== 'taken') return outcome
  }
  return null
}

/** Thrown inside the commit of a chunk that is no longer this process's to commit. */
export class ChunkLostError extends Error {}

/**
 * Marks a claimed chunk done inside the transaction that did its work. The share lock on the job lasts from here
 * to the commit: a cancellation waits for it, and after a cancellation nothing gets it any more.
 * @throws ChunkLostError when the lease went to another worker or the job was cancelled meanwhile.
 */
export async function completeChunk(
  tx: Transaction,
  chunk: ClaimedChunk,
  worker: number,
  counts: unknown,
): Promise<void> {
  await tx.asSystem(async () => {
    const done = await tx.execute(
      `update octavo.chunk c
       set state = 2, counts = $5, finished_at = clock_timestamp(), lease_until = null, error = null
       from (select id from octavo.job where id = $1 and state = 'running' for share) j
       where c.job_id = j.id and c.no = $2 and c.attempt = $3 and c.worker = $4 and c.state = 1`,
      [chunk.jobId, chunk.no, chunk.attempt, worker, JSON.stringify(counts)],
    )
    if (done === 0) throw new ChunkLostError('The chunk was taken over or its job was cancelled.')
  })
}

/**
 * Makes sure that a claimed chunk is this process's, and keeps it so until the transaction ends; for chunks that write
 * in several transactions.
 * @throws ChunkLostError when the lease went to another worker or the job was cancelled meanwhile.
 */
export async function holdChunk(tx: Transaction, chunk: ClaimedChunk): Promise<void> {
  const held = await tx.asSystem(() =>
    tx.query(
      `select from octavo.chunk c join octavo.job j on j.id = c.job_id
       where c.job_id = $1 and c.no = $2 and c.attempt = $3 and c.state = 1 and j.state = 'running'
       for share`,
      [chunk.jobId, chunk.no, chunk.attempt],
    ),
  )
  if (held.length === 0) throw new ChunkLostError('The chunk was taken over or its job was cancelled.')
}

/** @returns whether a chunk is still there: a job goes with its tenant, whoever works on it. */
export async function isChunkThere(db: Database, { jobId, no }: ClaimedChunk): Promise<boolean> {
  const rows = await db.system((tx) =>
    tx.query('select from octavo.chunk where job_id = $1 and no = $2', [jobId, no]),
  )
  return rows.length > 0
}

/** Gives a chunk back to be tried again after `delayMs`, or gives it up for good. */
export async function releaseChunk(
  db: Database,
  chunk: ClaimedChunk,
  worker: number,
  error: string,
  retry: { delayMs: number } | 'never',
): Promise<void> {
  await db.system((tx) =>
    tx.query(
      `update octavo.chunk
       set state = $5::smallint, error = $6, lease_until = null, not_before = now() + make_interval(secs => $7),
         finished_at = case when $5::smallint = 3 then now() end
       where job_id = $1 and no = $2 and attempt = $3 and worker = $4 and state = 1`,
      [
        chunk.jobId,
        chunk.no,
        chunk.attempt,
        worker,
        retry === 'never' ? 3 : 0,
        error,
        retry === 'never' ? 0 : retry.delayMs / 1000,
      ],
    ),
  )
}

/** Gives back a chunk that could not be worked on yet, as if it had not been claimed; nobody takes it for a moment. */
export async function returnChunk(
  db: Database,
  chunk: ClaimedChunk,
  worker: number,
  delayMs: number,
): Promise<void> {
  await db.system((tx) =>
    tx.query(
      `update octavo.chunk
       set state = 0, attempt = attempt - 1, lease_until = null, not_before = now() + make_interval(secs => $5)
       where job_id = $1 and no = $2 and attempt = $3 and worker = $4 and state = 1`,
      [chunk.jobId, chunk.no, chunk.attempt, worker, delayMs / 1000],
    ),
  )
}

/** Keeps a claimed chunk for another `leaseSeconds`; does nothing when it is no longer this worker's. */
export async function renewLease(
  db: Database,
  chunk: ClaimedChunk,
  worker: number,
  leaseSeconds: number,
): Promise<void> {
  await db.system((tx) =>
    tx.query(
      `update octavo.chunk set lease_until = now() + make_interval(secs => $5)
       where job_id = $1 and no = $2 and attempt = $3 and worker = $4 and state = 1`,
      [chunk.jobId, chunk.no, chunk.attempt, worker, leaseSeconds],
    ),
  )
}

/** The state of a job as its chunks show it. */
export type JobOutcome = { isFinishedNow: boolean; givenUp: number }

/**
 * Marks a job finished if all its chunks are, inside a tenant transaction, and says whether this call did it.
 * Concurrent calls wait for each other on the job's row, so exactly one sees `isFinishedNow`.
 */
export async function finishJobIfComplete(tx: Transaction, jobId: string): Promise<JobOutcome> {
  return tx.asSystem(async () => {
    const [job] = await tx.query<{ state: string; is_sealed: boolean }>(
      'select state, is_sealed from octavo.job where id = $1 for update',
      [jobId],
    )
    if (!job || job.state !== 'running' || !job.is_sealed) return { isFinishedNow: false, givenUp: 0 }
    const [left] = await tx.query<{ open: number; given_up: number }>(
      `select count(*) filter (where state < 2) as open, count(*) filter (where state = 3) as given_up
       from octavo.chunk where job_id = $1`,
      [jobId],
    )
    if (left!.open > 0) return { isFinishedNow: false, givenUp: 0 }
    await tx.query(
      "update octavo.job set state = 'finished', finished_at = clock_timestamp() where id = $1",
      [jobId],
    )
    return { isFinishedNow: true, givenUp: left!.given_up }
  })
}

/** What the chunks of a job were to work on that were given up, in order. */
export async function givenUpInputs(tx: Transaction, jobId: string): Promise<unknown[]> {
  const rows = await tx.asSystem(() =>
    tx.query<{ input: string }>(
      'select input from octavo.chunk where job_id = $1 and state = 3 order by no',
      [jobId],
    ),
  )
  return rows.map(({ input }) => JSON.parse(input) as unknown)
}

/** Stops jobs: no chunk is claimed any more, and chunks at work cannot commit. */
export async function cancelJobs(tx: Transaction, jobIds: readonly string[]): Promise<void> {
  await tx.asSystem(() =>
    tx.query(
      `update octavo.job set state = 'cancelled', finished_at = clock_timestamp()
       where id = any($1::uuid[]) and state = 'running'`,
      [jobIds],
    ),
  )
}

/** Forgets jobs that have ended, with their chunks. */
export async function removeJobs(tx: Transaction, jobIds: readonly string[]): Promise<void> {
  await tx.asSystem(() =>
    tx.query("delete from octavo.job where id = any($1::uuid[]) and state <> 'running'", [jobIds]),
  )
}
