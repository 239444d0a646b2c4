import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { run } from 'graphile-worker'
import type { Runner } from 'graphile-worker'
import type { Database, Transaction } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { ChunkTooEarlyError } from './earlier-chunks.ts'
import {
  ChunkLostError,
  LIVENESS_LOCK,
  claimNextChunk,
  completeChunk,
  finishJobIfComplete,
  isChunkThere,
  releaseChunk,
  returnChunk,
  renewLease,
} from './ledger.ts'
import type { ClaimedChunk } from './ledger.ts'

/**
 * The one way to commit a chunk: `work` runs in a tenant transaction and returns the chunk's counts; the
 * done-mark commits with it, or nothing does.
 */
export type CommitChunk = (
  work: (tx: Transaction) => Promise<{ records: number; counts: unknown }>,
) => Promise<void>

/** What a module does for one kind of job. */
export type JobKind = {
  kind: string
  /** Works through one chunk and commits it with `commit`. A thrown error gives the chunk back. */
  runChunk(chunk: ClaimedChunk, commit: CommitChunk): Promise<void>
  /** Called once, in the transaction that marks the job finished. */
  onFinished(tx: Transaction, jobId: string, givenUp: number): Promise<void>
  /** Called after that transaction by the process that committed it; work that nobody waits for. */
  afterFinished?(tenant: string, jobId: string): Promise<void>
}

/** A job that is done now and then, named by a cron pattern (UTC). */
export type ScheduledTask = { name: string; pattern: string; run: () => Promise<void> }

export type JobRunner = { stop(): Promise<void> }

type Parts = {
  db: Database
  databaseUrl: string
  log: Log
  metrics: Metrics
  kinds: readonly JobKind[]
  tasks: readonly ScheduledTask[]
  concurrency: number
  leaseSeconds: number
}

const TASK = 'work-on-chunks'
/** A chunk is tried this often before it is given up; the waits between add up to about ten seconds. */
const MAX_ATTEMPTS = 6
const BELLS = 8
const LOOK_AGAIN_MS = 500
/** A chunk that came too early is left alone for so long, so that its worker takes the one before it. */
const TOO_EARLY_MS = 200

/** Wakes idle workers of every process: rings after the transaction that added chunks has committed. */
export async function ringBell(tx: Transaction): Promise<void> {
  await tx.asSystem(() =>
    tx.query(
      `select graphile_worker.add_job('${TASK}', max_attempts := 3) from generate_series(1, ${BELLS})`,
    ),
  )
}

/** Starts working through chunks in this process until `stop`, which lets running chunks finish. */
export async function startJobRunner(parts: Parts): Promise<JobRunner> {
  const { db, log } = parts
  const kinds = new Map(parts.kinds.map((kind) => [kind.kind, kind]))
  const liveness = await holdLiveness(parts)
  let isStopping = false

  async function workOnChunks(): Promise<void> {
    while (!isStopping) {
      try {
        if (await workOnce()) return
      } catch (error) {
        log.warn({ error: (error as Error).message }, 'the ledger of jobs could not be read; trying again')
        await delay(LOOK_AGAIN_MS)
      }
    }
  }

  async function workOnce(): Promise<boolean> {
    const chunk = await claimNextChunk(db, liveness.worker(), parts.leaseSeconds)
    if (chunk) {
      await workOnChunk(parts, kinds, chunk, liveness.worker())
    } else {
      await finishLeftovers(parts, kinds)
      const waitMs = await nextDueMs(db)
      if (waitMs === null) return true
      await delay(waitMs)
    }
    return false
  }

  const doorbell = await answerDoorbell(parts, workOnChunks, () => isStopping)
  await db.system(ringBell)
  log.info({ concurrency: parts.concurrency, worker: liveness.worker() }, 'working on jobs')
  return {
    async stop() {
      isStopping = true
      await doorbell.stop()
      await liveness.stop()
    },
  }
}

