import type { Transaction } from '../../kernel/db/database.ts'
import { withoutNul } from '../../formats/marc/index.ts'
import { SOURCE_RECORD_COLUMNS, SOURCE_RECORD_TYPES, sourceRecordRow } from './source-record-row.ts'
import type { NewSourceRecord } from './source-record-row.ts'

const COLUMN_NAMES = SOURCE_RECORD_COLUMNS.join(', ')
const ARRAYS = SOURCE_RECORD_TYPES.map((type, index) => `$${index + 1}::${type}[]`).join(', ')

// 500 rows of 4 KB are 4 MB of hexadecimal text in one statement; larger steps were not faster.
const STEP = 500

/** Adds rows. @returns the ids of those added: a row whose id or generation exists already is left out. */
export async function insertRows(tx: Transaction, records: readonly NewSourceRecord[]): Promise<Set<string>> {
  const added = new Set<string>()
  for (let start = 0; start < records.length; start += STEP) {
    const rows = records.slice(start, start + STEP).map(sourceRecordRow)
    const columns = SOURCE_RECORD_COLUMNS.map((_, index) => rows.map((row) => row[index]))
    const ids = await tx.query<{ id: string }>(
      `insert into source_record (${COLUMN_NAMES}) select * from unnest(${ARRAYS})
       on conflict do nothing returning id`,
      columns,
    )
    for (const { id } of ids) added.add(id)
  }
  return added
}

/** What there is of a record besides its MARC. */
export type RawPart = {
  id: string
  raw?: string | null | undefined
  error?: { description: string; content: string } | null | undefined
}

/** Stores raw texts and errors; an error that is stored already stays where none is given. */
export async function storeRawRows(tx: Transaction, parts: readonly RawPart[]): Promise<void> {
  const full = parts.filter(({ raw, error }) => raw != null || error != null)
  if (full.length === 0) return
  await tx.query(
    `insert into source_record_raw (id, content, error_description, error_content)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[])
     on conflict (id) do update set content = excluded.content,
       error_description = coalesce(excluded.error_description, source_record_raw.error_description),
       error_content = coalesce(excluded.error_content, source_record_raw.error_content)`,
    [
      full.map(({ id }) => id),
      full.map(({ raw }) => (raw == null ? null : withoutNul(raw))),
      full.map(({ error }) => (error == null ? null : withoutNul(error.description))),
      full.map(({ error }) => error?.content ?? null),
    ],
  )
}

/** Forgets raw texts and errors of records that have MARC now. */
export async function deleteRawRows(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.query('delete from source_record_raw where id = any($1::uuid[])', [ids])
}
