import { quoteIdentifier } from '../../../kernel/db/database.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import type { ChangedTable } from '../engine/chunk-messages.ts'

/** Tables that an import changes and reads. */
const TWINNED = [
  'instance',
  'holdings_record',
  'item',
  'authority',
  'source_record',
  'instance_authority_link',
] as const

export type TwinnedTable = ChangedTable | 'source_record' | 'instance_authority_link'

/**
 * Makes temporary twins of the tables in the session's connection, and over each table and its twin a temporary view
 * with the table's name. PostgreSQL looks for names among temporary ones first, so every statement of the session reads
 * what would be there, whoever wrote it; only writes must name the twin. `hidden_…` has the ids of rows that would be
 * replaced or gone.
 */
export async function createTwins(tx: Transaction): Promise<void> {
  const schema = quoteIdentifier(await realSchema(tx))
  for (const table of TWINNED) {
    await tx.query(
      `create temporary table ${twinOf(table)} (like ${schema}.${table} including defaults including storage)
       with (toast_tuple_target = 8160)`,
    )
    await tx.query(`create temporary table ${hiddenOf(table)} as select id from ${schema}.${table} limit 0`)
    await tx.query(`alter table ${hiddenOf(table)} add primary key (id)`)
    await tx.query(
      `create temporary view ${table} as
       select * from ${schema}.${table} t where not exists (select from ${hiddenOf(table)} h where h.id = t.id)
       union all select * from ${twinOf(table)}`,
    )
  }
}

/**
 * Gives the twins the indexes that the tables have, under the same names, so that the same statements are fast and the
 * same values collide; not those of full text and of change dates, which no import asks. Call it now and then: an
 * index that a match asks for may be built meanwhile.
 */
export async function alignIndexes(tx: Transaction): Promise<void> {
  const missing = await tx.query<{ table: TwinnedTable; name: string; unique: boolean; using: string }>(
    `select c.relname as table, i.relname as name, x.indisunique as unique,
       substring(pg_get_indexdef(x.indexrelid) from ' USING .*') as using
     from pg_index x
       join pg_class i on i.oid = x.indexrelid
       join pg_class c on c.oid = x.indrelid
       join pg_am am on am.oid = i.relam
     where c.relnamespace = current_schema()::text::regnamespace and c.relname = any($1)
       and x.indisvalid and x.indisready and (am.amname = 'btree' or i.relname like 'match\\_%')
       and not exists (
         select from pg_class twin where twin.relnamespace = pg_my_temp_schema() and twin.relname = i.relname
       )`,
    [TWINNED],
  )
  for (const { table, name, unique, using } of missing) {
    await tx.query(
      `create ${unique ? 'unique ' : ''}index ${quoteIdentifier(name)} on ${twinOf(table)} ${using}`,
    )
  }
}

/** Fresh statistics of the twins; nobody else makes any of temporary tables. */
export async function analyzeTwins(tx: Transaction): Promise<void> {
  const columns = await tx.query<{ table: string; names: string[] }>(
    `select c.relname as table, array_agg(a.attname::text) as names
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = pg_my_temp_schema() and c.relname = any($1)
       and a.atttypid <> all('{json,tsvector,bytea}'::regtype[])
     group by c.relname`,
    [TWINNED.flatMap((table) => [twinOf(table), hiddenOf(table)])],
  )
  const targets = columns.map(({ table, names }) => `${table} (${names.map(quoteIdentifier).join(', ')})`)
  await tx.query(`analyze ${targets.join(', ')}`)
}

/** Takes rows out of what the session sees: real ones are hidden, rows of the twin removed. */
export async function hideRows(
  tx: Transaction,
  table: TwinnedTable,
  ids: readonly (string | number)[],
): Promise<void> {
  if (ids.length === 0) return
  const type = table === 'instance_authority_link' ? 'int' : 'uuid'
  await tx.query(`delete from ${twinOf(table)} where id = any($1::${type}[])`, [ids])
  await tx.query(`insert into ${hiddenOf(table)} select unnest($1::${type}[]) on conflict do nothing`, [ids])
}

export function twinOf(table: TwinnedTable): string {
  return `twin_${table}`
}

function hiddenOf(table: TwinnedTable): string {
  return `hidden_${table}`
}

async function realSchema(tx: Transaction): Promise<string> {
  const [row] = await tx.query<{ schema: string }>('select current_schema()::text as schema')
  return row!.schema
}
