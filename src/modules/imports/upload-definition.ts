import { isoInstant } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { ByteRange } from '../../kernel/files/file-store.ts'
import { faultsProblem, notFound, textProblem } from '../../kernel/http/problems.ts'
import type { Actor } from '../../kernel/http/route.ts'
import { isUuid, newId } from '../../kernel/ids.ts'
import type { MessageHeaders } from './edifact/message-text.ts'
import { findRunBy, insertJobs } from './job-execution.ts'
import { removePreviewsOf } from './preview/remove-previews.ts'

export type FileRow = {
  id: string
  upload_id: string
  position: number
  name: string
  size_kb: number | null
  ui_key: string | null
  status: 'NEW' | 'UPLOADING' | 'UPLOADED' | 'ERROR'
  source_path: string | null
  job_id: string
  created_at: Date
  uploaded_at: Date | null
  byte_size: number | null
  format: string | null
  format_reason: string | null
  encoding: string | null
  record_count: number | null
  chunks: string | null
  /** The composite job that imports the file in parts. */
  composite_id: string | null
}

export type UploadRow = {
  id: string
  meta_job_id: string
  status: 'NEW' | 'IN_PROGRESS' | 'LOADED' | 'COMPLETED' | 'ERROR'
  created_at: Date
  created_by: string
  updated_at: Date
  updated_by: string
}

type FileRequest = { name: string; size?: number; uiKey?: string }

/** The size that a client names is kept as a PostgreSQL integer. */
const MAX_SIZE_KB = 2_147_483_647

/** What a client asks for in POST uploadDefinitions. @throws Problem 422 naming the field. */
function readFileRequests(body: Record<string, unknown>): FileRequest[] {
  const files = body.fileDefinitions
  if (!Array.isArray(files) || files.length === 0) {
    throw faultsProblem([
      {
        message: 'fileDefinitions must name at least one file',
        code: 'validation.uploadDefinition.fileDefinitions.empty',
        parameters: [{ key: 'fileDefinitions', value: 'null' }],
      },
    ])
  }
  return files.map((file, index) => readFileRequest(file, `fileDefinitions[${index}]`))
}

export function readFileRequest(file: unknown, path: string): FileRequest {
  const { name, size, uiKey } = (file ?? {}) as Record<string, unknown>
  const fault = (message: string, key: string, value: unknown) =>
    faultsProblem([
      {
        message,
        type: '1',
        code: '-1',
        parameters: [{ key: `${path}.${key}`, value: String(value ?? null) }],
      },
    ])
  if (typeof name !== 'string' || name.trim() === '' || name.length > 255) {
    throw fault('must be a file name of 1 to 255 characters', 'name', name)
  }
  const isSize = Number.isInteger(size) && (size as number) >= 0 && (size as number) <= MAX_SIZE_KB
  if (size !== undefined && size !== null && !isSize) {
    throw fault('must be a whole number of kilobytes', 'size', size)
  }
  if (uiKey !== undefined && uiKey !== null && typeof uiKey !== 'string') {
    throw fault('must be text', 'uiKey', uiKey)
  }
  return {
    name,
    ...(typeof size === 'number' ? { size } : {}),
    ...(typeof uiKey === 'string' ? { uiKey } : {}),
  }
}

/** Extensions that a library has blocked for import, such as `.pdf`. @throws Problem 422 naming the file. */
async function refuseBlockedExtensions(tx: Transaction, names: readonly string[]): Promise<void> {
  const extensionOf = (name: string) => /\.\w+$/.exec(name.toLowerCase())?.[0] ?? ''
  const rows = await tx.query<{ extension: string }>(
    `select lower(doc ->> 'extension') as extension from file_extensions
     where (doc ->> 'importBlocked')::boolean and lower(doc ->> 'extension') = any($1)`,
    [names.map(extensionOf)],
  )
  const blocked = new Set(rows.map((row) => row.extension))
  const faults = names
    .filter((name) => blocked.has(extensionOf(name)))
    .map((name) => ({ message: 'validation.uploadDefinition.fileExtension.blocked', code: name }))
  if (faults.length > 0) throw faultsProblem(faults)
}

/**
 * Makes an upload definition and one job a file: a single file's job is its own parent, several get a parent
 * that is never listed.
 */
