import { textProblem } from '../../kernel/http/problems.ts'
import { JsonText, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { newId } from '../../kernel/ids.ts'
import { WHOLE_LIST, answerRows } from './answer-rows.ts'
import type { Shape } from './answer-rows.ts'
import { changeSourceRecords } from './change-source-records.ts'
import type { RecordChange } from './change-source-records.ts'
import { insertSourceRecords } from './insert-source-records.ts'
import { readRecordBody } from './read-records.ts'
import { condition, idsCondition, readUuids, statesWanted } from './record-filters.ts'
import { RECORD_TYPES, readIdType } from './record-types.ts'
import { hasMarc, parsedRecordJson, recordJson, strippedRecordJson } from './render-record.ts'
import { unusableSnapshots } from './snapshots.ts'
import { storedContent } from './source-record-input.ts'
import { RECORD_COLUMNS } from './stored-record.ts'
import { checkFetch, checkRecords } from './wire-schemas.ts'
import type { FetchBody, RecordBody, RecordsBody } from './wire-schemas.ts'
import { deleteRawRows } from './write-rows.ts'

/** `POST /source-storage/batch/records`: of one job and one type; those that cannot be stored are told apart. */
export async function createRecords(request: ApiRequest): Promise<Answer> {
  checkRecords(request.body)
  const { records } = request.body as RecordsBody
  requireOne(records, ({ snapshotId }) => snapshotId.toLowerCase(), 'snapshot')
  requireOne(records, ({ recordType }) => recordType, 'record type')
  const read = records.map((record) => readRecordBody({ ...record, id: record.id ?? newId() }))
  const messages = read.flatMap(({ input, contentFault }) =>
    contentFault === null ? [] : [`Record ${input.id} has invalid parsed record; ${contentFault}`],
  )
  const outcomes = await request.transaction(async (tx) => {
    const inputs = read.map(({ input }) => input)
    for (const problem of (
      await unusableSnapshots(
        tx,
        inputs.map(({ snapshotId }) => snapshotId),
      )
    ).values())
      throw problem
    return insertSourceRecords(tx, request.actor, inputs, { follows: 'finished' })
  })
  const saved = outcomes.flatMap((outcome) => (outcome.ok ? [recordJson(outcome.record, true)] : []))
  for (const [index, outcome] of outcomes.entries()) {
    if (!outcome.ok)
      messages.push(`Record ${read[index]!.input.id} was not saved; ${outcome.problem.message}`)
  }
  return batchAnswer(201, 'records', saved, messages)
}

function requireOne(
  records: readonly RecordBody[],
  keyOf: (record: RecordBody) => string,
  what: string,
): void {
  if (new Set(records.map(keyOf)).size > 1) {
    throw textProblem(400, `Batch record collection only supports single ${what}`)
  }
}

/** FOLIO's answer to a batch: 500 with the same body when nothing at all was saved. */
function batchAnswer(
  status: number,
  key: string,
  saved: readonly string[],
  messages: readonly string[],
): Answer {
  const body = `{"${key}":[${saved.join(',')}],"errorMessages":${JSON.stringify(messages)},"totalRecords":${saved.length}}`
  return { status: saved.length === 0 ? 500 : status, body: new JsonText(body) }
}

/** `PUT /source-storage/batch/parsed-records`: replaces parsed content in place. */
export async function updateParsedRecords(request: ApiRequest): Promise<Answer> {
  checkRecords(request.body)
  const { records } = request.body as RecordsBody
  if (records.some((record) => !record.parsedRecord?.id)) {
    throw textProblem(400, 'Each parsed record should contain an id')
  }
  requireOne(records, ({ recordType }) => recordType, 'record type')
  const messages: string[] = []
  const changes = new Map<string, RecordChange>()
  const contentIds: string[] = []
  for (const record of records) {
    const { input, contentFault } = readRecordBody(record)
    if (input.id !== undefined) {
      const { externalId, externalHrid } = input
      const isSuppressed = record.additionalInfo?.suppressDiscovery ?? null
      addChange(changes, { id: input.id, externalId: externalId!, externalHrid: externalHrid!, isSuppressed })
    }
    if (contentFault !== null) {
      messages.push(`Record ${record.id ?? 'null'} has invalid parsed record; ${contentFault}`)
      continue
    }
    const id = record.parsedRecord!.id!.toLowerCase()
    contentIds.push(id)
    addChange(changes, { id, marc: storedContent(input), leaderStatus: input.marc?.leader.charAt(5) ?? '' })
  }
  const changed = await request.transaction(async (tx) => {
    const rows = await changeSourceRecords(tx, request.actor, [...changes.values()])
    const withMarc = contentIds.filter((id) => rows.has(id) && hasMarc(rows.get(id)!))
    await deleteRawRows(tx, withMarc)
    return rows
  })
  for (const { id } of records) {
    if (id && !changed.has(id.toLowerCase())) messages.push(`Record with id ${id} was not updated`)
  }
  for (const id of contentIds) {
    if (!changed.has(id)) messages.push(`Parsed Record with id '${id}' was not updated`)
  }
  const updated = contentIds.flatMap((id) => changed.get(id) ?? []).map((row) => parsedRecordJson(row, true))
  return batchAnswer(200, 'parsedRecords', updated, messages)
}

/** One row is changed once, whatever different parts of the request say of it. */
function addChange(changes: Map<string, RecordChange>, change: RecordChange): void {
  changes.set(change.id, { ...changes.get(change.id), ...change })
}

/** `POST /source-storage/batch/parsed-records/fetch`: the wanted fields of records by id. */
export function fetchParsedRecords(request: ApiRequest): Promise<Answer> {
  checkFetch(request.body)
  const { conditions, data, recordType, includeDeleted } = request.body as FetchBody
  const ids = readUuids(conditions.ids ?? [])
  const idType = readIdType(conditions.idType ?? '', 'RECORD')
  const ranges = (data ?? []).map(({ from, to }) => ({
    from: from.padStart(3, '0'),
    to: to.padStart(3, '0'),
  }))
  const filter = condition((bind) => [
    idsCondition(idType, ids, bind),
    `s.record_type = ${bind(RECORD_TYPES.indexOf(recordType))}`,
    'octet_length(s.marc) > 0',
    statesWanted(includeDeleted ?? false),
  ])
  const shape: Shape = {
    listKey: 'records',
    columns: RECORD_COLUMNS,
    from: 'source_record s',
    json: (row) => strippedRecordJson(row, ranges),
  }
  return answerRows(request, shape, { filter, order: 's.id', page: WHOLE_LIST })
}

const MAX_HRIDS = 32_767

/** `POST /source-storage/batch/verified-records`: which of the HRIDs no stored MARC bib record has. */
export async function verifyRecords(request: ApiRequest): Promise<Answer> {
  const { body } = request
  if (body === undefined || body === null)
    throw textProblem(400, 'The object to be validated must not be null.')
  if (!Array.isArray(body)) throw textProblem(400, 'The request body must be a JSON array of HRIDs.')
  if (body.length > MAX_HRIDS) throw textProblem(400, `The number of IDs should not exceed ${MAX_HRIDS}`)
  const hrids = body.map(String)
  const rows = await request.transaction((tx) =>
    tx.query<{ hrid: string }>(
      `select distinct hrid from unnest($1::text[]) as wanted (hrid)
       where not exists (select from source_record s where s.external_hrid = hrid and s.record_type = 0)`,
      [hrids],
    ),
  )
  return ok({ invalidMarcBibIds: rows.map(({ hrid }) => hrid) })
}
