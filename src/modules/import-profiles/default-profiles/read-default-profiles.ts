import { readBeside } from '../../../kernel/module.ts'
import type {
  ActionProfile,
  JobProfile,
  MappingProfile,
  MatchProfile,
  ProfileAssociation,
  ProfileType,
} from '../profile-types.ts'

/** A link as the files have it: below a match it names the job, since a match may serve several. */
export type ShippedAssociation = ProfileAssociation & {
  id: string
  masterProfileId: string
  masterProfileType: ProfileType
  detailProfileId: string
  detailProfileType: ProfileType
  order: number
}

/** Profiles with their links, as they lie in the files that tenants start from. */
export type ShippedProfiles = {
  jobProfiles: JobProfile[]
  matchProfiles: MatchProfile[]
  actionProfiles: ActionProfile[]
  mappingProfiles: MappingProfile[]
  associations: ShippedAssociation[]
}

const profileFiles = [
  'create-from-marc.json',
  'single-record.json',
  'quickmarc.json',
  'delete-authority.json',
  'consortium.json',
  'edifact-invoice-mappings.json',
]

/**
 * The profiles every tenant starts with. Ids, names and trees are FOLIO's
 * (folio-org/mod-di-converter-storage: templates/db_scripts/defaultData), because clients name them.
 */
export function readDefaultProfiles(): ShippedProfiles {
  const sets = profileFiles.map(
    (name) => JSON.parse(readBeside(import.meta.dirname, name)) as ShippedProfiles,
  )
  return {
    jobProfiles: sets.flatMap((set) => set.jobProfiles),
    matchProfiles: sets.flatMap((set) => set.matchProfiles),
    actionProfiles: sets.flatMap((set) => set.actionProfiles),
    mappingProfiles: sets.flatMap((set) => set.mappingProfiles),
    associations: sets.flatMap((set) => set.associations),
  }
}