export async function createUpload(
  tx: Transaction,
  actor: Actor,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const requests = readFileRequests(body)
  await refuseBlockedExtensions(
    tx,
    requests.map((request) => request.name),
  )
  const runBy = await findRunBy(tx, actor.userId)
  const isSingle = requests.length === 1
  const [parent] = isSingle
    ? []
    : await insertJobs(tx, runBy, [{ subordination: 'PARENT_MULTIPLE', sourceType: 'FILES', fileName: null }])
  const jobs = await insertJobs(
    tx,
    runBy,
    requests.map((request) => ({
      subordination: isSingle ? 'PARENT_SINGLE' : 'CHILD',
      sourceType: 'FILES',
      fileName: request.name,
      sourcePath: request.name,
      ...(parent ? { parentId: parent.id } : {}),
    })),
  )
  const id = isUuid(body.id) ? body.id : newId()
  await tx.query(
    `insert into upload_definition (id, meta_job_id, status, created_by, updated_by) values ($1, $2, 'NEW', $3, $3)`,
    [id, (parent ?? jobs[0]!).id, actor.userId],
  )
  await insertFiles(
    tx,
    id,
    requests.map((request, index) => ({ ...request, jobId: jobs[index]!.id, position: index })),
  )
  return readUploadDto(tx, id)
}

async function insertFiles(
  tx: Transaction,
  uploadId: string,
  files: readonly (FileRequest & { jobId: string; position: number })[],
): Promise<void> {
  await tx.query(
    `insert into file_definition (id, upload_id, position, name, size_kb, ui_key, status, job_id)
     select id, $1, position, name, size, "uiKey", 'NEW', "jobId"
     from json_to_recordset($2) as file (id uuid, position int, name text, size int, "uiKey" text, "jobId" uuid)`,
    [uploadId, JSON.stringify(files.map((file) => ({ id: newId(), ...file })))],
  )
}

/** Adds a file to an upload definition that is not being processed yet. */
export async function addFile(tx: Transaction, actor: Actor, uploadId: string, body: unknown): Promise<void> {
  const upload = await getUpload(tx, uploadId, 'for update')
  const request = readFileRequest(body, 'fileDefinition')
  await refuseBlockedExtensions(tx, [request.name])
  const files = await filesOf(tx, [uploadId])
  const [job] = await insertJobs(tx, await findRunBy(tx, actor.userId), [
    {
      subordination: 'CHILD',
      sourceType: 'FILES',
      fileName: request.name,
      sourcePath: request.name,
      parentId: upload.meta_job_id,
    },
  ])
  const position = Math.max(-1, ...files.map((file) => file.position)) + 1
  await insertFiles(tx, uploadId, [{ ...request, jobId: job!.id, position }])
  await setUploadStatus(tx, uploadId, actor)
}

/** @throws Problem 404 */
export async function getUpload(
  tx: Transaction,
  id: string,
  lock: '' | 'for update' = '',
): Promise<UploadRow> {
  const [row] = await tx.query<UploadRow>(`select * from upload_definition where id = $1 ${lock}`, [id])
  if (!row) throw notFound(`Upload definition not found by id: ${id}`)
  return row
}

export async function filesOf(tx: Transaction, uploadIds: readonly string[]): Promise<FileRow[]> {
  return tx.query<FileRow>(
    'select * from file_definition where upload_id = any($1::uuid[]) order by upload_id, position',
    [uploadIds],
  )
}

/** @throws Problem 404 when the definition has no such file. */
export async function getFile(tx: Transaction, uploadId: string, fileId: string): Promise<FileRow> {
  const [row] = await tx.query<FileRow>('select * from file_definition where id = $1 and upload_id = $2', [
    fileId,
    uploadId,
  ])
  if (!row) throw notFound(`FileDefinition not found by id: ${fileId}`)
  return row
}

/** The uploaded bytes of a job: their key in the file store, what they are, and of a part where they lie there. */
export type StoredFile = {
  key: string
  format: string
  encoding: string
  range: ByteRange | null
  /** Of EDIFACT. */
  headers: MessageHeaders | null
}

/** Where the bytes of a job lie; null for a job without a file. The job's `sourcePath` is only what clients see. */
export async function findStoredFile(tx: Transaction, jobId: string): Promise<StoredFile | null> {
  const [file] = await tx.query<
    Omit<StoredFile, 'range' | 'headers'> & { offset: number | null; length: number; headers: string | null }
  >(
    `select f.source_path as key, f.format, f.encoding, j.byte_offset as offset, j.byte_length as length,
       case f.format when 'edifact' then (
         select json_agg(header) from json_array_elements(f.chunks) chunk, json_array_elements(chunk -> 'headers') header
       ) end as headers
     from job_execution j join file_definition f on f.job_id = j.id
       or f.composite_id = case when j.byte_length is null then j.id else j.parent_id end
     where j.id = $1 and f.source_path is not null`,
    [jobId],
  )
  if (!file) return null
  const { offset, length, headers, ...rest } = file
  return {
    ...rest,
    range: offset === null || length === 0 ? null : { offset, length },
    headers: headers === null ? null : (JSON.parse(headers) as MessageHeaders),
  }
}

