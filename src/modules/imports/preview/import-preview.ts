import { isoInstant } from '../../../kernel/clock.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { objectBody } from '../../../kernel/http/parameters.ts'
import { fieldProblem, notFound } from '../../../kernel/http/problems.ts'
import type { Actor } from '../../../kernel/http/route.ts'
import { isUuid, newId } from '../../../kernel/ids.ts'
import { insertWholeJobs } from '../../../kernel/jobs/ledger.ts'
import { ringBell } from '../../../kernel/jobs/runner.ts'
import { NO_COUNTS } from '../job-counts.ts'
import type { JobCounts } from '../job-counts.ts'
import { currentTree, findJobProfile } from '../../import-profiles/index.ts'
import { groupErrors } from '../errors/error-groups.ts'
import { errorText, summariesOf } from '../job-log.ts'
import { fileFault } from '../process-files.ts'
import { chooseProfile, freezeContext } from '../start-job.ts'
import { filesOf, getUpload } from '../upload-definition.ts'
import type { FileRow } from '../upload-definition.ts'

/** The kind under which previews stand in the ledger of jobs. */
export const PREVIEW_KIND = 'import-preview'

/** Code of refusals because of what is there, not of how the request is written. */
const REFUSED = 'octavo.preview.refused'

type Request = { uploadId: string; fileId: string | null; profileId: string; limit: number | null }

/** @throws Problem 422 naming the field */
function readRequest(body: unknown): Request {
  const { uploadDefinitionId, fileId, jobProfileId, limit } = objectBody(body)
  if (!isUuid(uploadDefinitionId))
    throw fieldProblem(
      'must be the id of an upload definition',
      'uploadDefinitionId',
      uploadDefinitionId ?? null,
    )
  if (!isUuid(jobProfileId))
    throw fieldProblem('must be the id of a job profile', 'jobProfileId', jobProfileId ?? null)
  if (fileId !== undefined && fileId !== null && !isUuid(fileId))
    throw fieldProblem('must be the id of a file of the upload definition', 'fileId', fileId)
  if (limit !== undefined && limit !== null && !(Number.isInteger(limit) && (limit as number) > 0))
    throw fieldProblem('must be a number of records, 1 or more', 'limit', limit)
  return {
    uploadId: uploadDefinitionId.toLowerCase(),
    fileId: isUuid(fileId) ? fileId.toLowerCase() : null,
    profileId: jobProfileId.toLowerCase(),
    limit: typeof limit === 'number' ? limit : null,
  }
}

/**
 * Begins the preview of an uploaded file with a job profile; the workers do it. The upload stays as it is, to be
 * imported afterwards. `limit` takes the first records of the file alone.
 * @returns the preview's id
 * @throws Problem 404 for an unknown upload or profile, 422 when there is no such file, nothing of it can be read, or
 *   the profile cannot run.
 */
