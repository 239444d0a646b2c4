export { SOURCE_RECORD_COLUMNS, SOURCE_RECORD_TYPES, sourceRecordRow } from './source-record-row.ts'
export type { NewSourceRecord } from './source-record-row.ts'
