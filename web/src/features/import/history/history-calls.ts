import { useQuery } from '@tanstack/react-query'
import { http } from '../../../lib/http.ts'
import type { Query } from '../../../lib/http.ts'
import type { JobProgress } from '../../../lib/job-stream.ts'
import type { ListPage } from '../../../lib/windowed-list.ts'

/** The filters of the list, as in the address. */
export type HistorySearch = {
  q?: string
  from?: string
  to?: string
  result?: string
  profile?: string
  person?: string
  sort?: string
}

/** Without a date the list goes back so far. */
export const DEFAULT_DAYS = 30
const DAY_MS = 86_400_000

const LIST = '/metadata-provider/jobExecutions'

function queryOf({ q, from, to, result, profile, person, sort }: HistorySearch): Query {
  const since = from === undefined ? Date.now() - DEFAULT_DAYS * DAY_MS : Date.parse(`${from}T00:00:00`)
  return {
    subordinationTypeNotAny: 'COMPOSITE_CHILD',
    statusAny: result,
    // Files that were removed before they ran.
    statusNot: 'DISCARDED',
    profileIdAny: profile,
    userId: person,
    // Minutes do not matter here, and the same address is the same list for a while.
    completedAfter: new Date(Math.floor(since / 60_000) * 60_000).toISOString(),
    ...(to !== undefined && {
      completedBefore: new Date(Date.parse(`${to}T00:00:00`) + DAY_MS).toISOString(),
    }),
    ...(q !== undefined && { fileName: `*${q.replace(/^#/, '')}*`, hrId: `${q.replace(/^#/, '')}*` }),
    sortBy: sort ?? 'completed_date,desc',
  }
}

/** A page of the list: which jobs, and of each what the other pages of imports say too. */
export async function fetchHistory(
  search: HistorySearch,
  { offset, limit, signal }: { offset: number; limit: number; signal?: AbortSignal },
): Promise<ListPage<JobProgress>> {
  const query = { ...queryOf(search), offset, limit }
  const { jobExecutions, totalRecords } = await http.get<{
    jobExecutions: { id: string }[]
    totalRecords: number
  }>(LIST, query, signal)
  if (jobExecutions.length === 0) return { rows: [], total: totalRecords }
  const ids = jobExecutions.map(({ id }) => id)
  const { jobs } = await http.get<{ jobs: JobProgress[] }>('/octavo/jobs', { ids: ids.join(',') }, signal)
  const byId = new Map(jobs.map((job) => [job.jobId, job]))
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total: totalRecords }
}

type Choice = { value: string; label: string }

/** The profiles and people that the list can be narrowed to. */
export function useHistoryChoices(): { profiles: Choice[]; people: Choice[] } {
  const { data: profiles = [] } = useQuery({
    queryKey: ['metadata-provider', 'jobExecutions', 'jobProfiles'],
    queryFn: async ({ signal }) => {
      const answer = await http.get<{ jobProfilesInfo: { id: string; name: string }[] }>(
        `${LIST}/jobProfiles`,
        { limit: 1000 },
        signal,
      )
      return answer.jobProfilesInfo.map(({ id, name }) => ({ value: id, label: name }))
    },
  })
  const { data: people = [] } = useQuery({
    queryKey: ['metadata-provider', 'jobExecutions', 'users'],
    queryFn: async ({ signal }) => {
      type Person = { userId: string; jobUserFirstName: string | null; jobUserLastName: string | null }
      const answer = await http.get<{ jobExecutionUsersInfo: Person[] }>(
        `${LIST}/users`,
        { limit: 1000 },
        signal,
      )
      return answer.jobExecutionUsersInfo.map(({ userId, jobUserFirstName, jobUserLastName }) => ({
        value: userId,
        label: [jobUserFirstName, jobUserLastName].filter(Boolean).join(' ') || userId,
      }))
    },
  })
  return { profiles: unique(profiles), people: unique(people) }
}

/** A profile that was renamed is listed under each of its names. */
function unique(choices: readonly Choice[]): Choice[] {
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()]
}

export function deleteLogs(ids: readonly string[]): Promise<void> {
  return http.delete<void>('/change-manager/jobExecutions', { body: { ids } })
}
