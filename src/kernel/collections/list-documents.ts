import type { CqlField, CqlSource } from '../../formats/cql/index.ts'
import type { Transaction } from '../db/database.ts'
import type { Answer, ApiRequest } from '../http/route.ts'
import { answerList, listStatement, readListQuery, selectPage, storedTexts } from '../lists/index.ts'
import type { ListQuery, ListRequest } from '../lists/index.ts'
import type { Collection } from './collection.ts'
import { propertyText } from './collection-ddl.ts'

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

/** The documents of a short list as JSON texts, and how many there are in all. */
export async function listDocuments(
  tx: Transaction,
  collection: Collection,
  request: ListRequest,
): Promise<{ texts: string[]; total: number }> {
  const statement = listStatement(cqlSource(collection), request)
  const { rows, total } = await selectPage<{ doc: string }>(tx, statement, request)
  return { texts: storedTexts(tx, rows), total }
}

/** What a list request is narrowed to: a condition, and parameters in place of those that were sent. */
export type ListNarrowing = { visible?: ListRequest['visible']; asked?: Partial<ListQuery> }

/** Answers a list request of a collection: `query`, `limit`, `offset`, `totalRecords`. */
export async function answerDocuments(
  request: ApiRequest,
  collection: Collection,
  { visible, asked = {} }: ListNarrowing = {},
): Promise<Answer> {
  const list = { ...readListQuery(request.query, collection.defaultLimit), ...asked }
  const { listKey, listTail, shown } = collection
  const source = { ...cqlSource(collection), ...(shown === undefined ? {} : { document: shown }) }
  const statement = listStatement(source, { ...list, ...(visible ? { visible } : {}) })
  const rows = { listKey, statement, write: storedTexts, ...(listTail ? { tail: listTail } : {}) }
  return answerList(request, rows, list)
}
