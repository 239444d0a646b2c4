import type { Transaction } from '../../kernel/db/database.ts'
import type { VersionedTable } from './record-history.ts'
import { RECORD_TYPES } from './records.ts'

/** Where the text of a version lies: a replaced one by its key in `record_change`, the stored one as null. */
export type VersionKey = { version: number; at: string } | null

/** Something that happened to a record; `before` and `after` lead to its documents. */
export type RecordEvent = {
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  at: Date
  userId: string | null
  jobId: string | null
  /** The version that it left, of a deletion the one that it took. */
  version: number
  before?: VersionKey
  after?: VersionKey
}

type ChangeRow = {
  version: number
  key: string
  changed_at: Date
  user_id: string | null
  job_id: string | null
  is_deletion: boolean
  /** Metadata of the document where it is the first one of the record, or the first after a deletion. */
  origin: string | null
}

type Origin = { createdDate?: string; createdByUserId?: string }

/**
 * All that happened to a record, the oldest first. Creations are read from the metadata of the first document, changes from
 * `record_change`. No document is read in full: a busy item has thousands.
 */
export async function readEvents(
  tx: Transaction,
  { table, kind }: VersionedTable,
  id: string,
): Promise<RecordEvent[]> {
  const rows = await tx.query<ChangeRow>(
    `select version, changed_at::text as key, changed_at, user_id, job_id, is_deletion,
       case when lag(is_deletion) over (order by changed_at, version) is distinct from false
         then doc -> 'metadata' end as origin
     from record_change where record_id = $1 and record_type = $2
     order by changed_at, version`,
    [id, RECORD_TYPES[kind]],
  )
  const [stored] = await tx.query<{ version: number; origin: string | null }>(
    `select version, doc -> 'metadata' as origin from ${table} where id = $1`,
    [id],
  )
  const events: RecordEvent[] = []
  rows.forEach((row, i) => {
    const before = keyOf(row)
    if (row.origin !== null || i === 0) events.push(creation(row.version, row.origin, row.changed_at, before))
    const next = rows[i + 1]
    events.push({
      action: row.is_deletion ? 'DELETE' : 'UPDATE',
      at: row.changed_at,
      userId: row.user_id,
      jobId: row.job_id,
      version: row.is_deletion ? row.version : (next ?? stored ?? row).version,
      before,
      ...(row.is_deletion ? {} : { after: next ? keyOf(next) : null }),
    })
  })
  if (stored && (rows.length === 0 || rows.at(-1)!.is_deletion)) {
    events.push(creation(stored.version, stored.origin, null, null))
  }
  return events
}

function keyOf({ version, key }: ChangeRow): VersionKey {
  return { version, at: key }
}

function creation(
  version: number,
  metadata: string | null,
  fallback: Date | null,
  after: VersionKey,
): RecordEvent {
  const { createdDate, createdByUserId } = JSON.parse(metadata ?? '{}') as Origin
  const at = createdDate === undefined ? (fallback ?? new Date(0)) : new Date(createdDate)
  return { action: 'CREATE', at, userId: createdByUserId ?? null, jobId: null, version, after }
}

/**
 * The documents of versions, as texts in the order of `keys`; null for what is no longer there. Two statements for any
 * number.
 */
export async function readVersions(
  tx: Transaction,
  { table, kind }: VersionedTable,
  id: string,
  keys: readonly VersionKey[],
): Promise<(string | null)[]> {
  const replaced = keys.filter((key) => key !== null)
  const rows =
    replaced.length === 0
      ? []
      : await tx.query<{ version: number; key: string; doc: string }>(
          `select c.version, c.changed_at::text as key, c.doc
           from unnest($3::int[], $4::timestamptz[]) as wanted (version, at)
           join record_change c on c.record_id = $1 and c.version = wanted.version and c.changed_at = wanted.at
           where c.record_type = $2`,
          [id, RECORD_TYPES[kind], replaced.map(({ version }) => version), replaced.map(({ at }) => at)],
        )
  const stored = keys.includes(null)
    ? await tx.query<{ doc: string }>(`select doc from ${table} where id = $1`, [id])
    : []
  const byKey = new Map(rows.map(({ version, key, doc }) => [`${version} ${key}`, doc]))
  return keys.map((key) =>
    key === null ? (stored[0]?.doc ?? null) : (byKey.get(`${key.version} ${key.at}`) ?? null),
  )
}
