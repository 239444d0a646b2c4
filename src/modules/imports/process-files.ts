import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { fieldProblem } from '../../kernel/http/problems.ts'
import type { Actor } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import { failJob, getJob } from './job-execution.ts'
import { addChunks, beginJob, setJobProfile } from './start-job.ts'
import type { ChunkInput, ProfileChoice } from './start-job.ts'
import { filesOf, getUpload } from './upload-definition.ts'
import type { FileRow } from './upload-definition.ts'
import type { ChunkRange } from './upload-file.ts'

/** The profile in a processFiles body. @throws Problem 422 */
function readProfileChoice(body: unknown): ProfileChoice {
  const { jobProfileInfo } = objectBody(body)
  const info = (jobProfileInfo ?? {}) as Record<string, unknown>
  if (!isUuid(info.id))
    throw fieldProblem('must be the id of a job profile', 'jobProfileInfo.id', info.id ?? null)
  return { id: info.id }
}

/**
 * Hands the files of an upload definition over to be imported with one profile. What is wrong with a single
 * file ends that file's job with the reason; the others run.
 * @throws Problem 404 for an unknown definition or profile.
 */
export async function processFiles(
  tx: Transaction,
  actor: Actor,
  uploadId: string,
  body: unknown,
): Promise<void> {
  const upload = await getUpload(tx, uploadId, 'for update')
  const profile = readProfileChoice(body)
  const files = await filesOf(tx, [upload.id])
  for (const file of files) await processFile(tx, file, profile)
  await tx.query(
    "update upload_definition set status = 'COMPLETED', updated_at = clock_timestamp(), updated_by = $2 where id = $1",
    [upload.id, actor.userId],
  )
}

async function processFile(tx: Transaction, file: FileRow, profile: ProfileChoice): Promise<void> {
  const job = await getJob(tx, file.job_id, 'for update')
  if (job.status !== 'NEW' && job.status !== 'FILE_UPLOADED') return
  await setJobProfile(tx, job, profile)
  const reason = fileFault(file)
  if (reason !== null) {
    await failJob(tx, job.id, 'FILE_PROCESSING_ERROR', reason)
    return
  }
  if (!(await beginJob(tx, job.id, file.record_count))) return
  const ranges = JSON.parse(file.chunks!) as ChunkRange[]
  const chunks = ranges.map((range): ChunkInput => ({
    source: 'file',
    key: file.source_path!,
    format: file.format!,
    encoding: file.encoding!,
    ...range,
  }))
  await addChunks(tx, job.id, chunks, true)
}

/** Why nothing of a file can be read, in words; null when something can. */
function fileFault(file: FileRow): string | null {
  if (file.status !== 'UPLOADED') return `The file "${file.name}" was not uploaded completely.`
  if (file.byte_size === 0)
    return `File is empty or content is invalid! The file "${file.name}" holds no bytes.`
  if (file.format === 'unknown' || file.record_count === 0) {
    const what = file.format_reason ?? 'no MARC record was found in it'
    return `File is empty or content is invalid! "${file.name}": ${what}`
  }
  return null
}
