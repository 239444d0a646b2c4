import { readDefaultProfiles } from './default-profiles/read-default-profiles.ts'
import type { ShippedProfiles } from './default-profiles/read-default-profiles.ts'
import type { ProfileType } from './profile-types.ts'

/**
 * The job profile that FOLIO's screens let a library edit, and the default creation of instances, which FOLIO
 * protects from nothing; here it can be changed but not deleted, because clients name it by id
 * (folio-org/mod-di-converter-storage: services/*ProfileServiceImpl.java).
 */
const editable = new Set([
  '6eefa4c6-bbf7-4845-ad82-de7fc5abd0e3',
  'e34d7b92-9b83-11eb-a8b3-0242ac130003',
  'fa45f3ec-9b83-11eb-a8b3-0242ac130003',
  'bf7b3b86-9b84-11eb-a8b3-0242ac130003',
])

export const profileLists = [
  ['MAPPING_PROFILE', 'mappingProfiles'],
  ['ACTION_PROFILE', 'actionProfiles'],
  ['MATCH_PROFILE', 'matchProfiles'],
  ['JOB_PROFILE', 'jobProfiles'],
] as const satisfies readonly (readonly [ProfileType, keyof ShippedProfiles])[]

let protectedIds: ReadonlySet<string> | null = null

/** All but the mappings of invoices: a library is expected to change or delete them. */
function protectedProfiles(): ReadonlySet<string> {
  if (protectedIds === null) {
    const { jobProfiles, matchProfiles, actionProfiles, mappingProfiles } = readDefaultProfiles()
    const mappings = mappingProfiles.filter((profile) => profile.incomingRecordType !== 'EDIFACT_INVOICE')
    const all = [...jobProfiles, ...matchProfiles, ...actionProfiles, ...mappings]
    protectedIds = new Set(all.map(({ id }) => id))
  }
  return protectedIds
}

/** True for a default profile that cannot be deleted. */
export function isDefaultProfile(id: string): boolean {
  return protectedProfiles().has(id)
}

/** True for a default profile of which only the tags can be changed. */
export function isLockedProfile(id: string): boolean {
  return isDefaultProfile(id) && !editable.has(id)
}

/** The default profiles that cannot be deleted, and those of them that cannot be changed either. */
export function listShipped(): { shipped: string[]; locked: string[] } {
  const shipped = [...protectedProfiles()]
  return { shipped, locked: shipped.filter(isLockedProfile) }
}
