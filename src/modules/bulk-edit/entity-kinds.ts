import type { Transaction } from '../../kernel/db/database.ts'
import { updateHoldings, updateInstances, updateItems } from '../inventory/index.ts'
import type { Outcome, VersionedTable, WriteOptions, Writer } from '../inventory/index.ts'
import type { EntityType } from './contracts.ts'

/** A kind of record with versions and history. */
export type InventoryKind = VersionedTable & {
  kind: 'instance' | 'holdings' | 'item'
  update: (
    tx: Transaction,
    writer: Writer,
    records: readonly object[],
    options: WriteOptions,
  ) => Promise<Outcome[]>
}

const ITEM: InventoryKind = { table: 'item', kind: 'item', update: updateItems }
const HOLDINGS: InventoryKind = { table: 'holdings_record', kind: 'holdings', update: updateHoldings }
const INSTANCE: InventoryKind = { table: 'instance', kind: 'instance', update: updateInstances }

/** The inventory's records behind an entity type; null for users. */
export const INVENTORY_KIND: Readonly<Record<EntityType, InventoryKind | null>> = {
  ITEM,
  HOLDINGS_RECORD: HOLDINGS,
  INSTANCE,
  INSTANCE_MARC: INSTANCE,
  USER: null,
}

type Rights = { word: string; read: readonly string[]; write: readonly string[]; delete?: readonly string[] }

const inventoryRights = (word: string, resource: string): Rights => ({
  word,
  read: ['bulk-operations.item.inventory.get', `${resource}.item.get`],
  write: ['bulk-operations.item.inventory.put', `${resource}.item.put`],
})

/** What a user needs beside the permissions of the endpoints; both of a pair. */
const RIGHTS: Readonly<Record<EntityType, Rights>> = {
  ITEM: inventoryRights('item', 'inventory.items'),
  HOLDINGS_RECORD: inventoryRights('holdings', 'inventory-storage.holdings'),
  INSTANCE: inventoryRights('instance', 'inventory.instances'),
  INSTANCE_MARC: inventoryRights('instance', 'inventory.instances'),
  USER: {
    word: 'user',
    read: ['bulk-operations.item.users.get', 'users.item.get'],
    write: ['bulk-operations.item.users.put', 'users.item.put'],
    delete: ['bulk-operations.item.users.put', 'users.item.delete'],
  },
}

/**
 * The start of the message of each record that a user may not view, edit or delete; null for who may. `…record - barcode=1 on the
 * tenant diku` follows (folio-org/mod-bulk-operations: Constants).
 */
export function denialOf(
  entity: EntityType,
  action: 'view' | 'edit' | 'delete',
  user: { username: string; permissions: ReadonlySet<string> },
): string | null {
  const { word, read, write, delete: remove = write } = RIGHTS[entity]
  const needed = { view: read, edit: write, delete: remove }[action]
  if (needed.every((name) => user.permissions.has(name))) return null
  return `User ${user.username} does not have required permission to ${action} the ${word} record`
}
