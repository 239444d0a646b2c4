import type {
  ActionProfile,
  JobProfile,
  MappingProfile,
  MatchProfile,
  ProfileType,
} from '../../../../src/modules/import-profiles/profile-types.ts'

export type {
  ActionKind,
  FolioRecord,
  MappingRule,
  MarcMappingDetail,
  MatchDetail,
  MatchExpression,
  ProfileType,
} from '../../../../src/modules/import-profiles/profile-types.ts'

/** What any of the four kinds of profile says. */
export type Content = { id: string; name: string; description?: string } & Partial<
  Omit<JobProfile, 'parentProfiles' | 'childProfiles'> &
    Omit<MatchProfile, 'parentProfiles' | 'childProfiles'> &
    Omit<ActionProfile, 'parentProfiles' | 'childProfiles'> &
    Omit<MappingProfile, 'parentProfiles' | 'childProfiles'>
>

/** A node of a job's tree, as `/data-import-profiles/profileSnapshots` reads and writes it. */
export type ProfileNode = {
  id: string
  profileId: string
  contentType: ProfileType
  content: Content
  reactTo?: 'MATCH' | 'NON_MATCH'
  order: number
  childSnapshotWrappers: ProfileNode[]
}

/** A node that is on no server yet. */
export function newNode(contentType: ProfileType, content: Omit<Content, 'id'>): ProfileNode {
  const profileId = crypto.randomUUID()
  return {
    id: crypto.randomUUID(),
    profileId,
    contentType,
    content: { ...content, id: profileId } as Content,
    order: 0,
    childSnapshotWrappers: [],
  }
}
