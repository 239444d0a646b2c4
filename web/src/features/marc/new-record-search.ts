import type { MarcFormat } from './wire.ts'

/** What a new record is made of: a template of a format, or another record. */
export type NewRecordSearch = { format?: MarcFormat; template?: string; from?: string }

export function isFormat(value: unknown): value is MarcFormat {
  return value === 'BIBLIOGRAPHIC' || value === 'HOLDINGS' || value === 'AUTHORITY'
}
