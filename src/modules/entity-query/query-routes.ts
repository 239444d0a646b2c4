import { isoInstant } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody, readFlag, readPage } from '../../kernel/http/parameters.ts'
import { created, noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { hasUuidShape } from '../../kernel/ids.ts'
import { answerPieces, limitTime, readPageRows } from '../../kernel/lists/index.ts'
import { compileFql } from './compile-fql.ts'
import type { EntityType } from './entity-types.ts'
import { ENTITY_TYPES } from './entity-types.ts'
import { invalidRequest, queryNotFound } from './query-problems.ts'
import {
  cancelOrRemove,
  checkQuery,
  findQuery,
  pageOfIds,
  removeOldQueries,
  startQuery,
} from './query-store.ts'
import type { StoredQuery } from './query-store.ts'
import { readContents, visibleFields } from './read-contents.ts'
import { missingPermissions, requireEntityType } from './require-entity-type.ts'

const DEFAULT_LIMIT = 100
/** Records that are read and in memory together. */
const BATCH = 200
/** One request may ask for the contents of so many ids. */
const MOST_IDS = 10_000

/** Queries: sent to be run, asked about, read, cancelled; or run at once. */
export function queryRoutes(): Route[] {
  return [
    {
      method: 'POST',
      path: '/query',
      permissions: ['fqm.query.async.post'],
      handler: submitQuery,
    },
    {
      method: 'GET',
      path: '/query',
      permissions: ['fqm.query.sync.get'],
      handler: runAtOnce,
    },
    {
      method: 'GET',
      path: '/query/:id',
      permissions: ['fqm.query.async.results.query.get'],
      handler: getQuery,
    },
    {
      method: 'DELETE',
      path: '/query/:id',
      permissions: ['fqm.query.async.delete'],
      handler: (request) =>
        request.transaction(async (tx) => {
          await cancelOrRemove(tx, await requireQuery(tx, request))
          return noContent()
        }),
    },
    {
      method: 'GET',
      path: '/query/:id/sortedIds',
      permissions: ['fqm.query.async.results.sortedids.get'],
      handler: getSortedIds,
    },
    {
      method: 'POST',
      path: '/query/contents',
      permissions: ['fqm.query.async.results.post'],
      handler: postContents,
    },
    {
      method: 'POST',
      path: '/query/purge',
      permissions: ['fqm.query.purge.post'],
      handler: ({ transaction }) =>
        transaction(async (tx) => ok({ deletedQueryIds: await removeOldQueries(tx) })),
    },
    {
      method: 'GET',
      path: '/fqm/status',
      permissions: ['fqm.status.item.get'],
      handler: listStates,
    },
  ]
}

async function submitQuery(request: ApiRequest): Promise<Answer> {
  const body = objectBody(request.body)
  const fqlQuery = requiredText(body, 'fqlQuery')
  const entityTypeId = requiredUuid(body.entityTypeId, 'entityTypeId')
  const fields = textList(body.fields ?? [], 'fields')
  const maxSize = body.maxSize ?? undefined
  if (maxSize !== undefined && !(Number.isInteger(maxSize) && (maxSize as number) > 0)) {
    throw invalidRequest('maxSize', 'must be a whole number above 0')
  }
  return request.transaction(async (tx) => {
    const entityType = await requireEntityType(tx, request, entityTypeId)
    const queryId = await startQuery(tx, {
      entityType,
      fqlQuery,
      fields: fields.length > 0 ? fields : visibleFields(entityType),
      userId: request.actor!.userId,
      ...(maxSize === undefined ? {} : { maxSize: maxSize as number }),
    })
    return created({ queryId })
  })
}

/** As many results as `limit` allows; `totalRecords` counts those, as in FOLIO. */
async function runAtOnce(request: ApiRequest): Promise<Answer> {
  const { query } = request
  const fqlQuery = query.get('query')
  if (fqlQuery === undefined || fqlQuery === '') throw invalidRequest('query', 'must be given')
  const entityTypeId = requiredUuid(query.get('entityTypeId'), 'entityTypeId')
  const fields = query.all('fields').flatMap((list) => list.split(','))
  const { limit } = readPage(query, DEFAULT_LIMIT)
  return answerPieces(request, limit > BATCH, async function* pieces(tx) {
    const entityType = await requireEntityType(tx, request, entityTypeId)
    await checkQuery(tx, entityType, fqlQuery)
    const { from, id, where, params } = compileFql(entityType, fqlQuery)
    const select = `select ${id} as id from ${from} where ${where} order by ${id} limit ${limit}`
    let total = 0
    async function* found() {
      for await (const rows of readPageRows<{ id: string }>(
        tx,
        { select, params },
        { limit, offset: 0 },
        BATCH,
      )) {
        total += rows.length
        yield rows.map((row) => row.id)
      }
    }
    yield '{"content":['
    yield* contents(tx, entityType, fields, found())
    yield `],"totalRecords":${total}}`
  })
}

async function getQuery(request: ApiRequest): Promise<Answer> {
  const includeResults = readFlag(request.query, 'includeResults', false)
  const page = readPage(request.query, DEFAULT_LIMIT)
  return answerPieces(request, includeResults && page.limit > BATCH, async function* pieces(tx) {
    const query = await requireQuery(tx, request)
    const entityType = await requireEntityType(tx, request, query.entityTypeId)
    const details = JSON.stringify(describeQuery(query))
    yield `${details.slice(0, -1)},"content":[`
    if (includeResults) {
      yield* contents(tx, entityType, query.fields, pageOfIds(tx, query.id, page, BATCH))
    }
    yield ']}'
  })
}

function describeQuery(query: StoredQuery): object {
  const { id, entityTypeId, fqlQuery, fields, status, total, failure, startedAt, endedAt } = query
  return {
    queryId: id,
    entityTypeId,
    fqlQuery,
    fields,
    status,
    startDate: isoInstant(startedAt),
    ...(endedAt === null ? {} : { endDate: isoInstant(endedAt) }),
    ...(failure === null ? {} : { failureReason: failure }),
    ...(status === 'FAILED' ? {} : { totalRecords: total }),
    crossTenant: false,
  }
}

async function* batchesOf(ids: readonly string[]): AsyncGenerator<readonly string[]> {
  for (let at = 0; at < ids.length; at += BATCH) yield ids.slice(at, at + BATCH)
}

async function* contents(
  tx: Transaction,
  entityType: EntityType,
  fields: readonly string[],
  batches: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  let separator = ''
  for await (const ids of batches) {
    yield separator + (await readContents(tx, entityType, fields, ids)).join(',')
    separator = ','
  }
}

/** Ids as FOLIO has them: each is a list of one, as the records of several tenants would have two. */
async function getSortedIds(request: ApiRequest): Promise<Answer> {
  const page = readPage(request.query, DEFAULT_LIMIT)
  return answerPieces(request, page.limit > BATCH, async function* pieces(tx) {
    const query = await requireQuery(tx, request)
    await requireEntityType(tx, request, query.entityTypeId)
    let separator = '['
    for await (const ids of pageOfIds(tx, query.id, page, 1000)) {
      yield separator + ids.map((id) => `["${id}"]`).join(',')
      separator = ','
    }
    yield separator === '[' ? '[]' : ']'
  })
}

async function postContents(request: ApiRequest): Promise<Answer> {
  const body = objectBody(request.body)
  const entityTypeId = requiredUuid(body.entityTypeId, 'entityTypeId')
  const fields = textList(body.fields, 'fields')
  const ids = idLists(body.ids)
  return answerPieces(request, ids.length > BATCH, async function* pieces(tx) {
    const entityType = await requireEntityType(tx, request, entityTypeId)
    yield '['
    yield* contents(tx, entityType, fields, batchesOf(ids))
    yield ']'
  })
}

function idLists(value: unknown): string[] {
  if (!Array.isArray(value)) throw invalidRequest('ids', 'must be a list of lists of ids')
  if (value.length > MOST_IDS) throw invalidRequest('ids', `must be ${MOST_IDS} at most`)
  return value.map((one: unknown) => requiredUuid(Array.isArray(one) ? one[0] : undefined, 'ids'))
}

async function listStates(request: ApiRequest): Promise<Answer> {
  const accessible = new Set(
    ENTITY_TYPES.filter((type) => missingPermissions(type, request.permissions).length === 0).map(
      ({ id }) => id,
    ),
  )
  return request.transaction(async (tx) => {
    await limitTime(tx)
    const rows = await tx.query<{
      id: string
      type: string
      status: string
      started: Date
      ended: Date | null
      fields: number
      total: number
    }>(
      `select id, entity_type_id as type, status, started_at as started, ended_at as ended,
         cardinality(fields) as fields, total
       from entity_query order by started_at`,
    )
    return ok(
      rows.map((row) => ({
        queryId: row.id,
        entityTypeId: accessible.has(row.type) ? row.type : '<inaccessible>',
        status: row.status,
        startedAt: isoInstant(row.started),
        ...(row.ended === null ? {} : { endedAt: isoInstant(row.ended) }),
        numFields: row.fields,
        totalRecords: row.total,
      })),
    )
  })
}

/** The query of the path, which others than its sender do not see. */
async function requireQuery(tx: Transaction, { params, actor }: ApiRequest): Promise<StoredQuery> {
  const id = params.id!
  const query = await findQuery(tx, id)
  if (query === null || query.userId !== actor!.userId) throw queryNotFound(id)
  return query
}

function requiredText(body: Record<string, unknown>, field: string): string {
  const value = body[field]
  if (typeof value !== 'string' || value === '')
    throw invalidRequest(field, 'must be a text that is not empty')
  return value
}

function requiredUuid(value: unknown, field: string): string {
  if (!hasUuidShape(value)) throw invalidRequest(field, 'must be a UUID')
  return value.toLowerCase()
}

function textList(value: unknown, field: string): string[] {
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'string')) {
    throw invalidRequest(field, 'must be a list of texts')
  }
  return value as string[]
}
