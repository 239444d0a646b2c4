import pg from 'pg'

const COPY = 'update_limit'

/** The bare UPDATE beside a bulk edit: prepared before it, measured after it. */
export type UpdateLimit = {
  /** @returns seconds that PostgreSQL takes for one UPDATE of the rows that have changed since, from finished ones */
  measure(): Promise<number>
}

/**
 * Copies the items of a tenant as they are into a table with the same indexes and storage parameters. After the edit
 * `measure` updates that copy from a staging table of the edited rows: one statement, one connection, one transaction.
 */
export async function prepareUpdateLimit(databaseUrl: string, tenant: string): Promise<UpdateLimit> {
  const client = new pg.Client({ connectionString: databaseUrl })
  const items = `${pg.escapeIdentifier(`t_${tenant}`)}.item`
  await client.connect()
  const options = await client.query<{ options: string }>(
    `select array_to_string(reloptions, ', ') as options from pg_class where oid = $1::regclass`,
    [items],
  )
  const parameters = options.rows[0]!.options
  await client.query(
    `drop schema if exists ${COPY} cascade;
     create schema ${COPY};
     create table ${COPY}.item (like ${items} including all) with (${parameters});
     insert into ${COPY}.item select * from ${items} order by ctid`,
  )
  await client.query(`vacuum analyze ${COPY}.item`)
  await client.query(`vacuum analyze ${items}`)
  await client.query('checkpoint')
  return {
    async measure() {
      const { rows } = await client.query<{ name: string }>(
        `select quote_ident(attname) as name from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> 'id'`,
        [items],
      )
      const values = rows.map(({ name }) => `${name} = edited.${name}`).join(', ')
      await client.query(
        `create table ${COPY}.edited as
         select now_there.* from ${items} now_there join ${COPY}.item before on before.id = now_there.id
         where now_there.version <> before.version`,
      )
      await client.query(`vacuum analyze ${COPY}.edited`)
      await client.query('checkpoint')
      const started = performance.now()
      await client.query(`update ${COPY}.item set ${values} from ${COPY}.edited where edited.id = item.id`)
      const seconds = (performance.now() - started) / 1000
      await client.query(`drop schema ${COPY} cascade`)
      await client.end()
      return seconds
    },
  }
}
