export { SOURCE_RECORD_COLUMNS, sourceRecordRow } from './source-record-row.ts'
export type { NewSourceRecord } from './source-record-row.ts'
