import { useQueries, useQuery } from '@tanstack/react-query'
import { uploadCalls, uploadKeys } from '../uploads/upload-calls.ts'
import type { FileDefinition, UploadDefinition } from '../uploads/upload-calls.ts'
import { useUploads } from '../uploads/upload-queue.ts'
import type { Upload } from '../uploads/upload-queue.ts'
import { useInspection } from './inspection.ts'
import type { Inspection } from './inspection.ts'
import { useJobProfiles, useSuggestedProfile } from './profiles.ts'
import type { JobProfile, Suggestion } from './profiles.ts'
import type { SetUpSearch } from './set-up-page.tsx'

/** Everything that setting up an import takes. */
export type SetUp = {
  definition: UploadDefinition | undefined
  file: FileDefinition | undefined
  /** Further uploads that run with the same profile. */
  also: readonly UploadDefinition[]
  /** The upload, while this page still sends it. */
  upload: Upload | undefined
  inspection: Inspection | undefined
  profiles: readonly JobProfile[]
  /** The profiles are there and what is suggested is known: a suggestion that comes late would overwrite what is typed. */
  isChoosable: boolean
  suggestion: Suggestion | null
  profileId: string | null
  dataType: 'MARC' | 'EDIFACT' | null
  error: Error | null
}

/** Brings together what is known of an upload, and which profile is chosen: that of the address, else the suggested one. */
export function useSetUp(id: string, search: SetUpSearch): SetUp {
  const upload = useUploads().find((one) => one.definitionId === id && one.state !== 'done')
  const definition = useQuery({
    queryKey: [...uploadKeys.one(id), upload?.state === undefined],
    queryFn: ({ signal }) => uploadCalls.get(id, signal),
    staleTime: 0,
  })
  const others = search.also?.split(',').filter(Boolean) ?? []
  const also = useQueries({
    queries: others.map((other) => ({
      queryKey: uploadKeys.one(other),
      queryFn: ({ signal }: { signal: AbortSignal }) => uploadCalls.get(other, signal),
    })),
  })
  const file = definition.data?.fileDefinitions[0]
  const { data: inspection } = useInspection(file?.status === 'UPLOADED' ? file.id : undefined)
  const { data: profiles = [], isPending: isListPending } = useJobProfiles()
  const { data: suggestion = null, isPending } = useSuggestedProfile(file?.name)
  const known = profiles.some((profile) => profile.id === suggestion?.profileId)
  return {
    definition: definition.data,
    file,
    also: also.flatMap(({ data }) => data ?? []),
    upload,
    inspection,
    profiles,
    isChoosable: !isListPending && !isPending,
    suggestion: known ? suggestion : null,
    profileId: search.profile ?? (known ? suggestion!.profileId : null),
    dataType: dataTypeOf(inspection),
    error: definition.error,
  }
}

function dataTypeOf(inspection: Inspection | undefined): 'MARC' | 'EDIFACT' | null {
  if (inspection === undefined || inspection.format === null || inspection.format === 'unknown') return null
  return inspection.format === 'edifact' ? 'EDIFACT' : 'MARC'
}
