import type { QueryClient } from '@tanstack/react-query'
import { http } from '../../lib/http.ts'
import type { JobProfile } from './set-up/profiles.ts'
import { uploadCalls, uploadKeys } from './uploads/upload-calls.ts'
import type { UploadDefinition } from './uploads/upload-calls.ts'

/**
 * Hands uploads over to be imported. @returns where to look at it: the job of a single file, else the list, as it is when
 * this server splits files, for the parts' whole has a job of its own
 */
export async function runUploads(
  client: QueryClient,
  uploads: readonly UploadDefinition[],
  profile: JobProfile,
): Promise<{ to: string; params?: Record<string, string> }> {
  for (const upload of uploads) await uploadCalls.run(upload, profile)
  await client.invalidateQueries({ queryKey: uploadKeys.list })
  const { splitStatus } = await http.get<{ splitStatus: boolean }>('/data-import/splitStatus')
  const jobId = uploads[0]?.fileDefinitions[0]?.jobExecutionId
  if (uploads.length > 1 || splitStatus || jobId === undefined) return { to: '/import' }
  return { to: '/import/job/$jobId', params: { jobId } }
}
