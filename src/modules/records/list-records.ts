import { readPage } from '../../kernel/http/parameters.ts'
import type { Page } from '../../kernel/http/parameters.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { JsonText, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { answerPieces, readBatches, streamPieces } from './answer-rows.ts'
import {
  condition,
  idsCondition,
  recordsFilter,
  recordsOrder,
  sourceRecordsFilter,
  sourceRecordsOfIds,
} from './record-filters.ts'
import type { Condition } from './record-filters.ts'
import { ACTUAL, DELETED, readIdType, readState, readUuid } from './record-types.ts'
import type { IdType } from './record-types.ts'
import { recordJson, sourceRecordJson } from './render-record.ts'
import { RECORD_COLUMNS, WHOLE_RECORD_COLUMNS, WHOLE_RECORD_FROM } from './stored-record.ts'
import type { StoredRecord } from './stored-record.ts'

/** What rows of a list are read with and written as. */
type Shape = { key: string; columns: string; from: string; json: (row: StoredRecord) => string }

const records: Shape = {
  key: 'records',
  columns: WHOLE_RECORD_COLUMNS,
  from: WHOLE_RECORD_FROM,
  json: (row) => recordJson(row),
}
const sourceRecords: Shape = {
  key: 'sourceRecords',
  columns: RECORD_COLUMNS,
  from: 'source_record s',
  json: sourceRecordJson,
}

// Longer pages leave as a stream.
const SHORT_PAGE = 100
const STREAM_TYPE = 'application/stream+json'

/** `GET /source-storage/records` */
export function listRecords(request: ApiRequest): Promise<Answer> {
  const { query } = request
  return answerPage(request, records, recordsFilter(query), recordsOrder(query), readPage(query))
}

/** `GET /source-storage/source-records` */
export function listSourceRecords(request: ApiRequest): Promise<Answer> {
  const { query } = request
  return answerPage(request, sourceRecords, sourceRecordsFilter(query), recordsOrder(query), readPage(query))
}

/** `POST /source-storage/source-records`: those of the posted ids, all on one page. */
export function findSourceRecords(request: ApiRequest): Promise<Answer> {
  const filter = sourceRecordsOfIds(request.query, request.body)
  const isLong = (request.body as unknown[]).length > SHORT_PAGE
  return answerPieces(request, isLong, (tx) => pagePieces(tx, sourceRecords, filter, 's.id', null))
}

/** `GET /source-storage/stream/records`: one record a line. */
export function streamRecords(request: ApiRequest): Promise<Answer> {
  const { query } = request
  return answerLines(request, records, recordsFilter(query), recordsOrder(query), readPage(query))
}

/** `GET /source-storage/stream/source-records`: one source record a line. */
export function streamSourceRecords(request: ApiRequest): Promise<Answer> {
  const { query } = request
  return answerLines(request, sourceRecords, sourceRecordsFilter(query), recordsOrder(query), readPage(query))
}

function answerPage(
  request: ApiRequest,
  shape: Shape,
  filter: Condition,
  order: string,
  page: Page,
): Promise<Answer> {
  return answerPieces(request, page.limit > SHORT_PAGE, (tx) => pagePieces(tx, shape, filter, order, page))
}

async function* pagePieces(
  tx: Transaction,
  shape: Shape,
  filter: Condition,
  order: string,
  page: Page | null,
): AsyncGenerator<string> {
  let read = 0
  // The start leaves with the first rows, so that a query that fails does so before the status is sent.
  let start = `{"${shape.key}":[`
  for await (const rows of readRows(tx, shape, filter, order, page)) {
    yield start + rows.map(shape.json).join(',')
    start = ','
    read += rows.length
  }
  if (read > 0) start = ''
  yield `${start}],"totalRecords":${page === null ? read : await countRows(tx, filter, page, read)}}`
}

