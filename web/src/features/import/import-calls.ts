import { queryOptions } from '@tanstack/react-query'
import { http } from '../../lib/http.ts'

/** What a preview says of itself. */
export type Preview = {
  id: string
  uploadDefinitionId: string
  fileId: string
  fileName: string
  jobProfileInfo: { id: string; name: string }
  status: 'RUNNING' | 'FINISHED' | 'ERROR'
  errorText?: string
  progress: { current: number; total: number }
  /** Records of the whole file; more than `progress.total` when only its first ones are looked at. */
  totalInFile: number
  totalErrors: number
  summary: Summary
  errors: { kind: string; count: number; example: string }[]
}

export type EntitySummary = {
  totalCreatedEntities: number
  totalUpdatedEntities: number
  totalDiscardedEntities: number
  totalErrors: number
}
/** Counts by kind of record (`instanceSummary`, …), as a job and a preview tell them. */
export type Summary = Record<string, EntitySummary>

const PREVIEWS = '/octavo/imports/previews'

/** Queries and calls of imports; hooks are named after the endpoint they ask. */
export const importCalls = {
  preview: (id: string) =>
    queryOptions({
      queryKey: ['octavo', 'imports', 'previews', id],
      queryFn: ({ signal }) => http.get<Preview>(`${PREVIEWS}/${id}`, {}, signal),
    }),
  startPreview: (body: {
    uploadDefinitionId: string
    fileId: string
    jobProfileId: string
    limit?: number
  }) => http.post<Preview>(PREVIEWS, body),
  stop: (jobId: string) => http.delete<void>(`/change-manager/jobExecutions/${jobId}/records`),
}
