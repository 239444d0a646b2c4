import type { Transaction } from '../../kernel/db/database.ts'
import { EventStream } from '../../kernel/http/event-stream.ts'
import { readLedgerPulse } from '../../kernel/jobs/read-ledger.ts'
import type { App } from '../../kernel/module.ts'
import type { JobSelection, ProgressSource } from './job-progress.ts'
import type { JobProgress } from './wire.ts'

/** How many jobs that have ended a snapshot holds, of each source. */
export const LAST_ENDED = 20
/** No job is told more often. */
const TICK_MS = 500
/** What changes without the ledger (a job that could not begin) is seen after this time at the latest. */
const LOOK_ANYWAY_MS = 5000
/** A transaction may have noted its end so long before it was there to be seen. */
const LATE_COMMIT_MS = 30_000
/** What somebody may see is looked up again when the client connects anew. */
const STREAM_LIFE_MS = 5 * 60_000

type Listener = { stream: EventStream; sources: readonly ProgressSource[]; hasSnapshot: boolean }

/** What is known of the jobs of one tenant while somebody listens. */
type TenantWatch = {
  listeners: Set<Listener>
  /** Null until the first look. */
  jobs: Map<ProgressSource, Map<string, JobProgress>> | null
  lookedAt: number
  wasRunning: boolean
}

const isOpen = ({ state }: JobProgress) => state === 'queued' || state === 'running'

/** The sources that a person with these permissions may ask. */
export function visibleSources(
  sources: readonly ProgressSource[],
  permissions: ReadonlySet<string>,
): ProgressSource[] {
  return sources.filter(({ permission }) => permissions.has(permission))
}

/** Jobs of several sources. */
export async function listJobs(
  tx: Transaction,
  sources: readonly ProgressSource[],
  selection: JobSelection,
): Promise<JobProgress[]> {
  const jobs: JobProgress[] = []
  for (const source of sources) jobs.push(...(await source.list(tx, selection)))
  return jobs
}

/**
 * Watches the jobs of tenants for all who listen: one look at the ledger tells which tenants have changes, and one look
 * at a tenant's jobs serves all its listeners. Nothing is asked while nobody listens.
 */
export class JobWatch {
  readonly #app: App
  readonly #sources: readonly ProgressSource[]
  readonly #tenants = new Map<string, TenantWatch>()
  #timer: NodeJS.Timeout | null = null
  #lastNumber = -1

  constructor(app: App, sources: readonly ProgressSource[]) {
    this.#app = app
    this.#sources = sources
    app.stopping.addEventListener('abort', () => this.#close())
  }

  /** Events for a person: first `snapshot` with `{jobs}`, then `job` for each that changes and `gone` with `{jobId}`. */
  open(tenant: string, permissions: ReadonlySet<string>): EventStream {
    const stream = new EventStream()
    if (this.#app.stopping.aborted) {
      stream.finish()
      return stream
    }
    const watch = this.#watchOf(tenant)
    const sources = visibleSources(this.#sources, permissions)
    const listener: Listener = { stream, sources, hasSnapshot: false }
    watch.listeners.add(listener)
    const life = setTimeout(() => stream.finish(), STREAM_LIFE_MS)
    stream.on('close', () => {
      clearTimeout(life)
      watch.listeners.delete(listener)
      if (watch.listeners.size === 0) this.#tenants.delete(tenant)
    })
    if (watch.jobs === null) this.#schedule(0)
    else {
      sendSnapshot(listener, watch.jobs)
      this.#schedule(TICK_MS)
    }
    return stream
  }

  #watchOf(tenant: string): TenantWatch {
    const known = this.#tenants.get(tenant)
    if (known) return known
    const watch: TenantWatch = { listeners: new Set(), jobs: null, lookedAt: 0, wasRunning: false }
    this.#tenants.set(tenant, watch)
    return watch
  }

  #schedule(delayMs: number): void {
    if (this.#timer !== null || this.#app.stopping.aborted) return
    this.#timer = setTimeout(() => {
      void this.#tick().finally(() => {
        this.#timer = null
        if (this.#tenants.size > 0) this.#schedule(TICK_MS)
      })
    }, delayMs)
  }

  async #tick(): Promise<void> {
    try {
      const { running, lastNumber } = await this.#app.db.system(readLedgerPulse)
      const isNew = lastNumber !== this.#lastNumber
      this.#lastNumber = lastNumber
      for (const [tenant, watch] of this.#tenants) {
        const isRunning = running.has(tenant)
        const isDue = Date.now() - watch.lookedAt > LOOK_ANYWAY_MS
        if (isRunning || watch.wasRunning || isNew || isDue || watch.jobs === null) {
          watch.wasRunning = isRunning
          await this.#look(tenant, watch)
        }
      }
    } catch (error) {
      // The database is away, or a tenant has gone: the next look is half a second later.
      this.#app.log.debug({ error: (error as Error).message }, 'the progress of jobs could not be read')
    }
  }

  async #look(tenant: string, watch: TenantWatch): Promise<void> {
    const lookedAt = Date.now()
    const known = watch.jobs ?? new Map<ProgressSource, Map<string, JobProgress>>()
    const selection: JobSelection =
      watch.jobs === null
        ? { lastEnded: LAST_ENDED }
        : { endedAfter: new Date(watch.lookedAt - LATE_COMMIT_MS) }
    await this.#app.db.tenant(tenant, async (tx) => {
      const undone: string[] = []
      for (const source of this.#sources) {
        const before = known.get(source) ?? new Map<string, JobProgress>()
        known.set(source, before)
        const found = await readSource(tx, source, selection, before)
        undone.push(...undoneBy(found, before))
        update(watch.listeners, source, before, found)
      }
      // An undo that ends changes how the undone job stands, which ended long ago.
      if (undone.length > 0 && watch.jobs !== null) {
        for (const source of this.#sources) {
          update(watch.listeners, source, known.get(source)!, await source.list(tx, { ids: undone }))
        }
      }
    })
    for (const jobs of known.values()) forgetOld(jobs)
    watch.jobs = known
    watch.lookedAt = lookedAt
    for (const listener of watch.listeners) if (!listener.hasSnapshot) sendSnapshot(listener, known)
  }

  #close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    for (const { listeners } of this.#tenants.values()) {
      for (const { stream } of listeners) stream.finish()
    }
  }
}

