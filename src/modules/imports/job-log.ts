import type { Transaction } from '../../kernel/db/database.ts'
import { notFound } from '../../kernel/http/problems.ts'
import { isUuid } from '../../kernel/ids.ts'
import { jobsWithJournal, totalCounts } from './composite-job.ts'
import { getJob } from './job-execution.ts'
import type { JobRow } from './job-execution.ts'
import type { JobCounts } from './job-counts.ts'
import { RECORD_TYPES, SOURCE_ENTITIES, incomingRecordId, parseIncomingRecordId } from './journal-row.ts'
import type { Step, StepEntity } from './journal-row.ts'

/** A row of `journal`. */
export type JournalRow = {
  job_no: number
  seq: number
  record_type: number | null
  source_record_id: string | null
  title: string | null
  control_number: string | null
  byte_offset: number | null
  byte_length: number | null
  steps: string
  error_kind: string | null
  error: string | null
  folio_error: string | null
  matches: string | null
}

/** A job that has rows in the journal; of a part of a file `first_record` records stand before it. */
export type Owner = Pick<JobRow, 'id' | 'hr_id' | 'first_record'>

/**
 * An error as people read it: which record of the file, where it lies there, what is wrong, and FOLIO's text for
 * programs that look for it.
 */
export function errorText(
  row: Pick<JournalRow, 'seq' | 'control_number' | 'byte_offset' | 'error' | 'folio_error'>,
  firstRecord: number,
): string {
  if (row.error === null) return ''
  const place = row.byte_offset === null ? '' : ` at byte ${row.byte_offset}`
  const number = row.control_number === null ? '' : `, control number ${row.control_number}`
  const folio = row.folio_error === null ? '' : ` (${row.folio_error})`
  return `Record ${firstRecord + row.seq + 1}${place}${number}: ${row.error}${folio}`
}

const SOURCE_TYPES = ['MARC_BIBLIOGRAPHIC', 'MARC_HOLDINGS', 'MARC_AUTHORITY', 'EDIFACT']

/** What FOLIO calls the outcome of an entity's steps: the table in its log function. A match counts when it is all. */
function actionStatus(steps: readonly Step[]): string | undefined {
  if (steps.length === 0) return undefined
  const done = steps.filter(([, action, , , , error]) => error !== null || !isMatch(action))
  const outcomes = new Set(
    (done.length > 0 ? done : steps).map(([, action, , , , error]) => stepOutcome(action, error)),
  )
  if (outcomes.has('DISCARDED')) return 'DISCARDED'
  return outcomes.size > 1 ? 'MULTIPLE' : [...outcomes][0]
}

function isMatch(action: Step[1]): boolean {
  return action === 'MATCH' || action === 'NON_MATCH'
}

function stepOutcome(action: Step[1], error: string | null): string {
  if (error !== null || isMatch(action) || action === 'PARSE') return 'DISCARDED'
  if (action === 'CREATE') return 'CREATED'
  return action === 'DELETE' ? 'DELETED' : 'UPDATED'
}

/** The texts of the steps that failed; several stand in brackets, as FOLIO's log joins them. */
function stepErrors(steps: readonly Step[], whole: string): string {
  const failed = steps.filter((step) => step[5] !== null)
  if (failed.length === 0) return ''
  if (failed.length === 1) return whole === '' ? failed[0]![5]! : whole
  return `[${failed.map((step) => step[5]).join(', ')}]`
}

function titleOf(row: JournalRow, steps: readonly Step[]): string {
  const holdings = steps.find(([entity]) => entity === 'HOLDINGS')
  if (row.record_type === 1 && holdings?.[3]) return `Holdings ${holdings[3]}`
  return row.title ?? 'No content'
}

/** One record of a job as `jobLogEntries` shows it (recordProcessingLogDto); `order` is its place in the log. */
export function logEntry(
  job: { id: string; first_record: number },
  row: JournalRow,
  order = row.seq,
): Record<string, unknown> {
  const steps = JSON.parse(row.steps) as Step[]
  const of = (...entities: StepEntity[]) => steps.filter(([entity]) => entities.includes(entity))
  const whole = errorText(row, job.first_record)
  const source = of(...SOURCE_ENTITIES)
  const many = (found: Step[]) => ({
    ...(found.length === 0 ? {} : { actionStatus: actionStatus(found) }),
    idList: found.flatMap((step) => step[2] ?? []),
    hridList: found.flatMap((step) => step[3] ?? []),
    ...(found.length === 0 ? {} : { error: stepErrors(found, whole) }),
  })
  const single = (step: Step, related: string) => ({
    actionStatus: actionStatus([step]),
    id: step[2],
    hrid: step[3],
    ...(step[4] === null ? {} : { [related]: step[4] }),
    error: stepErrors([step], whole),
  })
  return {
    jobExecutionId: job.id,
    incomingRecordId: incomingRecordId(row.job_no, row.seq),
    ...(row.source_record_id === null ? {} : { sourceRecordId: row.source_record_id }),
    sourceRecordOrder: String(order),
    sourceRecordTitle: titleOf(row, steps),
    ...(row.record_type === null ? {} : { sourceRecordType: SOURCE_TYPES[row.record_type] }),
    sourceRecordActionStatus: actionStatus(source) ?? 'DISCARDED',
    error: row.error === null ? '' : whole,
    relatedInstanceInfo: many(of('INSTANCE')),
    relatedHoldingsInfo: of('HOLDINGS').map((step) => single(step, 'permanentLocationId')),
    relatedItemInfo: of('ITEM').map((step) => single(step, 'holdingsId')),
    relatedAuthorityInfo: many(of('AUTHORITY')),
    relatedPoLineInfo: many(of('PO_LINE', 'ORDER')),
    relatedInvoiceInfo: many(of('INVOICE')),
    relatedInvoiceLineInfo: {},
  }
}

