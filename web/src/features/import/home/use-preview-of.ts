import { useQueries } from '@tanstack/react-query'
import { useJobs } from '../../../lib/job-stream.ts'
import { useSession } from '../../../lib/session.ts'
import { importCalls } from '../import-calls.ts'
import type { Preview } from '../import-calls.ts'

/** The newest of the person's previews of an upload, with its present status; null when there is none. */
export function usePreviewOf(uploadDefinitionId: string): Preview | null {
  const { userId } = useSession()
  const jobs = useJobs() ?? []
  const own = jobs.filter((job) => job.kind === 'preview' && job.userId === userId)
  const previews = useQueries({
    queries: own.map(({ jobId }) => ({ ...importCalls.preview(jobId), staleTime: Infinity })),
  })
  for (const [at, { data }] of previews.entries()) {
    if (data?.uploadDefinitionId !== uploadDefinitionId) continue
    const { state } = own[at]!
    return { ...data, status: state === 'running' || state === 'queued' ? 'RUNNING' : 'FINISHED' }
  }
  return null
}
