import type { Transaction } from '../../kernel/db/database.ts'
import { fieldProblem, textProblem } from '../../kernel/http/problems.ts'
import { isUuid } from '../../kernel/ids.ts'
import { cancelKnown } from './cancel-import.ts'
import { finishParent, lockParent, totalCounts } from './composite-job.ts'
import { jobDto } from './job-dto.ts'
import { findRunBy, getJob, insertJobs, isFinal } from './job-execution.ts'
import type { JobRow, NewJob, SourceType } from './job-execution.ts'
import { ERROR_STATUSES, JOB_STATUSES } from './job-status.ts'
import type { ErrorStatus, JobStatus } from './job-status.ts'
import { setJobProfile } from './start-job.ts'

type JobRequest = {
  sourceType: SourceType
  userId: string
  files: { name: string }[]
  parentJobId: string | null
  partNumber: number
  partCount: number
  profileId: string | null
}

/** Reads an initJobExecutionsRqDto. @throws Problem 422 naming the field, 400 as FOLIO's for missing files. */
function readJobRequest(body: Record<string, unknown>): JobRequest {
  const { sourceType, userId, files, parentJobId, jobPartNumber, totalJobParts, jobProfileInfo } = body
  const types: readonly SourceType[] = ['FILES', 'ONLINE', 'COMPOSITE']
  const type = types.find((known) => known === sourceType)
  if (!type) throw fieldProblem(`must be one of ${types.join(', ')}`, 'sourceType', sourceType ?? null)
  if (!isUuid(userId)) throw fieldProblem('must be the id of a user', 'userId', userId ?? null)
  if (parentJobId !== undefined && parentJobId !== null && !isUuid(parentJobId)) {
    throw fieldProblem('must be a uuid', 'parentJobId', parentJobId)
  }
  if (files !== undefined && files !== null && !Array.isArray(files)) {
    throw fieldProblem('must be a list', 'files', typeof files)
  }
  const list = files ?? []
  const names = list.map((file: unknown, index) => {
    const name = (file as { name?: unknown } | null)?.name
    if (typeof name !== 'string' || name === '')
      throw fieldProblem('must not be null', `files[${index}].name`, name ?? null)
    return { name }
  })
  if (type === 'FILES' && names.length === 0) throw textProblem(400, 'Received files must not be empty')
  return {
    sourceType: type,
    userId,
    files: names,
    parentJobId: isUuid(parentJobId) ? parentJobId : null,
    partNumber: readPart('jobPartNumber', jobPartNumber),
    partCount: readPart('totalJobParts', totalJobParts),
    profileId: readProfileId(jobProfileInfo),
  }
}

const MAX_PARTS = 2_147_483_647

function readPart(key: string, value: unknown): number {
  if (value === undefined || value === null) return 1
  if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > MAX_PARTS) {
    throw fieldProblem('must be a whole number from 1', key, value)
  }
  return value as number
}

function readProfileId(profile: unknown): string | null {
  if (profile === undefined || profile === null) return null
  const { id } = profile as { id?: unknown }
  if (!isUuid(id)) throw fieldProblem('must be the id of a job profile', 'jobProfileInfo.id', id ?? null)
  return id
}

/** Which jobs a request makes: the table of data-import.md 2.3. */
function jobsFor(request: JobRequest, parentId: string | null): NewJob[] {
  const { sourceType, files, parentJobId, partNumber, partCount } = request
  const fileName = files[0]?.name.split('/').at(-1) ?? null
  const sourcePath = files[0]?.name ?? null
  if (sourceType === 'COMPOSITE') {
    return [
      parentJobId === null
        ? { subordination: 'COMPOSITE_PARENT', sourceType, fileName, sourcePath, partNumber, partCount }
        : {
            subordination: 'COMPOSITE_CHILD',
            sourceType,
            fileName,
            sourcePath,
            parentId: parentJobId,
            partNumber,
            partCount,
          },
    ]
  }
  if (sourceType === 'ONLINE') return [{ subordination: 'PARENT_SINGLE', sourceType, fileName: null }]
  if (files.length === 1) return [{ subordination: 'PARENT_SINGLE', sourceType, fileName, sourcePath }]
  return files.map(({ name }) => ({
    subordination: 'CHILD',
    sourceType,
    fileName: name.split('/').at(-1)!,
    sourcePath: name,
    parentId: parentId!,
  }))
}

