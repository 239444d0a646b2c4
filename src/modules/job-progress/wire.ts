/** What a job is to the people who watch it. */
export type JobKindName = 'import' | 'preview' | 'undo' | 'bulk-edit'

/**
 * How a job stands. `waiting` is a bulk edit between two steps, which goes on when its person says so; `failed` could not
 * run, or not to its end, and says why.
 */
export type JobState =
  | 'queued'
  | 'running'
  | 'waiting'
  | 'finished'
  | 'finished-with-errors'
  | 'stopped'
  | 'failed'
  | 'undone'
  | 'undone-with-leftovers'

/** One job as the screens show it, whatever it does. Of `done` records each is in one of the four counts below it. */
export type JobProgress = {
  jobId: string
  kind: JobKindName
  /** The number that people know it by; an undo has that of the undone job, a preview none. */
  number: number | null
  /** The name of its file. */
  title: string
  profile: { id: string; name: string } | null
  /** Which step of a bulk edit runs or ran last. */
  step: 'find' | 'change' | 'commit' | null
  state: JobState
  /** Why it failed, in words. */
  reason: string | null
  done: number
  total: number
  created: number
  updated: number
  discarded: number
  errors: number
  /** Records that an undo left as they are. */
  left: number
  ratePerSecond: number | null
  etaSeconds: number | null
  startedAt: string | null
  finishedAt: string | null
  /** When it went on after the server that worked on it had died. */
  resumedAt: string | null
  userId: string
  userName: string
  /** The job that is undone, or whose failed or unread records are loaded again. */
  originalJobId: string | null
  originalKind: 'import' | 'bulk-edit' | null
  /** Imports that load failed or unread records of this one again. */
  followUps: { jobId: string; number: number }[]
}