/** graphile-worker rings; when the database goes away for long it gives up, and is started again here. */
async function answerDoorbell(parts: Parts, work: () => Promise<void>, isStopping: () => boolean) {
  const { log, db } = parts
  const taskList = {
    [TASK]: work,
    ...Object.fromEntries(parts.tasks.map((task) => [task.name, task.run])),
  }
  const crontab = [
    `* * * * * ${TASK} ?max=1`,
    ...parts.tasks.map((task) => `${task.pattern} ${task.name} ?max=3`),
  ]
  const start = () =>
    run({
      pgPool: db.pool,
      taskList,
      crontab: crontab.join('\n'),
      concurrency: parts.concurrency,
      noHandleSignals: true,
      pollInterval: 1000,
      logger: quietLogger(log),
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
  let runner: Runner = await start()
  const keepRunning = async (): Promise<void> => {
    while (!isStopping()) {
      await runner.promise.catch((error: Error) =>
        log.warn({ error: error.message }, 'the job doorbell stopped'),
      )
      while (!isStopping()) {
        await delay(500)
        try {
          runner = await start()
          await db.system(ringBell)
          break
        } catch (error) {
          log.warn({ error: (error as Error).message }, 'the job doorbell could not be started; trying again')
        }
      }
    }
  }
  void keepRunning()
  return { stop: () => runner.stop().catch(() => undefined) }
}

function quietLogger(log: Log) {
  return new (class {
    scope() {
      return this
    }
    error(message: string) {
      log.warn(message)
    }
    warn(message: string) {
      log.debug(message)
    }
    info(message: string) {
      log.trace(message)
    }
    debug(message: string) {
      log.trace(message)
    }
  })() as never
}

async function workOnChunk(
  parts: Parts,
  kinds: ReadonlyMap<string, JobKind>,
  chunk: ClaimedChunk,
  worker: number,
): Promise<void> {
  const { db, log, metrics } = parts
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const kind = kinds.get(chunk.kind)
  let records = 0
  // Half the lease, so that one missed renewal does not lose a chunk that takes long.
  const renewal = setInterval(() => {
    renewLease(db, chunk, worker, parts.leaseSeconds).catch((error: Error) =>
      log.debug({ error: error.message }, 'a lease could not be renewed'),
    )
  }, parts.leaseSeconds * 500)
  try {
    if (!kind) throw new Error(`No module of this version works on jobs of the kind "${chunk.kind}".`)
    await kind.runChunk(chunk, async (work) => {
      await db.tenant(chunk.tenant, async (tx) => {
        // A process that is frozen here would keep its row locks, and with them the worker that takes over, waiting.
        const idleMs = String(parts.leaseSeconds * 2000)
        await tx.query("select set_config('idle_in_transaction_session_timeout', $1, true)", [idleMs])
        const outcome = await work(tx)
        records = outcome.records
        await completeChunk(tx, chunk, worker, outcome.counts)
      })
    })
    metrics.chunk(chunk.kind, 'done', records, seconds())
    await finishIfComplete(parts, kind, chunk.tenant, chunk.jobId)
  } catch (error) {
    if (error instanceof ChunkLostError) {
      log.info(
        { job: chunk.jobId, chunk: chunk.no },
        'a chunk was taken over or cancelled; its work was dropped',
      )
      return
    }
    if (error instanceof ChunkTooEarlyError) {
      await returnChunk(db, chunk, worker, TOO_EARLY_MS)
      return
    }
    if (!(await isChunkThere(db, chunk).catch(() => true))) {
      log.info({ job: chunk.jobId, chunk: chunk.no }, 'a job was removed while it ran')
      return
    }
    const isLast = chunk.attempt >= MAX_ATTEMPTS
    metrics.chunk(chunk.kind, isLast ? 'failed' : 'retried', 0, seconds())
    log.warn({ job: chunk.jobId, chunk: chunk.no, attempt: chunk.attempt, err: error }, 'a chunk failed')
    const retry = isLast ? 'never' : { delayMs: 100 * 3 ** (chunk.attempt - 1) }
    await releaseChunk(db, chunk, worker, (error as Error).message, retry).catch((failure: Error) =>
      log.warn({ error: failure.message }, 'a failed chunk could not be given back; its lease will end'),
    )
    if (isLast && kind) await finishIfComplete(parts, kind, chunk.tenant, chunk.jobId)
  } finally {
    clearInterval(renewal)
  }
}

async function finishIfComplete(
  { db, log }: Pick<Parts, 'db' | 'log'>,
  kind: JobKind,
  tenant: string,
  jobId: string,
): Promise<void> {
  const isFinished = await db.tenant(tenant, async (tx) => {
    const { isFinishedNow, givenUp } = await finishJobIfComplete(tx, jobId)
    if (isFinishedNow) await kind.onFinished(tx, jobId, givenUp)
    return isFinishedNow
  })
  if (!isFinished) return
  await kind
    .afterFinished?.(tenant, jobId)
    .catch((error: Error) => log.warn({ job: jobId, error: error.message }, 'the work after a job failed'))
}

/** Jobs whose last chunk committed just before a crash: nothing is left to claim, but nobody finished them. */
async function finishLeftovers(parts: Parts, kinds: ReadonlyMap<string, JobKind>): Promise<void> {
  const complete = await parts.db.system((tx) =>
    tx.query<{ id: string; tenant: string; kind: string }>(
      `select j.id, j.tenant, j.kind from octavo.job j
       where j.state = 'running' and j.is_sealed
         and not exists (select from octavo.chunk c where c.job_id = j.id and c.state < 2)`,
    ),
  )
  for (const { id, tenant, kind } of complete) {
    const known = kinds.get(kind)
    if (known) await finishIfComplete(parts, known, tenant, id)
  }
}

/**
 * Milliseconds until a chunk that can't be claimed now may be, or null when no job has open chunks. While others
 * work on chunks this process looks again twice a second, so that it takes over from one that dies.
 */
async function nextDueMs(db: Database): Promise<number | null> {
  const [row] = await db.system((tx) =>
    tx.query<{ wait_ms: number | null; open: number }>(
      `select extract(epoch from min(c.not_before) filter (where c.state = 0) - now()) * 1000 as wait_ms,
         count(*) as open
       from octavo.chunk c join octavo.job j on j.id = c.job_id
       where j.state = 'running' and c.state < 2`,
    ),
  )
  if (!row || row.open === 0) return null
  return row.wait_ms === null ? LOOK_AGAIN_MS : Math.min(Math.max(Number(row.wait_ms), 50), LOOK_AGAIN_MS)
}

/**
 * Draws this process's worker number and holds its advisory lock on a connection of its own. When that
 * connection breaks, the process counts as dead and draws a new number.
 */
async function holdLiveness({ databaseUrl, log }: Parts) {
  let client: pg.Client | null = null
  let worker = 0
  let isStopped = false

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString: databaseUrl, application_name: 'octavo liveness' })
    fresh.on('error', () => undefined)
    await fresh.connect()
    const { rows } = await fresh.query<{ no: number }>(
      `select pg_advisory_lock(${LIVENESS_LOCK}, no), no from (select nextval('octavo.worker_number')::int as no) drawn`,
    )
    worker = rows[0]!.no
    client = fresh
    fresh.once('end', () => {
      client = null
      if (!isStopped) void reconnect()
    })
  }

  async function reconnect(): Promise<void> {
    while (client === null && !isStopped) {
      await delay(300)
      await connect().catch((error: Error) =>
        log.debug({ error: error.message }, 'liveness not re-established yet'),
      )
    }
  }

  await connect()
  return {
    worker: () => worker,
    async stop() {
      isStopped = true
      await client?.end()
    },
  }
}
