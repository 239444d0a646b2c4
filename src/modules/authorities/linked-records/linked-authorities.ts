import { decodeCompact } from '../../../formats/marc/index.ts'
import type { MarcRecord } from '../../../formats/marc/index.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { currentSources } from '../../records/index.ts'
import type { LinkedAuthority } from './controlled-subfields.ts'

/** An authority that fields may be linked to; `marc` is null where it has no MARC record. */
export type LinkableAuthority = LinkedAuthority & { marc: MarcRecord | null }

/** How authorities are looked up: by their ids, or by their natural ids. */
export type AuthorityKey = 'id' | 'natural_id'

/** Authorities that are not deleted, with the addresses of their source files and their MARC; two queries. */
export async function readLinkableAuthorities(
  tx: Transaction,
  key: AuthorityKey,
  values: readonly string[],
): Promise<LinkableAuthority[]> {
  if (values.length === 0) return []
  const rows = await tx.query<{ id: string; natural_id: string | null; base_url: string | null }>(
    `select a.id, a.doc ->> 'naturalId' as natural_id, f.doc ->> 'baseUrl' as base_url
     from authority a left join authority_source_file f on f.id = a.source_file_id
     where a.${key} = any($1${key === 'id' ? '::uuid[]' : '::text[]'}) order by a.id`,
    [[...new Set(values)]],
  )
  const sources = await currentSources(
    tx,
    rows.map(({ id }) => id),
    true,
  )
  return rows.map(({ id, natural_id: naturalId, base_url: baseUrl }) => {
    const marc = sources.get(id)?.marc
    return {
      id,
      naturalId: naturalId ?? '',
      baseUrl,
      marc: marc == null ? null : decodeCompact(marc),
    }
  })
}