/** The jobs whose journal rows make up a job's log: those of its parts, or the job itself. */
export type Owners = Awaited<ReturnType<typeof ownersOf>>

/** The jobs whose journal rows make up the log of `job` (its parts, for a composite job), and how to find that of a row. */
export async function ownersOf(tx: Transaction, job: JobRow) {
  const owners = new Map((await jobsWithJournal(tx, job)).map((owner) => [owner.hr_id, owner]))
  const of = (row: Pick<JournalRow, 'job_no'>): Owner => owners.get(row.job_no)!
  const isComposite = job.subordination === 'COMPOSITE_PARENT'
  return {
    numbers: [...owners.keys()],
    ids: [...owners.values()].map(({ id }) => id),
    of,
    isComposite,
    /** The log of a composite job counts through the whole file, that of a part through the part. */
    entry(row: JournalRow): Record<string, unknown> {
      const owner = of(row)
      return logEntry(owner, row, isComposite ? owner.first_record + row.seq : row.seq)
    },
  }
}

/** Finds a record of a job by the id of the incoming record or of the source record made of it. */
async function findJournalRow(
  tx: Transaction,
  owners: readonly Owner[],
  recordId: string,
): Promise<JournalRow | null> {
  const place = parseIncomingRecordId(recordId)
  if (place) {
    if (!owners.some((owner) => owner.hr_id === place.jobNo)) return null
    const [row] = await tx.query<JournalRow>('select * from journal where job_no = $1 and seq = $2', [
      place.jobNo,
      place.seq,
    ])
    return row ?? null
  }
  if (!isUuid(recordId)) return null
  const [row] = await tx.query<JournalRow>(
    `select j.* from source_record s
     join unnest($1::uuid[], $2::int[]) as owner (id, hr_id) on owner.id = s.snapshot_id
     join journal j on j.job_no = owner.hr_id and j.seq = s.record_order
     where s.id = $3 and j.source_record_id = s.id`,
    [owners.map((owner) => owner.id), owners.map((owner) => owner.hr_id), recordId],
  )
  return row ?? null
}

/** `GET …/jobLogEntries/{jobExecutionId}/records/{recordId}` */
export async function readLogEntry(tx: Transaction, jobId: string, recordId: string): Promise<unknown> {
  const job = await getJob(tx, jobId)
  const row = await findJournalRow(tx, await jobsWithJournal(tx, job), recordId)
  if (!row) throw notFound('Can`t find record with specific jobExecutionId and recordId')
  return (await ownersOf(tx, job)).entry(row)
}

const SUMMARIES: Record<string, readonly StepEntity[]> = {
  sourceRecordSummary: SOURCE_ENTITIES,
  instanceSummary: ['INSTANCE'],
  holdingSummary: ['HOLDINGS'],
  itemSummary: ['ITEM'],
  authoritySummary: ['AUTHORITY'],
  orderSummary: ['ORDER', 'PO_LINE'],
  invoiceSummary: ['INVOICE'],
}

function entitySummary(counts: JobCounts, entities: readonly StepEntity[]) {
  const sum = { totalCreatedEntities: 0, totalUpdatedEntities: 0, totalDiscardedEntities: 0, totalErrors: 0 }
  for (const entity of entities) {
    const part = counts.entities[entity]
    if (!part) continue
    sum.totalCreatedEntities += part.created
    sum.totalUpdatedEntities += part.updated
    sum.totalDiscardedEntities += part.discarded
    sum.totalErrors += part.errors
  }
  return sum
}

/**
 * `GET /metadata-provider/jobSummary/{jobExecutionId}`. Every top-level value but the id and `totalErrors` is an
 * object: folio_data_import prints them as a table and stops at anything else.
 */
export async function readJobSummary(tx: Transaction, jobId: string): Promise<unknown> {
  const job = await getJob(tx, jobId)
  const counts = await totalCounts(tx, job)
  if (counts.records === 0) throw notFound(`JobSummary for jobExecutionId: '${jobId}' was not found`)
  return { jobExecutionId: jobId, totalErrors: counts.errors, ...summariesOf(counts) }
}

/** Counts by the kinds of records that FOLIO's summary knows; those without any are left out. */
export function summariesOf(counts: JobCounts): Record<string, Record<string, number>> {
  return Object.fromEntries(
    Object.entries(SUMMARIES)
      .map(([key, entities]) => [key, entitySummary(counts, entities)] as const)
      .filter(([, sum]) => Object.values(sum).some((value) => value > 0)),
  )
}

/** Where the bytes of an incoming record are. */
export type IncomingRecord = { job: JobRow; row: JournalRow; recordType: string | null }

/** Finds an incoming record by its id over all jobs. @throws Problem 404 */
export async function getIncomingRecord(tx: Transaction, recordId: string): Promise<IncomingRecord> {
  const place = parseIncomingRecordId(recordId)
  const [found] = place
    ? await tx.query<{ id: string }>('select id from job_execution where hr_id = $1 and not is_deleted', [
        place.jobNo,
      ])
    : await tx.query<{ id: string }>(
        `select e.id from source_record s join job_execution e on e.id = s.snapshot_id and not e.is_deleted
         where s.id = $1`,
        [isUuid(recordId) ? recordId : null],
      )
  const job = found ? await getJob(tx, found.id) : null
  const row = job ? await findJournalRow(tx, [job], recordId) : null
  if (!job || !row) throw notFound(`Incoming record with id '${recordId}' was not found`)
  return { job, row, recordType: row.record_type === null ? null : RECORD_TYPES[row.record_type]! }
}
