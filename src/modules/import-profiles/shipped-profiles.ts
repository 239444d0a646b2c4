import { readdirSync } from 'node:fs'
import path from 'node:path'
import { readBeside } from '../../kernel/module.ts'
import type { Profile, ProfileAssociation, ProfileType } from './profile-types.ts'

/** Profiles with their links, as they lie in the files that tenants start from. */
export type ShippedProfiles = {
  jobProfiles: Profile[]
  matchProfiles: Profile[]
  actionProfiles: Profile[]
  mappingProfiles: Profile[]
  associations: ProfileAssociation[]
}

const defaultsDirectory = path.join(import.meta.dirname, '../imports/default-profiles')
const sampleDirectory = path.join(import.meta.dirname, '../tenants/sample')

/** A library is expected to change or delete them, so they are not protected. */
const INVOICE_MAPPINGS = 'edifact-invoice-mappings.json'

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

/** The default profiles of every tenant; files of that folder that hold other start values are passed over. */
export function readDefaultProfiles(): ShippedProfiles[] {
  return defaultFiles().map(([, profiles]) => profiles)
}

export function readSampleProfiles(): ShippedProfiles {
  return JSON.parse(readBeside(sampleDirectory, 'profiles.json')) as ShippedProfiles
}

function defaultFiles(): [name: string, profiles: ShippedProfiles][] {
  return readdirSync(defaultsDirectory)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const content = JSON.parse(readBeside(defaultsDirectory, name)) as ShippedProfiles | unknown[]
      return Array.isArray(content) ? [] : [[name, content]]
    })
}

let protectedIds: ReadonlySet<string> | null = null

function protectedProfiles(): ReadonlySet<string> {
  protectedIds ??= new Set(
    defaultFiles()
      .filter(([name]) => name !== INVOICE_MAPPINGS)
      .flatMap(([, profiles]) => profileLists.flatMap(([, list]) => profiles[list].map(({ id }) => id))),
  )
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
