import { Readable } from 'node:stream'
import { csvLine } from '../../formats/csv/index.ts'
import { EdifactReadError, messageToJson, parseMessage } from '../../formats/edifact/index.ts'
import { MarcReadError, encodeIso2709, recordToJson } from '../../formats/marc/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { uuidParameter } from '../../kernel/http/parameters.ts'
import { notFound, textProblem } from '../../kernel/http/problems.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import type { App } from '../../kernel/module.ts'
import { decodeIncoming } from './decode-incoming.ts'
import type { RawIncoming } from './decode-incoming.ts'
import { codeCondition } from './errors/error-code.ts'
import { headerAt, incomingText, isEdifact } from './edifact/message-text.ts'
import { jobsWithJournal } from './composite-job.ts'
import { getJob } from './job-execution.ts'
import type { JobRow } from './job-execution.ts'
import { scanJournal } from './journal-rows.ts'
import { getIncomingRecord } from './job-log.ts'
import type { JournalRow } from './job-log.ts'
import { findStoredFile } from './upload-definition.ts'
import type { StoredFile } from './upload-definition.ts'

const PAGE = 500
const FAILED = 'j.error_kind is not null'
const RECORD_TERMINATOR = Buffer.from([0x1d])

/**
 * The bytes of incoming records of one job, in the order asked for: from the uploaded file, or from what the
 * client posted. Null for those that are not kept any more.
 */
export async function readRawRecords(
  app: App,
  tx: Transaction,
  job: Pick<JobRow, 'id'>,
  rows: readonly Pick<JournalRow, 'seq' | 'byte_offset' | 'byte_length'>[],
): Promise<(RawIncoming | null)[]> {
  const posted = await readPosted(
    tx,
    job,
    rows.filter((row) => row.byte_offset === null).map((row) => row.seq),
  )
  const file = await findStoredFile(tx, job.id)
  const raw: (RawIncoming | null)[] = []
  for (const { seq, byte_offset: offset, byte_length: length } of rows) {
    if (offset === null) raw.push(posted.get(seq) ?? null)
    else raw.push(file === null ? null : await readFromFile(app, tx.tenant!, file, offset, length ?? 0))
  }
  return raw
}

async function readFromFile(
  app: App,
  tenant: string,
  { key, format, encoding, headers }: StoredFile,
  offset: number,
  length: number,
): Promise<RawIncoming | null> {
  try {
    const bytes = await app.files.readRange(tenant, key, offset, length)
    return { bytes, format, encoding, header: headerAt(headers, offset) }
  } catch {
    return null
  }
}

async function readPosted(
  tx: Transaction,
  job: Pick<JobRow, 'id'>,
  seqs: readonly number[],
): Promise<Map<number, RawIncoming>> {
  const found = new Map<number, RawIncoming>()
  if (seqs.length === 0) return found
  // The list is taken apart here: PostgreSQL's JSON functions refuse U+0000 and halves of surrogate pairs.
  const chunks = await tx.query<{ first_order: number; content_type: string; records: string }>(
    `select p.first_order, p.content_type, p.records from posted_chunk p
     where p.job_id = $1 and exists (
       select from unnest($2::int[]) as wanted (seq)
       where wanted.seq >= p.first_order and wanted.seq < p.first_order + p.record_count
     )`,
    [job.id, seqs],
  )
  const wanted = new Set(seqs)
  for (const { first_order: first, content_type: format, records } of chunks) {
    for (const [index, record] of (JSON.parse(records) as string[]).entries()) {
      if (!wanted.has(first + index)) continue
      found.set(first + index, { bytes: Buffer.from(record, 'utf8'), format, encoding: 'utf-8' })
    }
  }
  return found
}

/** `GET /metadata-provider/incomingRecords/{recordId}` */
export async function readIncomingRecord(app: App, request: ApiRequest): Promise<Record<string, unknown>> {
  const id = uuidParameter(request.params)
  return request.transaction(async (tx) => {
    const { job, row, recordType } = await getIncomingRecord(tx, id)
    const [raw] = await readRawRecords(app, tx, job, [row])
    if (!raw) throw notFound('The incoming record is not kept any more.')
    return {
      id,
      jobExecutionId: job.id,
      ...(recordType === null ? {} : { recordType }),
      order: row.seq,
      rawRecordContent: isEdifact(raw.format) ? incomingText(raw) : raw.bytes.toString('utf8'),
      ...parsedContent(raw),
    }
  })
}

function parsedContent(raw: RawIncoming): { parsedRecordContent?: string } {
  try {
    const content = isEdifact(raw.format)
      ? messageToJson(parseMessage(incomingText(raw)).segments)
      : recordToJson(decodeIncoming(raw))
    return { parsedRecordContent: content }
  } catch (error) {
    if (error instanceof MarcReadError || error instanceof EdifactReadError) return {}
    throw error
  }
}

/** A job that owns journal rows. */
type JournalJob = Pick<JobRow, 'id' | 'hr_id' | 'first_record'>

export const isInvoiceJob = (job: Pick<JobRow, 'profile_data_type'>) => job.profile_data_type === 'EDIFACT'