async function* readRows(
  tx: Transaction,
  { columns, from }: Shape,
  { where, params }: Condition,
  order: string,
  page: Page | null,
): AsyncGenerator<StoredRecord[]> {
  if (page?.limit === 0) return
  const range = page === null ? '' : ` limit ${page.limit} offset ${page.offset}`
  const select = `select ${columns} from ${from} where ${where} order by ${order}${range}`
  if (page === null || page.limit > SHORT_PAGE) {
    yield* readBatches<StoredRecord>(tx, { select, params })
    return
  }
  const rows = await tx.query<StoredRecord>(select, params)
  if (rows.length > 0) yield rows
}

function answerLines(
  request: ApiRequest,
  shape: Shape,
  filter: Condition,
  order: string,
  page: Page,
): Promise<Answer> {
  return streamPieces(request, STREAM_TYPE, async function* lines(tx) {
    for await (const rows of readRows(tx, shape, filter, order, page)) {
      yield rows.map((row) => `${shape.json(row)}\n`).join('')
    }
  })
}

/** A page that ends early tells the total by itself. */
async function countRows(tx: Transaction, filter: Condition, page: Page, read: number): Promise<number> {
  if (read < page.limit && (read > 0 || page.offset === 0)) return page.offset + read
  const [row] = await tx.query<{ total: number }>(
    `select count(*) as total from source_record s where ${filter.where}`,
    filter.params,
  )
  return row!.total
}

/** One whole record by id: the newest generation that is ACTUAL or DELETED, or for SRS_RECORD that very row. */
export async function findRecord(tx: Transaction, idType: IdType, id: string): Promise<StoredRecord | null> {
  const { where, params } = condition((bind) => [
    idsCondition(idType, [id], bind),
    idType === 'SRS_RECORD' ? null : `s.state in (${ACTUAL}, ${DELETED})`,
  ])
  const [row] = await tx.query<StoredRecord>(
    `select ${WHOLE_RECORD_COLUMNS} from ${WHOLE_RECORD_FROM} where ${where}
     order by s.state, s.generation desc limit 1`,
    params,
  )
  return row ?? null
}

/** `GET /source-storage/records/{id}` */
export async function readRecord(request: ApiRequest): Promise<Answer> {
  const id = readUuid(request.params.id)
  const idType = readIdType(request.query.get('idType'), 'SRS_RECORD')
  const row = await request.transaction((tx) => findRecord(tx, idType, id))
  if (row === null) throw textProblem(404, `Record with id '${request.params.id}' was not found`)
  return ok(new JsonText(recordJson(row)))
}

/** `GET /source-storage/records/{id}/formatted` */
export async function readFormattedRecord(request: ApiRequest): Promise<Answer> {
  const id = readUuid(request.params.id)
  const idType = readIdType(request.query.get('idType'), 'RECORD')
  const row = await request.transaction((tx) => findRecord(tx, idType, id))
  if (row === null) {
    throw textProblem(404, `Couldn't find record with id type ${idType} and id ${request.params.id}`)
  }
  return ok(new JsonText(recordJson(row, true)))
}

/** `GET /source-storage/source-records/{id}`; the state ACTUAL, the default, finds deleted ones as well. */
export async function readSourceRecord(request: ApiRequest): Promise<Answer> {
  const id = readUuid(request.params.id)
  const idType = readIdType(request.query.get('idType'), 'RECORD')
  const state = readState(request.query.get('state')) ?? ACTUAL
  const { where, params } = condition((bind) => [
    idsCondition(idType, [id], bind),
    state === ACTUAL ? `s.state in (${ACTUAL}, ${DELETED})` : `s.state = ${bind(state)}`,
    'octet_length(s.marc) > 0',
  ])
  const [row] = await request.transaction((tx) =>
    tx.query<StoredRecord>(
      `select ${RECORD_COLUMNS} from source_record s where ${where} order by s.state, s.generation desc limit 1`,
      params,
    ),
  )
  if (!row) throw textProblem(404, `SourceRecord with id '${request.params.id}' was not found`)
  return ok(new JsonText(sourceRecordJson(row)))
}
