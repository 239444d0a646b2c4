import { Readable } from 'node:stream'
import { EdifactReadError, messageToJson, parseMessage } from '../../formats/edifact/index.ts'
import { MarcReadError, encodeIso2709, recordToJson } from '../../formats/marc/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { uuidParameter } from '../../kernel/http/parameters.ts'
import { notFound } from '../../kernel/http/problems.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import type { App } from '../../kernel/module.ts'
import { decodeIncoming } from './decode-incoming.ts'
import type { RawIncoming } from './decode-incoming.ts'
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

/**
 * The failed records of a job as one file, so that they can be mended and loaded again. MARC comes byte for byte as
 * it came in, or as ISO 2709 when it came as XML or JSON; of EDIFACT each message is an interchange of its own, in UTF-8.
 */
export async function answerFailedRecords(app: App, request: ApiRequest, jobId: string): Promise<Answer> {
  const { jobs, isInvoices } = await request.transaction(async (tx) => {
    const job = await getJob(tx, jobId)
    return { jobs: await jobsWithJournal(tx, job), isInvoices: job.profile_data_type === 'EDIFACT' }
  })
  async function* pieces(): AsyncGenerator<Buffer> {
    const numbers = jobs.map((job) => job.hr_id)
    for (let from = { jobNo: numbers[0] ?? 0, seq: 0 }; ;) {
      const page = await request.transaction(async (tx) => {
        const { select, params } = scanJournal({ numbers, from, isBackward: false, where: [FAILED] })
        const rows = await tx.query<JournalRow>(`${select} limit ${PAGE}`, params)
        return { rows, raw: await readRawOfJobs(app, tx, jobs, rows) }
      })
      for (const raw of page.raw) {
        if (raw) yield asLoadable(raw)
      }
      const last = page.rows.at(-1)
      if (!last || page.rows.length < PAGE) return
      from = { jobNo: last.job_no, seq: last.seq + 1 }
    }
  }
  return {
    status: 200,
    body: Readable.from(pieces(), { objectMode: false }),
    headers: {
      'content-type': isInvoices ? 'application/edifact' : 'application/marc',
      'content-disposition': `attachment; filename="failed.${isInvoices ? 'edi' : 'mrc'}"`,
    },
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

function asLoadable(raw: RawIncoming): Buffer {
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
