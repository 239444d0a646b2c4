import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { http } from '../../lib/http.ts'
import type { Content, ProfileNode } from './types.ts'

export const PERMISSIONS = {
  read: 'converter-storage.jobprofile.collection.get',
  save: 'converter-storage.profileSnapshots.post',
  try: 'converter-storage.profileSnapshots.get',
  uploads: 'data-import.uploaddefinitions.get',
} as const

/** The four kinds with their lists on the wire. */
export const KINDS = {
  job: { list: 'jobProfiles', permission: 'jobprofile' },
  match: { list: 'matchProfiles', permission: 'matchprofile' },
  action: { list: 'actionProfiles', permission: 'actionprofile' },
  mapping: { list: 'mappingProfiles', permission: 'mappingprofile' },
} as const
export type Kind = keyof typeof KINDS

/** A profile with those that use it. */
export type ListedProfile = Content & {
  parentProfiles?: { id: string; contentType: string; content: Content }[]
}

const BASE = '/data-import-profiles'
const KEY = ['data-import-profiles']

/** `GET /data-import-profiles/{kind}`, by name, with the profiles above each. */
export function useProfiles(kind: Kind) {
  const { list } = KINDS[kind]
  return useQuery({
    queryKey: [...KEY, list, 'withRelations'],
    queryFn: async ({ signal }) => {
      const query = { query: 'cql.allRecords=1 sortby name', limit: 1000, withRelations: true }
      const answer = await http.get<Record<string, ListedProfile[]>>(`${BASE}/${list}`, query, signal)
      return (answer[list] ?? []).filter(({ hidden }) => hidden !== true)
    },
  })
}

/** `GET /data-import-profiles/profileSnapshots/{id}`: the tree of a job profile. */
export function useTree(id: string | null) {
  return useQuery({
    queryKey: [...KEY, 'profileSnapshots', id],
    queryFn: ({ signal }) => fetchTree(id!, signal),
    enabled: id !== null,
  })
}

export const fetchTree = (id: string, signal?: AbortSignal) =>
  http.get<ProfileNode>(
    `${BASE}/profileSnapshots/${id}`,
    { profileType: 'JOB_PROFILE', jobProfileId: id },
    signal,
  )

/** `POST /data-import-profiles/profileSnapshots`: saves a whole tree; new profiles come to those that are there. */
export function useSaveTree() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (tree: ProfileNode) => http.post<ProfileNode>(`${BASE}/profileSnapshots`, tree),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

/** `DELETE /data-import-profiles/{kind}/{id}` */
export function useDeleteProfile(kind: Kind) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => http.delete(`${BASE}/${KINDS[kind].list}/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

/** A record as a trial tells of it. */
export type TriedRecord = {
  order: number
  title: string | null
  path: { kind: 'match' | 'action'; name: string; isFound?: boolean; action?: string; entityType?: string }[]
  matches: {
    name: string
    values: string[]
    hits: number
    records: { id: string; entityType: string; hrid: string | null; title: string | null }[]
  }[]
  records: { entityType: string; actionType: string; hrid: string | null }[]
  error: { text: string; advice: string } | null
}
export type Trial = { fault: string | null; records: TriedRecord[] }

/** `POST /octavo/import/profiles/try` */
export const tryTree = (profile: ProfileNode, on: { fileId: string } | { recordText: string }) =>
  http.post<Trial>('/octavo/import/profiles/try', { profile, ...on })

type Upload = {
  createDate: string
  fileDefinitions: { id: string; name: string; status: string }[]
}

/** `GET /data-import/uploadDefinitions`: the files that the person uploaded last. */
export function useLastFiles(isEnabled: boolean) {
  return useQuery({
    queryKey: ['data-import', 'uploadDefinitions', 'last'],
    queryFn: async ({ signal }) => {
      const query = { query: 'cql.allRecords=1 sortby createdDate/sort.descending', limit: 20 }
      const answer = await http.get<{ uploadDefinitions: Upload[] }>(
        '/data-import/uploadDefinitions',
        query,
        signal,
      )
      return answer.uploadDefinitions
        .flatMap(({ fileDefinitions }) => fileDefinitions)
        .filter(({ status }) => status === 'UPLOADED')
    },
    enabled: isEnabled,
  })
}

/** `GET /octavo/import/profiles/shipped`: which profiles ship with Octavo, and which of them can't be changed. */
export function useShipped(): { shipped: ReadonlySet<string>; locked: ReadonlySet<string> } {
  const { data } = useQuery({
    queryKey: [...KEY, 'shipped'],
    queryFn: async ({ signal }) => {
      const path = '/octavo/import/profiles/shipped'
      const { shipped, locked } = await http.get<{ shipped: string[]; locked: string[] }>(path, {}, signal)
      return { shipped: new Set(shipped), locked: new Set(locked) }
    },
    staleTime: Infinity,
  })
  return data ?? NONE_SHIPPED
}

const NONE_SHIPPED = { shipped: new Set<string>(), locked: new Set<string>() }

/** A stored match, or a stored action with its mapping, as a step: `stored:MATCH_PROFILE:<id>`. */
export async function fetchStored(choice: string): Promise<ProfileNode> {
  const [, type = '', id = ''] = choice.split(':')
  const node = await http.get<ProfileNode>(`${BASE}/profileSnapshots/${id}`, { profileType: type })
  return { ...node, id: crypto.randomUUID(), order: 0 }
}
