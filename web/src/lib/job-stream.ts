import { useQuery } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { JobProgress } from '../../../src/modules/job-progress/wire.ts'
import { http, request } from './http.ts'
import { currentSession } from './session.ts'

export type { JobKindName, JobProgress, JobState } from '../../../src/modules/job-progress/wire.ts'

/** A stream that says nothing for so long is dead: the server sends a sign of life every 15 s. */
const SILENCE_MS = 40_000
/** A line that holds answers back shows no snapshot in this time. */
const SNAPSHOT_MS = 5000
const POLL_MS = 2000
/** How often the list is asked for before the stream is tried again. */
const POLLS = 5

let jobs: ReadonlyMap<string, JobProgress> = new Map()
let list: readonly JobProgress[] | null = null
let ownerOfJobs = ''
let stop: (() => void) | null = null
const listeners = new Set<() => void>()

function change(next: ReadonlyMap<string, JobProgress>): void {
  jobs = next
  list = [...next.values()].sort((a, b) => (b.startedAt ?? '').localeCompare(a.startedAt ?? ''))
  for (const listener of listeners) listener()
}

function keep(job: JobProgress): void {
  change(new Map(jobs).set(job.jobId, job))
}

const byId = (all: readonly JobProgress[]) => new Map(all.map((job) => [job.jobId, job]))

function take(event: string, data: string): void {
  if (event === 'snapshot') change(byId((JSON.parse(data) as { jobs: JobProgress[] }).jobs))
  else if (event === 'job') keep(JSON.parse(data) as JobProgress)
  else if (event === 'gone') {
    const next = new Map(jobs)
    next.delete((JSON.parse(data) as { jobId: string }).jobId)
    change(next)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  stop ??= start()
  return () => {
    listeners.delete(listener)
    // A page that replaces another takes the connection over.
    setTimeout(() => {
      if (listeners.size > 0) return
      stop?.()
      stop = null
    }, 1000)
  }
}

/** Follows the jobs of the signed-in person until the returned function is called. */
function start(): () => void {
  const over = new AbortController()
  const session = currentSession()
  const owner = `${session?.tenant}/${session?.userId}`
  if (owner !== ownerOfJobs) {
    ownerOfJobs = owner
    jobs = new Map()
    list = null
  }
  void follow(over.signal)
  return () => over.abort()
}

async function follow(over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const wasHeld = await hold(over).catch(() => false)
    for (let polls = 0; !wasHeld && polls < POLLS && !over.aborted; polls++) {
      await poll(over).catch(() => undefined)
      await pause(POLL_MS, over)
    }
  }
}

async function poll(over: AbortSignal): Promise<void> {
  const answer = await http.get<{ jobs: JobProgress[] }>('/octavo/jobs', {}, over)
  if (!over.aborted) change(byId(answer.jobs))
}

/** Reads the stream to its end, which the server sets now and then. @returns whether it told anything */
async function hold(over: AbortSignal): Promise<boolean> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SNAPSHOT_MS)
  let isHeld = false
  try {
    const signal = AbortSignal.any([over, silence.signal])
    const response = await request('GET', '/octavo/jobs/stream', { signal })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ''; ;) {
      const { done, value } = await reader.read()
      if (done) return isHeld
      const parts = (text + value).split('\n\n')
      text = parts.pop()!
      for (const part of parts) {
        const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(part) ?? []
        if (event === undefined || over.aborted) continue
        isHeld = true
        take(event, data!)
      }
      if (!isHeld) continue
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
    }
  } finally {
    clearTimeout(timer)
  }
}

function pause(milliseconds: number, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    over.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/**
 * The jobs that the person may see: those that run, and the last that ended, newest first, always as they are. Null until
 * the server has told them. All parts of the app share one connection.
 */
export function useJobs(): readonly JobProgress[] | null {
  return useSyncExternalStore(subscribe, () => list)
}

/** One job, however long ago it ended; `error` says why it can't be told. */
export function useJob(id: string): { job: JobProgress | null; error: Error | null } {
  const live = useSyncExternalStore(
    subscribe,
    useCallback(() => jobs.get(id) ?? null, [id]),
  )
  const { data, error } = useQuery({
    queryKey: ['/octavo/jobs', id],
    queryFn: ({ signal }) => http.get<JobProgress>(`/octavo/jobs/${id}`, {}, signal),
    enabled: live === null,
  })
  return { job: live ?? data ?? null, error: live === null ? error : null }
}
