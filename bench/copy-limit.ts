import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/**
 * The COPY limit: how long PostgreSQL alone takes for a tenant's finished rows, by binary COPY over one connection,
 * in one transaction, into empty tables with the same indexes; `tables` are those that the import writes.
 * @returns seconds
 */
export async function measureCopyLimit(
  databaseUrl: string,
  tenant: string,
  folder: string,
  tables: readonly string[],
): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const source = pg.escapeIdentifier(`t_${tenant}`)
  const files = tables.map((table) => path.join(folder, `limit-${table}.copy`))
  try {
    for (const [index, table] of tables.entries()) {
      const rows = client.query(copyTo(`copy ${source}.${table} to stdout (format binary)`))
      await pipeline(rows, createWriteStream(files[index]!))
    }
    await client.query('drop schema if exists copy_limit cascade; create schema copy_limit; checkpoint')
    for (const table of tables) {
      // LIKE copies columns and indexes but no storage parameters, and those change the time by half.
      const options = await client.query<{ options: string | null }>(
        `select array_to_string(reloptions, ', ') as options from pg_class where oid = $1::regclass`,
        [`t_${tenant}.${table}`],
      )
      const parameters = options.rows[0]?.options ? `with (${options.rows[0].options})` : ''
      await client.query(
        `create table copy_limit.${table} (like ${source}.${table} including all) ${parameters}`,
      )
    }
    const started = performance.now()
    await client.query('begin')
    for (const [index, table] of tables.entries()) {
      await pipeline(
        createReadStream(files[index]!),
        client.query(copyFrom(`copy copy_limit.${table} from stdin (format binary)`)),
      )
    }
    await client.query('commit')
    const seconds = (performance.now() - started) / 1000
    await client.query('drop schema copy_limit cascade')
    return seconds
  } finally {
    for (const file of files) rmSync(file, { force: true })
    await client.end()
  }
}
