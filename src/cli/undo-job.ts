import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from './connection.ts'
import type { Connection } from './connection.ts'
import type { Job, Watch } from './import-file.ts'

type Counts = Record<'instances' | 'holdings' | 'items' | 'authorities' | 'sourceRecords', number>

/** The undo of a job as the server tells it. */
export type Undo = {
  status: string
  errorText?: string
  startedDate: string
  progress: { current: number; total: number }
  deleted: Counts
  restored: Counts
  left: number
  leftByReason: { reason: string; count: number }[]
}

/** A record that an undo left, with the reason in words. */
export type Left = { recordType: string; id: string; hrid?: string; title?: string; text: string }

/** A job by its id or its number. @returns null when there is none. */
export async function findJob(connection: Connection, idOrNumber: string): Promise<Job | null> {
  if (/^\d+$/.test(idOrNumber)) {
    const { jobExecutions } = await connection.call<{ jobExecutions: Job[] }>(
      'GET',
      `/metadata-provider/jobExecutions?hrId=${Number(idOrNumber)}`,
    )
    return jobExecutions[0] ?? null
  }
  return unlessMissing(
    connection.call<Job>('GET', `/change-manager/jobExecutions/${encodeURIComponent(idOrNumber)}`),
  )
}

/** The undo of a job; null when it was not undone. */
export async function findUndo(connection: Connection, jobId: string): Promise<Undo | null> {
  return unlessMissing(connection.call<Undo>('GET', `/octavo/imports/${jobId}/undo`))
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
    throw error
  }
}

/** Undoes a job, or joins the undo that is under way, and watches until it has ended. @throws ApiError */
export async function undoJob(connection: Connection, jobId: string, watch: Watch): Promise<Undo> {
  const started = performance.now()
  const known = await findUndo(connection, jobId)
  if (known?.status !== 'RUNNING') await connection.call('POST', `/octavo/imports/${jobId}/undo`)
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 1.3, 500)) {
    const undo = await connection.call<Undo>('GET', `/octavo/imports/${jobId}/undo`)
    watch({ ...undo.progress, seconds: (performance.now() - started) / 1000 })
    if (undo.status !== 'RUNNING') return undo
    await delay(waitMs)
  }
}

/** The first records that an undo left. */
export async function readLeft(connection: Connection, jobId: string, limit: number): Promise<Left[]> {
  const answer = await connection.call<{ left: Left[] }>(
    'GET',
    `/octavo/imports/${jobId}/undo/left?limit=${limit}`,
  )
  return answer.left
}
