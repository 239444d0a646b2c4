import { folio999 } from '../mapping/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { fieldProblem, textProblem } from '../../kernel/http/problems.ts'
import { JsonText, created, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { newId } from '../../kernel/ids.ts'
import { changeSourceRecords } from './change-source-records.ts'
import { DUPLICATE, insertSourceRecords } from './insert-source-records.ts'
import { findRecord } from './list-records.ts'
import { readRecordBody, requireBibIds } from './read-records.ts'
import { readUuid } from './record-types.ts'
import { hasMarc, recordJson } from './render-record.ts'
import { storedContent } from './source-record-input.ts'
import type { SourceRecordInput, Writer } from './source-record-input.ts'
import type { StoredRecord } from './stored-record.ts'
import { checkRecord } from './wire-schemas.ts'
import type { RecordBody } from './wire-schemas.ts'
import { deleteRawRows, storeRawRows } from './write-rows.ts'

function checkedBody(body: unknown): RecordBody {
  checkRecord(body)
  return body as RecordBody
}

/** `POST /source-storage/records` */
export async function createRecord(request: ApiRequest): Promise<Answer> {
  const { input } = readRecordBody(checkedBody(request.body))
  requireBibIds(input)
  const row = await request.transaction((tx) => saveOne(tx, request.actor, input))
  return created(new JsonText(recordJson(row, true)), row.id)
}

async function saveOne(tx: Transaction, writer: Writer, input: SourceRecordInput): Promise<StoredRecord> {
  const [outcome] = await insertSourceRecords(tx, writer, [input], {
    follows: 'started',
    replaceSameId: true,
  })
  if (!outcome!.ok) throw outcome!.problem
  return outcome!.record
}

/** `PUT /source-storage/records/{id}`: replaces a generation in place. */
export async function updateRecord(request: ApiRequest): Promise<Answer> {
  const id = readUuid(request.params.id)
  const body = checkedBody(request.body)
  const { input, contentFault } = readRecordBody(body)
  if (contentFault !== null) {
    // FOLIO would drop the stored content for one that cannot be read.
    throw fieldProblem(contentFault, 'parsedRecord.content', String(body.parsedRecord?.content).slice(0, 200))
  }
  const isParsed = input.marc !== null || input.edifact != null
  const row = await request.transaction(async (tx) => {
    const changed = await changeSourceRecords(tx, request.actor, [
      {
        ...input,
        id,
        matchedId: body.matchedId.toLowerCase(),
        state: body.state == null ? null : input.state!,
        isSuppressed: body.additionalInfo?.suppressDiscovery ?? null,
        marc: isParsed ? storedContent(input) : null,
        leaderStatus: input.marc?.leader.charAt(5) ?? '',
      },
    ])
    const stored = changed.get(id)
    if (!stored) throw textProblem(404, `Record with id '${request.params.id}' was not found`)
    const raw = hasMarc(stored) ? null : input.raw
    if (raw === null && input.error == null) await deleteRawRows(tx, [id])
    else await storeRawRows(tx, [{ id, raw, error: input.error }])
    return findRecord(tx, 'SRS_RECORD', id)
  })
  return ok(new JsonText(recordJson(row!, true)))
}

/** `PUT /source-storage/records/{matchedId}/generation`: stores a new generation with a new id. */
export async function createGeneration(request: ApiRequest): Promise<Answer> {
  const matchedId = readUuid(request.params.id)
  const { input } = readRecordBody(checkedBody(request.body))
  const written = input.marc === null ? undefined : folio999(input.marc)?.recordId
  if (written?.toLowerCase() !== matchedId) {
    throw textProblem(
      400,
      `Matched id (${request.params.id}) not equal to 999ff$s (${written ?? 'null'}) field`,
    )
  }
  const row = await request.transaction(async (tx) => {
    if ((await findRecord(tx, 'RECORD', matchedId)) === null) {
      throw textProblem(404, `Record with given matched id (${request.params.id}) not found`)
    }
    requireBibIds(input)
    // The generation is counted here, whatever the client read.
    const { generation: _, ...next } = input
    const [outcome] = await insertSourceRecords(tx, request.actor, [{ ...next, id: newId() }], {
      follows: 'started',
    })
    if (outcome!.ok) return outcome!.record
    throw outcome!.problem.message === DUPLICATE ? textProblem(400, DUPLICATE_GENERATION) : outcome!.problem
  })
  return ok(new JsonText(recordJson(row, true)))
}

const DUPLICATE_GENERATION =
  'Incoming record could be a duplicate, incoming record generation should not be the same as matched record ' +
  'generation and the execution of job should be started after of creating the previous record generation'
