export { SOURCE_RAW_COLUMNS, SOURCE_RAW_TYPES, sourceRawRow } from './source-raw-row.ts'
export { storedContent } from './source-record-input.ts'
export { SOURCE_RECORD_COLUMNS, SOURCE_RECORD_TYPES, sourceRecordRow } from './source-record-row.ts'
export type { NewSourceRecord } from './source-record-row.ts'

/** The current generation of a source record; `marc` is in compact form, null where it was not asked for. */
export type StoredSource = {
  id: string
  matchedId: string
  generation: number
  /** When the row was written last: a change of its MARC moves it. */
  updatedAt: string
  marc: Uint8Array | null
}
