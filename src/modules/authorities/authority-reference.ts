import type { Transaction } from '../../kernel/db/database.ts'

/** What the rules for MARC authorities look up, named as in the mapping's reference set. */
export type AuthorityReference = {
  authoritySourceFiles: { id: string; codes: string[] }[]
  authorityNoteTypes: { id: string; name: string }[]
  authorityIdentifierTypes: { id: string; name: string; code: string }[]
}

/** The tenant's authority source files and kinds of notes and identifiers as they are now, in one query. */
export async function authorityReference(tx: Transaction): Promise<AuthorityReference> {
  const [row] = await tx.query<{ reference: string }>(
    `select json_build_object(
       'authoritySourceFiles', (
         select coalesce(json_agg(json_build_object('id', id, 'codes', doc -> 'codes') order by id), '[]')
         from authority_source_file),
       'authorityNoteTypes', (
         select coalesce(json_agg(json_build_object('id', id, 'name', doc -> 'name') order by id), '[]')
         from authority_note_type),
       'authorityIdentifierTypes', (
         select coalesce(
           json_agg(json_build_object('id', id, 'name', doc -> 'name', 'code', doc -> 'code') order by id), '[]')
         from authority_identifier_type)
     ) as reference`,
  )
  return JSON.parse(row!.reference) as AuthorityReference
}
