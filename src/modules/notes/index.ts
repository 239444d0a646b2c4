import { collectionDdl, seedDocuments } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { Module, SeedOptions } from '../../kernel/module.ts'
import { noteRoutes } from './note-routes.ts'
import { noteTypes } from './note-types.ts'
import { notes } from './notes.ts'

const tables = [
  collectionDdl(noteTypes),
  collectionDdl(notes),
  // Title and content without markup: what a list of notes is searched and sorted by.
  `alter table note
     add column search_text text collate "C" generated always as (octavo.fold(
       coalesce(doc ->> 'title', '') || ' ' || regexp_replace(coalesce(doc ->> 'content', ''), '<[^>]+>', '', 'g')
     )) stored;
   create index note_links on note using gin ((doc -> 'links') jsonb_path_ops);
   create index note_domain on note ((doc ->> 'domain'));`,
].join('\n')

async function seedTypes(tx: Transaction, { reference }: SeedOptions): Promise<void> {
  if (!reference) return
  const known = await tx.query('select from note_type limit 1')
  if (known.length === 0) await seedDocuments(tx, noteTypes, [{ name: 'General note' }])
}

/** Notes about users and other records. */
export const notesModule: Module = {
  name: 'notes',
  schema: { tenant: tables },
  interfaces: noteTypes.interface ? [noteTypes.interface] : [],
  routes: () => [...noteRoutes],
  seedTenant: seedTypes,
}
