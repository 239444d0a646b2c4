import type { Transaction } from '../../../kernel/db/database.ts'
import {
  HOLDINGS_COLUMNS,
  INSTANCE_COLUMNS,
  ITEM_COLUMNS,
  findMissingReferences,
  findTakenBarcodes,
  findTakenHrids,
} from '../../inventory/index.ts'
import { SOURCE_RECORD_COLUMNS } from '../../records/pure.ts'
import { JOURNAL_COLUMNS } from '../journal-row.ts'
import type { ComputedChunk, Known } from './chunk-messages.ts'

/** Tables of a chunk in the one order in which locks are taken: instance, holdings, item. */
const TABLES: [table: string, columns: readonly string[]][] = [
  ['instance', INSTANCE_COLUMNS],
  ['holdings_record', HOLDINGS_COLUMNS],
  ['item', ITEM_COLUMNS],
  ['source_record', SOURCE_RECORD_COLUMNS],
  ['journal', JOURNAL_COLUMNS],
]

/**
 * What the database has against the rows of a chunk: values that are in use, settings that are gone. Null when they
 * may be stored; then the settings that they refer to are locked against deletion.
 */
export async function findObjections(
  tx: Transaction,
  { uses, references }: Pick<ComputedChunk, 'uses' | 'references'>,
): Promise<Omit<Known, 'refusals'> | null> {
  const found = {
    missingReferences: await findMissingReferences(tx, references),
    barcodes: await findTakenBarcodes(tx, uses.barcodes),
    holdingsHrids: await findTakenHrids(tx, 'holdings', uses.holdingsHrids),
    itemHrids: await findTakenHrids(tx, 'items', uses.itemHrids),
  }
  return Object.values(found).every((list) => list.length === 0) ? null : found
}

/** Stores the rows of a chunk. */
export async function storeRows(tx: Transaction, rows: Readonly<Record<string, Uint8Array>>): Promise<void> {
  for (const [table, columns] of TABLES) {
    const bytes = rows[table]
    if (bytes) await tx.copy(table, columns, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }
}
