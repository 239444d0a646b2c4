import type { Transaction } from '../../../kernel/db/database.ts'
import {
  AUTHORITY_COLUMNS,
  deleteAuthorities,
  endLinks,
  noteAuthorityChanges,
} from '../../authorities/index.ts'
import {
  HOLDINGS_COLUMNS,
  INSTANCE_COLUMNS,
  ITEM_COLUMNS,
  RECORD_TYPES,
  announceChanges,
  findMissingReferences,
  findTakenBarcodes,
  findTakenHrids,
} from '../../inventory/index.ts'
import type { RecordsChange } from '../../inventory/index.ts'
import { lockSources, markDeleted, retireSources } from '../../records/index.ts'
import { SOURCE_RAW_COLUMNS, SOURCE_RECORD_COLUMNS } from '../../records/pure.ts'
import { JOURNAL_COLUMNS } from '../journal-row.ts'
import { answerQuestions } from './answer-questions.ts'
import type { ChangedTable, ComputedChunk, Known, ReadVersion } from './chunk-messages.ts'

/** Where the rows of chunks go: into the tables, or, for a preview, into twins of them. */
export type Destination = {
  /** Locks what the rows depend on. @returns false when that is not as it was read */
  lock(tx: Transaction, computed: ComputedChunk): Promise<boolean>
  /** What the database has against the rows; null when they may be stored. */
  findObjections(tx: Transaction, computed: ComputedChunk): Promise<Omit<Known, 'refusals'> | null>
  store(tx: Transaction, writer: ImportWriter, computed: ComputedChunk, at: Date): Promise<void>
}

/** The tables of the tenant. */
export const STORED: Destination = {
  lock: lockStored,
  findObjections: (tx, computed) => findObjections(tx, computed),
  store: storeRows,
}

/** Tables of a chunk in the one order in which locks are taken: instance, holdings, item. */
const CHANGED: [table: ChangedTable, columns: readonly string[], kind: number][] = [
  ['instance', INSTANCE_COLUMNS, RECORD_TYPES.instance],
  ['holdings_record', HOLDINGS_COLUMNS, RECORD_TYPES.holdings],
  ['item', ITEM_COLUMNS, RECORD_TYPES.item],
  ['authority', AUTHORITY_COLUMNS, RECORD_TYPES.authority],
]

const NEW: [table: string, columns: readonly string[]][] = [
  ...CHANGED.map(([table, columns]): [string, readonly string[]] => [table, columns]),
  ['source_record', SOURCE_RECORD_COLUMNS],
  ['source_record_raw', SOURCE_RAW_COLUMNS],
  ['journal', JOURNAL_COLUMNS],
]

/**
 * What the database has against the rows of a chunk: values that are in use, settings that are gone. Null when they
 * may be stored; then the settings that they refer to are locked against deletion, unless `isLocking` is false.
 */
export async function findObjections(
  tx: Transaction,
  { uses, references }: Pick<ComputedChunk, 'uses' | 'references'>,
  isLocking = true,
): Promise<Omit<Known, 'refusals'> | null> {
  const found = {
    missingReferences: await findMissingReferences(tx, references, isLocking),
    barcodes: await findTakenBarcodes(tx, uses.barcodes),
    holdingsHrids: await findTakenHrids(tx, 'holdings', uses.holdingsHrids),
    itemHrids: await findTakenHrids(tx, 'items', uses.itemHrids),
  }
  return Object.values(found).every((list) => list.length === 0) ? null : found
}

/**
 * Locks the records that are replaced, by table and then by id, those that new ones stand below, and those that the
 * rest of the chunk is about to change, so that a chunk takes its locks in the one order even when it is written in
 * pieces. They stay locked until the transaction ends, also when the answer is false.
 * @returns false when one of them, or one that was only read, is not as it was read; then it must be computed again.
 */
export async function lockStored(tx: Transaction, computed: ComputedChunk): Promise<boolean> {
  const { replaced, readOnly, parents, holdings, later, retiredSources } = computed
  let isCurrent = true
  if (parents.length > 0) {
    const ids = [...parents].sort()
    const found = await tx.execute(
      'select from instance where id = any($1::uuid[]) order by id for key share',
      [ids],
    )
    isCurrent = found === ids.length
  }
  for (const [table] of CHANGED) {
    const read = replaced[table] ?? []
    const others = [...(later[table] ?? []), ...(table === 'holdings_record' ? holdings : [])]
    if (read.length + others.length > 0) isCurrent = (await lockRows(tx, table, read, others)) && isCurrent
  }
  if (retiredSources.length > 0) isCurrent = (await lockSources(tx, retiredSources)) && isCurrent
  for (const [table] of CHANGED) {
    const read = readOnly[table]
    if (read && isCurrent) isCurrent = await areCurrent(tx, table, read)
  }
  return isCurrent && (await areCounted(tx, computed.itemCounts)) && (await areAnswered(tx, computed))
}