/** The jobs of a selection, and those that ran at the last look whatever became of them. */
async function readSource(
  tx: Transaction,
  source: ProgressSource,
  selection: JobSelection,
  before: Map<string, JobProgress>,
): Promise<JobProgress[]> {
  const found = await source.list(tx, selection)
  const seen = new Set(found.map(({ jobId }) => jobId))
  const missed = [...before.values()].filter((job) => isOpen(job) && !seen.has(job.jobId))
  if (missed.length === 0) return found
  return [...found, ...(await source.list(tx, { ids: missed.map(({ jobId }) => jobId) }))]
}

/** The jobs that undos which have just ended were of. */
function undoneBy(found: readonly JobProgress[], before: ReadonlyMap<string, JobProgress>): string[] {
  return found.flatMap((job) =>
    job.kind === 'undo' && !isOpen(job) && before.get(job.jobId)?.state !== job.state
      ? (job.originalJobId ?? [])
      : [],
  )
}

/** Keeps what is new of jobs and tells it to those who may see it. */
function update(
  listeners: ReadonlySet<Listener>,
  source: ProgressSource,
  known: Map<string, JobProgress>,
  found: readonly JobProgress[],
): void {
  const seen = new Set<string>()
  for (const one of found) {
    const before = known.get(one.jobId)
    const job = before === undefined ? one : withoutFalling(before, one)
    seen.add(job.jobId)
    if (before !== undefined && JSON.stringify(before) === JSON.stringify(job)) continue
    known.set(job.jobId, job)
    tell(listeners, source, job.jobId, 'job', job)
  }
  for (const job of known.values()) {
    if (!isOpen(job) || seen.has(job.jobId)) continue
    known.delete(job.jobId)
    tell(listeners, source, job.jobId, 'gone', { jobId: job.jobId })
  }
}

/** Work that is begun anew after a crash is not shown until it is as far as it was: numbers never fall. */
function withoutFalling(before: JobProgress, job: JobProgress): JobProgress {
  if (!isOpen(job) || before.step !== job.step || before.total !== job.total || job.done >= before.done)
    return job
  const { done, created, updated, discarded, errors } = before
  return { ...job, done, created, updated, discarded, errors }
}

function tell(
  listeners: ReadonlySet<Listener>,
  source: ProgressSource,
  key: string,
  event: string,
  data: unknown,
): void {
  for (const { stream, sources, hasSnapshot } of listeners) {
    if (hasSnapshot && sources.includes(source)) stream.send(key, event, data)
  }
}

function sendSnapshot(
  listener: Listener,
  known: ReadonlyMap<ProgressSource, ReadonlyMap<string, JobProgress>>,
): void {
  const jobs = listener.sources.flatMap((source) => [...(known.get(source)?.values() ?? [])])
  listener.stream.send('snapshot', 'snapshot', { jobs })
  listener.hasSnapshot = true
}

/** Forgets jobs that ended before the last ones. */
function forgetOld(jobs: Map<string, JobProgress>): void {
  const ended = [...jobs.values()]
    .filter((job) => !isOpen(job))
    .sort((a, b) => (b.finishedAt ?? b.startedAt ?? '').localeCompare(a.finishedAt ?? a.startedAt ?? ''))
  for (const { jobId } of ended.slice(LAST_ENDED)) jobs.delete(jobId)
}
