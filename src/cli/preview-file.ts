import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from './connection.ts'
import { uploadFile } from './import-file.ts'
import type { EntitySummary, ErrorGroup, Profile, Watch } from './import-file.ts'

/** The preview of an import as the server tells it. */
export type Preview = {
  id: string
  status: string
  errorText?: string
  progress: { current: number; total: number }
  totalErrors: number
  summary: Record<string, EntitySummary>
  errors: ErrorGroup[]
}

/** A record of a previewed file of which something stored would change. */
export type PreviewedRecord = {
  sourceRecordOrder: number
  title?: string
  controlNumber?: string
  changes: {
    entityType: string
    entityId?: string
    entityHrId?: string
    fields: { name: string; before: string | null; after: string | null }[]
    omitted?: number
  }[]
}

/** A preview that has ended, with the first records that would change. */
export type Forecast = { preview: Preview; changed: PreviewedRecord[]; seconds: number }

/**
 * Uploads one file, previews its import and watches until the preview has ended; then upload and preview are removed
 * again. `shown` records that would change are read.
 */
export async function previewFile(
  connection: Connection,
  file: string,
  profile: Profile,
  shown: number,
  watch: Watch,
): Promise<Forecast> {
  const upload = await uploadFile(connection, file)
  try {
    const started = performance.now()
    const { id } = await connection.call<Preview>('POST', '/octavo/imports/previews', {
      uploadDefinitionId: upload.id,
      jobProfileId: profile.id,
    })
    const preview = await watchPreview(connection, id, started, watch)
    const { records } = await connection.call<{ records: PreviewedRecord[] }>(
      'GET',
      `/octavo/imports/previews/${id}/records?filter=updated&limit=${shown}`,
    )
    return { preview, changed: records, seconds: (performance.now() - started) / 1000 }
  } finally {
    await connection.call('DELETE', `/data-import/uploadDefinitions/${upload.id}`)
  }
}

async function watchPreview(
  connection: Connection,
  id: string,
  started: number,
  watch: Watch,
): Promise<Preview> {
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 1.3, 500)) {
    const preview = await connection.call<Preview>('GET', `/octavo/imports/previews/${id}`)
    watch({ ...preview.progress, seconds: (performance.now() - started) / 1000 })
    if (preview.status !== 'RUNNING') return preview
    await delay(waitMs)
  }
}
