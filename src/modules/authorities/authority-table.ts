import type { RecordTable } from '../inventory/index.ts'
import { AUTHORITY_COLUMNS, AUTHORITY_TYPES } from './authority-row.ts'

/** The table of authorities; `kind` names them in `record_change`. */
export const authorityTable: RecordTable & { kind: 'authority' } = {
  table: 'authority',
  kind: 'authority',
  columns: AUTHORITY_COLUMNS,
  types: AUTHORITY_TYPES,
}

/** The same columns for those that were deleted. */
export const deletedAuthorityTable: RecordTable = { ...authorityTable, table: 'deleted_authority' }
