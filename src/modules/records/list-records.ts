import { readPage } from '../../kernel/http/parameters.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { JsonText, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, QueryParameters } from '../../kernel/http/route.ts'
import { WHOLE_LIST, answerLines, answerRows } from './answer-rows.ts'
import type { Selection, Shape } from './answer-rows.ts'
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

const records: Shape = {
  listKey: 'records',
  columns: WHOLE_RECORD_COLUMNS,
  from: WHOLE_RECORD_FROM,
  json: (row) => recordJson(row),
}
const sourceRecords: Shape = {
  listKey: 'sourceRecords',
  columns: RECORD_COLUMNS,
  from: 'source_record s',
  json: sourceRecordJson,
}

function selectionOf({ query }: ApiRequest, filterOf: (query: QueryParameters) => Condition): Selection {
  return { filter: filterOf(query), order: recordsOrder(query), page: readPage(query) }
}

/** `GET /source-storage/records` */
export function listRecords(request: ApiRequest): Promise<Answer> {
  return answerRows(request, records, selectionOf(request, recordsFilter))
}

/** `GET /source-storage/source-records` */
export function listSourceRecords(request: ApiRequest): Promise<Answer> {
  return answerRows(request, sourceRecords, selectionOf(request, sourceRecordsFilter))
}

/** `POST /source-storage/source-records`: those of the posted ids, all on one page. */
export function findSourceRecords(request: ApiRequest): Promise<Answer> {
  const filter = sourceRecordsOfIds(request.query, request.body)
  return answerRows(request, sourceRecords, { filter, order: 's.id', page: WHOLE_LIST })
}

/** `GET /source-storage/stream/records`: one record a line. */
export function streamRecords(request: ApiRequest): Promise<Answer> {
  return answerLines(request, records, selectionOf(request, recordsFilter))
}

/** `GET /source-storage/stream/source-records`: one source record a line. */
export function streamSourceRecords(request: ApiRequest): Promise<Answer> {
  return answerLines(request, sourceRecords, selectionOf(request, sourceRecordsFilter))
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
