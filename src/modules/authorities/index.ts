import { collectionDdl, seedDocuments } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { readBeside } from '../../kernel/module.ts'
import type { Module, ModuleInterface, SeedOptions } from '../../kernel/module.ts'
import { authorityRoutes } from './authority-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { linkedRecordsJobKind } from './linked-records/linked-records-job.ts'
import { removeStrayLinks } from './linked-records/remove-stray-links.ts'
import { linkedRecordRoutes } from './linked-records/routes.ts'
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
export { compileCurrentRules, compileWith } from './current-rules.ts'
export { endLinks, readFieldLinks, readInstanceLinks, setInstanceLinks } from './instance-links.ts'
export type { FieldLink, InstanceLink, WantedLink } from './instance-links.ts'
export { insertAuthorities } from './insert-authorities.ts'
export { readLinkingRules } from './linking-rules.ts'
export type { LinkingRule } from './linking-rules.ts'
export { addMissingLinks, findLinkedAuthorities, removeLinksOfInstances } from './links-of-records.ts'
export type { LinkedField } from './links-of-records.ts'
export { suggestionOptions } from './linked-records/routes.ts'
export { suggestLinks } from './linked-records/suggest-links.ts'
export type { SuggestedField } from './linked-records/suggest-links.ts'
export { noteAuthorityChanges } from './linked-records/note-authority-changes.ts'
export { lockAuthorities, updateAuthorities } from './update-authorities.ts'
export type { StoredAuthority } from './update-authorities.ts'

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
    ofEntities('instance-authority-links-statistics', '3.0'),
    ofEntities('instance-authority-links-suggestions', '1.2'),
  ],
  jobKinds: (app) => [linkedRecordsJobKind(app)],
  tasks: (app) => [{ name: 'remove-stray-links', pattern: '57 2 * * *', run: () => removeStrayLinks(app) }],
  routes: () => [
    ...authorityRoutes(),
    ...sourceFileRoutes(),
    ...typeListRoutes(),
    ...linkRoutes(),
    ...linkedRecordRoutes(),
  ],
  seedTenant: seedAuthorities,
}