/** Makes job executions as `POST /change-manager/jobExecutions` asks. */
export async function createJobs(
  tx: Transaction,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const request = readJobRequest(body)
  const runBy = await findRunBy(tx, request.userId)
  const needsParent = request.sourceType === 'FILES' && request.files.length > 1
  const parents = needsParent
    ? await insertJobs(tx, runBy, [{ subordination: 'PARENT_MULTIPLE', sourceType: 'FILES', fileName: null }])
    : []
  const jobs = await insertJobs(tx, runBy, jobsFor(request, parents[0]?.id ?? null))
  if (request.profileId !== null) {
    for (const job of jobs) await setJobProfile(tx, job, { id: request.profileId })
  }
  const ids = jobs.map((job) => job.id)
  await tx.query(
    `insert into snapshot (id, status, created_by, updated_by) select unnest($1::uuid[]), 'NEW', $2, $2`,
    [ids, runBy.userId],
  )
  const rows: JobRow[] = []
  for (const id of ids) rows.push(await getJob(tx, id))
  return {
    parentJobExecutionId: parents[0]?.id ?? jobs[0]!.parent_id,
    jobExecutions: [...parents, ...rows].map((row: JobRow) => jobDto(row, undefined, true)),
  }
}

/** The keys of a job that the server itself fills; any other key that a client adds is kept and given back. */
const OWN_KEYS = new Set([
  'id',
  'hrId',
  'parentJobId',
  'subordinationType',
  'jobProfileInfo',
  'jobProfileSnapshotWrapper',
  'sourcePath',
  'fileName',
  'runBy',
  'progress',
  'startedDate',
  'completedDate',
  'status',
  'uiStatus',
  'errorStatus',
  'errorText',
  'userId',
  'jobPartNumber',
  'totalJobParts',
  'totalRecordsInFile',
  'compositeDetails',
])

/**
 * Takes a whole job back from a client: file name, source path and fields that the server does not know are
 * stored; what the server derives from the work stays as it is. A changed status goes through its own rules.
 */
export async function updateJob(tx: Transaction, id: string, body: Record<string, unknown>): Promise<void> {
  const job = await getJob(tx, id, 'for update')
  const { fileName, sourcePath, status, errorStatus } = body
  if (fileName !== undefined && fileName !== null && typeof fileName !== 'string') {
    throw fieldProblem('must be text', 'fileName', fileName)
  }
  if (sourcePath !== undefined && sourcePath !== null && typeof sourcePath !== 'string') {
    throw fieldProblem('must be text', 'sourcePath', sourcePath)
  }
  const extra = Object.fromEntries(Object.entries(body).filter(([key]) => !OWN_KEYS.has(key)))
  await tx.query(`update job_execution set file_name = $2, source_path = $3, extra = $4 where id = $1`, [
    id,
    typeof fileName === 'string' && fileName !== '' ? fileName : job.file_name,
    typeof sourcePath === 'string' ? sourcePath : job.source_path,
    Object.keys(extra).length === 0 ? null : JSON.stringify(extra),
  ])
  if (status !== undefined && status !== job.status) await updateJobStatus(tx, id, { status, errorStatus })
}

/** Sets a job's status by hand, as FOLIO's screens and scripts do. @throws Problem 400, 422 */
export async function updateJobStatus(
  tx: Transaction,
  id: string,
  body: Record<string, unknown>,
): Promise<void> {
  const { status, errorStatus } = body
  if (status === 'PARENT') throw textProblem(400, 'Cannot update JobExecution status to PARENT')
  if (!JOB_STATUSES.includes(status as JobStatus)) {
    throw fieldProblem(`must be one of ${JOB_STATUSES.join(', ')}`, 'status', status ?? null)
  }
  const hasCause = errorStatus !== undefined && errorStatus !== null
  if (hasCause && !ERROR_STATUSES.includes(errorStatus as ErrorStatus)) {
    throw fieldProblem(`must be one of ${ERROR_STATUSES.join(', ')}`, 'errorStatus', errorStatus)
  }
  const job = await getJob(tx, id, 'for update')
  if (status === 'CANCELLED') {
    await cancelKnown(tx, job)
    return
  }
  if (isFinal(job) && status !== job.status) {
    throw textProblem(
      400,
      `Couldn't update JobExecution status, JobExecution already marked as ${job.status}`,
    )
  }
  const ends = status === 'ERROR' || status === 'COMMITTED' || status === 'DISCARDED'
  if (ends && job.context_id !== null) await cancelKnown(tx, job)
  const parentId = ends ? await lockParent(tx, id) : null
  const counts = await totalCounts(tx, await getJob(tx, id))
  await tx.query(
    `update job_execution
     set status = $2, error_status = $3,
       completed_at = case when $4 then clock_timestamp() else completed_at end,
       total = case when $3 = 'FILE_PROCESSING_ERROR' then 0 else total end,
       summary = case when $4 then $5::json else summary end
     where id = $1`,
    [id, status, hasCause ? errorStatus : null, ends, JSON.stringify(counts)],
  )
  await tx.query('update snapshot set status = $2 where id = $1', [id, status])
  if (parentId !== null) await finishParent(tx, parentId)
}
