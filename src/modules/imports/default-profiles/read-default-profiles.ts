import { readFileSync } from 'node:fs'
import path from 'node:path'

export type ProfileType = 'JOB_PROFILE' | 'MATCH_PROFILE' | 'ACTION_PROFILE' | 'MAPPING_PROFILE'

/** A profile as stored: the fields of FOLIO's job, match, action or mapping profile. */
export type ShippedProfile = { id: string; name: string; hidden: boolean } & Record<string, unknown>

/** One edge of a job's tree. Edges below a match name the job they belong to, since a match may serve several. */
export type ShippedAssociation = {
  id: string
  masterProfileId: string
  masterProfileType: ProfileType
  detailProfileId: string
  detailProfileType: ProfileType
  order: number
  reactTo?: 'MATCH' | 'NON_MATCH'
  jobProfileId?: string
}

export type ProfileSet = {
  jobProfiles: ShippedProfile[]
  matchProfiles: ShippedProfile[]
  actionProfiles: ShippedProfile[]
  mappingProfiles: ShippedProfile[]
  associations: ShippedAssociation[]
}

export type ShippedFieldProtection = {
  id: string
  field: string
  indicator1: string
  indicator2: string
  subfield: string
  data: string
  source: 'SYSTEM'
  override: boolean
}

export type ShippedFileExtension = {
  id: string
  description: string
  extension: string
  dataTypes: ('MARC' | 'EDIFACT')[]
  importBlocked: boolean
  userInfo: { firstName: string; lastName: string; userName: string }
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
export function readDefaultProfiles(): ProfileSet {
  const sets = profileFiles.map((name) => readJson<ProfileSet>(name))
  return {
    jobProfiles: sets.flatMap((set) => set.jobProfiles),
    matchProfiles: sets.flatMap((set) => set.matchProfiles),
    actionProfiles: sets.flatMap((set) => set.actionProfiles),
    mappingProfiles: sets.flatMap((set) => set.mappingProfiles),
    associations: sets.flatMap((set) => set.associations),
  }
}

/** The MARC fields that no import may change: the SYSTEM rows of the field protection settings. */
export function readDefaultFieldProtections(): ShippedFieldProtection[] {
  return readJson('field-protections.json')
}

/** The file extensions a tenant starts with, and returns to by "restore defaults". */
export function readDefaultFileExtensions(): ShippedFileExtension[] {
  return readJson('file-extensions.json')
}

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, name), 'utf8'))
}
