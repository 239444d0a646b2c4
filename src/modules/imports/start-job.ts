import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { appendChunks, insertJob, sealJob } from '../../kernel/jobs/ledger.ts'
import { ringBell } from '../../kernel/jobs/runner.ts'
import { authorityReference } from '../authorities/index.ts'
import { createJobProfileSnapshot, findJobProfile } from '../import-profiles/index.ts'
import { referenceSnapshot } from '../inventory/index.ts'
import { readMappingRules } from '../mapping/index.ts'
import { readFieldProtections, readTimeZone } from '../settings/index.ts'
import { checkPlan } from './job-plan.ts'
import type { ImportContext } from './job-plan.ts'
import { failJob, getJob } from './job-execution.ts'
import type { ChunkRange } from './upload-file.ts'
import type { JobRow } from './job-execution.ts'

/** The kind under which imports stand in the ledger of jobs. */
export const IMPORT_KIND = 'import'

/** Where a chunk's records are: in a stored file, or in what a client posted. */
export type ChunkInput =
  | ({ source: 'file'; key: string; format: string; encoding: string } & ChunkRange)
  | { source: 'posted'; chunkId: string; first: number; count: number }

export type ProfileChoice = { id: string; name?: string; dataType?: string }

/**
 * Sets a job's profile and freezes the profile's tree on it.
 * @throws Problem 400 when the job has one already or there is no such profile; a tree that cannot be built
 *   ends the job as FOLIO does (PROFILE_SNAPSHOT_CREATING_ERROR) with the reason.
 */
export async function setJobProfile(tx: Transaction, job: JobRow, choice: ProfileChoice): Promise<void> {
  if (job.profile_id !== null) {
    throw textProblem(400, `JobExecution already associated to JobProfile with id '${job.profile_id}'`)
  }
  const profile = await findJobProfile(tx, choice.id)
  if (!profile) throw textProblem(404, `JobProfile with id '${choice.id}' was not found`)
  const snapshot = await createJobProfileSnapshot(tx, choice.id)
  await tx.query(
    `update job_execution
     set profile_id = $2, profile_name = $3, profile_data_type = $4, is_profile_hidden = $5, profile_snapshot = $6
     where id = $1`,
    [job.id, profile.id, profile.name, profile.dataType, profile.hidden ?? false, JSON.stringify(snapshot)],
  )
}

/**
 * Freezes what the job's records are mapped with, and puts the job into the ledger. Later changes of profiles,
 * rules or reference data do not touch it.
 * @returns false when the profile cannot run; the job then has ended with the reason.
 */
export async function beginJob(tx: Transaction, jobId: string, total: number | null): Promise<boolean> {
  const job = await getJob(tx, jobId, 'for update')
  if (job.profile_snapshot === null)
    throw textProblem(400, 'A job profile must be chosen before records can be processed.')
  const context: ImportContext = {
    snapshot: JSON.parse(job.profile_snapshot) as ImportContext['snapshot'],
    rules: await readMappingRules(tx),
    reference: await referenceSnapshot(tx),
    authorityReference: await authorityReference(tx),
    protections: await readFieldProtections(tx),
    timeZone: await readTimeZone(tx),
    jobId,
    jobNo: job.hr_id,
    userId: job.user_id,
  }
  const fault = checkPlan(context)
  if (fault !== null) {
    await failJob(tx, jobId, 'PROFILE_SNAPSHOT_CREATING_ERROR', fault)
    return false
  }
  await tx.query('insert into import_context (job_id, context) values ($1, $2)', [
    jobId,
    JSON.stringify(context),
  ])
  await tx.query(
    `update job_execution
     set status = 'PARSING_IN_PROGRESS', started_at = clock_timestamp(), total = coalesce($2, total)
     where id = $1`,
    [jobId, total],
  )
  await tx.query(
    `insert into snapshot (id, status, processing_started_at) values ($1, 'PARSING_IN_PROGRESS', clock_timestamp())
     on conflict (id) do update set status = excluded.status, processing_started_at = excluded.processing_started_at`,
    [jobId],
  )
  await insertJob(tx, { id: jobId, kind: IMPORT_KIND })
  return true
}

/** Adds chunks to a job that has begun, says whether they are all, and wakes the workers. */
export async function addChunks(
  tx: Transaction,
  jobId: string,
  chunks: readonly ChunkInput[],
  isLast: boolean,
): Promise<void> {
  if (chunks.length > 0) await appendChunks(tx, jobId, chunks)
  if (isLast) await sealJob(tx, jobId)
  await ringBell(tx)
}
