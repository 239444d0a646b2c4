import { MarcReadError, decodeRecord, recordFromJson } from '../../formats/marc/index.ts'
import type { MarcRecord } from '../../formats/marc/index.ts'
import { folio999 } from '../mapping/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { noContent } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { hasUuidShape } from '../../kernel/ids.ts'
import type { SeedOptions } from '../../kernel/module.ts'
import { insertSourceRecords } from './insert-source-records.ts'
import type { SourceRecordInput } from './source-record-input.ts'
import { checkRawRecords } from './wire-schemas.ts'
import type { RawRecordBody } from './wire-schemas.ts'

// The snapshot that FOLIO gives tenants with sample data (mod-source-record-storage: ModTenantAPI).
const SAMPLE_SNAPSHOT = '00000000-0000-0000-0000-000000000000'

/** Marks a tenant that is made with sample records, so that test records may be posted to it. */
export async function seedSampleSnapshot(tx: Transaction, { sample }: SeedOptions): Promise<void> {
  if (!sample) return
  await tx.query(
    `insert into snapshot (id, status, processing_started_at) values ($1, 'COMMITTED', '2019-01-01T14:01:54Z')
     on conflict (id) do nothing`,
    [SAMPLE_SNAPSHOT],
  )
}

/** `POST /source-storage/populate-test-marc-records`, in tenants with sample records only. */
export async function populateRecords(request: ApiRequest): Promise<Answer> {
  checkRawRecords(request.body)
  const { rawRecords } = request.body as { rawRecords?: RawRecordBody[] | null }
  await request.transaction(async (tx) => {
    const [sample] = await tx.query('select from snapshot where id = $1', [SAMPLE_SNAPSHOT])
    if (!sample) throw textProblem(400, 'Endpoint is available only in test mode')
    const outcomes = await insertSourceRecords(tx, request.actor, (rawRecords ?? []).map(readRaw), {
      follows: 'finished',
    })
    for (const outcome of outcomes) if (!outcome.ok) throw outcome.problem
  })
  return noContent()
}

function readRaw({ id, content }: RawRecordBody): SourceRecordInput {
  const input = { ...(id ? { id: id.toLowerCase() } : {}), snapshotId: SAMPLE_SNAPSHOT, recordType: 0 }
  try {
    const marc = parseRaw(content)
    const externalId = folio999(marc)?.externalId
    return {
      ...input,
      marc,
      externalId: externalId !== undefined && hasUuidShape(externalId) ? externalId : null,
    }
  } catch (error) {
    if (!(error instanceof MarcReadError || error instanceof SyntaxError)) throw error
    return {
      ...input,
      marc: null,
      raw: content,
      error: { description: error.message, content: JSON.stringify(content) },
    }
  }
}

function parseRaw(content: string): MarcRecord {
  if (content.startsWith('{')) return recordFromJson(JSON.parse(content))
  return decodeRecord(Buffer.from(content), { mode: 'permissive', encoding: 'utf8' }).record
}
