import { collectionDdl, collectionRoutes, seedDocuments } from '../../kernel/collections/index.ts'
import type { Collection } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { ModuleInterface } from '../../kernel/module.ts'
import { isSamplePath, readSampleList } from '../../sample-library/read-sample.ts'
import { hridDdl, hridRoutes } from './hrids.ts'
import {
  STORAGE_MODULE,
  holdingsAndItemLists,
  instanceLists,
  placeLists,
} from './reference-list-declarations.ts'
import { isReferenceList, readReferenceList } from './reference-data/read-reference-data.ts'

/** Every reference list, each after those that it refers to. */
export const referenceCollections: readonly Collection[] = [
  ...instanceLists,
  ...holdingsAndItemLists,
  ...placeLists,
]

/** The interfaces of the reference lists and of the HRID settings, each once. */
export const referenceInterfaces: readonly ModuleInterface[] = [
  { module: STORAGE_MODULE, id: 'hrid-settings-storage', version: '1.3' },
  ...new Map(referenceCollections.map(({ interface: provided }) => [provided!.id, provided!])).values(),
]

/** The tables of all reference lists and of the HRIDs, for a tenant's schema. */
export function referenceDdl(): string {
  return [...referenceCollections.map((collection) => collectionDdl(collection)), hridDdl].join('\n')
}

/** The endpoints of all reference lists and of the HRID settings. */
export function referenceRoutes(): Route[] {
  return [...referenceCollections.flatMap((collection) => collectionRoutes(collection)), ...hridRoutes]
}

/**
 * Loads the start values that every library has, and with `sample` those of the sample library (its locations
 * and what they stand on). Values that a library has changed stay.
 */
export async function seedReferenceData(tx: Transaction, sample: boolean): Promise<void> {
  for (const collection of referenceCollections) {
    const { path } = collection
    const name = path.slice(1)
    if (isReferenceList(name)) await seedDocuments(tx, collection, readReferenceList(name))
    if (sample && isSamplePath(path)) await seedDocuments(tx, collection, readSampleList(path))
  }
}
