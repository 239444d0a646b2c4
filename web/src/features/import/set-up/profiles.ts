import { useQuery } from '@tanstack/react-query'
import { http } from '../../../lib/http.ts'
import { useSession } from '../../../lib/session.ts'
import type { ProfileNode } from '../../../lib/profile-words.ts'
import { similarNames } from './similar-names.ts'

export type JobProfile = {
  id: string
  name: string
  description?: string
  dataType: 'MARC' | 'EDIFACT' | string
  hidden?: boolean
}

const PROFILES = '/data-import-profiles'

/** `GET /data-import-profiles/jobProfiles`: those that people may choose, by name. */
export function useJobProfiles() {
  return useQuery({
    queryKey: ['data-import-profiles', 'jobProfiles', 'choosable'],
    queryFn: async ({ signal }) => {
      const query = { query: 'cql.allRecords=1 sortby name', limit: 1000 }
      const answer = await http.get<{ jobProfiles: JobProfile[] }>(`${PROFILES}/jobProfiles`, query, signal)
      return answer.jobProfiles.filter(({ hidden }) => hidden !== true)
    },
    staleTime: 60_000,
  })
}

/** `GET /data-import-profiles/profileSnapshots/{id}`: the tree of a job profile as it is now. */
export function useProfileTree(profileId: string | null) {
  return useQuery({
    queryKey: ['data-import-profiles', 'profileSnapshots', profileId],
    queryFn: ({ signal }) =>
      http.get<ProfileNode>(
        `${PROFILES}/profileSnapshots/${profileId}`,
        { profileType: 'JOB_PROFILE', jobProfileId: profileId! },
        signal,
      ),
    enabled: profileId !== null,
    staleTime: 60_000,
  })
}

type JobList = {
  jobExecutions: { jobProfileInfo?: { id: string; name: string }; completedDate?: string; uiStatus: string }[]
  totalRecords: number
}

/** What earlier imports say about which profile to take. */
export type Suggestion = {
  profileId: string
  /** How many of the last imports of similar files used it; null when it is only the last one that the person used. */
  uses: number | null
  /** What the names of those files have in common, such as `vendor-*`. */
  pattern: string | null
}

/** The profile used most for files with a similar name, else the one that the person used last. */
export function useSuggestedProfile(fileName: string | undefined) {
  const { userId } = useSession()
  return useQuery({
    queryKey: ['metadata-provider', 'jobExecutions', 'suggestion', fileName, userId],
    queryFn: ({ signal }) => suggest(fileName!, userId, signal),
    enabled: fileName !== undefined,
    staleTime: 60_000,
    // Without permission to see the log, or without an answer, nothing is suggested.
    retry: false,
  })
}

const ENDED = { uiStatusAny: 'RUNNING_COMPLETE', sortBy: 'completed_date,desc' }

async function suggest(fileName: string, userId: string, signal: AbortSignal): Promise<Suggestion | null> {
  const list = (query: Record<string, string | number>) =>
    http.get<JobList>('/metadata-provider/jobExecutions', { ...ENDED, ...query }, signal)
  const pattern = similarNames(fileName)
  if (pattern !== null) {
    const { jobExecutions } = await list({ fileName: pattern, limit: 50 })
    const best = mostUsed(jobExecutions)
    if (best !== null) return { ...best, pattern }
  }
  const { jobExecutions } = await list({ userId, limit: 20 })
  const last = jobExecutions.find(({ jobProfileInfo }) => jobProfileInfo !== undefined)
  return last === undefined ? null : { profileId: last.jobProfileInfo!.id, uses: null, pattern: null }
}

function mostUsed(jobs: JobList['jobExecutions']): { profileId: string; uses: number } | null {
  const uses = new Map<string, number>()
  for (const { jobProfileInfo } of jobs)
    if (jobProfileInfo !== undefined) uses.set(jobProfileInfo.id, (uses.get(jobProfileInfo.id) ?? 0) + 1)
  const [best] = [...uses].sort((a, b) => b[1] - a[1])
  return best === undefined ? null : { profileId: best[0], uses: best[1] }
}
