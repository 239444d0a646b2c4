import type { Readable } from 'node:stream'
import { MessageSplitter } from '../../formats/edifact/index.ts'
import {
  DETECTION_BYTES,
  XmlRecordSplitter,
  createRecordSplitter,
  detectFormat,
} from '../../formats/marc/index.ts'
import type { AnyRecordSplitter, RecordSegment } from '../../formats/marc/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { FileTooLargeError } from '../../kernel/files/file-store.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import type { ApiRequest } from '../../kernel/http/route.ts'
import type { App } from '../../kernel/module.ts'
import type { MessageHeaders } from './edifact/message-text.ts'
import { requireActor } from './job-execution.ts'
import { reserveKey } from './stored-upload.ts'
import { getFile, getUpload, readUploadDto, setUploadStatus } from './upload-definition.ts'
import type { FileRow } from './upload-definition.ts'

/** Where the records of one chunk lie in a file: bytes, the place of the first record and how many. */
export type ChunkRange = {
  offset: number
  length: number
  first: number
  count: number
  /** The one record of the chunk is too long to be loaded into memory. */
  isOverlong?: true
  /** Only so many of the chunk's records are wanted. */
  limit?: number
  /**
   * Where the records lie in the file, for formats in which a part does not tell (XML may wrap records in
   * elements that are closed in another chunk). ISO 2709 is split again by its terminators.
   */
  records?: [offset: number, length: number][]
  /** Of EDIFACT: what stands before the chunk's messages, where it is another header than before. */
  headers?: MessageHeaders
}

/** What a file turned out to be while its bytes went by. */
export type FileSurvey = {
  format: string
  encoding: string
  reason: string | null
  recordCount: number
  chunks: ChunkRange[]
}

/** How many records a chunk has at most, and at whose multiples one ends in any case, so that parts may begin there. */
export type ChunkSizes = { chunkRecords: number; recordsPerPart: number | null }

/** Groups record segments into chunks of so many records and, for huge records, of bounded bytes. */
class ChunkGrouper {
  readonly chunks: ChunkRange[] = []
  #open: ChunkRange | null = null
  count = 0
  readonly #sizes: ChunkSizes
  // Objects take ten times the bytes of a chunk; 4 MiB keep a thread's heap small whatever the records' size.
  static readonly MAX_BYTES = 4 * 1024 * 1024

  readonly #keepsRecords: boolean

  constructor(sizes: ChunkSizes, keepsRecords: boolean) {
    this.#sizes = sizes
    this.#keepsRecords = keepsRecords
  }

