import { createHash } from 'node:crypto'
import { printCql } from '../../../formats/cql/index.ts'
import type { CqlQuery } from '../../../formats/cql/index.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import type { Page } from '../../../kernel/http/parameters.ts'
import type { App } from '../../../kernel/module.ts'
import { selectIds } from '../find-records.ts'
import type { ResultKind } from './result-kinds.ts'

/** Ids in one row of 16 kB: a page of a list is in one or two of them. */
const ROW_IDS = 1_000
/** An order that nobody asked for again in this time goes; asked for later, it is made anew. */
const KEPT = '15 minutes'
/** Orders of a million ids take 16 MB each; the oldest go first. */
const MOST_ORDERS = 40

/**
 * The ids of a page at any place of a result, from an order that is kept: the first page asked for costs one whole
 * search, every other a few milliseconds, at row 900,000 as at row 2,000. `list` is the caller's name for its own
 * look at the result: under one name, the result stays as it was, whatever is written meanwhile.
 */
export async function idsAt(
  tx: Transaction,
  kind: ResultKind,
  query: CqlQuery,
  list: string,
  { offset, limit }: Page,
): Promise<{ ids: string[]; total: number }> {
  const key = createHash('sha256')
    .update(JSON.stringify([kind.name, list, printCql(query)]))
    .digest()
  const total = (await findOrder(tx, key)) ?? (await keepOrder(tx, key, kind, query))
  const first = Math.floor(offset / ROW_IDS)
  const rows = await tx.query<{ ids: string[] }>(
    'select ids from search_order_page where key = $1 and no between $2 and $3 order by no',
    [key, first, Math.floor((offset + limit - 1) / ROW_IDS)],
  )
  const from = offset - first * ROW_IDS
  return { ids: rows.flatMap(({ ids }) => ids).slice(from, from + limit), total }
}

async function findOrder(tx: Transaction, key: Buffer): Promise<number | null> {
  const [order] = await tx.query<{ total: number }>('select total from search_order where key = $1', [key])
  return order?.total ?? null
}

/** Makes the order in one statement that holds none of it in this process; whoever asks at the same time waits for it. */
async function keepOrder(tx: Transaction, key: Buffer, kind: ResultKind, query: CqlQuery): Promise<number> {
  await tx.query('select pg_advisory_xact_lock($1::int8)', [key.readBigInt64BE(0)])
  const made = await findOrder(tx, key)
  if (made !== null) return made
  const { sql, values } = selectIds(kind.source, query, kind, 2)
  const [order] = await tx.query<{ total: number }>(
    `with listed as (select id, row_number() over () - 1 as place from (${sql}) found),
       pages as (
         select (place / ${ROW_IDS})::int as no, array_agg(id order by place) as ids from listed group by 1
       ),
       head as (
         insert into search_order (key, total)
         select $1::bytea, coalesce(sum(cardinality(ids)), 0)::int8 from pages returning total
       ),
       kept as (insert into search_order_page (key, no, ids) select $1::bytea, no, ids from pages)
     select total from head`,
    [key, ...values],
  )
  return order!.total
}

/** Removes orders that have been kept long enough, in every tenant. */
export async function removeOldOrders({ db }: App): Promise<void> {
  const tenants = await db.system((tx) =>
    tx.query<{ id: string }>("select id from octavo.tenant where state = 'ready'"),
  )
  for (const { id } of tenants) {
    await db.tenant(id, (tx) =>
      tx.query(
        `delete from search_order where made_at < now() - $1::interval
           or key in (select key from search_order order by made_at desc offset ${MOST_ORDERS})`,
        [KEPT],
      ),
    )
  }
}
