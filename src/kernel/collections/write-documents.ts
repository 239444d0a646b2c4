import type { Transaction } from '../db/database.ts'
import { notFound, textProblem } from '../http/problems.ts'
import type { Problem } from '../http/problems.ts'
import { sqlState } from '../db/database.ts'
import { asProblem } from '../http/sql-problems.ts'
import type { Actor } from '../http/route.ts'
import type { Collection, Document } from './collection.ts'
import { isolateFailures } from './isolate-failures.ts'
import { acceptRecord, withInsertFields, withUpdateFields, writeStamp } from './prepare-record.ts'

/** What became of one row of a list, in the list's order; `text` is the stored (or deleted) document as JSON. */
export type RowOutcome =
  | { ok: true; id: string; text: string }
  | { ok: false; id: string | null; problem: Problem }

/** `isolate`: a refused row leaves the others untouched and is reported; without it the first refusal is thrown. */
export type WriteOptions = { isolate?: boolean }

type PreparedRow = { index: number; id: string; record: Document; text: string }

const UNIQUE_VIOLATION = '23505'

/**
 * Adds records: checks, ids, versions and metadata as FOLIO makes them, then one statement for all.
 * @returns one outcome a record, in order.
 * @throws Problem of the first bad record, unless `isolate` is set.
 */
export async function insertDocuments(
  tx: Transaction,
  collection: Collection,
  actor: Actor | null,
  records: readonly unknown[],
  { isolate = false }: WriteOptions = {},
): Promise<RowOutcome[]> {
  collection.onChange?.(tx)
  const stamp = writeStamp(actor)
  const work = new ListWork(records, isolate)
  await work.prepare(async (sent) => {
    const record = acceptRecord(collection, sent)
    await collection.validate?.(tx, record, null, actor)
    return withInsertFields(collection, record, stamp)
  })
  await work.write(tx, collection, (ids, texts) =>
    tx.query(`insert into ${collection.table} (id, doc) select * from unnest($1::uuid[], $2::jsonb[])`, [
      ids,
      texts,
    ]),
  )
  return work.outcomes
}

/**
 * Replaces records by their ids. Stored rows are locked in the order of ids.
 * @returns one outcome a record, in order; unknown ids are "Not found".
 * @throws Problem of the first bad record, unless `isolate` is set.
 */
export async function updateDocuments(
  tx: Transaction,
  collection: Collection,
  actor: Actor | null,
  records: readonly ({ id: string } & Document)[],
  { isolate = false }: WriteOptions = {},
): Promise<RowOutcome[]> {
  collection.onChange?.(tx)
  const stamp = writeStamp(actor)
  const stored = await lockDocuments(
    tx,
    collection,
    records.map(({ id }) => id),
  )
  const seen = new Set<string>()
  const work = new ListWork(records, isolate)
  await work.prepare(async (sent) => {
    const text = stored.get(sent.id)
    if (text === undefined) throw missing(collection, sent.id)
    if (seen.has(sent.id)) throw textProblem(400, `The record ${sent.id} occurs twice in the list.`)
    seen.add(sent.id)
    const before = JSON.parse(text) as Document
    const record = acceptRecord(collection, sent)
    await collection.validate?.(tx, record, before, actor)
    return withUpdateFields(collection, record, before, stamp)
  })
  await work.write(tx, collection, (ids, texts) =>
    tx.query(
      `update ${collection.table} as stored
       set doc = changed.doc
       from unnest($1::uuid[], $2::jsonb[]) as changed (id, doc)
       where stored.id = changed.id`,
      [ids, texts],
    ),
  )
  return work.outcomes
}

/** The stored documents of `ids` as JSON text by id; unknown ids are left out. */
export async function findDocuments(
  tx: Transaction,
  { table }: Collection,
  ids: readonly string[],
): Promise<Map<string, string>> {
  return byId(await tx.query(`select id, doc from ${table} where id = any($1)`, [ids]))
}

/** One document as clients see it, as JSON text. @throws Problem 404 */
export async function getShownDocument(tx: Transaction, collection: Collection, id: string): Promise<string> {
  const { table, shown = 'doc' } = collection
  const [row] = await tx.query<{ doc: string }>(`select ${shown} as doc from ${table} where id = $1`, [id])
  if (!row) throw missing(collection, id)
  return row.doc
}

/** The stored documents of `ids` by id, locked until the transaction ends. */
export async function lockDocuments(
  tx: Transaction,
  { table }: Collection,
  ids: readonly string[],
): Promise<Map<string, string>> {
  return byId(await tx.query(`select id, doc from ${table} where id = any($1) order by id for update`, [ids]))
}

function byId(rows: readonly Document[]): Map<string, string> {
  return new Map(rows.map(({ id, doc }) => [id as string, doc as string]))
}

/** The stored text of a row that was written. @throws Problem with which it was refused */
export function acceptedText(outcome: RowOutcome): string {
  if (!outcome.ok) throw outcome.problem
  return outcome.text
}

export function missing(collection: Collection, id: string): Problem {
  return collection.notFoundProblem?.(id) ?? notFound()
}

/** A list on its way to the table: which rows are ready, which are refused. */
class ListWork<Sent> {
  readonly outcomes: RowOutcome[] = []
  readonly #sent: readonly Sent[]
  readonly #isolate: boolean
  readonly #rows: PreparedRow[] = []

  constructor(sent: readonly Sent[], isolate: boolean) {
    this.#sent = sent
    this.#isolate = isolate
  }

  async prepare(makeReady: (sent: Sent) => Promise<Document>): Promise<void> {
    for (const [index, sent] of this.#sent.entries()) {
      try {
        const record = await makeReady(sent)
        this.#rows.push({ index, id: record.id as string, record, text: JSON.stringify(record) })
      } catch (error) {
        const problem = this.#isolate ? asProblem(error) : null
        if (problem === null) throw error
        this.outcomes[index] = { ok: false, id: sentId(sent), problem }
      }
    }
  }

  async write(
    tx: Transaction,
    collection: Collection,
    statement: (ids: string[], texts: string[]) => Promise<unknown>,
  ): Promise<void> {
    const write = async (rows: readonly PreparedRow[]): Promise<void> => {
      if (rows.length === 0) return
      try {
        await statement(
          rows.map(({ id }) => id),
          rows.map(({ text }) => text),
        )
      } catch (error) {
        const isDuplicate = sqlState(error) === UNIQUE_VIOLATION && rows.length === 1
        throw (isDuplicate && collection.duplicateProblem?.(rows[0]!.record)) || error
      }
    }
    const refused = this.#isolate ? await isolateFailures(tx, this.#rows, write) : null
    if (refused === null) await write(this.#rows)
    for (const row of this.#rows) {
      const problem = refused?.get(row)
      this.outcomes[row.index] = problem
        ? { ok: false, id: row.id, problem }
        : { ok: true, id: row.id, text: row.text }
    }
  }
}

function sentId(sent: unknown): string | null {
  const id = (sent as Document | null)?.id
  return typeof id === 'string' ? id : null
}