export async function startPreview(tx: Transaction, actor: Actor, body: unknown): Promise<string> {
  const request = readRequest(body)
  const upload = await getUpload(tx, request.uploadId)
  const file = chooseFile(await filesOf(tx, [upload.id]), request)
  const profile = await chooseProfile(tx, { id: request.profileId })
  const { contextId, fault } = await freezeContext(tx, profile.snapshot)
  if (fault !== null) throw fieldProblem(fault, 'jobProfileId', profile.id, REFUSED)
  const id = newId()
  await tx.query(
    `insert into import_preview
       (id, upload_id, file_id, file_name, profile_id, profile_name, context_id, user_id, total, counts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      upload.id,
      file.id,
      file.name,
      profile.id,
      profile.name,
      contextId,
      actor.userId,
      Math.min(file.record_count!, request.limit ?? Infinity),
      JSON.stringify(NO_COUNTS),
    ],
  )
  await insertWholeJobs(tx, PREVIEW_KIND, [{ id, groupId: id, chunks: [{}] }])
  await ringBell(tx)
  return id
}

function chooseFile(files: readonly FileRow[], { fileId, uploadId }: Request): FileRow {
  const [only] = files
  if (only === undefined)
    throw fieldProblem('the upload definition has no file', 'uploadDefinitionId', uploadId, REFUSED)
  if (fileId === null && files.length > 1)
    throw fieldProblem(`must name one of the ${files.length} files of the upload definition`, 'fileId', null)
  const file = fileId === null ? only : files.find(({ id }) => id === fileId)
  if (file === undefined) throw fieldProblem('is no file of the upload definition', 'fileId', fileId)
  const fault = fileFault(file)
  if (fault !== null) throw fieldProblem(fault, 'fileId', file.id, REFUSED)
  if (file.chunks === null)
    throw fieldProblem(`The file "${file.name}" is not kept any more.`, 'fileId', file.id, REFUSED)
  return file
}

type PreviewRow = {
  id: string
  upload_id: string
  file_id: string
  file_name: string
  profile_id: string
  profile_name: string
  status: 'RUNNING' | 'FINISHED' | 'ERROR'
  user_id: string
  started_at: Date
  completed_at: Date | null
  total: number
  counts: string
  error_text: string | null
}

/** @throws Problem 404 */
export async function getPreview(tx: Transaction, id: string): Promise<PreviewRow> {
  const [row] = await tx.query<PreviewRow>('select * from import_preview where id = $1', [id])
  if (!row) throw notFound(`There is no preview with the id '${id}'`)
  return row
}

/** Ends a preview in the transaction that ends it in the ledger. */
export async function finishPreview(tx: Transaction, id: string, givenUp: number): Promise<void> {
  const reason =
    givenUp === 0
      ? null
      : 'The file could not be gone through after several tries; the server log has the cause.'
  const [ended] = await tx.query<{ context_id: string }>(
    `update import_preview p set status = $2, error_text = $3, completed_at = clock_timestamp(), context_id = null
     from import_preview before where p.id = $1 and before.id = p.id returning before.context_id`,
    [id, givenUp === 0 ? 'FINISHED' : 'ERROR', reason],
  )
  if (ended) await tx.query('delete from import_context where id = $1', [ended.context_id])
}

/** A preview with its progress, counts, and errors by kind, as far as it is. @throws Problem 404 */
export async function readPreview(tx: Transaction, id: string): Promise<Record<string, unknown>> {
  const row = await getPreview(tx, id)
  const counts = JSON.parse(row.counts) as JobCounts
  return {
    id: row.id,
    uploadDefinitionId: row.upload_id,
    fileId: row.file_id,
    fileName: row.file_name,
    jobProfileInfo: { id: row.profile_id, name: row.profile_name },
    status: row.status,
    userId: row.user_id,
    startedDate: isoInstant(row.started_at),
    ...(row.completed_at === null ? {} : { completedDate: isoInstant(row.completed_at) }),
    ...(row.error_text === null ? {} : { errorText: row.error_text }),
    progress: { current: counts.records, total: row.total },
    totalInFile: await recordsInFile(tx, row),
    totalErrors: counts.errors,
    summary: summariesOf(counts),
    errors: await errorGroups(tx, row),
  }
}

async function recordsInFile(tx: Transaction, { file_id: fileId, total }: PreviewRow): Promise<number> {
  const [file] = await tx.query<{ total: number }>(
    'select record_count as total from file_definition where id = $1',
    [fileId],
  )
  return file?.total ?? total
}

/** The errors by cause, as those of an import. */
async function errorGroups(tx: Transaction, row: PreviewRow): Promise<Record<string, unknown>[]> {
  const profile = await findJobProfile(tx, row.profile_id)
  return groupErrors(tx, {
    from: '(select 0 as job_no, r.* from preview_record r) j where j.preview_id = $1',
    param: row.id,
    orderOf: ({ seq }) => seq,
    example: (failed) => errorText(failed, 0),
    snapshot: profile === null ? null : await currentTree(tx, 'JOB_PROFILE', row.profile_id, null),
  })
}
