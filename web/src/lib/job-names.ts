import { trayText } from '#text/jobs-tray.ts'
import type { JobProgress } from './job-stream.ts'

/** States that a job leaves by itself or by its person. */
export function isOpen({ state }: Pick<JobProgress, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

/** "Import #412": how a job is called. */
export function jobName({ kind, number }: Pick<JobProgress, 'kind' | 'number'>): string {
  return number === null ? trayText.kinds[kind] : `${trayText.kinds[kind]} #${number}`
}

/** The page that shows a job. */
export function jobPath({ kind, jobId, originalKind, originalJobId, state }: JobProgress): string {
  if (kind === 'preview') return `/import/preview/${jobId}`
  if (kind === 'bulk-edit') return `/bulk-edit/${jobId}/${state === 'waiting' ? 'records' : 'result'}`
  if (kind === 'undo' && originalKind === 'bulk-edit' && originalJobId !== null) {
    return `/bulk-edit/${originalJobId}/result`
  }
  return `/import/job/${jobId}`
}
