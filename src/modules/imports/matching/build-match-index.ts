import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { quoteIdentifier } from '../../../kernel/db/database.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import type { JobKind } from '../../../kernel/jobs/runner.ts'
import type { App } from '../../../kernel/module.ts'
import { lookupOf } from './lookup-keys.ts'
import { MATCH_INDEX_KIND, indexDefinition } from './match-indexes.ts'
import type { IndexToBuild } from './match-indexes.ts'

/** One index at a time in a database: two that are built at once on a table would wait for each other. */
const BUILD_LOCK = 913_000_020

/** Builds indexes for matches, one a chunk, while the tables are read and written as ever. */
export function matchIndexJobKind(app: Pick<App, 'db'>): JobKind {
  return {
    kind: MATCH_INDEX_KIND,
    async runChunk(chunk, commit) {
      const input = chunk.input as IndexToBuild
      await buildIndex(app, chunk.tenant, input)
      await commit(async (tx) => {
        await tx.execute("update match_index set state = 'ready' where name = $1", [input.name])
        return { records: 0, counts: {} }
      })
    },
    onFinished: markFailed,
  }
}

/** An index that could not be built is tried again when a match asks for it next. */
async function markFailed(tx: Transaction, jobId: string, givenUp: number): Promise<void> {
  if (givenUp === 0) return
  const failed = await tx.asSystem(() =>
    tx.query<{ name: string }>(
      "select input ->> 'name' as name from octavo.chunk where job_id = $1 and state = 3",
      [jobId],
    ),
  )
  await tx.execute("update match_index set state = 'failed' where name = any($1::text[])", [
    failed.map(({ name }) => name),
  ])
}

/** Outside a transaction, as `concurrently` demands; what a crash left behind is dropped first. */
async function buildIndex({ db }: Pick<App, 'db'>, tenant: string, { name, question }: IndexToBuild) {
  const lookup = lookupOf(question)
  if (lookup?.by !== 'index') throw new Error(`No index answers the match of ${name}.`)
  const { index } = lookup
  const client = await db.pool.connect()
  let broken: Error | undefined
  try {
    await lockBuilding(client)
    const schema = await schemaOf(client, tenant)
    const qualified = `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`
    const [known] = (
      await client.query<{ indisvalid: boolean }>(
        'select indisvalid from pg_index where indexrelid = to_regclass($1)',
        [qualified],
      )
    ).rows
    if (known?.indisvalid) return
    if (known) await client.query(`drop index concurrently ${qualified}`)
    const { table, using } = indexDefinition(question, index)
    const place = `${quoteIdentifier(schema)}.${quoteIdentifier(table)}`
    await client.query(`create index concurrently ${quoteIdentifier(name)} on ${place} ${using}`)
    // Without statistics about the expression the planner believes that each key is common.
    await client.query(`analyze ${place}`)
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch((error: Error) => {
      broken = error
    })
    client.release(broken)
  }
}

/** Waits between statements: one that waits inside would keep a snapshot, for which the other's build waits. */
async function lockBuilding(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [
      BUILD_LOCK,
    ])
    if (rows[0]!.isMine) return
    await delay(200)
  }
}

async function schemaOf(client: pg.PoolClient, tenant: string): Promise<string> {
  const { rows } = await client.query<{ schema: string }>('select schema from octavo.tenant where id = $1', [
    tenant,
  ])
  if (!rows[0]) throw new Error(`There is no tenant ${tenant} any more.`)
  return rows[0].schema
}
