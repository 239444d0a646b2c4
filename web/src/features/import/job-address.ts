import type { JobProgress } from '../../lib/job-stream.ts'

/** Where a job is shown: a preview on its own page, an undo on that of the job that it takes back. */
export function addressOfJob(job: Pick<JobProgress, 'jobId' | 'kind' | 'originalJobId' | 'originalKind'>) {
  if (job.kind === 'preview') return { to: '/import/preview/$jobId', params: { jobId: job.jobId } } as const
  if (job.kind === 'bulk-edit') return { to: '/bulk-edit/$id/result', params: { id: job.jobId } } as const
  const jobId = job.kind === 'undo' ? (job.originalJobId ?? job.jobId) : job.jobId
  return { to: '/import/job/$jobId', params: { jobId } } as const
}
