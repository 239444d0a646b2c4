import { compileCql, parseCql } from '../../formats/cql/index.ts'
import type { CqlField, CqlSource } from '../../formats/cql/index.ts'
import type { Transaction } from '../db/database.ts'
import type { Collection } from './collection.ts'
import { propertyText } from './collection-ddl.ts'

/** What a list shows. `visible` is a further SQL condition whose parameters start at `$firstParam`. */
export type ListRequest = {
  /** CQL; empty or missing shows everything. */
  query?: string | undefined
  limit: number
  offset: number
  visible?: (firstParam: number) => { where: string; params: unknown[] }
}

/** The rows of a list as statements: what to read, in which order, and how to count. */
export type ListStatement = { select: string; count: string; params: unknown[] }

/**
 * Compiles a list of a collection. Lists are always in a total order, so that pages neither repeat nor skip
 * rows: ties and unsorted lists go by id, which is the order of creation for ids made here.
 * @throws CqlError for a query that can't be understood.
 */
export function listStatement(
  collection: Collection,
  { query, visible, limit, offset }: ListRequest,
): ListStatement {
  const cql = compileCql(parseCql(query ?? ''), cqlSource(collection), 1)
  const conditions = [cql.where]
  const params: unknown[] = [...cql.params]
  if (visible) {
    const { where, params: more } = visible(params.length + 1)
    conditions.push(where)
    params.push(...more)
  }
  const from = `from ${collection.table} where ${conditions.map((condition) => `(${condition})`).join(' and ')}`
  return {
    select: `select doc ${from} order by ${cql.orderBy} limit ${limit} offset ${offset}`,
    count: `select count(*) as total ${from}`,
    params,
  }
}

/**
 * The collection as CQL sees it: ids and references by their columns, unique properties by the expression of
 * their index, all else read from the document.
 */
export function cqlSource({ table, references = [], unique = [], cqlFields }: Collection): CqlSource {
  const fields: Record<string, CqlField> = {}
  for (const field of unique.flatMap(({ match = 'folded', fields: names }) =>
    match === 'folded' ? names : [],
  )) {
    const column = propertyText(`${table}.doc`, field)
    fields[field] = { kind: 'text', column, sort: [`octavo.fold(${column})`] }
  }
  for (const { field } of references)
    fields[field] = { kind: 'uuid', column: `${table}.${field.toLowerCase()}` }
  return {
    from: table,
    alias: table,
    document: `${table}.doc`,
    idColumn: `${table}.id`,
    fields: { ...fields, id: { kind: 'uuid', column: `${table}.id` }, ...cqlFields },
  }
}

/** The documents of a list as JSON texts, and how many there are in all. Use `streamDocuments` for long lists. */
export async function listDocuments(
  tx: Transaction,
  collection: Collection,
  request: ListRequest,
): Promise<{ texts: string[]; total: number }> {
  const statement = listStatement(collection, request)
  const texts = request.limit === 0 ? [] : await readTexts(tx, statement.select, statement.params)
  return { texts, total: await countAll(tx, statement, request, texts.length) }
}

/** A page that ends early tells the total by itself. */
export async function countAll(
  tx: Transaction,
  statement: ListStatement,
  { limit, offset }: ListRequest,
  read: number,
): Promise<number> {
  if (read < limit && (read > 0 || offset === 0)) return offset + read
  const [row] = await tx.query<{ total: number }>(statement.count, statement.params)
  return row!.total
}

/** Reads a list in batches through a cursor, so that memory holds one batch at any length. */
export async function* streamDocuments(
  tx: Transaction,
  statement: ListStatement,
  batchSize: number,
): AsyncGenerator<string[]> {
  await tx.query(`declare listed_documents no scroll cursor for ${statement.select}`, statement.params)
  for (;;) {
    const texts = await readTexts(tx, `fetch ${batchSize} from listed_documents`, [])
    if (texts.length > 0) yield texts
    if (texts.length < batchSize) break
  }
  await tx.query('close listed_documents')
}

async function readTexts(tx: Transaction, text: string, params: unknown[]): Promise<string[]> {
  return (await tx.query<{ doc: string }>(text, params)).map(({ doc }) => doc)
}
