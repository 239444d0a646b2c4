import type { Transaction } from '../../kernel/db/database.ts'
import { newId } from '../../kernel/ids.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { appendChunks, insertJob, insertWholeJobs, sealJob } from '../../kernel/jobs/ledger.ts'
import { ringBell } from '../../kernel/jobs/runner.ts'
import { authorityReference } from '../authorities/index.ts'
import { createJobProfileSnapshot, findJobProfile, matchProfilesOf } from '../import-profiles/index.ts'
import { referenceSnapshot } from '../inventory/index.ts'
import { readMappingRules } from '../mapping/index.ts'
import { readFieldProtections, readTimeZone } from '../settings/index.ts'
import { checkPlan } from './job-plan.ts'
import type { FrozenContext } from './job-plan.ts'
import { failJobs, getJob } from './job-execution.ts'
import { indexMatchProfiles } from './matching/index-match-profiles.ts'
import type { ChunkRange } from './upload-file.ts'
import type { JobRow } from './job-execution.ts'

/** The kind under which imports stand in the ledger of jobs. */
export const IMPORT_KIND = 'import'

/** Where a chunk's records are: in a stored file, or in what a client posted. */
export type FileChunkInput = { source: 'file'; key: string; format: string; encoding: string } & ChunkRange
export type ChunkInput = FileChunkInput | { source: 'posted'; chunkId: string; first: number; count: number }

export type ProfileChoice = { id: string; name?: string; dataType?: string }

/** A job profile with its tree as it is now (JSON text). */
export type ChosenProfile = {
  id: string
  name: string
  dataType: string
  isHidden: boolean
  snapshot: string
}

/** Freezes the tree of a profile. @throws Problem 404 when there is no such profile */
export async function chooseProfile(tx: Transaction, choice: ProfileChoice): Promise<ChosenProfile> {
  const profile = await findJobProfile(tx, choice.id)
  if (!profile) throw textProblem(404, `JobProfile with id '${choice.id}' was not found`)
  const snapshot = await createJobProfileSnapshot(tx, choice.id)
  return {
    id: profile.id,
    name: profile.name,
    dataType: profile.dataType,
    isHidden: profile.hidden ?? false,
    snapshot: JSON.stringify(snapshot),
  }
}

/** Puts a frozen profile on jobs. @throws Problem 400 when one of them has a profile already. */
export async function setProfile(
  tx: Transaction,
  jobs: readonly JobRow[],
  { id, name, dataType, isHidden, snapshot }: ChosenProfile,
): Promise<void> {
  const taken = jobs.find((job) => job.profile_id !== null)
  if (taken) {
    throw textProblem(400, `JobExecution already associated to JobProfile with id '${taken.profile_id}'`)
  }
  await tx.query(
    `update job_execution
     set profile_id = $2, profile_name = $3, profile_data_type = $4, is_profile_hidden = $5, profile_snapshot = $6
     where id = any($1::uuid[])`,
    [jobs.map((job) => job.id), id, name, dataType, isHidden, snapshot],
  )
}

/**
 * Sets a job's profile and freezes the profile's tree on it.
 * @throws Problem 400 when the job has one already, 404 when there is no such profile, 422 when its tree cannot be
 *   built.
 */
export async function setJobProfile(tx: Transaction, job: JobRow, choice: ProfileChoice): Promise<void> {
  await setProfile(tx, [job], await chooseProfile(tx, choice))
}

/** What records are mapped with by a profile's tree, as it is now. */
export async function readContext(
  tx: Transaction,
  snapshot: FrozenContext['snapshot'],
): Promise<FrozenContext> {
  return {
    snapshot,
    rules: await readMappingRules(tx),
    reference: await referenceSnapshot(tx),
    authorityReference: await authorityReference(tx),
    protections: await readFieldProtections(tx),
    timeZone: await readTimeZone(tx),
  }
}

/**
 * Freezes what records are mapped with by a profile's tree, for any number of jobs. Later changes of profiles,
 * rules or reference data do not touch them.
 * @returns the id of what was frozen, or why the profile cannot run
 */
export async function freezeContext(
  tx: Transaction,
  snapshot: string,
): Promise<{ contextId: string; fault: null } | { contextId: null; fault: string }> {
  const context = await readContext(tx, JSON.parse(snapshot) as FrozenContext['snapshot'])
  const fault = checkPlan(context)
  if (fault !== null) return { contextId: null, fault }
  await indexMatchProfiles(tx, matchProfilesOf(context.snapshot))
  const contextId = newId()
  await tx.query('insert into import_context (id, context) values ($1, $2)', [
    contextId,
    JSON.stringify(context),
  ])
  return { contextId, fault: null }
}

/**
 * Begins a job that a client drives: freezes what its records are mapped with, and puts it into the ledger.
 * @returns false when the profile cannot run; the job then has ended with the reason.
 */
export async function beginJob(tx: Transaction, jobId: string, total: number | null): Promise<boolean> {
  const job = await getJob(tx, jobId, 'for update')
  if (job.profile_snapshot === null)
    throw textProblem(400, 'A job profile must be chosen before records can be processed.')
  const { contextId, fault } = await freezeContext(tx, job.profile_snapshot)
  if (fault !== null) {
    await failJobs(tx, [jobId], 'PROFILE_SNAPSHOT_CREATING_ERROR', fault)
    return false
  }
  await markBegun(tx, contextId, [{ id: jobId, total }])
  await insertJob(tx, { id: jobId, kind: IMPORT_KIND })
  return true
}

/** A job of a file, with all its chunks; `groupId` is the first job of its file. */
export type FileJob = { id: string; groupId: string; total: number; chunks: readonly ChunkInput[] }

/** Begins jobs of files: all of them with one frozen context, in a few statements. */
export async function beginFileJobs(
  tx: Transaction,
  contextId: string,
  jobs: readonly FileJob[],
): Promise<void> {
  await markBegun(tx, contextId, jobs)
  await insertWholeJobs(tx, IMPORT_KIND, jobs)
  await ringBell(tx)
}

/**
 * A part of a file waits until a worker takes it up (`takeUpJob`); a composite job waits for its parts; any other
 * job runs.
 */
export async function markBegun(
  tx: Transaction,
  contextId: string,
  jobs: readonly { id: string; total: number | null }[],
): Promise<void> {
  await tx.query(
    `update job_execution j
     set context_id = $1, total = coalesce(begun.total, j.total),
       status = case
         when j.byte_length is not null then 'FILE_UPLOADED'
         when j.subordination = 'COMPOSITE_PARENT' then 'COMMIT_IN_PROGRESS'
         else 'PARSING_IN_PROGRESS' end,
       started_at = case when j.byte_length is null then clock_timestamp() end
     from json_to_recordset($2) as begun (id uuid, total int)
     where j.id = begun.id`,
    [contextId, JSON.stringify(jobs.map(({ id, total }) => ({ id, total })))],
  )
  await tx.query(
    `insert into snapshot (id, status, processing_started_at)
     select unnest($1::uuid[]), 'PARSING_IN_PROGRESS', clock_timestamp()
     on conflict (id) do update set status = excluded.status, processing_started_at = excluded.processing_started_at`,
    [jobs.map((job) => job.id)],
  )
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
