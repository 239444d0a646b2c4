import type { Transaction } from '../../kernel/db/database.ts'
import {
  RECORD_TYPES,
  deleteHoldings,
  deleteInstances,
  deleteItems,
  findReferrers,
  updateHoldings,
  updateInstances,
  updateItems,
} from '../inventory/index.ts'
import type { Outcome, VersionedTable, WriteOptions, Writer } from '../inventory/index.ts'
import {
  authorityTable,
  deleteAuthorities,
  findLinkedAuthorities,
  updateAuthorities,
} from '../authorities/index.ts'
import type { Kind } from './undo-target.ts'

type DeleteList = (
  tx: Transaction,
  writer: Writer,
  ids: readonly string[],
  options: WriteOptions,
) => Promise<Outcome[]>

type UpdateList = (
  tx: Transaction,
  writer: Writer,
  records: readonly object[],
  options: WriteOptions,
) => Promise<Outcome[]>

/** What an undo needs of one kind of record. */
export type RecordKindParts = {
  /** Its number in `record_change` and `undo_left`. */
  number: number
  /** What the list of records that were left calls it. */
  name: string
  table: VersionedTable
  remove: DeleteList
  replace: UpdateList
  /** What others have of each record that cannot be without it, in words, by id. */
  findUses: (tx: Transaction, ids: readonly string[]) => Promise<Map<string, string>>
}

const USES: Record<string, string> = {
  holdings_record: 'It still has holdings.',
  item: 'It still has items.',
  bound_with_part: 'It is part of a bound-with.',
  instance_relationship: 'Another instance is related to it.',
  preceding_succeeding_title: 'It is the preceding or succeeding title of another instance.',
}

function usesOf(kind: Exclude<Kind, 'authority'>) {
  return async (tx: Transaction, ids: readonly string[]) => {
    const referrers = await findReferrers(tx, kind, ids)
    return new Map([...referrers].map(([id, table]) => [id, USES[table] ?? `Rows of ${table} refer to it.`]))
  }
}

async function usesOfAuthorities(tx: Transaction, ids: readonly string[]): Promise<Map<string, string>> {
  const linked = await findLinkedAuthorities(tx, ids)
  return new Map([...linked].map((id) => [id, 'Bibliographic records are linked to it.']))
}

export const RECORD_KINDS: Record<Kind, RecordKindParts> = {
  instance: {
    number: RECORD_TYPES.instance,
    name: 'INSTANCE',
    table: { table: 'instance', kind: 'instance' },
    remove: deleteInstances,
    replace: updateInstances,
    findUses: usesOf('instance'),
  },
  holdings: {
    number: RECORD_TYPES.holdings,
    name: 'HOLDINGS',
    table: { table: 'holdings_record', kind: 'holdings' },
    remove: deleteHoldings,
    replace: updateHoldings,
    findUses: usesOf('holdings'),
  },
  item: {
    number: RECORD_TYPES.item,
    name: 'ITEM',
    table: { table: 'item', kind: 'item' },
    remove: deleteItems,
    replace: updateItems,
    findUses: usesOf('item'),
  },
  authority: {
    number: RECORD_TYPES.authority,
    name: 'AUTHORITY',
    table: authorityTable,
    remove: deleteAuthorities,
    replace: updateAuthorities,
    findUses: usesOfAuthorities,
  },
}

const USER_NUMBER = 5

/** The names of records in a list of those that were left, by their number there. */
export const LEFT_NAMES: ReadonlyMap<number, string> = new Map([
  ...Object.values(RECORD_KINDS).map(({ number, name }) => [number, name] as const),
  [USER_NUMBER, 'USER'],
])

/** The number of a kind of record in `undo_left`. */
export function numberOf(kind: Kind | 'user'): number {
  return kind === 'user' ? USER_NUMBER : RECORD_KINDS[kind].number
}
