import { authorityTable } from '../authorities/index.ts'
import type { VersionedTable } from '../inventory/index.ts'

/** The kinds of records that have a history, by their names in addresses. */
export const RECORD_KINDS = {
  instance: { table: 'instance', kind: 'instance' },
  holdings: { table: 'holdings_record', kind: 'holdings' },
  item: { table: 'item', kind: 'item' },
  authority: authorityTable,
} as const satisfies Record<string, VersionedTable>

export type RecordKindName = keyof typeof RECORD_KINDS
