import type { Readable } from 'node:stream'
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
import { requireActor } from './job-execution.ts'
import { getFile, getUpload, readUploadDto, setUploadStatus } from './upload-definition.ts'

/** Where the records of one chunk lie in a file: bytes, the place of the first record and how many. */
export type ChunkRange = {
  offset: number
  length: number
  first: number
  count: number
  /** The one record of the chunk is too long to be loaded into memory. */
  isOverlong?: true
  /**
   * Where the records lie in the file, for formats in which a part does not tell (XML may wrap records in
   * elements that are closed in another chunk). ISO 2709 is split again by its terminators.
   */
  records?: [offset: number, length: number][]
}

/** What a file turned out to be while its bytes went by. */
export type FileSurvey = {
  format: string
  encoding: string
  reason: string | null
  recordCount: number
  chunks: ChunkRange[]
}

/** Groups record segments into chunks of `size` records and, for huge records, of bounded bytes. */
class ChunkGrouper {
  readonly chunks: ChunkRange[] = []
  #open: ChunkRange | null = null
  count = 0
  readonly #size: number
  // Objects take ten times the bytes of a chunk; 4 MiB keep a thread's heap small whatever the records' size.
  static readonly MAX_BYTES = 4 * 1024 * 1024

  readonly #keepsRecords: boolean

  constructor(size: number, keepsRecords: boolean) {
    this.#size = size
    this.#keepsRecords = keepsRecords
  }

  add({ offset, length, overlong }: RecordSegment): void {
    const open = this.#open
    if (overlong) {
      this.#open = null
      this.chunks.push({ offset, length, first: this.count, count: 1, isOverlong: true })
    } else if (open && open.count < this.#size && open.length + length <= ChunkGrouper.MAX_BYTES) {
      open.count += 1
      open.length = offset + length - open.offset
      open.records?.push([offset, length])
    } else {
      this.#open = { offset, length, first: this.count, count: 1 }
      if (this.#keepsRecords) this.#open.records = [[offset, length]]
      this.chunks.push(this.#open)
    }
    this.count += 1
  }
}

/**
 * Looks at a file's bytes as they pass and finds where its records lie, without keeping or parsing them.
 * The format is decided on the first 64 KiB and the file's name.
 */
export function createSurvey(fileName: string, chunkRecords: number) {
  let grouper = new ChunkGrouper(chunkRecords, false)
  let head: Buffer[] = []
  let headBytes = 0
  let found: { format: string; reason: string | null } | null = null
  let splitter: AnyRecordSplitter | null = null

  function decide(): void {
    const bytes = Buffer.concat(head)
    head = []
    const { format, reason } = detectFormat(bytes, fileName)
    if (format === 'edifact') {
      found = { format: 'unknown', reason: 'it holds EDIFACT messages (invoices), not MARC records' }
    } else {
      found = { format, reason }
      if (format !== 'unknown') splitter = createRecordSplitter(format)
      grouper = new ChunkGrouper(chunkRecords, format !== 'marc')
    }
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
      const { format, reason } = found!
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
  const actor = requireActor(request.actor)
  const { id: uploadId = '', fileId = '' } = request.params
  const file = await request.transaction(async (tx) => {
    await getUpload(tx, uploadId)
    const found = await getFile(tx, uploadId, fileId)
    const [job] = await tx.query<{ status: string }>('select status from job_execution where id = $1', [
      found.job_id,
    ])
    if (job?.status !== 'NEW' && job?.status !== 'FILE_UPLOADED') {
      throw textProblem(400, `The file "${found.name}" is being processed already.`)
    }
    await tx.query("update file_definition set status = 'UPLOADING' where id = $1", [fileId])
    return found
  })
  const key = `data-import/${Date.now()}-${fileId}-${safeName(file.name)}`
  const survey = createSurvey(file.name, app.config.chunkRecords)
  let size: number
  try {
    const body = (request.body ?? emptyStream()) as Readable
    size = await app.files.write(request.tenant, key, body, {
      maxBytes: app.config.maxUploadBytes,
      onPiece: (piece) => survey.push(piece),
    })
  } catch (error) {
    await request.transaction(async (tx) => {
      await tx.query("update file_definition set status = 'ERROR' where id = $1", [fileId])
      await setUploadStatus(tx, uploadId, actor)
    })
    if (error instanceof FileTooLargeError) throw textProblem(413, error.message)
    throw textProblem(
      400,
      `The upload of "${file.name}" broke off before its end: ${(error as Error).message}`,
    )
  }
  const { format, encoding, reason, recordCount, chunks } = survey.end()
  const store = async (tx: Transaction) => {
    await tx.query(
      `update file_definition
       set status = 'UPLOADED', source_path = $2, byte_size = $3, format = $4, format_reason = $5,
         record_count = $6, chunks = $7, encoding = $9, uploaded_at = clock_timestamp(),
         position = (select max(position) + 1 from file_definition where upload_id = $8)
       where id = $1`,
      [fileId, key, size, format, reason, recordCount, JSON.stringify(chunks), uploadId, encoding],
    )
    await tx.query(
      `update job_execution set status = 'FILE_UPLOADED', source_path = $2
       where id = $1 and status in ('NEW', 'FILE_UPLOADED')`,
      [file.job_id, key],
    )
    await setUploadStatus(tx, uploadId, actor)
    return readUploadDto(tx, uploadId)
  }
  const definition = await request.transaction(store).catch(async (error: unknown) => {
    // The definition was deleted while the bytes were on their way.
    await app.files.remove(request.tenant, key)
    throw error
  })
  // The file was sent again: nothing points to what was stored before.
  if (file.source_path !== null) await app.files.remove(request.tenant, file.source_path)
  return definition
}

async function* emptyStream(): AsyncGenerator<Buffer> {}

/** Bytes of a file's name that are kept: with the ids before it a name on disk may have 255. */
const MAX_NAME_BYTES = 120

/** The end of the file's name, reduced to what every file system takes; the ids before it keep it unique. */
function safeName(name: string): string {
  const plain = Buffer.from(name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_'))
  // A character that the cut went through becomes U+FFFD.
  return plain.subarray(-MAX_NAME_BYTES).toString('utf8').replaceAll('\ufffd', '')
}
