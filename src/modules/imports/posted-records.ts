import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { fieldProblem, textProblem } from '../../kernel/http/problems.ts'
import { isUuid } from '../../kernel/ids.ts'
import { getJob, isFinal } from './job-execution.ts'
import type { JobRow } from './job-execution.ts'
import { addChunks, beginJob } from './start-job.ts'
import { refuseUndone } from './undo/undo-execution.ts'

/** Counts and places are stored as PostgreSQL integers. */
const MAX_COUNT = 2_147_483_647

const CONTENT_TYPES = ['MARC_RAW', 'MARC_JSON', 'MARC_XML', 'EDIFACT_RAW'] as const

type PostedRecords = {
  id: string
  isLast: boolean
  counter: number
  total: number | null
  contentType: (typeof CONTENT_TYPES)[number]
  records: { record: string; order: number | null }[]
}

/** Reads a RawRecordsDto. @throws Problem 422 naming the field. */
function readPostedRecords(body: unknown): PostedRecords {
  const { id, recordsMetadata, initialRecords } = objectBody(body)
  if (!isUuid(id)) throw fieldProblem('must be a uuid', 'id', id ?? null)
  if (typeof recordsMetadata !== 'object' || recordsMetadata === null) {
    throw fieldProblem('must not be null', 'recordsMetadata', null)
  }
  const { last, counter, total, contentType } = recordsMetadata as Record<string, unknown>
  if (typeof last !== 'boolean')
    throw fieldProblem('must be true or false', 'recordsMetadata.last', last ?? null)
  const isCount = (value: unknown): value is number =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_COUNT
  if (!isCount(counter))
    throw fieldProblem('must be a whole number', 'recordsMetadata.counter', counter ?? null)
  if (total !== undefined && total !== null && !isCount(total)) {
    throw fieldProblem('must be a whole number', 'recordsMetadata.total', total)
  }
  const type = CONTENT_TYPES.find((known) => known === contentType)
  if (!type) {
    throw fieldProblem(
      `must be one of ${CONTENT_TYPES.join(', ')}`,
      'recordsMetadata.contentType',
      contentType ?? null,
    )
  }
  if (initialRecords !== undefined && initialRecords !== null && !Array.isArray(initialRecords)) {
    throw fieldProblem('must be a list', 'initialRecords', typeof initialRecords)
  }
  const records = ((initialRecords as unknown[] | undefined | null) ?? []).map((entry, index) => {
    const { record, order } = (entry ?? {}) as Record<string, unknown>
    if (typeof record !== 'string') {
      throw fieldProblem('must be text', `initialRecords[${index}].record`, record ?? null)
    }
    if (order !== undefined && order !== null && !isCount(order)) {
      throw fieldProblem('must be a whole number', `initialRecords[${index}].order`, order)
    }
    return { record, order: order ?? null }
  })
  return {
    id: id.toLowerCase(),
    isLast: last,
    counter,
    total: isCount(total) ? total : null,
    contentType: type,
    records,
  }
}

/**
 * Takes records that a client drives itself. The same chunk id again changes nothing and answers 400, on
 * which clients rely after a time-out. The job is listed as running when this returns.
 * @throws Problem 400 for a repeated chunk or a job that has ended (FOLIO answers 500 there; its clients take
 *   both as final), 404 for an unknown job, 422 for a malformed body.
 */
