import { sqlState } from '../../kernel/db/database.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { ClaimedChunk } from '../../kernel/jobs/ledger.ts'
import type { CommitChunk, JobKind } from '../../kernel/jobs/runner.ts'
import type { App } from '../../kernel/module.ts'
import { compileFql } from './compile-fql.ts'
import type { EntityType } from './entity-types.ts'
import { loadEntityType } from './load-entity-type.ts'
import { ENTITY_QUERY_KIND, PAGE, findQuery, removeOldQueries } from './query-store.ts'
import type { StoredQuery } from './query-store.ts'

/** A query that takes longer is given up: somebody waits for it in front of a screen. */
const TIMEOUT_MS = 600_000

const NOBODY_KNOWS = 'The query could not be run; see the log of the server.'

/** The work of queries: one chunk each, which keeps all ids or none. */
export const entityQueryJobKind: JobKind = {
  kind: ENTITY_QUERY_KIND,
  runChunk,
  async onFinished(tx, jobId, givenUp) {
    if (givenUp > 0) await endQuery(tx, jobId, { status: 'FAILED', failure: NOBODY_KNOWS })
  },
}

async function runChunk(chunk: ClaimedChunk, commit: CommitChunk): Promise<void> {
  try {
    await commit((tx) => keepIds(tx, chunk.jobId))
  } catch (error) {
    const failure = reasonOf(error)
    if (failure === null) throw error
    await commit(async (tx) => {
      await endQuery(tx, chunk.jobId, { status: 'FAILED', failure })
      return { records: 0, counts: {} }
    })
  }
}

const QUERY_CANCELED = '57014'

/** What trying again won't change: a query that takes too long, or asks what the stored values can't answer. */
function reasonOf(error: unknown): string | null {
  const state = sqlState(error)
  if (state === QUERY_CANCELED) return `The query took longer than ${TIMEOUT_MS / 60_000} minutes.`
  return state !== undefined && /^(?:22|54)/.test(state) ? (error as Error).message : null
}

async function keepIds(tx: Transaction, queryId: string): Promise<{ records: number; counts: unknown }> {
  const query = await findQuery(tx, queryId)
  // Removed meanwhile: nobody waits for it.
  if (query === null) return { records: 0, counts: {} }
  const entityType = await loadEntityType(tx, query.entityTypeId)
  const total = entityType === null ? 0 : await insertPages(tx, entityType, query)
  if (total > query.maxSize) {
    await tx.query('delete from entity_query_page where query_id = $1', [queryId])
    const failure = `Query ${queryId} with size ${total} has exceeded the maximum size of ${query.maxSize}.`
    await endQuery(tx, queryId, { status: 'MAX_SIZE_EXCEEDED', total, failure })
    return { records: 0, counts: {} }
  }
  await endQuery(tx, queryId, { status: 'SUCCESS', total })
  return { records: total, counts: { records: total } }
}

/** Finds the ids and keeps them, in one statement that holds none of them in this process. */
async function insertPages(tx: Transaction, entityType: EntityType, query: StoredQuery): Promise<number> {
  await tx.query(`select set_config('statement_timeout', $1, true)`, [String(TIMEOUT_MS)])
  const { from, id, where, params } = compileFql(entityType, query.fqlQuery, 2)
  const [kept] = await tx.query<{ total: number | null }>(
    `with found as (select ${id} as id from ${from} where ${where} limit ${query.maxSize + 1}),
       paged as (select id, (row_number() over (order by id) - 1) / ${PAGE} as no from found),
       kept as (
         insert into entity_query_page (query_id, no, ids)
         select $1::uuid, no, array_agg(id order by id) from paged group by no
         returning cardinality(ids) as size
       )
     select sum(size)::int as total from kept`,
    [query.id, ...params],
  )
  return kept!.total ?? 0
}

type End = { status: StoredQuery['status']; total?: number; failure?: string }

async function endQuery(tx: Transaction, id: string, { status, total = 0, failure }: End): Promise<void> {
  await tx.query(
    `update entity_query set status = $2, total = $3, failure = $4, ended_at = clock_timestamp()
     where id = $1 and status = 'IN_PROGRESS'`,
    [id, status, total, failure ?? null],
  )
}

/** Removes old queries in every tenant. */
export async function removeOldQueriesOfAllTenants({ db }: App): Promise<void> {
  const tenants = await db.system((tx) =>
    tx.query<{ id: string }>("select id from octavo.tenant where state = 'ready' order by id"),
  )
  for (const { id } of tenants) await db.tenant(id, removeOldQueries)
}
