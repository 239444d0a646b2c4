import { compileCql, parseCql } from '../../formats/cql/index.ts'
import type { CqlSource } from '../../formats/cql/index.ts'
import type { Transaction } from '../db/database.ts'
import type { Page } from '../http/parameters.ts'

/** What a list shows. `visible` is a further SQL condition whose parameters start at `$firstParam`. */
export type ListRequest = Page & {
  /** CQL; empty or missing shows everything. */
  query?: string | undefined
  visible?: (firstParam: number) => { where: string; params: unknown[] }
  /** SQL of what a row shows in place of its document, which the query still searches: its id, or more than is stored. */
  shown?: string | undefined
}

/** The rows of a list as statements: what to read, in a total order, and how to count. */
export type ListStatement = { select: string; count: string; params: readonly unknown[] }

/**
 * Compiles a list of documents; each row is one, as text, in the column `doc`. Lists are always in a total order,
 * so that pages neither repeat nor skip rows: ties and unsorted lists go by id, which is the order of creation for
 * ids made here.
 * @throws CqlError for a query that can't be understood.
 */
export function listStatement(
  source: CqlSource,
  { query, visible, shown, limit, offset }: ListRequest,
): ListStatement {
  const cql = compileCql(parseCql(query ?? ''), source)
  const conditions = [cql.where]
  const params: unknown[] = [...cql.params]
  if (visible) {
    const { where, params: more } = visible(params.length + 1)
    conditions.push(where)
    params.push(...more)
  }
  const from = `from ${source.from} where ${conditions.map((condition) => `(${condition})`).join(' and ')}`
  return {
    select: `select ${shown ?? source.document} as doc ${from} order by ${cql.orderBy} limit ${limit} offset ${offset}`,
    count: `select count(*) as total ${from}`,
    params,
  }
}

/** How many rows a list has in all, after `read` of a page were read. A page that ends early tells by itself. */
export async function countAll(
  tx: Transaction,
  statement: ListStatement,
  { limit, offset }: Page,
  read: number,
): Promise<number> {
  if (read < limit && (read > 0 || offset === 0)) return offset + read
  const [row] = await tx.query<{ total: number }>(statement.count, statement.params)
  return row!.total
}
