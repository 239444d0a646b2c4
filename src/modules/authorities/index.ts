import { collectionDdl, seedDocuments } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { readBeside } from '../../kernel/module.ts'
import type { Module, ModuleInterface, SeedOptions } from '../../kernel/module.ts'
import { authorityRoutes } from './authority-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { seedLinkingRules } from './linking-rules.ts'
import { readReferenceData } from './read-reference-data.ts'
import { sourceFileRoutes } from './source-file-routes.ts'
import { authoritySourceFiles, seedSourceFiles } from './source-files.ts'
import type { SourceFile } from './source-files.ts'
import {
  authorityHeadingTypes,
  authorityIdentifierTypes,
  authorityNoteTypes,
  typeListRoutes,
} from './type-lists.ts'

export * from './pure.ts'
export { authorityReference } from './authority-reference.ts'
export type { AuthorityReference } from './authority-reference.ts'
export { authorityTable } from './authority-table.ts'
export { authoritySource } from './authority-source.ts'
export { HEADING_FIELDS } from './authority.ts'
export type { HeadingType } from './authority.ts'
export { deleteAuthorities } from './delete-authorities.ts'
export { endLinks, readFieldLinks } from './instance-links.ts'
export type { FieldLink } from './instance-links.ts'
export { insertAuthorities } from './insert-authorities.ts'
export { addMissingLinks, findLinkedAuthorities, removeLinksOfInstances } from './links-of-records.ts'
export type { LinkedField } from './links-of-records.ts'
export { updateAuthorities } from './update-authorities.ts'

const COLLECTIONS = [
  authoritySourceFiles,
  authorityNoteTypes,
  authorityIdentifierTypes,
  authorityHeadingTypes,
]

function ofEntities(id: string, version: string): ModuleInterface {
  return { module: 'mod-entities-links-5.0.0', id, version }
}

async function seedAuthorities(tx: Transaction, options: SeedOptions): Promise<void> {
  if (!options.reference) return
  await seedSourceFiles(tx, readReferenceData('authority-source-files') as SourceFile[])
  await seedDocuments(tx, authorityNoteTypes, readReferenceData('authority-note-types'))
  await seedDocuments(tx, authorityIdentifierTypes, readReferenceData('authority-identifier-types'))
  await seedDocuments(tx, authorityHeadingTypes, readReferenceData('authority-heading-types'))
  await seedLinkingRules(tx)
}

/** Authorities, where they come from, and the links of instances to them. */
export const authoritiesModule: Module = {
  name: 'authorities',
  schema: {
    tenant: [
      ...COLLECTIONS.map((collection) => collectionDdl(collection)),
      readBeside(import.meta.dirname, 'schema.sql'),
    ].join('\n'),
  },
  interfaces: [
    ofEntities('authority-storage', '2.2'),
    ...COLLECTIONS.map((collection) => collection.interface!),
    ofEntities('instance-authority-links', '2.2'),
    ofEntities('instance-authority-linking-rules', '1.1'),
  ],
  routes: () => [...authorityRoutes(), ...sourceFileRoutes(), ...typeListRoutes(), ...linkRoutes()],
  seedTenant: seedAuthorities,
}