/** Derives the definition's status from its files (data import's own states). */
export async function setUploadStatus(tx: Transaction, id: string, actor: Actor): Promise<void> {
  await tx.query(
    `update upload_definition u
     set status = case
         when files.total > 0 and files.failed = files.total then 'ERROR'
         when files.total > 0 and files.uploaded = files.total then 'LOADED'
         when files.uploaded + files.failed > 0 then 'IN_PROGRESS'
         else 'NEW' end,
       updated_at = clock_timestamp(), updated_by = $2
     from (
       select count(*) as total, count(*) filter (where status = 'UPLOADED') as uploaded,
         count(*) filter (where status = 'ERROR') as failed
       from file_definition where upload_id = $1
     ) files
     where u.id = $1`,
    [id, actor.userId],
  )
}

function fileDto(row: FileRow): Record<string, unknown> {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    ...(row.size_kb === null ? {} : { size: row.size_kb }),
    ...(row.ui_key === null ? {} : { uiKey: row.ui_key }),
    ...(row.source_path === null ? {} : { sourcePath: row.source_path }),
    jobExecutionId: row.job_id,
    uploadDefinitionId: row.upload_id,
    createDate: isoInstant(row.created_at),
    ...(row.uploaded_at === null ? {} : { uploadedDate: isoInstant(row.uploaded_at) }),
  }
}

function uploadDto(row: UploadRow, files: readonly FileRow[]): Record<string, unknown> {
  return {
    id: row.id,
    metaJobExecutionId: row.meta_job_id,
    status: row.status,
    createDate: isoInstant(row.created_at),
    fileDefinitions: files.filter((file) => file.upload_id === row.id).map(fileDto),
    metadata: {
      createdDate: isoInstant(row.created_at),
      createdByUserId: row.created_by,
      updatedDate: isoInstant(row.updated_at),
      updatedByUserId: row.updated_by,
    },
  }
}

export async function readUploadDto(tx: Transaction, id: string): Promise<Record<string, unknown>> {
  return uploadDto(await getUpload(tx, id), await filesOf(tx, [id]))
}

/** Definitions of one user that a compiled query selects, as FOLIO lists them. */
export async function listUploads(
  tx: Transaction,
  actor: Actor,
  selection: { where: string; params: unknown[]; orderBy: string },
  page: { limit: number; offset: number },
): Promise<{ uploadDefinitions: unknown[]; totalRecords: number }> {
  const params = [...selection.params, actor.userId]
  const condition = `(${selection.where}) and created_by = $${params.length}`
  const [count] = await tx.query<{ total: number }>(
    `select count(*) as total from upload_definition where ${condition}`,
    params,
  )
  const rows = await tx.query<UploadRow>(
    `select * from upload_definition where ${condition}
     order by ${selection.orderBy} limit ${page.limit} offset ${page.offset}`,
    params,
  )
  const files = await filesOf(
    tx,
    rows.map((row) => row.id),
  )
  return { uploadDefinitions: rows.map((row) => uploadDto(row, files)), totalRecords: count!.total }
}

/**
 * Removes an upload definition and discards its jobs. @returns keys of files to remove from the store.
 * @throws Problem 400 when a file is being processed already.
 */
export async function deleteUpload(tx: Transaction, id: string): Promise<string[]> {
  await getUpload(tx, id, 'for update')
  const files = await filesOf(tx, [id])
  await discardJobs(
    tx,
    files,
    `Cannot delete uploadDefinition ${id} - linked files are already being processed`,
  )
  await removePreviewsOf(tx, files)
  await tx.query('delete from upload_definition where id = $1', [id])
  return files.flatMap((file) => file.source_path ?? [])
}

/** Discards the jobs of files that have not begun. @throws Problem 400 with `refusal` when one has. */
async function discardJobs(tx: Transaction, files: readonly FileRow[], refusal: string): Promise<void> {
  const ids = files.map((file) => file.job_id)
  const jobs = await tx.query<{ status: string }>(
    'select status from job_execution where id = any($1::uuid[]) for update',
    [ids],
  )
  const isIdle =
    files.every((file) => file.composite_id === null) &&
    jobs.every(({ status }) => ['NEW', 'FILE_UPLOADED', 'DISCARDED'].includes(status))
  if (!isIdle) throw textProblem(400, refusal)
  await tx.query(
    `update job_execution set status = 'DISCARDED', completed_at = clock_timestamp() where id = any($1::uuid[])`,
    [ids],
  )
}

/**
 * Removes one file of a definition and discards its job. @returns the key to remove from the store.
 * @throws Problem 400 when the file is being processed already.
 */
export async function deleteFile(
  tx: Transaction,
  actor: Actor,
  uploadId: string,
  fileId: string,
): Promise<string | null> {
  await getUpload(tx, uploadId, 'for update')
  const file = await getFile(tx, uploadId, fileId)
  await discardJobs(tx, [file], `Cannot delete the file "${file.name}" - it is already being processed`)
  await removePreviewsOf(tx, [file])
  await tx.query('delete from file_definition where id = $1', [fileId])
  await setUploadStatus(tx, uploadId, actor)
  return file.source_path
}
