import type { Transaction } from '../../../kernel/db/database.ts'
import { notFound } from '../../../kernel/http/problems.ts'
import type { App } from '../../../kernel/module.ts'
import { currentTree, findJobProfile } from '../../import-profiles/index.ts'
import { explainFault } from '../errors/explain-fault.ts'
import { mappedFrom } from '../errors/mapped-from.ts'
import { headerAt } from '../edifact/message-text.ts'
import type { MessageHeaders } from '../edifact/message-text.ts'
import { errorText } from '../job-log.ts'
import { RECORD_TYPES } from '../journal-row.ts'
import type { MatchTrace, Step } from '../journal-row.ts'
import { getPreview } from '../preview/import-preview.ts'
import type { ChangeForecast } from '../preview/preview-row.ts'
import { matchSteps } from './match-steps.ts'
import { incomingDto, stepDto } from './record-outcome.ts'

type ForecastRow = {
  seq: number
  record_type: number | null
  title: string | null
  control_number: string | null
  byte_offset: number | null
  byte_length: number | null
  steps: string
  changes: string | null
  error_kind: string | null
  error: string | null
  folio_error: string | null
  matches: string | null
}

/**
 * What would become of one record of a previewed file, as `readOutcome` tells it of an import: of what would change there
 * are the fields, what would be made has no id yet. @throws Problem 404
 */
export async function readForecast(
  app: App,
  tx: Transaction,
  previewId: string,
  order: number,
): Promise<Record<string, unknown>> {
  const preview = await getPreview(tx, previewId)
  const [row] = await tx.query<ForecastRow>(
    'select * from preview_record where preview_id = $1 and seq = $2',
    [previewId, order],
  )
  if (!row) throw notFound(`The preview has no record ${order + 1}, or has not come so far yet`)
  const profile = await findJobProfile(tx, preview.profile_id)
  const snapshot = profile === null ? null : await currentTree(tx, 'JOB_PROFILE', preview.profile_id, null)
  const trace = JSON.parse(row.matches ?? '[]') as MatchTrace[]
  const changes = JSON.parse(row.changes ?? '[]') as ChangeForecast[]
  return {
    previewId,
    order,
    title: row.title,
    controlNumber: row.control_number,
    recordType: row.record_type === null ? null : RECORD_TYPES[row.record_type],
    incoming: await readIncoming(app, tx, preview.file_id, row),
    byteOffset: row.byte_offset,
    byteLength: row.byte_length,
    matches: await matchSteps(tx, snapshot, trace),
    steps: (JSON.parse(row.steps) as Step[]).map(stepDto),
    records: changes.map(({ entity, id, hrid, fields, omitted }) => ({
      entityType: entity,
      actionType: 'UPDATE',
      id,
      hrid,
      before: null,
      after: null,
      changes: fields.map(({ name, before, after }) => ({ path: name, before, after })),
      omitted,
      marc: null,
    })),
    error: row.error_kind === null ? null : errorDto(row, snapshot),
    ...(await neighbours(tx, previewId, order)),
  }
}

function errorDto(row: ForecastRow, snapshot: Parameters<typeof mappedFrom>[0]): Record<string, unknown> {
  const { field, ...explained } = explainFault(row.error_kind!, row.error ?? '', row.folio_error)
  return {
    order: row.seq,
    kind: row.error_kind,
    text: row.error,
    field,
    marcFields: mappedFrom(snapshot, field),
    ...explained,
    example: errorText(row, 0),
    folioError: row.folio_error,
  }
}

async function readIncoming(
  app: App,
  tx: Transaction,
  fileId: string,
  { byte_offset: offset, byte_length: length }: ForecastRow,
): Promise<Record<string, unknown> | null> {
  const [file] = await tx.query<{
    source_path: string
    format: string
    encoding: string
    headers: string | null
  }>(
    `select source_path, format, encoding,
       case format when 'edifact' then (
         select json_agg(header) from json_array_elements(chunks) chunk, json_array_elements(chunk -> 'headers') header
       ) end as headers
     from file_definition where id = $1 and source_path is not null`,
    [fileId],
  )
  if (!file || offset === null) return null
  try {
    const bytes = await app.files.readRange(tx.tenant!, file.source_path, offset, length ?? 0)
    const headers = JSON.parse(file.headers ?? 'null') as MessageHeaders | null
    return incomingDto({
      bytes,
      format: file.format,
      encoding: file.encoding,
      header: headerAt(headers, offset),
    })
  } catch {
    // The file was removed; what it would do is still known.
    return null
  }
}

async function neighbours(
  tx: Transaction,
  previewId: string,
  order: number,
): Promise<{ previousError: number | null; nextError: number | null }> {
  const [row] = await tx.query<{ previous: number | null; next: number | null }>(
    `select max(seq) filter (where seq < $2) as previous, min(seq) filter (where seq > $2) as next
     from preview_record where preview_id = $1 and error_kind is not null`,
    [previewId, order],
  )
  return { previousError: row!.previous, nextError: row!.next }
}
