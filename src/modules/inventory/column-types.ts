import type { CopyType } from '../../kernel/db/copy-buffer.ts'

/** SQL types of the columns of the record tables; what is not named here is text. */
const TYPES: Readonly<Record<string, CopyType>> = {
  id: 'uuid',
  version: 'int',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  date1: 'int',
  words: 'tsvector',
  instance_id: 'uuid',
  holdings_record_id: 'uuid',
  permanent_location_id: 'uuid',
  effective_location_id: 'uuid',
  source_id: 'uuid',
  material_type_id: 'uuid',
  item_order: 'int',
  doc: 'json',
}

/** The SQL type of each column of a record table, in order. */
export function columnTypes(columns: readonly string[]): CopyType[] {
  return columns.map((column) => TYPES[column] ?? 'text')
}