export async function postRecords(tx: Transaction, jobId: string, body: unknown): Promise<void> {
  const posted = readPostedRecords(body)
  const job = await getJob(tx, jobId, 'for update')
  refuseEnded(job)
  await refuseUndone(tx, jobId)
  if (job.context_id === null && isFinal(job)) {
    throw textProblem(400, 'The job has ended and its log was removed; it takes no more records.')
  }
  const first = await choosePlace(tx, jobId, posted)
  const inserted = await tx.execute(
    `insert into posted_chunk (job_id, chunk_id, first_order, record_count, content_type, records)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [
      jobId,
      posted.id,
      first,
      posted.records.length,
      posted.contentType,
      JSON.stringify(posted.records.map((entry) => entry.record)),
    ],
  )
  if (inserted === 0) {
    throw textProblem(400, `Source chunk with ${posted.id} id for ${jobId} jobExecution is already exists`)
  }
  if (job.context_id === null) {
    if (!(await beginJob(tx, jobId, posted.total))) return
  } else {
    await reopenIfEnded(tx, job)
  }
  const [sum] = await tx.query<{ received: number; expected: number }>(
    `select sum(record_count) as received, (select total from job_execution where id = $1) as expected
     from posted_chunk where job_id = $1`,
    [jobId],
  )
  const received = Number(sum!.received)
  if (received > sum!.expected) {
    await tx.query('update job_execution set total = $2 where id = $1', [jobId, received])
  }
  const chunks =
    posted.records.length === 0
      ? []
      : [{ source: 'posted' as const, chunkId: posted.id, first, count: posted.records.length }]
  const isComplete = posted.isLast || (posted.total !== null && received >= sum!.expected)
  if (posted.isLast) await settleTotal(tx, jobId, received)
  await addChunks(tx, jobId, chunks, isComplete)
}

/**
 * The place of a chunk's first record in the job. When the client's own count names places that are taken, the
 * records go behind all others: a client that counts wrongly loses none of them.
 */
async function choosePlace(
  tx: Transaction,
  jobId: string,
  { records, counter }: PostedRecords,
): Promise<number> {
  const wanted = records[0]?.order ?? Math.max(counter - records.length, 0)
  const [taken] = await tx.query<{ overlaps: boolean | null; behind: number }>(
    `select bool_or(first_order < $3 and first_order + record_count > $2) as overlaps,
       max(first_order + record_count) as behind
     from posted_chunk where job_id = $1 and record_count > 0`,
    [jobId, wanted, wanted + records.length],
  )
  return taken?.overlaps === true ? taken.behind : wanted
}

/** A last chunk says that no more will come, so a total that was set too high is corrected. */
async function settleTotal(tx: Transaction, jobId: string, received: number): Promise<void> {
  await tx.query('update job_execution set total = $2 where id = $1 and total > $2', [jobId, received])
}

function refuseEnded(job: JobRow): void {
  if (job.status === 'COMMITTED' || !isFinal(job)) return
  if (job.status === 'ERROR' && job.summary !== null && job.error_status === null) return
  throw textProblem(
    400,
    `Couldn't update JobExecution status, JobExecution already marked as ${job.status}` +
      (job.error_text === null ? '' : `: ${job.error_text}`),
  )
}

/** A job that ended when all announced records were in takes more, as FOLIO's does: it runs on. */
async function reopenIfEnded(tx: Transaction, job: JobRow): Promise<void> {
  if (!isFinal(job)) return
  await tx.query(
    "update job_execution set status = 'PARSING_IN_PROGRESS', completed_at = null, summary = null where id = $1",
    [job.id],
  )
  await tx.asSystem(() =>
    tx.query("update octavo.job set state = 'running', finished_at = null, is_sealed = false where id = $1", [
      job.id,
    ]),
  )
}

/** Minutes after which a client-driven job that waits for records that never come is ended. */
const IDLE_MINUTES = 10

/**
 * Ends client-driven jobs that have had no new records for a while: FOLIO leaves such a job running for ever
 * when a client announced more than it sent (folio_data_import does, after records it could not parse).
 */
export async function sealIdleJobs(tx: Transaction): Promise<void> {
  const idle = await tx.query<{ id: string; received: number }>(
    `select j.id, sum(p.record_count) as received
     from job_execution j join posted_chunk p on p.job_id = j.id
     where j.status = 'PARSING_IN_PROGRESS' and not j.is_deleted
     group by j.id
     having max(p.posted_at) < now() - make_interval(mins => ${IDLE_MINUTES})`,
  )
  for (const { id, received } of idle) {
    await settleTotal(tx, id, Number(received))
    await addChunks(tx, id, [], true)
  }
}
