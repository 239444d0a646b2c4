import { readFileSync } from 'node:fs'
import path from 'node:path'

export type SampleRecord = { id: string } & Record<string, unknown>

/**
 * The sample library's lists by storage path, in load order: a list comes after those it refers to.
 * Ids are those of FOLIO's sample data (folio-org/mod-inventory-storage: sample-data).
 */
export const sampleLists = [
  { path: '/location-units/institutions', file: 'location-units-institutions.json' },
  { path: '/location-units/campuses', file: 'location-units-campuses.json' },
  { path: '/location-units/libraries', file: 'location-units-libraries.json' },
  { path: '/locations', file: 'locations.json' },
  { path: '/holdings-sources', file: 'holdings-sources.json' },
  { path: '/instance-storage/instances', file: 'instances.json' },
  { path: '/holdings-storage/holdings', file: 'holdings.json' },
  { path: '/item-storage/items', file: 'items.json' },
  { path: '/instance-storage/instance-relationships', file: 'instance-relationships.json' },
  { path: '/preceding-succeeding-titles', file: 'preceding-succeeding-titles.json' },
  { path: '/inventory-storage/bound-with-parts', file: 'bound-with-parts.json' },
] as const

export type SampleFile = (typeof sampleLists)[number]['file']

/** The records of one list of the sample library, ready for the storage of that path. */
export function readSampleList(file: SampleFile): SampleRecord[] {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, file), 'utf8'))
}

/** The sample's import profiles: one job that makes instances, holdings and items of books.mrc. */
export function readSampleProfiles(): Record<string, SampleRecord[]> {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, 'profiles.json'), 'utf8'))
}
