import { CopyBuffer } from '../../../kernel/db/copy-buffer.ts'
import type { Database, Transaction } from '../../../kernel/db/database.ts'
import { now } from '../../../kernel/clock.ts'
import { objectBody } from '../../../kernel/http/parameters.ts'
import { textProblem } from '../../../kernel/http/problems.ts'
import type { ApiRequest } from '../../../kernel/http/route.ts'
import { hasUuidShape, newId } from '../../../kernel/ids.ts'
import { ChunkTooEarlyError } from '../../../kernel/jobs/earlier-chunks.ts'
import { appendChunks, insertJob, sealJob } from '../../../kernel/jobs/ledger.ts'
import { ringBell } from '../../../kernel/jobs/runner.ts'
import type { EntityType } from '../contracts.ts'
import { denialOf } from '../entity-kinds.ts'
import { queryLink } from '../files/file-links.ts'
import { IDENTIFIER_COLUMNS, IDENTIFIER_TYPES, MATCH_KIND } from './match-records.ts'
import type { MatchChunk } from './match-records.ts'
import { changeOperation, getOperation, requireActor } from '../operation/operation.ts'
import type { OperationRow } from '../operation/operation.ts'
import { operationDto } from '../operation/operation-dto.ts'

/** What has become of a query. */
export type QueryState = {
  status: 'IN_PROGRESS' | 'SUCCESS' | 'FAILED' | 'CANCELLED' | 'MAX_SIZE_EXCEEDED'
  entityTypeId: string
  /** Who sent it: nobody else may use it. */
  userId: string
  failure: string | null
}

/** Where queries are kept; the module that runs them is handed in where both are put together. */
export type QuerySource = {
  /** Null when there is no such query, or it is not kept any more. */
  queryState: (tx: Transaction, queryId: string) => Promise<QueryState | null>
  /** The ids that a finished query has found, in lists. */
  queryIds: (db: Database, tenant: string, queryId: string) => AsyncIterable<readonly string[]>
}

/** What FOLIO's screens query for bulk edit (folio-org/mod-fqm-manager: entity-types). */
const ENTITY_OF_TYPE_ID: Readonly<Record<string, EntityType>> = {
  'd0213d22-32cf-490f-9196-d81c3c66e53f': 'ITEM',
  '8418e512-feac-4a6a-a56d-9006aab31e33': 'HOLDINGS_RECORD',
  '6b08439b-4f8e-4468-8046-ea620f5cfb74': 'INSTANCE',
  'ddc93926-d15a-4a45-9d9c-93eadc3d9bbf': 'USER',
}

type Wanted = {
  queryId: string
  typeId: string
  entity: EntityType
  fqlQuery: string | null
  userFriendlyQuery: string | null
}

/** @throws Problem 400 naming the field */
function readWanted(body: unknown): Wanted {
  const { queryId, entityTypeId, fqlQuery = null, userFriendlyQuery = null } = objectBody(body)
  if (!hasUuidShape(queryId)) throw textProblem(400, "'queryId' is incorrect. It must be a UUID")
  const typeId = typeof entityTypeId === 'string' ? entityTypeId.toLowerCase() : ''
  if (!Object.hasOwn(ENTITY_OF_TYPE_ID, typeId))
    throw textProblem(400, `Entity type id=${String(entityTypeId)} is not supported by bulk operations`)
  for (const [name, value] of Object.entries({ fqlQuery, userFriendlyQuery })) {
    if (value !== null && typeof value !== 'string')
      throw textProblem(400, `'${name}' is incorrect. It must be a text`)
  }
  return {
    queryId: queryId.toLowerCase(),
    typeId,
    entity: ENTITY_OF_TYPE_ID[typeId]!,
    fqlQuery: fqlQuery as string | null,
    userFriendlyQuery: userFriendlyQuery as string | null,
  }
}

/**
 * Makes an operation of the records that a query finds, or will have found when it has ended.
 * @throws Problem 400, also for a query of another kind of records; 404 for a query that there is not, or another user's
 */
export async function startQueryOperation(
  tx: Transaction,
  request: ApiRequest,
  { queryState }: QuerySource,
): Promise<Record<string, unknown>> {
  const { queryId, typeId, entity, fqlQuery, userFriendlyQuery } = readWanted(request.body)
  const { userId, username } = requireActor(request.actor)
  const query = await queryState(tx, queryId)
  if (query === null || query.userId !== userId)
    throw textProblem(404, `Query with id=${queryId} was not found`)
  if (query.entityTypeId !== typeId)
    throw textProblem(400, `Query with id=${queryId} is about the entity type id=${query.entityTypeId}`)
  const id = newId()
  const jobId = newId()
  const denied = denialOf(entity, 'view', { username, permissions: request.permissions })
  await insertJob(tx, { id: jobId, kind: MATCH_KIND })
  const first: MatchChunk = { phase: 'query', denied }
  await appendChunks(tx, jobId, [first])
  await sealJob(tx, jobId)
  await tx.query(
    `insert into bulk_operation (id, user_id, entity_type, identifier_type, status, approach, base_name, job_id,
       fql_query_id, fql_query, user_friendly_query)
     values ($1, $2, $3, 'ID', 'EXECUTING_QUERY', 'QUERY', $4, $5, $6, $7, $8)`,
    [id, userId, entity, `Query-${id}`, jobId, queryId, fqlQuery, userFriendlyQuery],
  )
  await ringBell(tx)
  return operationDto(tx, await getOperation(tx, id))
}

/**
 * Takes the ids that the query of an operation has found as its identifiers. While the query runs the chunk is given back.
 * @returns true when there are any; the operation has ended otherwise
 */
export async function takeQueriedIds(
  db: Database,
  tx: Transaction,
  operation: OperationRow,
  { queryState, queryIds }: QuerySource,
): Promise<boolean> {
  const queryId = operation.fql_query_id!
  const state = await queryState(tx, queryId)
  if (state?.status === 'IN_PROGRESS') throw new ChunkTooEarlyError('The query has not ended yet.')
  if (state?.status === 'CANCELLED') {
    await changeOperation(tx, operation.id, { status: 'CANCELLED', job_id: null, ended_at: now() })
    return false
  }
  const total = state?.status === 'SUCCESS' ? await copyIds(db, tx, operation, queryIds) : 0
  if (total > 0) {
    const links = queryLink(operation.id)
    await changeOperation(tx, operation.id, { status: 'RETRIEVING_RECORDS', total, links })
    return true
  }
  await changeOperation(tx, operation.id, {
    status: 'FAILED',
    error_message: failureOf(state),
    job_id: null,
    ended_at: now(),
  })
  return false
}

function failureOf(state: QueryState | null): string {
  if (state === null) return 'The query is not kept any more'
  return state.status === 'SUCCESS'
    ? 'No records found for the query'
    : (state.failure ?? `The query ended with the status ${state.status}`)
}

async function copyIds(
  db: Database,
  tx: Transaction,
  { hr_id: no, fql_query_id: queryId }: OperationRow,
  queryIds: QuerySource['queryIds'],
): Promise<number> {
  let line = 0
  for await (const ids of queryIds(db, tx.tenant!, queryId!)) {
    const buffer = new CopyBuffer(IDENTIFIER_TYPES)
    for (const id of ids) {
      line += 1
      buffer.line([no, line, id, id.toLowerCase()])
    }
    if (ids.length > 0) await tx.copy('bulk_identifier', IDENTIFIER_COLUMNS, buffer.take())
  }
  return line
}