  #isFull({ count, length }: ChunkRange, next: number): boolean {
    const { chunkRecords, recordsPerPart } = this.#sizes
    return (
      count === chunkRecords ||
      length + next > ChunkGrouper.MAX_BYTES ||
      (recordsPerPart !== null && this.count % recordsPerPart === 0)
    )
  }

  add({ offset, length, overlong, header }: RecordSegment & { header?: string }): void {
    const open = this.#open
    if (overlong) {
      this.#open = null
      this.chunks.push({ offset, length, first: this.count, count: 1, isOverlong: true })
    } else if (open && !this.#isFull(open, length)) {
      open.count += 1
      open.length = offset + length - open.offset
      open.records?.push([offset, length])
      if (header !== undefined && open.headers?.at(-1)?.[1] !== header) open.headers?.push([offset, header])
    } else {
      this.#open = { offset, length, first: this.count, count: 1 }
      if (this.#keepsRecords) this.#open.records = [[offset, length]]
      if (header !== undefined) this.#open.headers = [[offset, header]]
      this.chunks.push(this.#open)
    }
    this.count += 1
  }
}

/**
 * Looks at a file's bytes as they pass and finds where its records lie, without keeping or parsing them.
 * The format is decided on the first 64 KiB and the file's name.
 */
export function createSurvey(fileName: string, sizes: ChunkSizes) {
  let grouper = new ChunkGrouper(sizes, false)
  let head: Buffer[] = []
  let headBytes = 0
  let found: { format: string; reason: string | null } | null = null
  let splitter: AnyRecordSplitter | MessageSplitter | null = null

  function decide(): void {
    const bytes = Buffer.concat(head)
    head = []
    const { format, reason } = detectFormat(bytes, fileName)
    found = { format, reason }
    if (format === 'edifact') splitter = new MessageSplitter()
    else if (format !== 'unknown') splitter = createRecordSplitter(format)
    grouper = new ChunkGrouper(sizes, format !== 'marc')
    feed(bytes)
  }

  function feed(piece: Buffer): void {
    for (const segment of splitter?.push(piece) ?? []) grouper.add(segment)
  }

  return {
    push(piece: Buffer): void {
      if (found) {
        feed(piece)
        return
      }
      head.push(piece)
      headBytes += piece.length
      if (headBytes >= DETECTION_BYTES) decide()
    },
    end(): FileSurvey {
      if (!found) decide()
      for (const segment of splitter?.end() ?? []) grouper.add(segment)
      const { format, reason: detected } = found!
      // An EDIFACT file without messages: what the splitter stumbled over tells why.
      const isEmpty = splitter instanceof MessageSplitter && grouper.count === 0
      const reason = isEmpty ? (splitter as MessageSplitter).warnings.slice(0, 3).join(' ') : detected
      const encoding = splitter instanceof XmlRecordSplitter ? splitter.encoding : 'utf-8'
      return { format, encoding, reason, recordCount: grouper.count, chunks: grouper.chunks }
    },
  }
}

/**
 * Takes the bytes of one file definition: streams them to the file store, notes where the records lie, and
 * marks the file uploaded and its job FILE_UPLOADED. A broken stream leaves nothing but the file in state ERROR.
 * @throws Problem 400 when the stream breaks, 404 for unknown ids, 413 when the file is too large.
 */
export async function receiveFile(app: App, request: ApiRequest): Promise<Record<string, unknown>> {
  const { id: uploadId = '', fileId = '' } = request.params
  const { file, key } = await request.transaction(async (tx) => {
    const opened = await openFile(tx, uploadId, fileId)
    const stored = await reserveKey(tx, opened.name)
    return { file: opened, key: stored.key }
  })
  const body = (request.body ?? emptyStream()) as Readable
  await storeFile(app, request, file, key, body)
  return request.transaction((tx) => readUploadDto(tx, uploadId))
}

/**
 * Marks a file of an upload definition as being uploaded.
 * @throws Problem 404 for unknown ids, 400 when it is being imported already
 */
export async function openFile(tx: Transaction, uploadId: string, fileId: string): Promise<FileRow> {
  await getUpload(tx, uploadId)
  const file = await getFile(tx, uploadId, fileId)
  const [job] = await tx.query<{ status: string }>('select status from job_execution where id = $1', [
    file.job_id,
  ])
  const isIdle = job?.status === 'NEW' || job?.status === 'FILE_UPLOADED'
  if (!isIdle || file.composite_id !== null) {
    throw textProblem(400, `The file "${file.name}" is being processed already.`)
  }
  await tx.query("update file_definition set status = 'UPLOADING' where id = $1", [fileId])
  return file
}

/**
 * Writes the bytes of an opened file under a key and looks at them as they pass; then the file is uploaded.
 * `also` is done in the same transaction.
 * @throws Problem 400 when the source breaks, 413 when it is too long; the file is in state ERROR then.
 */
export async function storeFile(
  app: App,
  request: ApiRequest,
  file: FileRow,
  key: string,
  source: AsyncIterable<Buffer>,
  also?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const { chunkRecords, recordsPerSplitFile: recordsPerPart, maxUploadBytes: maxBytes } = app.config
  const actor = requireActor(request.actor)
  const survey = createSurvey(file.name, { chunkRecords, recordsPerPart })
  let size: number
  try {
    size = await app.files.write(request.tenant, key, source, {
      maxBytes,
      onPiece: (piece) => survey.push(piece),
    })
  } catch (error) {
    await request.transaction(async (tx) => {
      await tx.query("update file_definition set status = 'ERROR' where id = $1 and status = 'UPLOADING'", [
        file.id,
      ])
      await setUploadStatus(tx, file.upload_id, actor)
    })
    if (error instanceof FileTooLargeError) throw textProblem(413, error.message)
    throw textProblem(
      400,
      `The upload of "${file.name}" broke off before its end: ${(error as Error).message}`,
    )
  }
  const found = survey.end()
  const store = async (tx: Transaction) => {
    await markUploaded(tx, file, { key, size, ...found })
    await also?.(tx)
    await setUploadStatus(tx, file.upload_id, actor)
  }
  await request.transaction(store).catch(async (error: unknown) => {
    // The definition was deleted, or its import began, while the bytes were on their way.
    if (!(await request.transaction((tx) => isFileKey(tx, key)))) await app.files.remove(request.tenant, key)
    throw error
  })
  // The file was sent again: nothing points to what was stored before.
  if (file.source_path !== null && file.source_path !== key) {
    await app.files.remove(request.tenant, file.source_path)
  }
}

async function markUploaded(
  tx: Transaction,
  file: FileRow,
  found: FileSurvey & { key: string; size: number },
): Promise<void> {
  await getUpload(tx, file.upload_id, 'for update')
  await getFile(tx, file.upload_id, file.id)
  const uploaded = await tx.execute(
    `update file_definition
     set status = 'UPLOADED', source_path = $2, byte_size = $3, format = $4, format_reason = $5,
       record_count = $6, chunks = $7, encoding = $9, inspection = null, uploaded_at = clock_timestamp(),
       position = (select max(position) + 1 from file_definition where upload_id = $8)
     where id = $1 and composite_id is null
       and exists (select from job_execution where id = job_id and status in ('NEW', 'FILE_UPLOADED'))`,
    [
      file.id,
      found.key,
      found.size,
      found.format,
      found.reason,
      found.recordCount,
      JSON.stringify(found.chunks),
      file.upload_id,
      found.encoding,
    ],
  )
  if (uploaded === 0) throw textProblem(400, `The file "${file.name}" is being processed already.`)
  await tx.query("update job_execution set status = 'FILE_UPLOADED', source_path = $2 where id = $1", [
    file.job_id,
    found.key,
  ])
}

/** A request that was sent twice may have stored the same file already. */
async function isFileKey(tx: Transaction, key: string): Promise<boolean> {
  const rows = await tx.query('select from file_definition where source_path = $1', [key])
  return rows.length > 0
}

async function* emptyStream(): AsyncGenerator<Buffer> {}
