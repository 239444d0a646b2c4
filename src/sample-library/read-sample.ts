import { readFileSync } from 'node:fs'
import path from 'node:path'

export type SampleRecord = { id: string } & Record<string, unknown>

/**
 * The sample library's lists by storage path, in load order: a list comes after those it refers to.
 * Ids are those of FOLIO's sample data (folio-org/mod-inventory-storage: sample-data).
 */
const files = {
  '/location-units/institutions': 'location-units-institutions.json',
  '/location-units/campuses': 'location-units-campuses.json',
  '/location-units/libraries': 'location-units-libraries.json',
  '/locations': 'locations.json',
  '/holdings-sources': 'holdings-sources.json',
  '/instance-storage/instances': 'instances.json',
  '/holdings-storage/holdings': 'holdings.json',
  '/item-storage/items': 'items.json',
  '/instance-storage/instance-relationships': 'instance-relationships.json',
  '/preceding-succeeding-titles': 'preceding-succeeding-titles.json',
  '/inventory-storage/bound-with-parts': 'bound-with-parts.json',
} as const

export type SamplePath = keyof typeof files

/** The storage paths for which the sample has records, in load order. */
export const samplePaths = Object.keys(files) as SamplePath[]

/** True for a storage path for which the sample has records. */
export function isSamplePath(storagePath: string): storagePath is SamplePath {
  return Object.hasOwn(files, storagePath)
}

/** The sample's records for one storage path, as its POST takes them. */
export function readSampleList(storagePath: SamplePath): SampleRecord[] {
  return JSON.parse(readFileSync(sampleFile(files[storagePath]), 'utf8'))
}

/** The sample's import profiles: one job that makes instances, holdings and items of books.mrc. */
export function readSampleProfiles(): Record<string, SampleRecord[]> {
  return JSON.parse(readFileSync(sampleFile('profiles.json'), 'utf8'))
}

/** Absolute path of a file of the sample library, such as `books.mrc`. */
export function sampleFile(name: string): string {
  return path.join(import.meta.dirname, name)
}