/** @returns whether the records of `read` are as they were. */
async function lockRows(
  tx: Transaction,
  table: ChangedTable,
  read: readonly ReadVersion[],
  others: readonly string[],
): Promise<boolean> {
  const ids = [...new Set([...read.map(([id]) => id), ...others])]
  const rows = await tx.query<{ id: string; version: number }>(
    `select id, version from ${table} where id = any($1::uuid[]) order by id for no key update`,
    [ids],
  )
  return agrees(rows, read)
}

async function areAnswered(tx: Transaction, { unversioned }: ComputedChunk): Promise<boolean> {
  const questions = unversioned.map(([question]) => question)
  const answers = await answerQuestions(tx, questions, [])
  return unversioned.every(([, answer], index) => JSON.stringify(answers[index]) === answer)
}

/** No item was added to the holdings since they were read; the holdings are locked, so none can be now. */
async function areCounted(tx: Transaction, counts: ComputedChunk['itemCounts']): Promise<boolean> {
  if (counts.length === 0) return true
  const rows = await tx.query<{ id: string; count: number }>(
    `select holdings_record_id as id, count(*) as count from item
     where holdings_record_id = any($1::uuid[]) group by holdings_record_id`,
    [counts.map(([id]) => id)],
  )
  const now = new Map(rows.map(({ id, count }) => [id, count]))
  return counts.every(([id, count]) => (now.get(id) ?? 0) === count)
}

async function areCurrent(
  tx: Transaction,
  table: ChangedTable,
  read: readonly ReadVersion[],
): Promise<boolean> {
  const rows = await tx.query<{ id: string; version: number }>(
    `select id, version from ${table} where id = any($1::uuid[])`,
    [read.map(([id]) => id)],
  )
  return agrees(rows, read)
}

function agrees(rows: readonly { id: string; version: number }[], read: readonly ReadVersion[]): boolean {
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  return read.every(([id, version]) => versions.get(id) === version)
}

/** Who imports, for the records that keep it. */
export type ImportWriter = { jobId: string; userId: string }

/** Stores the rows of a chunk; the records that they replace must be locked. */
export async function storeRows(
  tx: Transaction,
  writer: ImportWriter,
  computed: ComputedChunk,
  at: Date,
): Promise<void> {
  for (const [table, columns, kind] of CHANGED) {
    const bytes = computed.changes[table]
    if (!bytes) continue
    const ids = computed.replaced[table]!.map(([id]) => id)
    await replaceRows(tx, writer, { table, columns, kind, ids }, bytes, at)
  }
  await retireSources(tx, computed.retiredSources)
  for (const [table, columns] of NEW) {
    const bytes = computed.rows[table]
    if (bytes) await tx.copy(table, columns, bufferOf(bytes))
  }
  await announceChanges(tx, changesOf(computed))
  await endLinks(tx, computed.endedLinks)
  const by = { userId: writer.userId }
  const changedAuthorities = (computed.replaced.authority ?? []).map(([id]) => id)
  await noteAuthorityChanges(tx, { writer: by, at }, changedAuthorities)
  if (computed.deletedAuthorities.length > 0) {
    await markDeleted(tx, computed.deletedAuthorities, { idType: 'AUTHORITY', writer: by })
    await deleteAuthorities(tx, by, computed.deletedAuthorities, { jobId: writer.jobId, at })
  }
}

const KINDS: Record<ChangedTable, RecordsChange['kind']> = {
  instance: 'instance',
  holdings_record: 'holdings',
  item: 'item',
  authority: 'authority',
}

function changesOf({ made, replaced }: ComputedChunk): RecordsChange[] {
  return CHANGED.flatMap(([table]) => [
    { kind: KINDS[table], ids: made[table] ?? [], how: 'inserted' },
    { kind: KINDS[table], ids: replaced[table]?.map(([id]) => id) ?? [], how: 'updated' },
  ])
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

type ReplacedTable = { table: ChangedTable; columns: readonly string[]; kind: number; ids: string[] }

/** Puts rows in the place of stored ones; the documents that they replace go into the history first. */
async function replaceRows(
  tx: Transaction,
  { jobId, userId }: ImportWriter,
  { table, columns, kind, ids }: ReplacedTable,
  bytes: Uint8Array,
  at: Date,
): Promise<void> {
  const fresh = `fresh_${table}`
  // Documents above 2 KB would be compressed otherwise, which costs more than everything else here.
  await tx.query(
    `create temporary table ${fresh} with (toast_tuple_target = 8160) on commit drop as
     select ${columns.join(', ')} from ${table} limit 0`,
  )
  await tx.copy(fresh, columns, bufferOf(bytes))
  await tx.query(
    `insert into record_change (record_type, record_id, version, job_id, user_id, changed_at, is_deletion, doc)
     select $1, id, version, $2, $3, $4, false, doc from ${table} where id = any($5::uuid[])`,
    [kind, jobId, userId, at, ids],
  )
  const assignments = columns.filter((column) => column !== 'id' && column !== 'created_at')
  await tx.query(
    `update ${table} as stored set ${assignments.map((column) => `${column} = f.${column}`).join(', ')}
     from ${fresh} as f where stored.id = f.id and stored.id = any($1::uuid[])`,
    // The ids besides the join: without statistics on the new table PostgreSQL would read all of the stored one.
    [ids],
  )
  await tx.query(`drop table ${fresh}`)
}
