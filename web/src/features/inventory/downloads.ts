import { request } from '../../lib/http.ts'
import { saveBlob } from '../../lib/save-file.ts'

export type FileFormat = 'uuids' | 'hrids' | 'csv' | 'marc'

const NAMES: Record<FileFormat, string> = {
  uuids: 'uuids.txt',
  hrids: 'hrids.txt',
  csv: 'titles.csv',
  marc: 'titles.mrc',
}

const RECORD_END = 0x1d

/**
 * Fetches a file of what a query finds and hands it to the browser to keep.
 * @returns how many records are in a file of MARC; null for other files
 */
export async function downloadResult(query: string, format: FileFormat): Promise<number | null> {
  const response = await request(
    'POST',
    format === 'marc' ? '/octavo/search/instances/export-marc' : '/octavo/search/instances/export',
    { body: format === 'marc' ? { query } : { query, format } },
  )
  const blob = await response.blob()
  saveBlob(blob, NAMES[format])
  return format === 'marc' ? countRecords(blob) : null
}

/** Records in a file of MARC, counted without holding it in memory as a whole. */
async function countRecords(blob: Blob): Promise<number> {
  let records = 0
  const reader = blob.stream().getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    for (const byte of part.value) if (byte === RECORD_END) records++
  }
  return records
}
