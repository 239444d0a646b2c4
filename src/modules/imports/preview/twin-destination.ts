import type { Transaction } from '../../../kernel/db/database.ts'
import { AUTHORITY_COLUMNS } from '../../authorities/index.ts'
import { HOLDINGS_COLUMNS, INSTANCE_COLUMNS, ITEM_COLUMNS } from '../../inventory/index.ts'
import { SOURCE_RECORD_COLUMNS } from '../../records/pure.ts'
import type { ChangedTable, ComputedChunk } from '../engine/chunk-messages.ts'
import { findObjections } from '../engine/store-chunk.ts'
import type { Destination } from '../engine/store-chunk.ts'
import { PREVIEW_COLUMNS } from './preview-row.ts'
import { hideRows, twinOf } from './twin-tables.ts'
import type { TwinnedTable } from './twin-tables.ts'

const COLUMNS: Record<ChangedTable | 'source_record', readonly string[]> = {
  instance: INSTANCE_COLUMNS,
  holdings_record: HOLDINGS_COLUMNS,
  item: ITEM_COLUMNS,
  authority: AUTHORITY_COLUMNS,
  source_record: SOURCE_RECORD_COLUMNS,
}
const CHANGED: readonly ChangedTable[] = ['instance', 'holdings_record', 'item', 'authority']

/**
 * The twins of a session (`createTwins`), and `preview_record` for what becomes of each record. Nothing is locked: the
 * session is alone with its twins, and what others change meanwhile is theirs to change.
 */
export const TWINS: Destination = {
  lock: () => Promise.resolve(true),
  findObjections: (tx, computed) => findObjections(tx, computed, false),
  async store(tx, _writer, computed) {
    for (const table of CHANGED) await replaceRows(tx, table, computed)
    await hideRows(tx, 'source_record', computed.retiredSources)
    for (const [table, columns] of Object.entries(COLUMNS)) {
      await copyRows(tx, twinOf(table as TwinnedTable), columns, computed.rows[table])
    }
    await copyRows(tx, 'preview_record', PREVIEW_COLUMNS, computed.rows.preview_record)
    await hideRows(tx, 'instance_authority_link', computed.endedLinks)
    await hideSourcesOf(tx, computed.deletedAuthorities)
  },
}

async function replaceRows(tx: Transaction, table: ChangedTable, computed: ComputedChunk): Promise<void> {
  const replaced = computed.replaced[table] ?? []
  await hideRows(
    tx,
    table,
    replaced.map(([id]) => id),
  )
  await copyRows(tx, twinOf(table), COLUMNS[table], computed.changes[table])
}

async function copyRows(
  tx: Transaction,
  table: string,
  columns: readonly string[],
  bytes: Uint8Array | undefined,
): Promise<void> {
  if (bytes) await tx.copy(table, columns, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

/** The MARC of deleted authorities, which no match finds any more. */
async function hideSourcesOf(tx: Transaction, authorityIds: readonly string[]): Promise<void> {
  if (authorityIds.length === 0) return
  const rows = await tx.query<{ id: string }>(
    'select id from source_record where external_id = any($1::uuid[])',
    [authorityIds],
  )
  await hideRows(
    tx,
    'source_record',
    rows.map(({ id }) => id),
  )
}