/**
 * The failed records of a job as one file, all or those of one group of errors (`code`): so that they can be mended and
 * loaded again, or with `format=csv` as a table. @throws Problem 404, 400 for a wrong parameter
 */
export async function answerFailedRecords(app: App, request: ApiRequest, jobId: string): Promise<Answer> {
  const format = request.query.get('format') ?? 'mrc'
  if (format !== 'mrc' && format !== 'csv')
    throw textProblem(
      400,
      `'format' parameter is incorrect. parameter value {${format}} is not valid: must be mrc or csv`,
    )
  const { jobs, isInvoices, condition } = await request.transaction(async (tx) => {
    const job = await getJob(tx, jobId)
    const found = await jobsWithJournal(tx, job)
    const numbers = found.map(({ hr_id: no }) => no)
    return { jobs: found, isInvoices: isInvoiceJob(job), condition: codeCondition(request.query, numbers) }
  })
  const extension = format === 'csv' ? 'csv' : isInvoices ? 'edi' : 'mrc'
  const type = { csv: 'text/csv; charset=utf-8', edi: 'application/edifact', mrc: 'application/marc' }[
    extension
  ]
  const pieces =
    format === 'csv' ? failedLines(request, jobs, condition) : failedRecords(app, request, jobs, condition)
  return {
    status: 200,
    body: Readable.from(pieces, { objectMode: false }),
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="failed.${extension}"` },
  }
}

/**
 * The failed records of jobs, whose rows also meet `condition`, in the order of the file. MARC comes byte for byte as it
 * came in, or as ISO 2709 when it came as XML or JSON; of EDIFACT each message is an interchange of its own, in UTF-8.
 */
export async function* failedRecords(
  app: App,
  request: ApiRequest,
  jobs: readonly JournalJob[],
  condition: string | null,
): AsyncGenerator<Buffer> {
  const pages = failedRows(request, jobs, condition, (tx, rows) => readRawOfJobs(app, tx, jobs, rows))
  for await (const { raw } of pages) for (const one of raw) if (one) yield asLoadable(one)
}

const LINE_NAMES = ['Record', 'Control number', 'Title', 'Kind of error', 'Error', 'Technical detail', 'Byte']

async function* failedLines(
  request: ApiRequest,
  jobs: readonly JournalJob[],
  condition: string | null,
): AsyncGenerator<string> {
  yield `\ufeff${csvLine(LINE_NAMES)}`
  const before = new Map(jobs.map(({ hr_id: no, first_record: first }) => [no, first]))
  for await (const { rows } of failedRows(request, jobs, condition, () => Promise.resolve([]))) {
    for (const row of rows) {
      const cells = [
        before.get(row.job_no)! + row.seq + 1,
        row.control_number,
        row.title,
        row.error_kind,
        row.error,
        row.folio_error,
        row.byte_offset,
      ]
      yield csvLine(cells.map((cell) => String(cell ?? '')))
    }
  }
}

type FailedPage = { rows: JournalRow[]; raw: (RawIncoming | null)[] }

/** Journal rows of failed records in pages, each read in a transaction of its own. */
async function* failedRows(
  request: ApiRequest,
  jobs: readonly JournalJob[],
  condition: string | null,
  readRaw: (tx: Transaction, rows: readonly JournalRow[]) => Promise<(RawIncoming | null)[]>,
): AsyncGenerator<FailedPage> {
  const numbers = jobs.map((job) => job.hr_id)
  const where = condition === null ? [FAILED] : [FAILED, condition]
  for (let from = { jobNo: numbers[0] ?? 0, seq: 0 }; ;) {
    const page = await request.transaction(async (tx) => {
      const { select, params } = scanJournal({ numbers, from, isBackward: false, where })
      const rows = await tx.query<JournalRow>(`${select} limit ${PAGE}`, params)
      return { rows, raw: await readRaw(tx, rows) }
    })
    yield page
    const last = page.rows.at(-1)
    if (!last || page.rows.length < PAGE) return
    from = { jobNo: last.job_no, seq: last.seq + 1 }
  }
}

/** The bytes of records of several jobs, whose rows stand job by job. */
async function readRawOfJobs(
  app: App,
  tx: Transaction,
  jobs: readonly Pick<JobRow, 'id' | 'hr_id'>[],
  rows: readonly JournalRow[],
): Promise<(RawIncoming | null)[]> {
  const raw: (RawIncoming | null)[] = []
  for (const [jobNo, own] of Map.groupBy(rows, (row) => row.job_no)) {
    const job = jobs.find((known) => known.hr_id === jobNo)!
    raw.push(...(await readRawRecords(app, tx, job, own)))
  }
  return raw
}

/** A record as a file of records has it. */
export function asLoadable(raw: RawIncoming): Buffer {
  if (isEdifact(raw.format)) return Buffer.from(incomingText(raw))
  if (raw.format === 'marc' || raw.format === 'MARC_RAW') {
    return raw.bytes.at(-1) === 0x1d ? raw.bytes : Buffer.concat([raw.bytes, RECORD_TERMINATOR])
  }
  try {
    return encodeIso2709(decodeIncoming(raw))
  } catch {
    // Neither readable nor expressible: its text is better than nothing at all.
    return Buffer.concat([raw.bytes, RECORD_TERMINATOR])
  }
}
