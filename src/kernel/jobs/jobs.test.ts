import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { openDatabase } from '../db/database.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../ids.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import {
  ChunkLostError,
  appendChunks,
  cancelJobs,
  claimNextChunk,
  completeChunk,
  insertJob,
  insertWholeJobs,
  releaseChunk,
  sealJob,
} from './ledger.ts'
import { ringBell, startJobRunner } from './runner.ts'
import type { JobKind } from './runner.ts'

let scratch: TestDatabase
let db: Database

beforeAll(async () => {
  scratch = await testDatabase()
  db = openDatabase(scratch.url, 12, createLog('silent'))
})

afterAll(async () => {
  await db.close()
  await scratch.drop()
})

async function addJob(kind: string, inputs: unknown[]): Promise<string> {
  const id = newId()
  await db.tenant('diku', async (tx) => {
    await insertJob(tx, { id, kind })
    await appendChunks(tx, id, inputs)
    await sealJob(tx, id)
    await ringBell(tx)
  })
  return id
}

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error('What was waited for did not happen in 30 s.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function runner(kind: JobKind, concurrency = 3) {
  return startJobRunner({
    db,
    databaseUrl: scratch.url,
    log: createLog('silent'),
    metrics: createMetrics(),
    kinds: [kind],
    tasks: [],
    concurrency,
    leaseSeconds: 60,
  })
}

async function stateOf(jobId: string): Promise<string> {
  const { rows } = await scratch.pool.query<{ state: string }>('select state from octavo.job where id = $1', [
    jobId,
  ])
  return rows[0]!.state
}

test('every chunk is worked on once and the job ends once, though some chunks fail at first', async () => {
  await scratch.pool.query(
    'create table public.effect (job uuid, part int); grant all on public.effect to public',
  )
  await scratch.pool.query('grant usage on schema public to public')
  const failures = new Map<number, number>()
  let endings = 0
  const kind: JobKind = {
    kind: 'sum',
    async runChunk(chunk, commit) {
      const { part } = chunk.input as { part: number }
      await commit(async (tx) => {
        await tx.query('insert into public.effect values ($1, $2)', [chunk.jobId, part])
        const failed = failures.get(part) ?? 0
        if (part % 4 === 0 && failed < 2) {
          failures.set(part, failed + 1)
          throw new Error('not this time')
        }
        return { records: 1, counts: { part } }
      })
    },
    async onFinished() {
      endings += 1
    },
  }
  const running = await runner(kind)
  const jobId = await addJob(
    'sum',
    Array.from({ length: 20 }, (_, part) => ({ part })),
  )
  await until(async () => (await stateOf(jobId)) === 'finished')
  await running.stop()
  const { rows } = await scratch.pool.query('select part from public.effect where job = $1 order by part', [
    jobId,
  ])
  expect(rows.map((row: { part: number }) => row.part)).toEqual(Array.from({ length: 20 }, (_, part) => part))
  expect(endings).toBe(1)
})

test('a small job that starts behind a big one is done long before it', async () => {
  const done: string[] = []
  const kind: JobKind = {
    kind: 'fair',
    async runChunk(chunk, commit) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      await commit(async () => ({ records: 1, counts: {} }))
      done.push(chunk.jobId)
    },
    async onFinished() {},
  }
  const big = await addJob(
    'fair',
    Array.from({ length: 60 }, () => ({})),
  )
  const running = await runner(kind, 2)
  const small = await addJob('fair', [{}])
  await until(async () => (await stateOf(big)) === 'finished')
  await running.stop()
  expect(done.indexOf(small)).toBeGreaterThanOrEqual(0)
  expect(done.indexOf(small)).toBeLessThan(40)
})

test('a worker that lost its chunk cannot commit it', async () => {
  const jobId = await addJob('nobody', [{}])
  const first = await claimNextChunk(db, 900_001, 60)
  expect(first?.jobId).toBe(jobId)
  // No process holds the liveness lock of worker 900001, so it counts as dead and its chunk is free.
  const second = await claimNextChunk(db, 900_002, 60)
  expect(second).toMatchObject({ jobId, no: first!.no, attempt: 2 })
  await expect(db.tenant('diku', (tx) => completeChunk(tx, first!, 900_001, {}))).rejects.toBeInstanceOf(
    ChunkLostError,
  )
  await db.tenant('diku', (tx) => completeChunk(tx, second!, 900_002, {}))
  await db.tenant('diku', (tx) => cancelJobs(tx, [jobId]))
})

test('a cancelled job gives out no chunk, and a chunk at work cannot commit', async () => {
  const jobId = await addJob('nobody', [{}, {}])
  const chunk = await claimNextChunk(db, 900_003, 60)
  await db.tenant('diku', (tx) => cancelJobs(tx, [jobId]))
  await expect(db.tenant('diku', (tx) => completeChunk(tx, chunk!, 900_003, {}))).rejects.toBeInstanceOf(
    ChunkLostError,
  )
  expect(await claimNextChunk(db, 900_003, 60)).toBeNull()
})

test('a chunk that was given up is not claimed again', async () => {
  const jobId = await addJob('nobody', [{}])
  const chunk = await claimNextChunk(db, 900_004, 60)
  await releaseChunk(db, chunk!, 900_004, 'broken', 'never')
  expect(await claimNextChunk(db, 900_004, 60)).toBeNull()
  await db.tenant('diku', (tx) => cancelJobs(tx, [jobId]))
})

test('a tenant cannot see the ledger of jobs', async () => {
  await expect(db.tenant('diku', (tx) => tx.query('select * from octavo.job'))).rejects.toThrow(
    /permission denied/,
  )
})

test('a group of many jobs takes turns as one, in its order, also when its first job has ended', async () => {
  await scratch.pool.query("update octavo.job set state = 'finished' where state = 'running'")
  const parts = Array.from({ length: 6 }, () => newId())
  await db.tenant('diku', (tx) =>
    insertWholeJobs(
      tx,
      'turns',
      parts.map((id) => ({ id, groupId: parts[0]!, chunks: [{ part: 0 }] })),
    ),
  )
  const small = newId()
  await db.tenant('diku', (tx) =>
    insertWholeJobs(tx, 'turns', [
      { id: small, groupId: small, chunks: [1, 2, 3].map((part) => ({ part })) },
    ]),
  )
  const claimed: string[] = []
  for (let turn = 0; turn < 9; turn += 1) {
    const chunk = await claimNextChunk(db, 1, 60)
    claimed.push(chunk!.jobId)
    await scratch.pool.query('update octavo.chunk set state = 2 where job_id = $1 and no = $2', [
      chunk!.jobId,
      chunk!.no,
    ])
    if (chunk!.jobId !== small) {
      await scratch.pool.query("update octavo.job set state = 'finished' where id = $1", [chunk!.jobId])
    }
  }
  const [a, b, c, d, e, f] = parts
  expect(claimed).toEqual([a, small, b, small, c, small, d, e, f])
})
