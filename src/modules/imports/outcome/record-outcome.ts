import { EdifactReadError } from '../../../formats/edifact/index.ts'
import { MarcReadError, recordToJson } from '../../../formats/marc/index.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { notFound, textProblem } from '../../../kernel/http/problems.ts'
import type { App } from '../../../kernel/module.ts'
import { decodeIncoming } from '../decode-incoming.ts'
import type { RawIncoming } from '../decode-incoming.ts'
import { incomingText, isEdifact } from '../edifact/message-text.ts'
import { orderOf, snapshotOf } from '../errors/error-groups.ts'
import { errorRow } from '../errors/error-rows.ts'
import { readRawRecords } from '../incoming-records.ts'
import { getJob } from '../job-execution.ts'
import { ownersOf } from '../job-log.ts'
import type { JournalRow, Owners } from '../job-log.ts'
import { RECORD_TYPES } from '../journal-row.ts'
import type { MatchTrace, Step } from '../journal-row.ts'
import { marcDto } from '../marc-dto.ts'
import { matchSteps } from './match-steps.ts'
import { writtenRecords } from './written-records.ts'

/** A place in a file from a path. @throws Problem 400 */
export function orderParameter(params: Record<string, string>): number {
  const text = params.order ?? ''
  if (!/^\d{1,9}$/.test(text))
    throw textProblem(
      400,
      `'order' is incorrect. {${text}} is not valid: must be the place of a record, from 0`,
    )
  return Number(text)
}

/**
 * What became of one record of an import: as it came, its way through the matches, what was written with before and after,
 * and its error. @throws Problem 404
 */
export async function readOutcome(
  app: App,
  tx: Transaction,
  jobId: string,
  order: number,
): Promise<Record<string, unknown>> {
  const job = await getJob(tx, jobId)
  const owners = await ownersOf(tx, job)
  const row = await findRow(tx, owners, order)
  if (row === null) throw notFound(`The job has no record ${order + 1} in its log`)
  const snapshot = snapshotOf(job)
  const owner = owners.of(row)
  const steps = JSON.parse(row.steps) as Step[]
  const trace = JSON.parse(row.matches ?? '[]') as MatchTrace[]
  const [raw] = await readRawRecords(app, tx, owner, [row])
  return {
    jobId,
    order,
    title: row.title,
    controlNumber: row.control_number,
    recordType: row.record_type === null ? null : RECORD_TYPES[row.record_type],
    incoming: raw ? incomingDto(raw) : null,
    byteOffset: row.byte_offset,
    byteLength: row.byte_length,
    matches: await matchSteps(tx, snapshot, trace),
    steps: steps.map(stepDto),
    records: await writtenRecords(tx, owner.id, steps),
    error: row.error_kind === null ? null : errorRow(owners, row, snapshot),
    ...(await neighbours(tx, owners, row)),
  }
}

async function findRow(tx: Transaction, owners: Owners, order: number): Promise<JournalRow | null> {
  const all = owners.numbers.map((no) => owners.of({ job_no: no }))
  const owner = owners.isComposite ? all.findLast(({ first_record: first }) => first <= order) : all[0]
  if (!owner) return null
  const seq = owners.isComposite ? order - owner.first_record : order
  const [row] = await tx.query<JournalRow>('select * from journal where job_no = $1 and seq = $2', [
    owner.hr_id,
    seq,
  ])
  return row ?? null
}

/** The nearest failed records before and behind. */
async function neighbours(
  tx: Transaction,
  owners: Owners,
  row: JournalRow,
): Promise<{ previousError: number | null; nextError: number | null }> {
  const find = async (sign: '<' | '>', direction: 'asc' | 'desc') => {
    const [found] = await tx.query<{ job_no: number; seq: number }>(
      `select job_no, seq from journal
       where job_no = any($1::int[]) and error_kind is not null and (job_no, seq) ${sign} ($2::int, $3::int)
       order by job_no ${direction}, seq ${direction} limit 1`,
      [owners.numbers, row.job_no, row.seq],
    )
    return found === undefined ? null : orderOf(owners, found)
  }
  return { previousError: await find('<', 'desc'), nextError: await find('>', 'asc') }
}

export function stepDto([entity, action, id, hrid, related, error]: Step): Record<string, unknown> {
  return { entityType: entity, actionType: action, entityId: id, entityHrId: hrid, relatedId: related, error }
}

/** Bytes of an unreadable record that are shown. */
const MAX_RAW = 4096

/** An incoming record as it came: MARC field by field and as JSON, EDIFACT as text, bytes where it could not be read. */
export function incomingDto(raw: RawIncoming): Record<string, unknown> {
  try {
    if (isEdifact(raw.format)) return { marc: null, json: null, text: incomingText(raw), raw: null }
    const record = decodeIncoming(raw)
    return { marc: marcDto(record), json: JSON.parse(recordToJson(record)) as unknown, text: null, raw: null }
  } catch (error) {
    if (!(error instanceof MarcReadError || error instanceof EdifactReadError)) throw error
    return { marc: null, json: null, text: null, raw: raw.bytes.subarray(0, MAX_RAW).toString('latin1') }
  }
}
