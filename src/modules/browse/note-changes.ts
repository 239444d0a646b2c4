import type { Transaction } from '../../kernel/db/database.ts'
import { RECORD_TYPES } from '../inventory/index.ts'
import type { RecordsChange } from '../inventory/index.ts'
import { startIndexing } from './index-job.ts'
import { lockAsWriter } from './settle.ts'
import { storeEntries } from './store-entries.ts'
import type { BrowsedKind } from './store-entries.ts'

/** Up to so many records of a write are browsable with it; more go to the queue, so that bulk writes stay fast. */
const AT_ONCE = 100
const STEP = 1000

/** What entries are made of, by kind: an update that leaves it alone is none of ours. */
const WATCHED: Record<'instance' | 'item', readonly string[]> = {
  instance: ['subjects', 'contributors', 'classifications', 'alternativeTitles', 'series'],
  item: ['effectiveCallNumberComponents', 'effectiveLocationId', 'holdingsRecordId'],
}

/**
 * Keeps what can be browsed true, in the transaction that writes records. Deleted records lose their entries at once
 * however many they are.
 */
export async function noteChanges(tx: Transaction, changes: readonly RecordsChange[]): Promise<void> {
  const touched: Record<BrowsedKind, string[]> = { instance: [], item: [], authority: [] }
  const deleted: Record<BrowsedKind, string[]> = { instance: [], item: [], authority: [] }
  for (const change of changes) {
    if (change.kind === 'holdings') touched.item.push(...(await itemsThatMoved(tx, change)))
    else if (change.how === 'deleted') deleted[change.kind].push(...change.ids)
    else touched[change.kind].push(...changedIds(change.kind, change))
  }
  const total = touched.instance.length + touched.item.length + touched.authority.length
  const gone = deleted.instance.length + deleted.item.length + deleted.authority.length
  const now = total > AT_ONCE ? deleted : merged(touched, deleted)
  if (total <= AT_ONCE || gone > 0) await storeNow(tx, now)
  if (total > AT_ONCE) await putOff(tx, touched)
  if (total > AT_ONCE || gone > AT_ONCE) await startIndexing(tx)
}

type Ids = Record<BrowsedKind, string[]>

function merged(one: Ids, other: Ids): Ids {
  return {
    instance: [...one.instance, ...other.instance],
    item: [...one.item, ...other.item],
    authority: [...one.authority, ...other.authority],
  }
}

async function storeNow(tx: Transaction, ids: Ids): Promise<void> {
  const kinds = (Object.keys(ids) as BrowsedKind[]).filter((kind) => ids[kind].length > 0)
  if (kinds.length === 0) return
  await lockAsWriter(tx)
  for (const kind of kinds) {
    for (let start = 0; start < ids[kind].length; start += STEP) {
      await storeEntries(tx, kind, ids[kind].slice(start, start + STEP))
    }
  }
}

/** One statement for all lists: an import does this for every chunk. */
async function putOff(tx: Transaction, ids: Ids): Promise<void> {
  const types: number[] = []
  const lists: string[] = []
  for (const kind of Object.keys(ids) as BrowsedKind[]) {
    for (let start = 0; start < ids[kind].length; start += STEP) {
      types.push(RECORD_TYPES[kind])
      lists.push(`{${ids[kind].slice(start, start + STEP).join(',')}}`)
    }
  }
  await tx.query(
    `insert into browse_pending (record_type, record_ids)
     select type, ids::uuid[] from unnest($1::smallint[], $2::text[]) as list (type, ids)`,
    [types, lists],
  )
}

function changedIds(kind: BrowsedKind, { ids, documents }: RecordsChange): readonly string[] {
  if (documents === undefined || kind === 'authority') return ids
  const fields = WATCHED[kind]
  const says = (document: object) =>
    JSON.stringify(fields.map((field) => (document as Record<string, unknown>)[field] ?? null))
  return documents.filter(({ before, after }) => says(before) !== says(after)).map(({ id }) => id)
}

/** The items of holdings records that went to another instance. */
async function itemsThatMoved(tx: Transaction, { ids, how, documents }: RecordsChange): Promise<string[]> {
  if (how !== 'updated') return []
  const instanceOf = (document: object) => (document as { instanceId?: string }).instanceId
  const moved =
    documents === undefined
      ? ids
      : documents.filter(({ before, after }) => instanceOf(before) !== instanceOf(after)).map(({ id }) => id)
  if (moved.length === 0) return []
  // Before it is asked where the items stand now: a batch of the queue may be about to store it.
  await lockAsWriter(tx)
  const rows = await tx.query<{ id: string }>(
    `select i.id from holdings_record h
     join item i on i.holdings_record_id = h.id join browse_item b on b.item_id = i.id
     where h.id = any($1::uuid[]) and b.instance_id <> h.instance_id`,
    [moved],
  )
  return rows.map(({ id }) => id)
}
