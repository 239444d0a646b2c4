import { recordToJson } from '../../formats/marc/index.ts'
import type { MarcRecord } from '../../formats/marc/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { newId } from '../../kernel/ids.ts'
import { createJobs } from './change-job.ts'
import { getJob, isFinal } from './job-execution.ts'
import { errorText } from './job-log.ts'
import type { JournalRow } from './job-log.ts'
import type { Step } from './journal-row.ts'
import { postRecords } from './posted-records.ts'

export type SingleRecordImport = { userId: string; jobProfileId: string; record: MarcRecord }

/**
 * Starts a job for one record, as a client does that drives a job itself (an ONLINE job, its profile, the record).
 * @returns the id of the job.
 * @throws Problem 404 when there is no such job profile, 422 when there is no such user.
 */
export async function startSingleRecordImport(
  tx: Transaction,
  { userId, jobProfileId, record }: SingleRecordImport,
): Promise<string> {
  const jobs = await createJobs(tx, { sourceType: 'ONLINE', userId, jobProfileInfo: { id: jobProfileId } })
  const jobId = String(jobs.parentJobExecutionId)
  await postRecords(tx, jobId, {
    id: newId(),
    recordsMetadata: { last: true, counter: 1, total: 1, contentType: 'MARC_JSON' },
    initialRecords: [{ record: recordToJson(record), order: 0 }],
  })
  return jobId
}

/** What came of the one record: the instance that was created or updated, and why something failed. */
export type SingleRecordOutcome = { instanceId: string | null; error: string | null }

/** What a job of one record did, or null while it is at work. @throws Problem 404 when the job was deleted. */
export async function findSingleRecordOutcome(
  tx: Transaction,
  jobId: string,
): Promise<SingleRecordOutcome | null> {
  const job = await getJob(tx, jobId)
  if (!isFinal(job)) return null
  const [row] = await tx.query<JournalRow>('select * from journal where job_no = $1 order by seq limit 1', [
    job.hr_id,
  ])
  if (!row) return { instanceId: null, error: job.error_text ?? `The import ended as ${job.status}.` }
  const steps = JSON.parse(row.steps) as Step[]
  const done = steps.find(
    ([entity, action, id, , , error]) =>
      entity === 'INSTANCE' && (action === 'CREATE' || action === 'UPDATE') && id !== null && error === null,
  )
  return {
    instanceId: done?.[2] ?? null,
    error: row.error === null ? null : errorText(row, job.first_record),
  }
}
