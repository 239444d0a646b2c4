import type { ProfileType } from './profile-types.ts'

/** What the endpoints of one kind of profile are called. */
export type ProfileKind = {
  type: ProfileType
  /** Last part of the path, and name of the array in lists. */
  listKey: string
  /** Name in refusals of what is sent. */
  label: string
  /** Name in refusals of ids. */
  title: string
  /** FOLIO's name of the class, which stands in some of its texts. */
  className: string
  /** What FOLIO's permission names begin with. */
  permission: string
}

export const profileKinds = {
  JOB_PROFILE: {
    type: 'JOB_PROFILE',
    listKey: 'jobProfiles',
    label: 'Job profile',
    title: 'Job Profile',
    className: 'JobProfile',
    permission: 'converter-storage.jobprofile',
  },
  MATCH_PROFILE: {
    type: 'MATCH_PROFILE',
    listKey: 'matchProfiles',
    label: 'Match profile',
    title: 'Match Profile',
    className: 'MatchProfile',
    permission: 'converter-storage.matchprofile',
  },
  ACTION_PROFILE: {
    type: 'ACTION_PROFILE',
    listKey: 'actionProfiles',
    label: 'Action profile',
    title: 'Action Profile',
    className: 'ActionProfile',
    permission: 'converter-storage.actionprofile',
  },
  MAPPING_PROFILE: {
    type: 'MAPPING_PROFILE',
    listKey: 'mappingProfiles',
    label: 'The field mapping profile',
    title: 'Mapping Profile',
    className: 'MappingProfile',
    permission: 'converter-storage.mappingprofile',
  },
} as const satisfies Record<ProfileType, ProfileKind>

export function isProfileType(value: unknown): value is ProfileType {
  return typeof value === 'string' && Object.hasOwn(profileKinds, value)
}
