import { sqlState } from '../../kernel/db/database.ts'
import type { Database, Transaction } from '../../kernel/db/database.ts'
import { hasUuidShape, newId } from '../../kernel/ids.ts'
import { appendChunks, cancelJobs, insertJob, removeJobs, sealJob } from '../../kernel/jobs/ledger.ts'
import { ringBell } from '../../kernel/jobs/runner.ts'
import { compileFql } from './compile-fql.ts'
import type { EntityType } from './entity-types.ts'
import { parseFql } from './parse-fql.ts'
import { invalidQuery } from './query-problems.ts'

/** The kind of job that runs a query. */
export const ENTITY_QUERY_KIND = 'entity-query'

/** Ids in one row: what is in memory together when they are read. */
export const PAGE = 5_000

/** More ids than this no query may find (folio-org/mod-fqm-manager: application.yml, max-query-size). */
export const MAX_QUERY_SIZE = 1_250_000

/** So long after its end a query is kept (folio-org/mod-fqm-manager: application.yml, query-retention-duration). */
const KEPT = '3 hours'

export type QueryStatus = 'IN_PROGRESS' | 'SUCCESS' | 'FAILED' | 'CANCELLED' | 'MAX_SIZE_EXCEEDED'

/** A query that was sent to be run. `total` is what it has found. */
export type StoredQuery = {
  id: string
  entityTypeId: string
  fqlQuery: string
  fields: string[]
  userId: string
  maxSize: number
  status: QueryStatus
  total: number
  failure: string | null
  startedAt: Date
  endedAt: Date | null
}

const SELECT = `select id, entity_type_id as "entityTypeId", fql as "fqlQuery", fields, user_id as "userId",
  max_size as "maxSize", status, total, failure, started_at as "startedAt", ended_at as "endedAt"
from entity_query`

export type NewQuery = {
  entityType: EntityType
  fqlQuery: string
  fields: readonly string[]
  userId: string
  maxSize?: number
}

/**
 * Takes a query to be run by a job after this transaction; what can't be run is refused here.
 * @returns the query's id
 * @throws Problem 400 with a reason for each field
 */
export async function startQuery(tx: Transaction, query: NewQuery): Promise<string> {
  const { entityType, fqlQuery, fields, userId, maxSize = MAX_QUERY_SIZE } = query
  await checkQuery(tx, entityType, fqlQuery)
  const id = newId()
  await tx.query(
    `insert into entity_query (id, entity_type_id, fql, fields, user_id, max_size, status)
     values ($1, $2, $3, $4, $5, $6, 'IN_PROGRESS')`,
    [id, entityType.id, fqlQuery, fields, userId, Math.min(maxSize, MAX_QUERY_SIZE)],
  )
  await insertJob(tx, { id, kind: ENTITY_QUERY_KIND })
  await appendChunks(tx, id, [{}])
  await sealJob(tx, id)
  await ringBell(tx)
  return id
}

/** Refuses a query that can't be run: one that does not compile, or has a regular expression that is none. */
export async function checkQuery(tx: Transaction, entityType: EntityType, fqlQuery: string): Promise<void> {
  compileFql(entityType, fqlQuery)
  for (const { field, tests } of parseFql(fqlQuery)) {
    for (const test of tests) {
      if (test.kind !== 'regex') continue
      const reason = await faultOfRegex(tx, test.text)
      if (reason !== null) throw invalidQuery(fqlQuery, new Map([[field, reason]]))
    }
  }
}

const INVALID_REGULAR_EXPRESSION = '2201B'

/** Only PostgreSQL knows what it takes for a regular expression. */
async function faultOfRegex(tx: Transaction, pattern: string): Promise<string | null> {
  await tx.query('savepoint regex')
  try {
    await tx.query(`select '' ~* $1`, [pattern])
    return null
  } catch (error) {
    if (sqlState(error) !== INVALID_REGULAR_EXPRESSION) throw error
    await tx.query('rollback to savepoint regex')
    return (error as Error).message
  }
}

/** One query, found by its id; null when there is none. */
export async function findQuery(tx: Transaction, id: string): Promise<StoredQuery | null> {
  if (!hasUuidShape(id)) return null
  const [row] = await tx.query<StoredQuery>(`${SELECT} where id = $1`, [id])
  return row ?? null
}

/**
 * All ids that a finished query has found, in their order, a list at a time; each is read in a transaction of its own.
 * @throws Error when the query has been removed, so that nobody takes a part of the ids for all
 */
export async function* queryIds(db: Database, tenant: string, queryId: string): AsyncGenerator<string[]> {
  const query = await db.tenant(tenant, (tx) => findQuery(tx, queryId))
  const total = query?.status === 'SUCCESS' ? query.total : null
  if (total === null) throw new Error(`The query ${queryId} has no results.`)
  for (let read = 0; read < total;) {
    const no = Math.floor(read / PAGE)
    const [row] = await db.tenant(tenant, (tx) =>
      tx.query<{ ids: string[] }>('select ids from entity_query_page where query_id = $1 and no = $2', [
        queryId,
        no,
      ]),
    )
    if (!row) throw new Error(`The results of the query ${queryId} were removed.`)
    read += row.ids.length
    yield row.ids
  }
}

/** A page of the ids that a query has found, in batches that are in memory one after the other. */
export async function* pageOfIds(
  tx: Transaction,
  queryId: string,
  { offset, limit }: { offset: number; limit: number },
  batch: number,
): AsyncGenerator<string[]> {
  const end = offset + limit
  for (let at = offset; at < end;) {
    const no = Math.floor(at / PAGE)
    const upTo = Math.min(at + batch, end, (no + 1) * PAGE)
    const [row] = await tx.query<{ ids: string[] }>(
      'select ids[$3:$4] as ids from entity_query_page where query_id = $1 and no = $2',
      [queryId, no, at - no * PAGE + 1, upTo - no * PAGE],
    )
    const ids = row?.ids ?? []
    if (ids.length > 0) yield ids
    if (ids.length < upTo - at) return
    at = upTo
  }
}

/** Stops a query that runs, which stays as a cancelled one; one that has ended goes with what it has found. */
export async function cancelOrRemove(tx: Transaction, query: StoredQuery): Promise<void> {
  const stopped = await tx.execute(
    `update entity_query set status = 'CANCELLED', ended_at = clock_timestamp()
     where id = $1 and status = 'IN_PROGRESS'`,
    [query.id],
  )
  await cancelJobs(tx, [query.id])
  if (stopped === 0) await removeQueries(tx, 'id = $1', query.id)
}

/** Removes queries that ended some hours ago, and those that never will. @returns their ids */
export function removeOldQueries(tx: Transaction): Promise<string[]> {
  return removeQueries(tx, `coalesce(ended_at, started_at + interval '1 day') < now() - $1::interval`, KEPT)
}

async function removeQueries(tx: Transaction, where: string, value: string): Promise<string[]> {
  const gone = await tx.query<{ id: string }>(`delete from entity_query where ${where} returning id`, [value])
  const ids = gone.map(({ id }) => id)
  await cancelJobs(tx, ids)
  await removeJobs(tx, ids)
  return ids
}
